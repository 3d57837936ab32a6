"""The command ``puzzle``: the day's for everybody, an answer with the reason, one of one's own strength, the mail."""

from __future__ import annotations

import pytest

from command.conftest import ANNS, Post
from sheepfold import puzzles
from sheepfold.puzzles import Shown, written

pytestmark = pytest.mark.anyio


def today(post: Post) -> Shown:
    return puzzles.shown(post.service.puzzles.today)


def flat(text: str) -> str:
    return " ".join(text.split())


async def test_everybody_is_shown_the_puzzle_of_the_day_with_its_picture(post: Post) -> None:
    reply, found = await post.must("puzzle"), today(post)
    assert reply.subject == f"{found.game.title} puzzle of the day"
    assert found.kind.question in flat(reply.text)
    assert f"puzzle USERID PASSWORD ANSWER#{found.puzzle.id}" in reply.text
    assert reply.picture is not None
    assert found.solution.reason not in flat(reply.text)


async def test_an_answer_is_told_what_was_right_and_why(post: Post) -> None:
    found = today(post)
    letter, reason = written.solution_letter(found), found.solution.reason
    reply = await post.must(f"puzzle ann {ANNS} {letter.lower()}")
    assert "Right." in reply.text
    assert reason in flat(reply.text)
    assert "1 right of 1" in reply.text
    assert reason in flat((await post.must(f"puzzle ann {ANNS}")).text)
    wrong = next(each.letter for each in written.choices(found) if each.letter != letter)
    missed = await post.must(f"puzzle {wrong}", door="page", user=post.bob)
    assert f"Not this time. The answer is {letter}." in missed.text
    again = await post.refused(f"puzzle ann {ANNS} {wrong}")
    assert "You have answered this puzzle already." in again.text


async def test_the_next_one_is_of_ones_strength_and_answered_by_its_name(post: Post) -> None:
    mine = await post.service.puzzles.next(post.ann, "dogs")
    reply = await post.must(f"puzzle next ann {ANNS} dogs")
    assert reply.puzzle == mine.id
    assert f"ANSWER#{mine.id}" in reply.text
    letter = written.solution_letter(puzzles.shown(mine))
    assert "Right." in (await post.must(f"puzzle ann {ANNS} {letter}#{mine.id}")).text
    assert (await post.service.puzzles.next(post.ann, "dogs")) != mine


async def test_who_is_known_to_the_door_needs_no_password(post: Post) -> None:
    reply = await post.must("puzzle next", door="page", user=post.ann)
    assert "  puzzle ANSWER#" in reply.text
    assert "puzzle USERID" not in reply.text


async def test_the_day_s_puzzle_is_asked_for_by_mail_and_ended_again(post: Post) -> None:
    assert "No puzzles come to you" in (await post.must(f"puzzle mail ann {ANNS}")).text
    assert "confirmed" in (await post.refused(f"puzzle mail ann {ANNS} yes")).text
    await post.service.addresses.confirm(await post.service.addresses.link("confirm", post.ann))
    assert "at 6:00 UTC" in (await post.must(f"puzzle mail ann {ANNS} yes")).text
    assert "No puzzles come to you" in (await post.must(f"puzzle mail ann {ANNS} no")).text


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (f"puzzle ann {ANNS} the moon", "Answer with one of"),
        (f"puzzle ann {ANNS} A#00000000", "There is no puzzle '00000000'."),
        (f"puzzle next ann {ANNS} chess", "There are no puzzles of 'chess'."),
        (f"puzzle next ann {ANNS} dogs fold", "only the name of a game may follow"),
        ("puzzle next", "A userid and a password are missing."),
        ("puzzle ann", "A password is missing."),
        (f"puzzle mail ann {ANNS} perhaps", "After the password follows yes or no."),
        ("puzzle ann wrong-password A", "The userid or the password is wrong."),
    ],
)
async def test_nonsense_gets_a_sentence_and_changes_nothing(post: Post, line: str, said: str) -> None:
    before = await post.everything()
    reply = await post.refused(line)
    assert said in flat(reply.text)
    assert ANNS not in reply.text
    assert "wrong-password" not in reply.text
    assert await post.everything() == before
