"""Whether a move may be played, and what to say to whoever tries one that may not."""

from __future__ import annotations

from sheepfold.core.contract import Legal, Move, Seat
from sheepfold.core.errors import IllegalNow
from sheepfold.games.mutton import rules
from sheepfold.games.mutton.state import State
from sheepfold.games.mutton.terms import LETTERS


def check(state: State, seat: Seat, move: Move) -> Legal[State]:
    """The move, and the flight if it scares anybody. Raises IllegalNow unless ``ahead`` can build it and stop there."""
    wait_for(state, seat)
    found = rules.ahead(state, seat, ())
    for count, part in enumerate(move, 1):
        if part not in found.parts:
            raise IllegalNow("That cannot be played here. " + wanted(state))
        found = rules.ahead(state, seat, move[:count], found)
    if not found.complete:
        raise IllegalNow("The move is not finished. " + wanted(state))
    return Legal(state, seat, move, found.found)


def wait_for(state: State, seat: Seat) -> str:
    """The phase, in which it is the seat's turn. Raises IllegalNow if it is not."""
    if seat not in rules.WAITING[state.phase]:
        raise IllegalNow("The game is over." if state.phase == "over" else "It is not your turn.")
    return state.phase


def wanted(state: State) -> str:
    """What the side to move may write, for its errors: nothing that it may not know."""
    options = state.options
    match state.phase:
        case "place":
            return f"Name {options.num_sheep} different cells, one for each letter from A."
        case "choose":
            one = options.num_wolves == 1
            word = f" that {'spells' if one else 'spell'} a word" if options.dictionary else ""
            letters = "one letter" if one else f"{options.num_wolves} different letters"
            return f"Name {letters} from A to {LETTERS[options.num_sheep - 1]}{word}."
        case "wolf":
            home = ", or bring a wolf without neighbours home, like G" if options.escape else ""
            if rules.may_pass(state):
                return f"None of your wolves has a neighbour: pass{home}."
            kill = "Eat an animal next to one of your wolves and say where each neighbour runs, like K:L-a2,E-f4"
            return f"{kill}{home}."
        case _:
            shot = "shoot a living animal" + (", like G:L-a2" if options.shotgun else ", like G")
            several = ", or several at once, like G,A,X" if options.berserk else ""
            passing = "Pass or " if rules.may_pass(state) else "The Wolf passed, so you may not: "
            return f"{passing}{shot}{several}."
