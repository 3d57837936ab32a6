"""The last turn of a round solved exactly: held against every deal, gone through by the rules themselves."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from sheepfold.bots import bot
from sheepfold.core.contract import NATURE, Move, Seat
from sheepfold.core.errors import OptionError
from sheepfold.games.woolf import GAME, study
from sheepfold.games.woolf.board import QUESTIONS, in_order
from sheepfold.games.woolf.study import LastTurn, best_response, check_known, last_view, odds
from sheepfold.games.woolf.terms import Options
from sheepfold.games.woolf.view import View

TWO_QUESTIONS = {"hunter": 7, "sheep": 2}
"""So few kinds that every deal of them can be gone through."""
SMALL = Options(turn_limit=1, cards=(8, 0, 0, 1, 0, 0, 1))


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    kinds, whole = list(TWO_QUESTIONS), dict(QUESTIONS)
    monkeypatch.setattr(study, "PAIRS", tuple((one, two) for n, one in enumerate(kinds) for two in kinds[n:]))
    QUESTIONS.clear()
    QUESTIONS.update(TWO_QUESTIONS)
    yield
    QUESTIONS.clear()
    QUESTIONS.update(whole)  # in their order, by which a seed deals: taken out one by one they would come back reversed


def deals(view: View, so_far: Move = (), chance: float = 1.0) -> Iterator[tuple[Any, float]]:
    """Every deal in which the view's owner holds what it holds, by the rules' own odds."""
    first, seat = GAME.start(view.options, view.players), view.seat or 0
    ahead = GAME.ahead(first, NATURE, so_far)
    if ahead.complete:
        yield GAME.apply(first, NATURE, so_far)[0], chance
        return
    at, cards = len(so_far), 10
    assert view.hand is not None
    fixed = {2 * seat - 2: view.hand[0], 2 * seat - 1: view.hand[1], cards + 2 * view.players: str(view.start)}
    fixed |= dict(zip((cards + 2 * seat - 2, cards + 2 * seat - 1), view.questions, strict=True))
    weights = ahead.weights or (1,) * len(ahead.parts)
    for part, weight in zip(ahead.parts, weights, strict=True):
        if fixed.get(at, part) == part:
            yield from deals(view, (*so_far, part), chance * weight / sum(weights))


def after(state: Any, seat: Seat, move: Move) -> list[tuple[Any, float]]:
    """What a move can come to."""
    state, _ = GAME.apply(state, seat, move)
    if GAME.to_move(state) != {NATURE}:
        return [(state, 1.0)]
    return [(GAME.apply(state, NATURE, (card,))[0], 0.5) for card in "01"]


def possible(view: View, name: str) -> list[tuple[Any, float]]:
    """Every state that the viewer may be in, by what the others would have done."""
    seat, player = view.seat or 0, bot(GAME, name)
    liked = cache(lambda seen: odds(player, seen))
    states = list(deals(view))
    for number, event in enumerate(view.events, 1):
        follow = []
        for state, chance in states:
            for move, likely in liked(GAME.view(state, event.by)).items():
                if move[1] == str(event.at):  # else it is not what happened
                    follow += [(then, chance * likely * share) for then, share in after(state, event.by, move)]
        states = [(then, chance) for then, chance in follow if GAME.view(then, seat).events == view.events[:number]]
    assert all(GAME.view(state, seat) == view for state, _ in states)
    return states


def points(state: Any, seat: Seat, pointers: tuple[str, str]) -> int:
    """What a suspicion brings when all others decline."""
    for other in range(1, 5):
        state, _ = GAME.apply(state, other, ("suspect", *pointers) if other == seat else ("decline",))
    found: int = state.reveals[-1].suspicions[seat - 1].points
    return found


def brute(view: View, states: list[tuple[Any, float]], look: Move) -> float:
    """What the best suspicion after a look is worth."""
    seat = view.seat or 0
    told: dict[View, dict[Any, float]] = defaultdict(lambda: defaultdict(float))
    one_of: dict[Any, Any] = {}
    for state, chance in states:
        for then, share in after(state, seat, look):
            same = (tuple(map(in_order, then.hands)), then.events)  # all that decides who is right
            told[GAME.view(then, seat)][same] += chance * share
            one_of[same] = then
    total = sum(chance for _, chance in states)
    worth = cache(lambda same, pair: points(one_of[same], seat, pair))
    found = 0.0
    for group in told.values():
        pairs = suspicions(one_of[next(iter(group))], seat)
        found += max(sum(chance * worth(same, pair) for same, chance in group.items()) for pair in pairs)
    return found / total


def suspicions(state: Any, seat: Seat) -> list[tuple[str, str]]:
    firsts = GAME.parts(state, seat, ("suspect",))
    return [(first, second) for first in firsts for second in GAME.parts(state, seat, ("suspect", first))]


@pytest.mark.parametrize(("name", "deal"), [("sleuth", 0), ("sleuth", 3), ("stray", 1), ("gossip", 2)])
@pytest.mark.usefixtures("small")
def test_the_last_look_is_worth_what_going_through_every_deal_says(name: str, deal: int) -> None:
    view = last_view(SMALL, 4, bot(GAME, name), deal)
    looks, states = LastTurn(view, bot(GAME, name)).looks(), possible(view, name)
    for look in [("peek", str(view.start)), ("ask", str(view.start), view.questions[0]), ("peek", "5")]:
        assert looks[look] == pytest.approx(brute(view, states, look))


@pytest.mark.parametrize("deal", range(3))
def test_nobody_reaches_more_than_the_best_response(deal: int) -> None:
    other = bot(GAME, "beadle")
    view = last_view(Options(turn_limit=1), 4, other, deal)
    turn = LastTurn(view, other)
    looks = turn.looks()
    for name in ("stray", "sleuth", "justice", "random"):
        player, rng = bot(GAME, name), Random(deal)
        look = player.choose(view, rng)
        assert turn.reached(player, look, rng) <= looks[look] + 1e-12
        assert looks[look] <= max(looks.values())


def test_every_position_is_told_for_each_bot() -> None:
    found = best_response(SMALL, 4, ("beadle", bot(GAME, "beadle")), [("stray", bot(GAME, "stray"))], 2)
    assert len(found.best) == len(found.bots[0].reached) == len(found.bots[0].allowed) == 2
    assert "beadle" in found.words


def test_only_players_whose_odds_are_known_and_rounds_of_one_turn_are_solved() -> None:
    sleuth, view = bot(GAME, "sleuth"), last_view(SMALL, 4, bot(GAME, "sleuth"), 0)
    check_known(sleuth, view)
    for name in ("justice", "random"):
        with pytest.raises(OptionError, match="not known"):
            best_response(Options(turn_limit=1), 4, (name, bot(GAME, name)), [], 1)
    with pytest.raises(OptionError, match="turn_limit=1"):
        best_response(Options(), 4, ("sleuth", sleuth), [], 1)
    with pytest.raises(OptionError, match="last turn"):
        LastTurn(GAME.view(GAME.imagine(view, Random(1)), view.start), sleuth)
