"""Puzzles that people answer: once each, rated like opponents, and nobody is told what is right before."""

from __future__ import annotations

import asyncio
import json

import pytest

from sheepfold import puzzles
from sheepfold.play.errors import BadRequest, NotFound, NotNow
from sheepfold.play.terms import DAY

pytestmark = pytest.mark.anyio

EASY = puzzles.shipped()[0]
RIGHT = puzzles.shown(EASY).solution.answer
WRONG = next(choice for choice in puzzles.shown(EASY).solution.choices if choice != RIGHT)


async def test_a_right_answer_lifts_who_gave_it_and_lowers_the_puzzle(fold):
    book = fold.service.puzzles
    before, worth = await book.standing(fold.ann), (await book.look(EASY.id, fold.ann)).rating
    told = await book.answer(fold.ann, EASY.id, RIGHT.upper())
    assert (told.right, told.answer) == (True, RIGHT)
    after = await book.standing(fold.ann)
    assert after.rating > before.rating == 1000
    assert after.margin < before.margin
    assert (await book.look(EASY.id, fold.bob)).rating < worth
    assert (after.answered, after.right, after.row, after.best_row) == (1, 1, 1, 1)


async def test_a_wrong_answer_does_the_opposite_and_ends_the_row(fold):
    book = fold.service.puzzles
    worth = (await book.look(EASY.id, None)).rating
    assert not (await book.answer(fold.ann, EASY.id, WRONG)).right
    after = await book.standing(fold.ann)
    assert after.rating < 1000
    assert (await book.look(EASY.id, None)).rating > worth
    assert (after.answered, after.right, after.row) == (1, 0, 0)


async def test_a_puzzle_is_answered_once(fold):
    book = fold.service.puzzles
    await book.answer(fold.ann, EASY.id, WRONG)
    stood = await book.standing(fold.ann)
    with pytest.raises(NotNow, match="answered this puzzle already"):
        await book.answer(fold.ann, EASY.id, RIGHT)
    assert await book.standing(fold.ann) == stood


async def test_of_two_answers_at_once_one_counts(fold):
    book = fold.service.puzzles
    both = await asyncio.gather(
        book.answer(fold.ann, EASY.id, RIGHT), book.answer(fold.ann, EASY.id, WRONG), return_exceptions=True
    )
    assert sum(isinstance(one, NotNow) for one in both) == 1
    assert (await book.standing(fold.ann)).answered == 1


async def test_an_answer_that_is_no_choice_counts_for_nothing(fold):
    book = fold.service.puzzles
    with pytest.raises(BadRequest, match="Answer with one of"):
        await book.answer(fold.ann, EASY.id, "the moon")
    with pytest.raises(NotFound, match="no puzzle"):
        await book.answer(fold.ann, "0", "A")
    assert (await book.standing(fold.ann)).answered == 0


async def test_the_reason_is_told_only_to_who_has_answered(fold):
    book = fold.service.puzzles
    await book.answer(fold.ann, EASY.id, WRONG)
    assert (await book.look(EASY.id, fold.ann)).answered is not None
    assert (await book.look(EASY.id, fold.bob)).answered is None
    assert (await book.look(EASY.id, None)).answered is None


async def test_the_next_one_was_not_answered_yet_and_is_never_soon_the_days(fold):
    book = fold.service.puzzles
    first = await book.next(fold.ann)
    assert first.id != book.today.id
    await book.answer(fold.ann, first.id, puzzles.shown(first).solution.answer)
    assert await book.next(fold.ann) != first
    assert (await book.next(fold.ann, "dogs")).game == "dogs"
    with pytest.raises(NotFound, match="no puzzles of 'chess'"):
        await book.next(fold.ann, "chess")


async def test_the_days_puzzle_is_the_same_for_all_and_another_one_tomorrow(fold):
    book = fold.service.puzzles
    today = book.today
    assert (await book.look(today.id, fold.ann)).today
    assert (await book.look(today.id, None)).today
    fold.clock.pass_by(DAY)
    assert book.today != today
    assert len(book.to_print()) == 12


async def test_a_guest_who_becomes_an_account_keeps_what_was_answered(fold):
    await fold.service.puzzles.answer(fold.ann, EASY.id, RIGHT)
    stood = await fold.service.puzzles.standing(fold.ann)
    await fold.service.accounts.register("Dora", "correct horse", guest=fold.ann)
    assert await fold.service.puzzles.standing(fold.ann) == stood


async def test_what_was_answered_is_in_ones_own_data_and_goes_with_the_account(fold):
    await fold.service.puzzles.answer(fold.ann, EASY.id, RIGHT)
    found = json.loads(json.dumps(await fold.service.history.own_data(fold.ann)))["puzzles"]
    assert [(each["puzzle"], each["right"]) for each in found] == [(EASY.id, True)]
    await fold.service.accounts.delete(fold.ann)
    assert not [line async for line in _lines(fold) if '["puzzle_answers"' in line]


async def _lines(fold):
    for line in await fold.service.admin.export_all():
        yield line
