"""A command that comes again because a server died before it had answered: it is carried out once."""

from __future__ import annotations

import pytest

from command.conftest import ANNS, BOBS, Post

pytestmark = pytest.mark.anyio

BEGUN = (f"mutton challenge -size=2 -num_sheep=4 -num_wolves=1 ann:{ANNS} bob",)
PLACED = (*BEGUN, f"mutton move 101 bob {BOBS} a1,a2,b2,b3")


@pytest.mark.parametrize(
    ("before", "line"),
    [
        ((), BEGUN[0]),
        ((), f"mutton seek ann {ANNS}"),
        ((), f"message ann {ANNS} bob"),
        (BEGUN, f"mutton move 101 bob {BOBS} random"),
        (BEGUN, f"mutton move 101#1 bob {BOBS} random"),
        (PLACED, f"mutton move 101#2 ann {ANNS} A"),
        (BEGUN, f"mutton chat 101 bob {BOBS}"),
        (PLACED, f"mutton move 101 bob {BOBS} propose"),
        (PLACED, f"mutton move 101 bob {BOBS} undo"),
        (PLACED, f"mutton resign 101 bob {BOBS}"),
        (BEGUN, f"mutton queue 101 ann {ANNS} A"),
        (BEGUN, f"mutton subscribe 101 bob {BOBS}"),
    ],
)
async def test_a_command_that_comes_again_is_carried_out_once(post: Post, before: tuple[str, ...], line: str) -> None:
    for each in before:
        await post.must(each)
    first = await post.must(line, "Good luck!", key="the same mail")
    stored = await post.everything()
    post.clock.time += 5.0
    again = await post.must(line, "Good luck!", key="the same mail")
    assert await post.everything() == stored
    assert (again.subject, again.board) == (first.subject, first.board)


async def test_the_same_command_in_another_mail_is_another_command(post: Post) -> None:
    for each in BEGUN:
        await post.must(each)
    for key in ("one mail", "another mail"):
        await post.must(f"mutton chat 101 bob {BOBS}", "Good luck!", key=key)
    assert len(await post.service.chat.read(await post.service.boards.find(101), post.ann)) == 2
