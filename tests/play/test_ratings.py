"""Ratings: per game and role, from stored results, the same from scratch."""

from __future__ import annotations

import pytest

import tiny
from sheepfold.core.contract import Outcome
from sheepfold.core.scores import Scores
from sheepfold.play.errors import BadRequest
from sheepfold.play.people.ratings import printed
from sheepfold.play.terms import OfferKind, Rating, SeatPlan, Terms

pytestmark = pytest.mark.anyio


async def play(fold, *, rated: bool = True, winner: int = 1) -> str:
    """A game of Ann (seat 1) and Bob (seat 2), both registered, won by that seat."""
    terms = Terms("tiny", {}, (SeatPlan("me"), SeatPlan()), rated=rated)
    table = (await fold.service.tables.open(fold.ann, terms)).id
    await fold.service.tables.sit(table, fold.bob)
    await fold.service.tables.resign(table, (fold.bob, fold.ann)[winner - 1])
    return table


@pytest.fixture
async def rated(fold):
    await fold.service.accounts.register("Annabel", "12345678", guest=fold.ann)
    await fold.service.accounts.register("Bobby", "12345678", guest=fold.bob)
    await fold.service.accounts.register("Cydney", "12345678", guest=fold.cyd)
    return fold


@pytest.fixture
def points(monkeypatch):
    """Let the tiny game end with these points of each seat's own."""

    def end_with(*points: int) -> None:
        best = tuple(seat for seat, number in enumerate(points, 1) if number == max(points))
        scores = Scores(enumerate(points, 1))
        monkeypatch.setattr(
            tiny.Tiny,
            "outcome",
            lambda self, state: None if self.to_move(state) else Outcome(best, scores, "reached"),
        )

    return end_with


async def newcomers(fold, seats: int = 3, *, quitter: int | None = None) -> list[Rating]:
    """The ratings of that many new people, by seat, after a game that the first move or a quitter ended."""
    taken = len(await fold.service.admin.users())
    people = [await fold.service.accounts.register(f"Number {taken + n}", "12345678") for n in range(seats)]
    asked = Terms("tiny", {"goal": 1}, (SeatPlan("me"), *[SeatPlan()] * (seats - 1)), rated=True)
    table = (await fold.service.tables.open(people[0].id, asked)).id
    for person in people[1:]:
        await fold.service.tables.sit(table, person.id)
    if quitter is None:
        await fold.service.tables.move(table, people[0].id, "add 1")
    else:
        await fold.service.tables.resign(table, people[quitter - 1].id)
    return [rating for person in people for rating in await fold.service.ratings.ladder(user=person.id)]


async def test_a_page_is_told_how_the_result_changed_the_ratings(rated):
    table = await play(rated)
    for viewer in (rated.ann, rated.cyd):
        first, second = (await rated.service.watching.page(table, viewer)).ratings
        assert (first.seat, first.before, second.seat, second.before) == (1, 1000, 2, 1000)
        assert first.shown > 1000 > second.shown
    assert (await rated.service.watching.page(await play(rated, rated=False), rated.ann)).ratings == ()


async def test_winning_raises_and_certainty_grows(rated):
    await play(rated)
    await play(rated)
    (ann,) = await rated.service.ratings.ladder(user=rated.ann)
    (bob,) = await rated.service.ratings.ladder(user=rated.bob)
    assert ann.mu > 25 > bob.mu
    assert ann.sigma < 25 / 3
    assert (ann.name, ann.role, ann.games) == ("Annabel", "First", 2)
    assert ann.shown > bob.shown
    assert [rating.name for rating in await rated.service.ratings.ladder("tiny")] == ["Annabel", "Bobby"]


async def test_a_newcomer_begins_at_1000_and_the_margin_shrinks(rated):
    assert printed(25.0, 25 / 3) == (1000, 667)
    await play(rated)
    await play(rated)
    first, second = await rated.service.ratings.history(rated.ann)
    assert 667 > first.margin > second.margin
    assert 1000 < first.shown < second.shown


async def test_the_ladder_goes_by_what_is_likely_at_least(rated):
    for _ in range(3):
        await play(rated)
    await newcomers(rated, 2, quitter=2)
    ladder = await rated.service.ratings.ladder("tiny")
    assert [r.shown - r.margin for r in ladder] == sorted((r.shown - r.margin for r in ladder), reverse=True)


async def test_roles_are_rated_apart(rated):
    table = await play(rated)
    await rated.service.tables.offer(table, rated.ann, OfferKind.REMATCH)
    again = (await rated.service.tables.answer(table, rated.bob, OfferKind.REMATCH, True)).info.rematch
    await rated.service.tables.resign(again, rated.bob)
    assert sorted(rating.role for rating in await rated.service.ratings.ladder(user=rated.ann)) == ["First", "Second"]


async def test_unrated_and_called_off_games_do_not_count(rated):
    await play(rated, rated=False)
    table = (await rated.service.tables.open(rated.ann, Terms("tiny", {}, (SeatPlan("me"), SeatPlan()), rated=True))).id
    await rated.service.tables.sit(table, rated.bob)
    await rated.service.tables.abort(table, rated.bob)
    assert await rated.service.ratings.ladder() == []


async def test_a_draw_brings_unequal_ratings_together(rated):
    for _ in range(3):
        await play(rated)
    before = {rating.subject: rating.mu for rating in await rated.service.ratings.ladder()}
    table = (await rated.service.tables.open(rated.ann, Terms("tiny", {}, (SeatPlan("me"), SeatPlan()), rated=True))).id
    await rated.service.tables.sit(table, rated.bob)
    await rated.service.tables.offer(table, rated.ann, OfferKind.DRAW)
    await rated.service.tables.answer(table, rated.bob, OfferKind.DRAW, True)
    after = {rating.subject: rating.mu for rating in await rated.service.ratings.ladder()}
    ann, bob = f"user:{rated.ann}", f"user:{rated.bob}"
    assert after[ann] - after[bob] < before[ann] - before[bob]


async def test_ratings_can_be_worked_out_from_scratch(rated):
    for winner in (1, 1, 2, 1, 2):
        await play(rated, winner=winner)
    before = await rated.service.ratings.ladder()
    assert await rated.service.admin.recompute_ratings() == 5
    assert await rated.service.ratings.ladder() == before


async def test_the_history_has_a_step_for_every_game_that_counted(rated):
    await play(rated)
    await play(rated, rated=False)
    await play(rated, winner=2)
    up, down = await rated.service.ratings.history(rated.ann)
    (now,) = await rated.service.ratings.ladder(user=rated.ann)
    assert up.shown > down.shown == now.shown
    assert (up.game, up.role) == ("tiny", "First")


# -- games of several ----------------------------------------------------------------------------


async def test_everybody_for_themselves_is_rated_by_place(fold, points):
    points(3, 9, 5, 4)
    fourth, first, second, third = await newcomers(fold, 4)
    assert first.mu > second.mu > 25 > third.mu > fourth.mu


async def test_equal_points_count_as_a_draw_between_the_two(fold, points):
    points(9, 2, 2)
    first, *others = await newcomers(fold)
    assert first.mu > 25 > others[0].mu == pytest.approx(others[1].mu)


async def test_a_shared_win_is_worth_less_than_a_win_and_more_than_a_second_place(fold, points):
    points(9, 9, 1)
    shared, *_ = await newcomers(fold)
    points(9, 5, 1)
    first, second, _ = await newcomers(fold)
    assert first.mu > shared.mu > second.mu


async def test_a_game_of_several_weighs_as_much_as_a_duel(fold, points):
    points(9, 0)
    duel, _ = await newcomers(fold, 2)
    points(9, 5, 2, 0)
    several, *_ = await newcomers(fold, 4)
    assert (several.mu, several.sigma) == (pytest.approx(duel.mu), pytest.approx(duel.sigma))


async def test_who_gives_up_loses_as_much_as_the_last(fold, points):
    points(9, 5, 2, 0)
    *_, last = await newcomers(fold, 4)
    *_, quitter = await newcomers(fold, 4, quitter=4)
    assert (quitter.mu, quitter.sigma) == (pytest.approx(last.mu), pytest.approx(last.sigma))


async def test_who_stayed_gains_on_the_one_who_gave_up_and_loses_nothing_to_the_others(rated, points):
    points(9, 5, 1)
    for _ in range(3):
        await rated.service.tables.move(await rated.table(seats=3, goal=1, rated=True), rated.ann, "add 1")
    before = {rating.subject: rating.mu for rating in await rated.service.ratings.ladder()}
    await rated.service.tables.resign(await rated.table(seats=3, rated=True), rated.cyd)
    gains = {rating.subject: rating.mu - before[rating.subject] for rating in await rated.service.ratings.ladder()}
    strong, weak, quitter = (gains[f"user:{user}"] for user in (rated.ann, rated.bob, rated.cyd))
    assert weak > strong > 0 > quitter


async def test_who_wins_and_loses_together_is_not_rated_and_told_so_at_the_door(rated, monkeypatch):
    begun = await rated.table(seats=3, goal=1, rated=True)
    monkeypatch.setattr(tiny.Tiny, "winners_without", lambda self, state, seats, seat: ())
    await rated.service.tables.move(begun, rated.ann, "add 1")
    assert await rated.service.ratings.ladder() == []
    with pytest.raises(BadRequest, match="the game cannot be rated"):
        await rated.table(seats=3, rated=True)


async def test_a_game_for_one_is_not_rated(rated):
    with pytest.raises(BadRequest, match="the game cannot be rated"):
        await rated.table(seats=1, rated=True)


async def test_games_of_several_can_be_worked_out_from_scratch(fold, points):
    points(9, 5, 5, 1)
    await newcomers(fold, 4)
    await newcomers(fold, 4, quitter=2)
    before = await fold.service.ratings.ladder()
    assert await fold.service.admin.recompute_ratings() == 2
    assert await fold.service.ratings.ladder() == before


async def test_who_deleted_their_account_is_on_no_ladder_even_when_worked_out_again(rated):
    await play(rated)
    await rated.service.accounts.delete(rated.bob)
    await rated.service.admin.recompute_ratings()
    assert [rating.name for rating in await rated.service.ratings.ladder()] == ["Annabel"]
