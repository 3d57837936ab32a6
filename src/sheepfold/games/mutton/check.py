"""Whether a move may be played, and what to say to whoever tries one that may not."""

from __future__ import annotations

from itertools import pairwise

from sheepfold.core.contract import Legal, Move, Part, Seat
from sheepfold.core.errors import IllegalNow
from sheepfold.core.geometry import hexagon
from sheepfold.games.mutton import rules
from sheepfold.games.mutton.rules import Flight
from sheepfold.games.mutton.state import State
from sheepfold.games.mutton.terms import LETTERS, PASS, Options


def check(state: State, seat: Seat, move: Move) -> Legal[State]:
    """The move, and the flight if it scares anybody. Raises IllegalNow unless ``parts`` can build it and stop there.

    Nothing is listed for that: every part is held against the rule for it, and only a refusal asks ``parts``
    where it went wrong.
    """
    now = wait_for(state, seat)
    scared = None
    if now == "place":
        fits = _is_placement(state.options, move)
    elif now == "choose":
        fits = _is_pack(state.options, move)
    elif move and move[0].endswith(":"):
        scared = _scared(state, now, move)
        fits = scared is not None and scared.runner is None
    else:
        fits = _is_deed(state, now, move)
    if not fits:
        raise IllegalNow(_why_not(state, seat, move))
    return Legal(state, seat, move, scared)


def wait_for(state: State, seat: Seat) -> str:
    """The phase, in which it is the seat's turn. Raises IllegalNow if it is not."""
    now = state.phase
    if seat not in rules.WAITING[now]:
        raise IllegalNow("The game is over." if now == "over" else "It is not your turn.")
    return now


def _is_placement(options: Options, move: Move) -> bool:
    """A cell of its own for everybody."""
    taken = set(move)
    return len(move) == len(taken) == options.num_sheep and taken <= hexagon(options.size).index.keys()


def _is_pack(options: Options, move: Move) -> bool:
    """Enough letters of animals, rising, and a word if it must be one."""
    animals = LETTERS[: options.num_sheep]
    return (
        len(move) == options.num_wolves
        and all(len(letter) == 1 and letter in animals for letter in move)
        and all(one < other for one, other in pairwise(move))
        and (not options.dictionary or rules.is_word(options, move))
    )


def _scared(state: State, now: str, move: Move) -> Flight | None:
    """The flight from a kill by the Wolf or a shot with the shotgun, if that animal can be the victim."""
    victim = state.alive & _animal(move[0].removesuffix(":"))
    if not victim or not (rules.is_prey(state, victim.bit_length() - 1) if now == "wolf" else state.options.shotgun):
        return None
    return rules.flight(state, move)


def _is_deed(state: State, now: str, move: Move) -> bool:
    """A pass, a wolf that goes home, or shots with the rifle: one, or rising letters for a berserk."""
    if move == (PASS,):
        return rules.may_pass(state)
    if now == "wolf":
        return len(move) == 1 and state.options.escape and bool(rules.loners(state) & _animal(move[0]))
    if state.options.shotgun or not move or (len(move) > 1 and not state.options.berserk):
        return False
    return all(state.alive & _animal(part) for part in move) and all(one < other for one, other in pairwise(move))


def _animal(part: Part) -> int:
    """The animal that a part names, as a mask; 0 if it names none."""
    return 1 << LETTERS.index(part) if len(part) == 1 and part in LETTERS else 0


def _why_not(state: State, seat: Seat, move: Move) -> str:
    for count, part in enumerate(move):
        if part not in rules.ahead(state, seat, move[:count]).parts:
            return "That cannot be played here. " + wanted(state)
    return "The move is not finished. " + wanted(state)


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
            home = " or take a wolf without neighbours home, like G" if options.escape else ""
            if rules.may_pass(state):
                return f"No wolf of yours has a neighbour: pass{home}."
            kill = "Eat an animal next to one of your wolves and say where each neighbour runs, like K:L-a2,E-f4"
            return f"{kill}{home}."
        case _:
            shot = "shoot a living animal" + (", like G:L-a2" if options.shotgun else ", like G")
            several = ", or several at once, like G,A,X" if options.berserk else ""
            passing = "Pass or " if rules.may_pass(state) else "The Wolf passed, so you may not: "
            return f"{passing}{shot}{several}."
