"""What the old server understood: several boards, people and subjects at once, and numbers behind moves."""

from __future__ import annotations

import pytest

from command.conftest import ANNS, BOBS, Post
from sheepfold.command import writing

pytestmark = pytest.mark.anyio

SMALL = "mutton challenge -size=2 -num_sheep=4 -num_wolves=1 ann bob"


@pytest.mark.parametrize("move", ["sparse#1", "sparse #1", "a1,a2,b2,b3#1"])
async def test_a_number_behind_the_move_binds_it(post: Post, move: str) -> None:
    await post.must(SMALL)
    before = await post.everything()
    late = await post.refused(f"mutton move 101 bob {BOBS} {move.removesuffix('1')}7")
    assert "as move 7, but the next move at this board is number 1" in late.text
    assert "before its number" in (await post.refused(f"mutton move 101 bob {BOBS} #1")).text
    assert await post.everything() == before
    assert (await post.must(f"mutton move 101 bob {BOBS} {move}")).subject == "Mutton Board 101 ann"


async def test_an_answer_may_have_a_number_behind_its_move(post: Post) -> None:
    await post.must(SMALL)
    answer = {"door": "mail", "user": post.bob, "board": 101}
    assert "as move 2, but" in (await post.refused("sparse#2", **answer)).text
    assert (await post.must("sparse#1", **answer)).subject == "Mutton Board 101 ann"


async def test_several_boards_are_shown_with_their_owners_secrets(post: Post) -> None:
    for board, wolf in ((101, "A"), (102, "B")):
        await post.must(SMALL)
        await post.must(f"mutton move {board} bob {BOBS} sparse")
        await post.must(f"mutton move {board} ann {ANNS} {wolf}")
    for line in ("101 102", "active", "next", "all"):
        mine = await post.must(f"mutton showas ann {ANNS} {line}")
        assert ("Your wolf: A." in mine.text, "Your wolf: B." in mine.text) == (True, True)
        assert (mine.to, mine.board) == (post.ann, None)
        assert mine.table is not None  # so that it goes to her confirmed address alone
    assert "Your wol" not in (await post.must(f"mutton showas bob {BOBS} active")).text
    for line in (f"showas bob {BOBS} next", f"showas ann {ANNS} inactive"):
        assert (await post.must(f"mutton {line}")).text.split(":\n")[1].startswith("  none")
    await post.must(f"mutton resign 102 bob {BOBS}")
    assert (await post.must(f"mutton showas ann {ANNS} inactive")).board == 102
    assert (await post.must(f"mutton showas ann {ANNS} active")).board == 101
    assert "Name 5 boards at most" in (await post.refused(f"mutton showas ann {ANNS} 1 2 3 4 5 6")).text


async def test_boards_of_several_people_are_listed(post: Post) -> None:
    await post.must("signup cyd cyds-secret")
    await post.must(SMALL)
    found = (await post.must("mutton games ann bob cyd")).text
    assert found.count("  101  Mutton") == 2
    assert "Boards that cyd plays at:\n  none" in found
    assert "Name 5 people at most" in (await post.refused("mutton games ann bob cyd ann bob cyd")).text
    await post.must(f"mutton move 101 bob {BOBS} sparse")
    await post.must(f"mutton resign 101 bob {BOBS}")
    assert "none" in (await post.must("mutton show ann active")).text
    for command in ("show", "games"):
        assert "  101  Mutton" in (await post.must(f"mutton {command} ann bob inactive")).text


async def test_a_history_without_a_board_lists_what_is_over(post: Post) -> None:
    await post.must(SMALL)
    assert "Mutton boards that are over:\n  none" in (await post.must("mutton history")).text
    await post.must(f"mutton move 101 bob {BOBS} sparse")
    await post.must(f"mutton resign 101 bob {BOBS}")
    assert "  101  Mutton" in (await post.must("mutton history")).text
    assert "Mutton Board 101 History" in (await post.must("mutton history 101")).subject


async def test_ratings_are_standings(post: Post) -> None:
    for name in ("", " ann"):
        assert (await post.must(f"mutton ratings{name}")).text == (await post.must(f"mutton standings{name}")).text


async def test_another_game_is_proposed_once_one_is_over(post: Post) -> None:
    await post.must(SMALL)
    assert "when the game is over" in (await post.refused(f"mutton rematch 101 ann {ANNS}")).text
    await post.must(f"mutton move 101 bob {BOBS} sparse")
    await post.must(f"mutton resign 101 bob {BOBS}")
    proposed = await post.must(f"mutton rematch 101 ann {ANNS}")
    assert "You propose another game." in proposed.text
    assert writing.Phrase.PLAY_AGAIN not in proposed.text
    await post.must("rematch", door="mail", user=post.bob, board=101)
    assert "bob (Wolf) and ann (Farmer)" in (await post.must("mutton show 102")).text


async def test_help_tells_of_several_things_at_once(post: Post) -> None:
    assert (await post.must("help commands")).text == (await post.must("help")).text
    assert "mutton challenge" in (await post.must("mutton help commands")).text
    for game in ("", "mutton "):
        both = (await post.must(f"{game}help move chat")).text
        for subject in ("move", "chat"):
            assert (await post.must(f"{game}help {subject}")).text.strip() in both
    assert "about 8 things at most" in (await post.refused("help move move move move move move move move move")).text


async def test_anybody_may_try_moves_where_nothing_is_hidden(post: Post) -> None:
    for _ in range(2):
        await post.must("dogs challenge -tiles=5 ann bob")
    table = await post.service.boards.find(101)
    first = await post.service.boards.example(table, post.ann)
    await post.must(f"dogs move 101 ann {ANNS} {first}")
    second = await post.service.boards.example(table, post.bob)
    before = await post.everything()
    for sender in ({}, {"door": "page", "user": post.bob}):
        tried = await post.must(f"dogs preview 102 {first} ; {second}", **sender)
        assert f"{first}; {second} was not played" in " ".join(tried.text.split())
        assert tried.to == sender.get("user")
        await post.must(f"dogs preview 102 {first}", **sender)
        await post.refused(f"dogs preview 102 {second} ; {second}", **sender)
    assert "Preview 1 to 5 moves" in (await post.refused(f"dogs preview 102 {';'.join([first] * 6)}")).text
    assert await post.everything() == before


async def test_nothing_is_shown_beforehand_where_something_is_hidden(post: Post) -> None:
    await post.must(SMALL)
    for line in ("sparse", "sparse ; A"):
        assert "Something is hidden here" in (await post.refused(f"mutton preview 101 {line}")).text
    assert "was not played" in (await post.must(f"mutton preview 101 bob {BOBS} sparse")).text
    assert "userid or the password is wrong" in (await post.refused("mutton preview 101 bob wrong-one sparse")).text
