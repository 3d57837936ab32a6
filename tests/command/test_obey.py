"""A command in, a letter out: the commands of the old server as they are typed there."""

from __future__ import annotations

import pytest

from command.conftest import ANNS, BOBS, Post
from sheepfold.command import board_mail
from sheepfold.play.terms import DAY

pytestmark = pytest.mark.anyio

SPARSE = """\
              1 2 3 4
             / / / / 5
                    / 6
       a-  A B C D   / 7
      b-  E . F . G   /
     c-  H I . . J K
    d-  L . M . N . O
     e-  P Q . . R S
      f-  T . U . V
       g-  W X Y Z
"""


async def test_a_challenge_starts_a_board_at_once_and_boards_count_from_101(post: Post) -> None:
    first = await post.must("mutton challenge -size=5 -num_wolves=3 -no_berserk ann bob")
    assert (first.subject, first.board) == ("New Mutton Board 101 bob", 101)
    assert "-size=5 -num_wolves=3 -no_berserk" in first.text
    second = await post.must("dogs challenge bob ann")
    assert second.subject.startswith("New Sheep, Dogs and Wolves Board 102 ")


async def test_the_board_of_the_help_is_drawn_letter_for_letter(post: Post) -> None:
    await post.must("mutton challenge ann bob")
    reply = await post.must(f"mutton move 101 bob {BOBS} sparse")
    assert reply.subject == "Mutton Board 101 ann"
    assert SPARSE in reply.text


async def test_secrets_are_shown_to_their_owner_alone(post: Post) -> None:
    await post.must("mutton challenge ann bob")
    await post.must(f"mutton move 101 bob {BOBS} sparse")
    mine = await post.must(f"mutton move 101 ann {ANNS} HIDE")
    assert "Your wolves: D E H I." in mine.text
    assert "2.  DEHI" in mine.text
    theirs, all_see = await post.must(f"mutton showas bob {BOBS} 101"), await post.must("mutton show 101")
    for text in (theirs.text, all_see.text):
        assert "2.  ..." in text
        assert "DEHI" not in text
        assert "Your wolves" not in text
    assert "Your wolves: D E H I." in (await post.must(f"mutton showas ann {ANNS} 101")).text


async def test_a_move_with_a_number_counts_only_as_that_move(post: Post) -> None:
    await post.must("mutton challenge ann bob")
    before = await post.everything()
    late = await post.refused(f"mutton move 101#7 bob {BOBS} sparse")
    assert "The next move at this board is number 1, not 7" in late.text
    assert late.subject == "Mutton Board 101 Error"
    assert await post.everything() == before
    await post.must(f"mutton move 101#1 bob {BOBS} sparse")


async def test_the_terms_of_a_challenge_are_those_of_its_options(post: Post) -> None:
    await post.must("mutton challenge --nagtime=3 --forfeittime=10 --totaltime=60 --unrated ann bob")
    info = await post.service.info(await post.service.boards.find(101))
    assert (info.terms.clock.kind, info.terms.clock.main, info.rated) == ("days", 10 * DAY, False)
    assert (info.terms.clock.nag, info.terms.clock.total) == (3 * DAY, 60 * DAY)
    await post.must("mutton challenge ann bob")
    info = await post.service.info(await post.service.boards.find(102))
    assert (info.terms.clock.main, info.terms.clock.nag, info.rated) == (21 * DAY, 7 * DAY, True)


async def test_what_players_are_told_unasked_names_game_board_and_turn(post: Post) -> None:
    await post.must("mutton challenge ann bob")
    table = await post.service.boards.find(101)
    new = await board_mail(post.service, table, post.bob, "new")
    assert (new.subject, new.to, new.board, new.table) == ("New Mutton Board 101 bob", post.bob, 101, table)
    assert new.picture is not None
    assert "mutton move 101#1 bob PASSWORD MOVE" in new.text
    assert (await board_mail(post.service, table, post.bob, "nag")).subject == "Nag: Mutton Board 101 bob"


async def test_an_answer_to_a_board_may_be_nothing_but_a_move(post: Post) -> None:
    await post.must("mutton challenge ann bob")
    await post.must("sparse", door="mail", user=post.bob, board=101)
    reply = await post.must("HIDE", door="mail", user=post.ann, board=101)
    assert "Your wolves: D E H I." in reply.text
    assert "mutton move 101#3 MOVE" in reply.text
