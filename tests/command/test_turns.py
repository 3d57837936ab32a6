"""What somebody who is to move reads: how a move is written now, one that is legal, until when; and nothing twice."""

from __future__ import annotations

import pytest

from command.conftest import ANNS, BOBS, Post
from sheepfold.command import writing
from sheepfold.command.boards import board_mail
from sheepfold.games import SHELF, game
from sheepfold.play.notices.outbox import Reason

pytestmark = pytest.mark.anyio

SMALL = "mutton challenge -size=2 -num_sheep=4 -num_wolves=1 ann bob"


@pytest.mark.parametrize("name", [name for name in SHELF if 2 in game(name).seats])
async def test_a_game_can_be_played_by_nothing_but_the_examples_of_its_letters(post: Post, name: str) -> None:
    await post.must(f"{name} challenge ann bob")
    table = await post.service.boards.find(101)
    for _ in range(12):
        position = (await post.service.watching.look(table, post.ann)).position
        if not position.to_move:
            break
        user = (post.ann, post.bob)[position.to_move[0] - 1]
        letter = (await board_mail(post.service, table, user, Reason.TURN, answered=True)).text
        (example,) = [line for line in letter.splitlines() if line.startswith(writing.Phrase.LEGAL)]
        await post.must(example.removeprefix(writing.Phrase.LEGAL).strip(), door="mail", user=user, board=101)


async def test_a_letter_shows_the_forms_that_apply_now(post: Post) -> None:
    await post.must("mutton challenge ann bob")
    table = await post.service.boards.find(101)
    placing = (await board_mail(post.service, table, post.bob, Reason.TURN)).text
    assert ("Farmer: a cell for A" in placing, "Wolf:" in placing, "Farmer: shoot" in placing) == (True, False, False)
    await post.must(f"mutton move 101 bob {BOBS} sparse")
    choosing = (await board_mail(post.service, table, post.ann, Reason.TURN)).text
    assert ("in any order" in choosing, "is eaten" in choosing) == (True, False)
    assert writing.Phrase.LEGAL not in (await board_mail(post.service, table, post.bob, Reason.TURN)).text


async def test_what_happened_and_whose_turn_it_is_are_told_once(post: Post) -> None:
    await post.must(SMALL)
    await post.must(f"mutton move 101 bob {BOBS} a1,a2,b2,b3")
    await post.must(f"mutton move 101 ann {ANNS} A")
    told = [
        await post.must(f"mutton move 101 ann {ANNS} B:A-b1,C-c2,D-c3"),
        await post.must(f"mutton showas bob {BOBS} 101"),
    ]
    for letter in told:
        assert " ".join(letter.text.split()).count("ate B, a sheep") == 1
        assert "It is the turn of" not in letter.text


async def test_what_the_first_lines_of_a_letter_tell_is_not_told_again(post: Post) -> None:
    await post.must(SMALL)
    await post.must(f"mutton move 101 bob {BOBS} sparse")
    shown = (await post.must(f"mutton showas ann {ANNS} 101")).text
    assert ("takes seat" in shown, "opened the table" in shown, "bob has placed" in shown) == (False, False, True)
    table = await post.service.boards.find(101)
    await post.must(f"mutton move 101 bob {BOBS} propose")
    asked = (await board_mail(post.service, table, post.ann, Reason.OFFER, answered=True)).text
    assert asked.count("bob proposes a draw.") == 1
    assert "bob proposes a draw. Answer with\n  accept\n  reject\n\n" in asked
    over = (await post.must(f"mutton resign 101 bob {BOBS}")).text
    assert ("bob gave up. ann wins." in over, "give up." in over) == (True, False)


async def test_whoever_is_seated_by_others_reads_by_whom(post: Post) -> None:
    await post.must("mutton challenge ann bob")
    table = await post.service.boards.find(101)
    assert (
        "ann invites you to a game of Mutton." in (await board_mail(post.service, table, post.bob, Reason.START)).text
    )
    assert "invites" not in (await board_mail(post.service, table, post.ann, Reason.START)).text


async def test_a_date_stands_beside_the_days_that_are_left(post: Post) -> None:
    await post.must(SMALL)
    for seconds, days in ((0, 21), (600, 21), (20 * 3600, 20)):
        post.clock.time += seconds
        letter = " ".join((await post.must("mutton show 101")).text.split())
        assert f"bob has {days} days left, until 5 December 2023, and the clock runs." in letter
        assert "ann has 21 days left." in letter


async def test_only_whoever_could_have_used_a_token_is_reminded_of_it(post: Post) -> None:
    assert "You typed a password" in (await post.must(f"vacation ann {ANNS}")).text
    for line in ("signup cyd cyds-secret", f"change password bob {BOBS} bobs-other-secret"):
        assert "You typed a password" not in (await post.must(line)).text


@pytest.mark.parametrize("name", SHELF)
async def test_whoever_errs_in_a_challenge_reads_the_options(post: Post, name: str) -> None:
    text = " ".join((await post.refused(f"{name} challenge -nonsense ann bob")).text.split())
    for option in game(name).options.declared():
        assert option.form.replace(" | ", "|") in text
    assert "--forfeittime=DAYS" in text


async def test_everybody_gets_a_letter_after_a_peek_though_the_peek_itself_goes_without_a_sentence(post: Post) -> None:
    cyd, dan = [await post.service.accounts.register(name, f"{name}s-secret", "") for name in ("cyd", "dan")]
    people = [post.ann, post.bob, cyd.id, dan.id]
    await post.must("woolf challenge ann bob cyd dan")
    table = await post.service.boards.find(101)
    mover = (await post.service.watching.look(table, post.ann)).position.to_move[0]
    user, other = people[mover - 1], people[mover % 4]
    await post.must(f"woolf move 101 peek {mover % 4 + 1}", door="page", user=user)
    seen = (await board_mail(post.service, table, user, Reason.TURN)).text
    assert "It was a " in seen
    assert "peek" in (await board_mail(post.service, table, other, Reason.TURN)).text


DECIDED = ("1,-3N", "4,0W", "4,1N", "1,2E", "0,-3N", "-3,-1E")
"""A duel of five tiles that ann has won before its last two are laid."""


@pytest.mark.parametrize("word", ["accept", "reject"])
async def test_a_decided_match_says_how_to_end_it_and_ends_when_both_agree(post: Post, word: str) -> None:
    secrets = {"ann": ANNS, "bob": BOBS}
    await post.must("dogs challenge -tiles=5 -mode=duel ann bob")
    for player, move in zip(("ann", "bob", "ann", "bob", "bob", "ann"), DECIDED, strict=True):
        early = await post.refused(f"dogs move 101 {player} {secrets[player]} end")
        assert "The game is not decided yet. You may give up, or propose a draw." in early.text
        last = await post.must(f"dogs move 101 {player} {secrets[player]} {move}")
    assert "It is decided. You win. To end the game here, send\n  dogs move 101 ann PASSWORD end\n" in last.text
    assert "It is decided" not in (await post.must("dogs show 101")).text
    asked = await post.must(f"dogs move 101 bob {BOBS} end")
    assert "You propose ending the game here, as it is decided." in asked.text
    assert "To end the game here" not in asked.text
    answered = await post.must(f"dogs move 101 ann {ANNS} {word}")
    assert ("ann wins" in answered.text and "Board 101 over" in answered.subject) == (word == "accept")
