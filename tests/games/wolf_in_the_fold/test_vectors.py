"""Forty games played and scored by an independent implementation of the rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sheepfold.core.contract import NATURE
from sheepfold.games.wolf_in_the_fold import GAME
from sheepfold.games.wolf_in_the_fold.board import turns
from sheepfold.games.wolf_in_the_fold.terms import Closed, Drew, Options, Turned, WentBack

GAMES = [json.loads(line) for line in (Path(__file__).parents[2] / "vectors" / "fold.jsonl").read_text().splitlines()]
EVENTS = {"start": Turned, "draw": Drew, "back": WentBack}


@pytest.mark.parametrize("known", GAMES, ids=range(1, len(GAMES) + 1))
def test_known_game(known: dict[str, Any]) -> None:
    options = known["options"]
    versus = options["mode"] == "versus"
    state = GAME.start(Options(options["mode"], options["min_herd"]), options["players"])
    moves, legal_counts, scored = iter(known["moves"]), [], []
    laid = 0
    for event, kind in known["events"]:
        state, told = GAME.apply(state, NATURE, (kind,))
        assert type(told[0].fact) is EVENTS[event]
        if event != "draw":
            continue
        (seat,) = GAME.to_move(state)
        legal_counts.append(len(GAME.parts(state, seat, ())) * max(1, turns(kind)))
        text = next(moves)
        move = GAME.read(state, seat, text)
        assert GAME.write(state, seat, move) == text
        state, told = GAME.apply(state, seat, move)
        closed = [t.fact for t in told if isinstance(t.fact, Closed) and t.fact.sheep]
        if closed and versus:
            scored.append({"move": laid, "player": seat - 1, "points": sum(fact.points for fact in closed)})
        laid += 1

    assert next(moves, None) is None
    assert legal_counts == known["legal_counts"]
    assert scored == known["scored"]
    outcome = GAME.outcome(state)
    assert outcome is not None
    if versus:
        assert list(outcome.scores.values()) == known["score"]["points"]
        assert [seat - 1 for seat in outcome.winners] == known["result"]
    else:
        assert dict(outcome.scores) == known["score"]
        assert outcome.reason.startswith(known["result"])
