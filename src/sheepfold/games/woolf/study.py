"""How near the players of Woolf!! come to the best response: ``sheepfold solve woolf turn_limit=1`` asks for it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from sheepfold.core.contract import NATURE
from sheepfold.core.contract.bot import Attained, BestResponse, Bot
from sheepfold.core.records import chance
from sheepfold.games.woolf import GAME
from sheepfold.games.woolf.bots.last_turn import LastTurn, check_known
from sheepfold.games.woolf.terms import Options
from sheepfold.games.woolf.view import View


def best_response(
    options: Options, seats: int, among: tuple[str, Bot], bots: Sequence[tuple[str, Bot]], games: int
) -> BestResponse:
    """What the seat that looks last reaches in the first round, everybody else playing as one named bot does. Raises
    OptionError."""
    name, other = among
    best: list[float] = []
    found: dict[str, tuple[list[float], list[float]]] = {name: ([], []) for name, _ in bots}
    for deal in range(games):
        view = last_view(options, seats, other, deal)
        if not deal:
            check_known(other, view)
        turn = LastTurn(GAME, view, other)
        looks = turn.looks()
        best.append(max(looks.values()))
        for called, player in bots:
            rng = Random(deal)
            look = player.choose(view, rng)
            found[called][0].append(turn.reached(player, look, rng))
            found[called][1].append(looks[look])
    words = f"who looks last in a round of one turn each, among players like {name}, the boy's bonus left out"
    told = [Attained(called, tuple(own), tuple(able)) for called, (own, able) in found.items()]
    return BestResponse(words, tuple(best), tuple(told))


def last_view(options: Options, seats: int, other: Bot, deal: int) -> View:
    """What somebody sees who is the last to look in the first round."""
    state, rng, seed, ply = GAME.start(options, seats), Random(deal), chance.seed_from("last", deal), 0
    while True:
        (seat,) = GAME.to_move(state)
        if seat == NATURE:
            move = chance.draw(GAME, state, seed, ply)
        else:
            view = GAME.view(state, seat)
            if len(view.events) == seats - 1:
                return view
            move = other.choose(view, rng)
        state, _ = GAME.apply(state, seat, move)
        ply += 1
