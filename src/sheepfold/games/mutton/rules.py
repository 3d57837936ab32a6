"""How Mutton is played: start, who moves, the legal parts of a move, what it does, how it ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sheepfold.core.contract import Move, Outcome, Part, Seat, Told
from sheepfold.core.errors import IllegalNow
from sheepfold.core.hexes import hexagon
from sheepfold.games.mutton import board
from sheepfold.games.mutton.board import OFF, bits
from sheepfold.games.mutton.state import State
from sheepfold.games.mutton.terms import (
    BERSERK,
    CAUGHT,
    DEVOURED,
    ESCAPE,
    ESCAPED,
    FARMER,
    HOMECOMING,
    KILL,
    LETTERS,
    PASS,
    RAMPAGE,
    SHOT,
    STAND,
    WOLF,
    Clothed,
    Deed,
    Done,
    Feast,
    Hidden,
    Options,
    Placed,
    Run,
    Unmasked,
)
from sheepfold.games.mutton.words import spellable

# -- where the game stands ---------------------------------------------------------------------


def begin(options: Options, target: int | None, earlier: State | None) -> State:
    """An empty field. ``earlier`` is the finished first game, whose layout may be mirrored."""
    return State(options, target, mirror=earlier.start if earlier else None)


def phase(state: State) -> str:
    """``place``, ``choose``, ``wolf``, ``farmer`` or ``over``."""
    if not state.cells:
        return "place"
    if not state.wolves:
        return "choose"
    if ending(state) is not None:
        return "over"
    return "farmer" if len(state.log) % 2 else "wolf"


def to_move(state: State) -> frozenset[Seat]:
    now = phase(state)
    if now == "over":
        return frozenset()
    return frozenset({WOLF if now in ("choose", "wolf") else FARMER})


def ending(state: State) -> str | None:
    """Why the game is over, or None."""
    last = state.log[-1] if state.log else None
    if last is None:
        return None
    if last.kind == BERSERK:
        return RAMPAGE
    if not state.alive & state.wolves:
        return ESCAPED if last.kind == ESCAPE else CAUGHT
    if not state.alive & ~state.wolves:
        return DEVOURED
    return None


def points(state: State) -> int:
    """1 for every dead sheep, 3 for every escape; nothing for dead wolves."""
    flock = (1 << len(state.cells)) - 1
    return (flock & ~state.alive & ~state.wolves).bit_count() + HOMECOMING * state.home.bit_count()


def outcome(state: State) -> Outcome | None:
    reason = ending(state)
    return None if reason is None else Outcome((), ((str(WOLF), points(state)),), reason)


# -- flights -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Flight:
    """A flight from a corpse, as far as goals were given: who ran, who had to stay, who is next and whither."""

    cells: tuple[int, ...]
    runs: tuple[tuple[int, int], ...]
    stayed: int
    runner: int | None
    havens: int


def fly(options: Options, cells: Sequence[int], alive: int, victim: int, goals: Sequence[int]) -> Flight:
    """Move the victim's living neighbours in letter order, each to the next of ``goals``; who cannot run stays."""
    near = board.touching(options.size)
    corpse = cells[victim]
    now = list(cells)
    alive &= ~(1 << victim)
    runs: list[tuple[int, int]] = []
    stayed = 0
    for runner in bits(board.neighbours(near, cells, alive, corpse)):
        havens = board.havens(near, now, alive, corpse, runner, options.huddle)
        if not havens:
            stayed |= 1 << runner
        elif len(runs) == len(goals):
            return Flight(tuple(now), tuple(runs), stayed, runner, havens)
        else:
            now[runner] = goals[len(runs)]
            runs.append((runner, now[runner]))
    return Flight(tuple(now), tuple(runs), stayed, None, 0)


def flight(state: State, move: Move) -> Flight:
    """The flight after a kill or a shot with the shotgun: ``move`` is the victim and goals so far."""
    goals = [hexagon(state.options.size).index[name] for name in move[1:]]
    return fly(state.options, state.cells, state.alive, LETTERS.index(move[0][0]), goals)


# -- legal parts -------------------------------------------------------------------------------


def prey(state: State) -> int:
    """The living animals that a living wolf can reach."""
    return board.in_company(board.touching(state.options.size), state.cells, state.alive, state.wolves)


def loners(state: State) -> int:
    """The living wolves without living neighbours."""
    near = board.touching(state.options.size)
    return state.alive & state.wolves & ~board.in_company(near, state.cells, state.alive, state.alive)


def may_pass(state: State) -> bool:
    """The Wolf may pass only without prey, the Farmer unless the Wolf just did."""
    if len(state.log) % 2:
        return state.log[-1].kind != STAND
    return not prey(state)


def parts(state: State, seat: Seat, so_far: Move) -> list[Part]:
    """The next parts of a legal move in a fixed order."""
    if seat not in to_move(state):
        return []
    now = phase(state)
    if now == "place":
        return _free_cells(state, so_far)
    if now == "choose":
        return _next_wolves(state.options, so_far)
    if so_far and so_far[0].endswith(":"):
        names = hexagon(state.options.size).names
        return [names[cell] for cell in bits(flight(state, so_far).havens)]
    if so_far:
        return _more_shots(state, so_far) if now == "farmer" else []
    first = [PASS] if may_pass(state) else []
    if now == "wolf":
        escapes = loners(state) if state.options.escape else 0
        return first + [f"{LETTERS[i]}:" for i in bits(prey(state))] + [LETTERS[i] for i in bits(escapes)]
    colon = ":" if state.options.shotgun else ""
    return first + [f"{LETTERS[i]}{colon}" for i in bits(state.alive)]


def _free_cells(state: State, so_far: Move) -> list[Part]:
    if len(so_far) == state.options.num_sheep:
        return []
    taken = set(so_far)
    return [name for name in hexagon(state.options.size).names if name not in taken]


def _next_wolves(options: Options, so_far: Move) -> list[Part]:
    """Letters after the last one that can still lead to enough wolves, and to a word if it must be one."""
    missing = options.num_wolves - len(so_far)
    if not missing:
        return []
    after = LETTERS.index(so_far[-1]) + 1 if so_far else 0
    if not options.dictionary:
        return list(LETTERS[after : options.num_sheep - missing + 1])
    chosen = mask_of(so_far)
    below = (1 << after) - 1
    fitting = 0
    for word in spellable(options.num_wolves, options.num_sheep):
        if word & below == chosen:
            rest = word & ~below
            fitting |= rest & -rest
    return [LETTERS[i] for i in bits(fitting)]


def is_word(options: Options, letters: Sequence[str]) -> bool:
    """Whether these wolves' letters spell a word of the list."""
    return mask_of(letters) in spellable(options.num_wolves, options.num_sheep)


def _more_shots(state: State, so_far: Move) -> list[Part]:
    """A second shot makes it a berserk; letters rise, so that a set of victims is one move."""
    if not state.options.berserk or so_far[0] == PASS:
        return []
    return [LETTERS[i] for i in bits(state.alive) if LETTERS[i] > so_far[-1]]


def complete(state: State, seat: Seat, move: Move) -> bool:
    if not move or seat not in to_move(state):
        return False
    now = phase(state)
    if now == "place":
        return len(move) == state.options.num_sheep
    if now == "choose":
        return len(move) == state.options.num_wolves
    return not move[0].endswith(":") or flight(state, move).runner is None


def mask_of(letters: Sequence[str]) -> int:
    """Letters as a mask of animals."""
    return sum(1 << LETTERS.index(letter) for letter in letters)


def letters_of(animals: int) -> str:
    """A mask of animals as letters."""
    return "".join(LETTERS[i] for i in bits(animals))


# -- playing a move ----------------------------------------------------------------------------


def apply(state: State, seat: Seat, move: Move) -> tuple[State, tuple[Told, ...]]:
    """Play a complete move, or say why it cannot be played."""
    check(state, seat, move)
    now = phase(state)
    if now == "place":
        index = hexagon(state.options.size).index
        cells = tuple(index[name] for name in move)
        return replace(state, cells=cells, start=cells, alive=(1 << len(cells)) - 1), (Told(Placed(move)),)
    if now == "choose":
        wolves = mask_of(move)
        told = (Told(Hidden(len(move))), Told(Clothed(letters_of(wolves)), frozenset({WOLF})))
        return replace(state, wolves=wolves), told
    after = _act(state, seat, move)
    return after, tuple(Told(fact) for fact in _facts(state, after))


def check(state: State, seat: Seat, move: Move) -> None:
    """Raise IllegalNow unless ``parts`` can build this move and it is complete."""
    if seat not in to_move(state):
        raise IllegalNow("It is not your turn." if to_move(state) else "The game is over.")
    for count, part in enumerate(move):
        if part not in parts(state, seat, move[:count]):
            raise IllegalNow("That cannot be played here. " + wanted(state))
    if not complete(state, seat, move):
        raise IllegalNow("The move is not finished. " + wanted(state))


def wanted(state: State) -> str:
    """What the side to move may write, for its errors: nothing that it may not know."""
    options = state.options
    match phase(state):
        case "place":
            return f"Name {options.num_sheep} different cells, one for each letter from A."
        case "choose":
            word = " that spell a word" if options.dictionary else ""
            last = LETTERS[options.num_sheep - 1]
            return f"Name {options.num_wolves} different letters from A to {last}{word}."
        case "wolf":
            home = " or take a wolf without neighbours home, like G" if options.escape else ""
            if may_pass(state):
                return f"No wolf of yours has a neighbour: pass{home}."
            return f"Eat an animal beside one of your wolves and say where each neighbour runs, like K:L-a2,E-f4{home}."
        case _:
            shot = "shoot a living animal" + (", like G:L-a2" if options.shotgun else ", like G")
            several = ", or several at once, like G,A,X" if options.berserk else ""
            passing = "Pass or " if may_pass(state) else "The Wolf passed, so you may not: "
            return f"{passing}{shot}{several}."


def _act(state: State, seat: Seat, move: Move) -> State:
    """The state after a move of Wolf or Farmer."""
    deed = Deed(len(state.log) // 2 + 1, seat, _kind(seat, move), letters=move[0][0])
    cells, alive, home = state.cells, state.alive, state.home
    near = board.touching(state.options.size)
    gone = 0
    if deed.kind == STAND:
        company = board.in_company(near, cells, alive, alive) if seat == WOLF else 0
        deed = replace(deed, letters="", near=letters_of(company))
    elif deed.kind == ESCAPE:
        home |= mask_of(deed.letters)
        alive &= ~home
        cells = _without(cells, home)
    elif deed.kind == BERSERK:
        deed = replace(deed, letters="".join(move))
        gone = mask_of(move)
        if alive & ~gone & state.wolves:
            gone |= alive & ~state.wolves
    else:
        gone = mask_of(deed.letters)
        if move[0].endswith(":"):
            deed, cells = _scare(state, deed, move)
    fresh = tuple((animal, state.cells[animal]) for animal in bits(gone)) if state.options.remove else ()
    if state.options.remove:
        cells = _without(cells, gone)
    return replace(state, cells=cells, alive=alive & ~gone, home=home, fresh=fresh, log=(*state.log, deed))


def _kind(seat: Seat, move: Move) -> str:
    if move[0] == PASS:
        return STAND
    if seat == WOLF:
        return KILL if move[0].endswith(":") else ESCAPE
    return BERSERK if len(move) > 1 and not move[0].endswith(":") else SHOT


def _scare(state: State, deed: Deed, move: Move) -> tuple[Deed, tuple[int, ...]]:
    """The neighbours run; after a kill they are the suspects."""
    names = hexagon(state.options.size).names
    flown = flight(state, move)
    runs = tuple(Run(LETTERS[i], names[state.cells[i]], names[goal]) for i, goal in flown.runs)
    stayed = letters_of(flown.stayed)
    near = "".join(sorted(stayed + "".join(run.letter for run in runs))) if deed.kind == KILL else ""
    return replace(deed, runs=runs, stayed=stayed, near=near), flown.cells


def _without(cells: tuple[int, ...], animals: int) -> tuple[int, ...]:
    return tuple(OFF if animals >> i & 1 else cell for i, cell in enumerate(cells))


def _facts(before: State, after: State) -> list[object]:
    """What everybody hears of a deed, and at the end of everything."""
    deed = after.log[-1]
    over = ending(after) is not None
    open_natures = after.options.reveal or over
    natures = "".join("w" if mask_of(x) & after.wolves else "s" for x in deed.letters)
    facts: list[object] = [Done(deed, natures if open_natures or deed.kind == ESCAPE else None)]
    eaten = before.alive & ~after.alive & ~mask_of(deed.letters)
    if eaten:
        facts.append(Feast(letters_of(eaten)))
    if over:
        facts.append(Unmasked(letters_of(after.wolves)))
    return facts
