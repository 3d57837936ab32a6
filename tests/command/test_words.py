"""Words shortened and nearly right, and every command in its place."""

from __future__ import annotations

import re

import pytest

from command.conftest import ANNS, BOBS, Post
from sheepfold.command.obey import GAME_HANDLERS, SERVER_HANDLERS
from sheepfold.command.verbs import GAME, SERVER, TABLE_WORDS
from sheepfold.core.errors import Malformed
from sheepfold.games import SHELF, game

pytestmark = pytest.mark.anyio


def test_every_command_is_obeyed_by_somebody() -> None:
    assert GAME.keys() == GAME_HANDLERS.keys()
    assert SERVER.keys() == SERVER_HANDLERS.keys()


@pytest.mark.parametrize("name", SHELF)
def test_a_word_that_stands_for_a_move_takes_none_away_from_any_game(name: str) -> None:
    """Or it can be written otherwise: wolves in Mutton are named in any order."""
    kind = game(name)
    options = kind.options.make({})
    for word in TABLE_WORDS:
        try:
            kind.check_notation(options, word)
        except Malformed:
            continue
        kind.check_notation(options, word[::-1])


async def test_words_may_be_shortened_where_they_are_clear(post: Post) -> None:
    assert (await post.must("mut chal ann bob")).subject == "New Mutton Board 101 bob"
    assert (await post.must(f"MUTTON MOVE 101 Bob {BOBS} sparse")).subject == "Mutton Board 101 ann"
    both = await post.refused("mutton s 101")
    assert "'s' could be seek, show, showas, standings or subscribe." in both.text
    assert "Syntax" not in both.text  # of which of them?


async def test_the_game_may_be_left_out_where_a_board_says_which_it_is(post: Post) -> None:
    await post.must("mutton challenge ann bob")
    assert (await post.must(f"move 101 bob {BOBS} sparse")).subject == "Mutton Board 101 ann"
    assert (await post.must("show 101")).subject == "Mutton Board 101 ann"
    assert (await post.must(f"showas bob {BOBS} 101")).subject == "Mutton Board 101 ann"
    assert "There is no board" not in (await post.refused("move 999 ann wrong-one G")).text
    assert "wrong-one" not in (await post.refused("move 101 ann wrong-one G")).text
    assert "Write the name of a game before games: mutton games, fold" in (await post.refused("games")).text


@pytest.mark.parametrize(
    ("line", "subject"),
    [
        ("random", "Mutton Board 101 ann"),
        ("move sparse", "Mutton Board 101 ann"),
        ("mutton move 101#1 sparse", "Mutton Board 101 ann"),
        ("preview sparse", "Mutton Board 101 Preview"),
        ("showas", "Mutton Board 101 bob"),
        ("show", "Mutton Board 101 bob"),
        ("show ann active", "Mutton boards"),
        ("history", "Mutton Board 101 History"),
        ("chat", "Mutton Board 101 bob"),
        ("queue", "Mutton Board 101 Queue"),
        ("propose", "Mutton Board 101 bob"),
        ("reject", "Mutton Board 101 over"),
        ("resign", "Mutton Board 101 over"),
        ("unsubscribe", "Mutton Board 101 Unsubscribed"),
        ("help", "Mutton help"),
        ("help rules", "Mutton rules"),
        ("list", "Sheepfold games"),
        ("vacation 3", "Sheepfold vacation"),
    ],
)
async def test_in_an_answer_game_board_and_who_answers_may_be_left_out(post: Post, line: str, subject: str) -> None:
    await post.must("mutton challenge ann bob")
    assert (await post.must(line, "Hello", door="mail", user=post.bob, board=101)).subject == subject


@pytest.mark.parametrize("board", ["101#", "#101", "101#1"])
async def test_a_board_is_written_as_in_the_old_help_too(post: Post, board: str) -> None:
    await post.must("mutton challenge ann bob")
    assert (await post.must(f"mutton move {board} bob {BOBS} random")).subject == "Mutton Board 101 ann"


async def test_what_telephones_make_of_hyphens_and_quotation_marks_is_understood(post: Post) -> None:
    await post.must('signup "Old Joe" joes-password')
    made = await post.must("dogs challenge —tiles=3 —unrated ann “Old Joe”")
    assert "-tiles=3. Not rated." in made.text
    await post.must(f"dogs move 101 ann {ANNS} 0,–3N")


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("muton show 101", "did you mean mutton?"),
        ("mutton chalenge ann bob", "did you mean challenge?"),
        ("halp", "did you mean help?"),
        ("mutton challenge -sise=5 ann bob", "did you mean size?"),
        ("mutton challenge ann bbo", "did you mean bob?"),
        ("mutton challenge --unratd ann bob", "did you mean --unrated?"),
        ("mutton challenge --nagtim=3 ann bob", "did you mean --nagtime?"),
    ],
)
async def test_a_near_miss_gets_a_suggestion(post: Post, line: str, meant: str) -> None:
    assert meant in (await post.refused(line)).text


async def test_a_near_miss_is_explained_for_its_game(post: Post) -> None:
    wrong = await post.refused("mutton mvoe 101 sparse", door="page", user=post.bob)
    assert wrong.subject == "Mutton Error"
    assert "  mutton move BOARD[#NUMBER] USERID PASSWORD MOVE" in wrong.text
    assert "> mutton mvoe 101 sparse" in wrong.text


async def test_who_answers_a_board_with_no_move_is_told_how_to_answer(post: Post) -> None:
    await post.must("mutton challenge ann bob")
    wrong = await post.refused("put them there", door="mail", user=post.bob, board=101)
    assert "Answer with nothing but your move in the first line.\nHow moves are written: mutton help" in wrong.text
    assert ("PASSWORD" in wrong.text, "> put them there" in wrong.text) == (False, True)
    typed = await post.refused(f"bob {BOBS} nowhere", door="mail", user=post.bob, board=101)
    assert BOBS not in typed.text
    assert "Syntax:" in (await post.refused(f"move 101 bob {BOBS} x", door="mail", user=post.bob, board=101)).text


async def test_help_tells_of_every_command_and_every_game(post: Post) -> None:
    text = (await post.must("help")).text
    for form in (*SERVER.values(), *GAME.values()):
        assert f"{form.name} " in text
        told = await post.must(f"help {form.name}")
        assert form.help.split(";")[0] in " ".join(told.text.split())
    for name in SHELF:
        told = (await post.must(f"help {name}")).text
        assert told == (await post.must(f"{name} help")).text
        for option in game(name).options.declared():
            assert option.form in told
        moves = " ".join(game(name).help().split())
        assert moves in " ".join(told.split())
        assert moves in " ".join((await post.must(f"{name} help move")).text.split())
        challenge = (await post.must(f"{name} help challenge")).text
        assert all(option.form in challenge for option in game(name).options.declared())


@pytest.mark.parametrize("name", SHELF)
async def test_help_tells_the_rules_of_every_game_in_words(post: Post, name: str) -> None:
    assert f"The rules: {name} help rules" in (await post.must(f"help {name}")).text
    told = (await post.must(f"{name} help rules")).text
    for heading in re.findall(r"^## (.*)$", SHELF.guide(name), re.MULTILINE):
        assert f"\n{heading}\n{'-' * len(heading)}\n" in told
    assert not re.search(r"[{}|]|\*\*|!figure|On the page:", told)


async def test_letters_are_no_wider_than_a_mail(post: Post) -> None:
    lines = ["help", "mutton help", "fold help", "dogs help", "woolf help", "list", "mutton nonsense", "x" * 300]
    lines += [f"{name} help rules" for name in SHELF]
    lines += ["mutton challenge -size=5 ann bob", "mutton show 101", "list mutton", "all show ann"]
    for line in lines:
        for number, row in enumerate((await post(line)).text.split("\n")):
            assert len(row) <= 72, f"{line}: line {number} is {row!r}"
