"""``review BOARD``: a board that is over, looked back at by mail."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable

import pytest

from command.conftest import ANNS, BOBS, Clock, Post
from sheepfold.play.service import Service
from sheepfold.play.setup import Setup

pytestmark = pytest.mark.anyio


@pytest.fixture
async def thinking(
    new_database: Callable[[str], str], make_setup: Callable[..., Setup], clock: Clock
) -> AsyncIterator[Post]:
    """A house whose bots think."""
    async with Service.open(make_setup(new_database("sqlite"), workers=1)) as service:
        ann = await service.accounts.register("ann", ANNS, "ann@example.org")
        bob = await service.accounts.register("bob", BOBS, "bob@example.org")
        yield Post(service, clock, ann.id, bob.id)


async def test_a_board_that_is_over_is_reviewed_in_a_letter(thinking: Post) -> None:
    post = thinking
    await post.must("dogs challenge -tiles=3 -mode=single ann bob")
    assert "This game is not over: it can be reviewed when it is." in (await post.refused("review 101")).text
    await post.must(f"dogs move 101 ann {ANNS} 2,0E")
    await post.must(f"dogs move 101 bob {BOBS} -2,0W")
    reply = await post.must("review 101")
    assert reply.subject.endswith("Board 101 Review")
    assert "judged by Sheepdog" in reply.text
    assert "ann (seat 1)" in reply.text
    assert "bob (seat 2)" in reply.text
    assert "ann (seat 1)" not in (await post.must("review 101 2")).text
    assert "There is no seat 9" in (await post.refused("review 101 9")).text
    assert "only the number of a seat may follow" in (await post.refused("review 101 x")).text


async def test_without_bots_nobody_judges(post: Post) -> None:
    await post.must("dogs challenge -tiles=3 -mode=single ann bob")
    await post.must(f"dogs move 101 ann {ANNS} 2,0E")
    await post.must(f"dogs move 101 bob {BOBS} -2,0W")
    assert "nobody can judge" in (await post.refused("review 101")).text


async def test_a_board_that_is_over_is_played_on_from_for_practice(thinking: Post) -> None:
    post = thinking
    await post.must("dogs challenge -tiles=5 -mode=single ann bob")
    assert "is over" in (await post.refused(f"dogs again 101#0 bob {BOBS}")).text
    await post.must(f"dogs move 101 ann {ANNS} 2,0E")
    await post.must(f"dogs resign 101 ann {ANNS}")
    assert "after which move" in (await post.refused(f"dogs again 101 bob {BOBS}")).text
    assert "There is no move 9" in (await post.refused(f"dogs again 101#9 bob {BOBS}")).text
    for words in ("x", "1 2", "anew 1"):
        assert "seat" in (await post.refused(f"dogs again 101#0 bob {BOBS} {words}")).text or words == "1 2"
    reply = await post.must(f"dogs again 101#0 ann {ANNS} anew")
    assert "Board 102" in reply.subject
    assert "Practice from move 0 of board 101." in reply.text
    info = await post.service.tables.info(reply.table, post.ann)
    assert info.terms.practice is not None
    assert (info.terms.practice.board, info.terms.practice.seat, info.terms.practice.anew) == (101, 1, True)
    await post.must(f"dogs move 102 ann {ANNS} 2,0E")
