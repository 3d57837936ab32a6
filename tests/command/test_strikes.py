"""No password comes back: not in a quote, not in an error, whatever somebody typed."""

from __future__ import annotations

from itertools import product

import pytest

from command.conftest import ANNS, BOBS, Post
from sheepfold.command.redaction import STRUCK
from sheepfold.command.verbs import GAME, SERVER

pytestmark = pytest.mark.anyio

SECRET = "hunter2hunter2"


@pytest.mark.parametrize(
    ("line", "quoted"),
    [
        ("mutton move 101 ann hunter2hunter2 K:L-a2,E-f4", "mutton move 101 ann *** K:L-a2,E-f4"),
        ("mutton move 101#7 ann pw G", "mutton move 101#7 ann *** G"),
        ("mut mo 101 ann pw G", "mut mo 101 ann *** G"),
        ("mutton move 101 anne hunter2hunter2 G", "mutton move 101 anne *** G"),
        ("mutton move 101 hunter2hunter2 ann G", "mutton move 101 *** *** G"),
        ("mutton move 101 ann G hunter2hunter2", "mutton move 101 ann *** ***"),
        ("mutton showas ann pw 101", "mutton showas ann *** 101"),
        ("signup ann pw a@b.cd", "signup ann *** a@b.cd"),
        ("change password ann old new", "change password ann *** ***"),
        ("change address ann pw a@b.cd", "change address ann *** a@b.cd"),
        ("mutton seek -size=5 ann pw", "mutton seek -size=5 ann ***"),
        ("mutton seek ann -hunter2hunter2", "mutton seek ann ***"),
        ("mutton challenge ann:pw bob", "mutton challenge ann:*** bob"),
        ("mutton challenge ann hunter2hunter2 bob", "mutton challenge ann *** bob"),
        ("mutton challenge -size=5 --forfeittime=10 ann bob", "mutton challenge -size=5 --forfeittime=10 ann bob"),
        ("mutton show 101 ann hunter2hunter2", "mutton show 101 ann ***"),
        ("mutton mvoe 101 ann pw G", "mutton mvoe 101 ann *** G"),
        ("mtuton mvoe 101 ann pw G", "mtuton mvoe 101 ann *** G"),
        ("move 101 ann pw G", "move 101 ann *** G"),
        ("mutton move ann pw 101 G", "mutton move ann *** 101 ***"),
        ("signup cyd correct horse battery staple", "signup *** *** *** *** ***"),
        ("ann hunter2hunter2 mutton move 101 G", "ann *** mutton move 101 G"),
        ("hunter2hunter2 please mutton move 101 G", "*** please mutton move 101 G"),
        ("vacation ann fold_abc 5 6", "vacation ann *** 5 6"),
        ("mutton move 101 ann fold_abc G", "mutton move 101 ann *** G"),
        ("hello fold_abc", "hello ***"),
        ('mutton move 101 "Old Joe" "a b c d" G', 'mutton move 101 "Old Joe" *** G'),
        ("mutton move 101 ann password G", "mutton move 101 ann *** G"),
        ("mutton showas ann challenge 101", "mutton showas ann *** 101"),
        ("change password ann password standings", "change password ann *** ***"),
        ("mutton mvoe 101 ann password G", "mutton mvoe 101 ann *** G"),
        ("mutton move x ann unsubscribe G", "mutton move *** ann *** ***"),
        ("signup ann vacation", "signup ann ***"),
        ("", ""),
    ],
)
async def test_a_password_is_struck_out_where_it_stands_or_could_stand(post: Post, line: str, quoted: str) -> None:
    reply = await post.refused(line, door="page")
    assert reply.line == quoted
    assert not quoted or f"  > {quoted}" in reply.text


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("help comments", "There is no command or game 'comments'; did you mean commands?"),
        ("Hello everybody, wonderful weather", "There is no command or game 'Hello'"),
        ("everybody welcome", "There is no command or game 'everybody'"),
        ("mutton games annabellee", "There is nobody called 'annabellee' here."),
        ("mutton show annabellee", "There is nobody called 'annabellee' here."),
        ("all show annabellee", "There is nobody called 'annabellee' here."),
        (f"message ann {ANNS} annabellee", "There is nobody called 'annabellee' here."),
        (f"mutton move 101 bob {BOBS} upside-down", "'upside-down' is not a cell."),
        ("list mutton checkers", "There is no game 'checkers'"),
        ("mutton challenge -noberserk ann bob", "There is no option 'noberserk'; did you mean no_berserk?"),
        ("dogs preview 102 anywhere", "'anywhere' is not a tile."),
    ],
)
async def test_a_mistake_where_no_password_can_stand_is_quoted(post: Post, line: str, said: str) -> None:
    await post.must("mutton challenge ann bob")
    await post.must("dogs challenge ann bob")
    reply = await post.refused(line)
    assert said in " ".join(reply.text.split())
    assert reply.line == line.replace(ANNS, STRUCK).replace(BOBS, STRUCK)


async def test_words_that_answer_a_board_come_back_as_they_were_written(post: Post) -> None:
    await post.must("mutton challenge ann bob")
    for words in ("Good morning everybody", "wonderful"):
        reply = await post.refused(words, door="mail", user=post.bob, board=101)
        assert reply.line == words


def shuffled(words: list[str]) -> list[list[str]]:
    """The words in some wrong orders, cut short, and doubled."""
    turned = [words[index:] + words[:index] for index in range(len(words))]
    return [*turned, words[::-1], *(words[:end] for end in range(1, len(words))), words * 2]


@pytest.mark.parametrize("door", ["shell", "page"])
async def test_no_reply_holds_a_password_whatever_the_order_of_the_words(post: Post, door: str) -> None:
    await post.must("mutton challenge ann bob")
    orders = shuffled(["101", "ann", SECRET, "K:L-a2"])
    for lead, words in product([*(["mutton", name] for name in GAME), *([name] for name in SERVER)], orders):
        for user in (None, post.bob) if door == "page" else (None,):
            reply = await post(" ".join([*lead, *words]), door=door, user=user)
            for part in (reply.subject, reply.text):
                assert SECRET not in part, f"{lead} {words}"
                assert SECRET[:8] not in part.replace(STRUCK, "")


async def test_a_password_that_is_a_word_of_ours_is_not_quoted_either(post: Post) -> None:
    await post.must("signup cyd password")
    for line in ("mutton subscribe 999 cyd password", "mutton move 999 cyd password G", "signoff ann password"):
        assert "password" not in (await post.refused(line)).text.partition("You sent:")[2]


async def test_a_pasted_heap_of_commands_gives_nothing_away(post: Post) -> None:
    await post.must("mutton challenge ann bob")
    heap = f"mutton move 101 ann {ANNS} HIDE then mutton move 101 bob {BOBS} sparse and signup cyd {SECRET} now"
    reply = await post.refused(heap)
    for secret in (ANNS, BOBS, SECRET):
        assert secret not in reply.text
