"""Random and mutated commands: no exception, no secret, and nothing changed by what is refused."""

from __future__ import annotations

from random import Random

import pytest

from command.conftest import ANNS, BOBS, Post
from sheepfold.command.verbs import GAME, SERVER

pytestmark = pytest.mark.anyio

WOLVES = "DEHI"
GOOD = (
    f"mutton move 101 bob {BOBS} G",
    f"mutton move 101#4 bob {BOBS} pass",
    f"mutton showas bob {BOBS} 101",
    f"mutton preview 101 bob {BOBS} G",
    f"mutton queue 101 bob {BOBS} G ; A",
    f"mutton chat 101 bob {BOBS}",
    f"mutton limit bob {BOBS} 3",
    f"vacation bob {BOBS} 3",
    f"change address bob {BOBS} new@example.org",
    f"message bob {BOBS} ann",
    "mutton challenge -size=5 -num_wolves=3 --nagtime=3 ann bob",
    f"dogs seek bob {BOBS}",
    "mutton show 101 101#2",
    "mutton history 101",
    "signup cyd cyds-secret",
    "all show ann next",
    "list mutton woolf",
    "help challenge",
    "mutton standings ann",
)
GARBAGE = (
    "", "0", "-1", "101#", "#7", "101#0", "999999999", "99999999999999999999", "%s", "'; DROP TABLE users; --",
    '"', '""', "-", "--", "-size", "--nagtime=", "--nagtime=x", "--forfeittime=0", "--totaltime=-5", "=", ":", "ann:",
    ":x", "\0", "\x1b[2J", "\u202e", "\ud800", "é", "ß", "İ", "\U0001f411", "x" * 300, "a,b" * 200, "none", "me",
    "*", "..", "../..", "<b>", "&amp;", "propose", "undo", "accept", "resign", "sparse", "random", "next", "all",
)  # fmt: skip
NAMES = frozenset(("ann", "bob"))
TAKE_PASSWORDS = frozenset(name for forms in (SERVER, GAME) for name, form in forms.items() if form.proof is not None)
SIGNS = " \t\n\r\"'#:;,-=\0\x7f\u2028é"


def mutated(rng: Random, words: list[str]) -> str:
    """A line with a few things wrong."""
    words = list(words)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(words) + 1)
        match rng.randrange(7):
            case 0:
                words.insert(at, rng.choice(GARBAGE))
            case 1 if at < len(words):
                del words[at]
            case 2 if at < len(words):
                words[at] = rng.choice([*GARBAGE, *GAME, *SERVER, "mutton", "fold", "ann", "bob"])
            case 3:
                rng.shuffle(words)
            case 4 if at < len(words) and words[at]:
                place = rng.randrange(len(words[at]))
                words[at] = words[at][:place] + rng.choice(SIGNS) + words[at][place + rng.randint(0, 1) :]
            case 5 if at < len(words):
                words[at] = words[at][: rng.randint(0, len(words[at]))]
            case 6:
                words += rng.choice(GOOD).split()[: rng.randint(1, 4)]
    return " ".join(words)


async def test_whatever_is_typed_breaks_nothing_and_gives_nothing_away(
    post: Post, request: pytest.FixtureRequest
) -> None:
    rng = Random(7)
    await post.must("mutton challenge ann bob")
    await post.must(f"mutton move 101 bob {BOBS} sparse")
    await post.must(f"mutton move 101 ann {ANNS} {WOLVES}")
    before = await post.everything()
    for number in range(request.config.getoption("--commands")):
        line = mutated(rng, rng.choice(GOOD).split())
        body = rng.choice(["", "", "hello", "x" * 30_000, "\0\ud800"])
        who = rng.choice([{}, {"door": "page", "user": post.bob}, {"door": "mail", "address": "bob@example.org"},
                          {"door": "mail", "user": post.bob, "board": 101}])  # fmt: skip
        reply = await post(line, body, **who)
        said = f"{reply.subject}\n{reply.text}"
        asked_for = NAMES if "user" in who else NAMES | TAKE_PASSWORDS
        if not asked_for.isdisjoint(line.lower().split()):  # elsewhere no password can stand, and words are quoted
            for secret in (ANNS, BOBS, "cyds-secret"):
                assert secret not in said, f"{number}: {line!r}"
        assert "argon2" not in said
        assert "Your wolves" not in said
        assert "\n" not in reply.subject
        assert not any(sign < " " and sign != "\n" for sign in said), f"{number}: {line!r}"
        after = await post.everything() if not reply.ok or number % 20 == 0 else None
        if not reply.ok:
            assert after == before, f"{number}: {line!r} changed something, and said {said}"
        else:
            before = await post.everything()
