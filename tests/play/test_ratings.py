"""Ratings: per game and role, from stored results, the same from scratch."""

from __future__ import annotations

import pytest

from sheepfold.play.terms import OfferKind, Plan, Terms

pytestmark = pytest.mark.anyio


async def play(fold, *, rated: bool = True, winner: int = 1) -> str:
    """A game of Ann (seat 1) and Bob (seat 2), both registered, won by that seat."""
    terms = Terms("tiny", {}, (Plan("me"), Plan()), rated=rated)
    table = (await fold.service.open_table(fold.ann, terms)).id
    await fold.service.sit(table, fold.bob)
    await fold.service.resign(table, (fold.bob, fold.ann)[winner - 1])
    return table


@pytest.fixture
async def rated(fold):
    await fold.service.accounts.register("Annabel", "12345678", guest=fold.ann)
    await fold.service.accounts.register("Bobby", "12345678", guest=fold.bob)
    return fold


async def test_winning_raises_and_certainty_grows(rated):
    await play(rated)
    await play(rated)
    (ann,) = await rated.service.ratings(user=rated.ann)
    (bob,) = await rated.service.ratings(user=rated.bob)
    assert ann.mu > 25 > bob.mu
    assert ann.sigma < 25 / 3
    assert (ann.name, ann.role, ann.games) == ("Annabel", "First", 2)
    assert ann.shown > bob.shown
    assert [rating.name for rating in await rated.service.ratings("tiny")] == ["Annabel", "Bobby"]


async def test_roles_are_rated_apart(rated):
    table = await play(rated)
    await rated.service.offer(table, rated.ann, OfferKind.REMATCH)
    again = (await rated.service.answer(table, rated.bob, OfferKind.REMATCH, True)).info.rematch
    await rated.service.resign(again, rated.bob)
    assert sorted(rating.role for rating in await rated.service.ratings(user=rated.ann)) == ["First", "Second"]


async def test_unrated_and_called_off_games_do_not_count(rated):
    await play(rated, rated=False)
    table = (await rated.service.open_table(rated.ann, Terms("tiny", {}, (Plan("me"), Plan()), rated=True))).id
    await rated.service.sit(table, rated.bob)
    await rated.service.abort(table, rated.bob)
    assert await rated.service.ratings() == []


async def test_a_draw_brings_unequal_ratings_together(rated):
    for _ in range(3):
        await play(rated)
    before = {rating.subject: rating.mu for rating in await rated.service.ratings()}
    table = (await rated.service.open_table(rated.ann, Terms("tiny", {}, (Plan("me"), Plan()), rated=True))).id
    await rated.service.sit(table, rated.bob)
    await rated.service.offer(table, rated.ann, OfferKind.DRAW)
    await rated.service.answer(table, rated.bob, OfferKind.DRAW, True)
    after = {rating.subject: rating.mu for rating in await rated.service.ratings()}
    ann, bob = f"user:{rated.ann}", f"user:{rated.bob}"
    assert after[ann] - after[bob] < before[ann] - before[bob]


async def test_ratings_can_be_worked_out_from_scratch(rated):
    for winner in (1, 1, 2, 1, 2):
        await play(rated, winner=winner)
    before = await rated.service.ratings()
    assert await rated.service.admin.recompute_ratings() == 5
    assert await rated.service.ratings() == before


async def test_the_history_has_a_step_for_every_game_that_counted(rated):
    await play(rated)
    await play(rated, rated=False)
    await play(rated, winner=2)
    up, down = await rated.service.rating_history(rated.ann)
    (now,) = await rated.service.ratings(user=rated.ann)
    assert up.shown > down.shown == now.shown
    assert (up.game, up.role) == ("tiny", "First")
