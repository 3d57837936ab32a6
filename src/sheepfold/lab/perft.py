"""Perft: count the ways to play on from a position, a number that any slip in the rules changes.

The game is stepped in the order a table would play it: of the seats it waits for, NATURE first, then
the lowest number. ``parts`` counts sequences of parts, ``moves`` sequences of whole moves.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from sheepfold.core.contract.rules import Ahead, Move, Rules, Seat

AnyRules: TypeAlias = Rules[Any, Any, Any]


def parts(game: AnyRules, state: Any, depth: int) -> int:
    """How many sequences of exactly ``depth`` parts there are from here.

    When a move becomes complete it is played and the next part begins the next move. Where a move is
    complete and may also go on, both continuations count, even if their parts read alike. A sequence
    that ends the game before ``depth`` parts does not count.
    """
    waiting = game.to_move(state)
    if depth == 0:
        return 1
    return _inside(game, state, min(waiting), (), None, depth) if waiting else 0


def _inside(game: AnyRules, state: Any, seat: Seat, so_far: Move, ahead: Ahead | None, depth: int) -> int:
    """Sequences of ``depth`` parts, at least 1, of which the first goes on with ``so_far``."""
    ahead = ahead or game.ahead(state, seat, so_far)
    if depth == 1:
        return len(ahead.parts)
    total = 0
    for part in ahead.parts:
        move = (*so_far, part)
        beyond = game.ahead(state, seat, move, ahead)
        if beyond.complete:
            total += parts(game, game.apply(state, seat, move)[0], depth - 1)
        total += _inside(game, state, seat, move, beyond, depth - 1)
    return total


def moves(game: AnyRules, state: Any, depth: int) -> int:
    """How many sequences of exactly ``depth`` whole moves there are from here."""
    if depth == 0:
        return 1
    waiting = game.to_move(state)
    return _whole(game, state, min(waiting), (), None, depth) if waiting else 0


def _whole(game: AnyRules, state: Any, seat: Seat, so_far: Move, ahead: Ahead | None, depth: int) -> int:
    ahead = ahead or game.ahead(state, seat, so_far)
    total = 0
    for part in ahead.parts:
        move = (*so_far, part)
        beyond = game.ahead(state, seat, move, ahead)
        if beyond.complete:
            total += 1 if depth == 1 else moves(game, game.apply(state, seat, move)[0], depth - 1)
        total += _whole(game, state, seat, move, beyond, depth)
    return total
