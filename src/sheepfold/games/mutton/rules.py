"""How Mutton is played: start, who moves, the legal parts of a move, why one is none, what it does, how it ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from sheepfold.core.contract import NOTHING, Ahead, Legal, Move, Outcome, Part, Seat, Told
from sheepfold.core.errors import IllegalNow
from sheepfold.core.scores import Scores
from sheepfold.games.mutton import board
from sheepfold.games.mutton.board import OFF, bits, hexagon
from sheepfold.games.mutton.dictionary import spellable
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

# -- where the game stands ---------------------------------------------------------------------


def begin(options: Options, target: int | None, earlier: State | None) -> State:
    """An empty field. ``earlier`` is the finished first game, whose layout may be mirrored."""
    return State(options, target, mirror=earlier.start if earlier else None)


WAITING: Final[dict[str, frozenset[Seat]]] = {
    "place": frozenset({FARMER}),
    "choose": frozenset({WOLF}),
    "wolf": frozenset({WOLF}),
    "farmer": frozenset({FARMER}),
    "over": frozenset(),
}
"""Whom the game waits for in each phase."""


def to_move(state: State) -> frozenset[Seat]:
    return WAITING[state.phase]


def points(state: State) -> int:
    """1 for every dead sheep, 3 for every escape; nothing for dead wolves."""
    flock = (1 << len(state.cells)) - 1
    return (flock & ~state.alive & ~state.wolves).bit_count() + HOMECOMING * state.home.bit_count()


def outcome(state: State) -> Outcome | None:
    return None if state.ended is None else Outcome((), Scores({WOLF: points(state)}), state.ended)


# -- legal parts -------------------------------------------------------------------------------


def prey(state: State) -> int:
    """The living animals that a living wolf can reach."""
    return board.in_company(board.touching(state.options.size), state.cells, state.alive, state.wolves)


def foreseen(state: State, seat: Seat, kept: Sequence[Move] = ()) -> tuple[State, Seat] | None:
    """As if the other had done something that changed nothing: a shot past everybody, or a kill that nobody saw. After
    a kill or a shot of one's own too much has changed."""
    waits = {"farmer": WOLF, "wolf": FARMER}.get(state.phase)
    if waits != seat or kept:
        return None
    nothing = Deed(len(state.log) // 2 + 1, FARMER if seat == WOLF else WOLF, STAND if seat == WOLF else KILL)
    return replace(state, phase="wolf" if seat == WOLF else "farmer", log=(*state.log, nothing)), seat


def loners(state: State) -> int:
    """The living wolves without living neighbours."""
    near = board.touching(state.options.size)
    return state.alive & state.wolves & ~board.in_company(near, state.cells, state.alive, state.alive)


def may_pass(state: State) -> bool:
    """The Wolf may pass only without prey, the Farmer unless the Wolf just did."""
    if len(state.log) % 2:
        return state.log[-1].kind != STAND
    return not prey(state)


def flight(state: State, move: Move) -> Flight | None:
    """The flight from a kill or a shot with the shotgun: ``move`` is the victim and goals so far; None if a goal is
    no haven."""
    index = hexagon(state.options.size).index
    nowhere = len(index)
    goals = [index.get(name, nowhere) for name in move[1:]]
    return scare(state.options, state.cells, state.alive, LETTERS.index(move[0][0])).follow(goals)


ANIMALS: Final = tuple((letter, 1 << i) for i, letter in enumerate(LETTERS))


def ahead(state: State, seat: Seat, so_far: Move, before: Ahead | None = None) -> Ahead:
    """The next parts of a legal move in a fixed order, and whether it may stop here."""
    now = state.phase
    if seat not in WAITING[now]:
        return NOTHING
    if now == "place":
        return Ahead(_free_cells(state, so_far, before), len(so_far) == state.options.num_sheep)
    if now == "choose":
        return Ahead(next_wolves(state.options, so_far), len(so_far) == state.options.num_wolves)
    if not so_far:
        return Ahead(_first_parts(state, now), False)
    if so_far[0].endswith(":"):
        return _next_goals(state, so_far, before)
    return Ahead(_more_shots(state, so_far) if now == "farmer" else (), True)


def _next_goals(state: State, so_far: Move, before: Ahead | None) -> Ahead:
    """Where the next one may run. The flight so far need not be flown again."""
    field = hexagon(state.options.size)
    under_way: Flight | None
    if before is not None and before.found is not None:
        under_way = before.found.follow((field.index[so_far[-1]],))
    else:
        under_way = flight(state, so_far)
    if under_way is None:
        return NOTHING
    goals = tuple([field.names[cell] for cell in bits(under_way.havens)])
    return Ahead(goals, under_way.runner is None, found=under_way)


def _first_parts(state: State, now: str) -> tuple[Part, ...]:
    if now == "farmer":
        passing = (PASS,) if may_pass(state) else ()
        return passing + _named(state.alive, ":" if state.options.shotgun else "")
    kills = _named(prey(state), ":") or (PASS,)
    return kills + _named(loners(state)) if state.options.escape else kills


def _named(animals: int, colon: str = "") -> tuple[Part, ...]:
    return tuple([letter + colon for letter, animal in ANIMALS if animals & animal])


def _free_cells(state: State, so_far: Move, before: Ahead | None) -> tuple[Part, ...]:
    if len(so_far) == state.options.num_sheep:
        return ()
    if before is not None:
        return tuple([name for name in before.parts if name != so_far[-1]])
    taken = set(so_far)
    return tuple([name for name in hexagon(state.options.size).names if name not in taken])


def next_wolves(options: Options, so_far: Move) -> tuple[Part, ...]:
    """Letters after the last one that can still lead to enough wolves, and to a word if it must be one."""
    missing = options.num_wolves - len(so_far)
    if not missing:
        return ()
    after = LETTERS.index(so_far[-1]) + 1 if so_far else 0
    if not options.dictionary:
        return tuple(LETTERS[after : options.num_sheep - missing + 1])
    chosen = mask_of(so_far)
    below = (1 << after) - 1
    fitting = 0
    for word in spellable(options.num_wolves, options.num_sheep):
        if word & below == chosen:
            rest = word & ~below
            fitting |= rest & -rest
    return _named(fitting)


def is_word(options: Options, letters: Sequence[str]) -> bool:
    """Whether these wolves' letters spell a word of the list."""
    return mask_of(letters) in spellable(options.num_wolves, options.num_sheep)


def _more_shots(state: State, so_far: Move) -> tuple[Part, ...]:
    """A second shot makes it a berserk; letters rise, so that a set of victims is one move."""
    if not state.options.berserk or so_far[0] == PASS:
        return ()
    return _named(state.alive & ~((2 << LETTERS.index(so_far[-1])) - 1))


def mask_of(letters: Sequence[str]) -> int:
    """Letters as a mask of animals."""
    found = 0
    for letter in letters:
        found |= 1 << LETTERS.index(letter)
    return found


def letters_of(animals: int) -> str:
    """A mask of animals as letters."""
    return "".join(_named(animals))


# -- what may not be played ----------------------------------------------------------------------


def check(state: State, seat: Seat, move: Move) -> Legal[State]:
    """The move, and the flight if it scares anybody. Raises IllegalNow unless ``ahead`` can build it and stop there."""
    wait_for(state, seat)
    found = ahead(state, seat, ())
    for count, part in enumerate(move, 1):
        if part not in found.parts:
            raise IllegalNow("That cannot be played here. " + wanted(state))
        found = ahead(state, seat, move[:count], found)
    if not found.complete:
        raise IllegalNow("The move is not finished. " + wanted(state))
    return Legal(state, seat, move, found.found)


def wait_for(state: State, seat: Seat) -> str:
    """The phase, in which it is the seat's turn. Raises IllegalNow if it is not."""
    if seat not in WAITING[state.phase]:
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
            if may_pass(state):
                return f"None of your wolves has a neighbour: pass{home}."
            kill = "Eat an animal next to one of your wolves and say where each neighbour runs, like K:L-a2,E-f4"
            return f"{kill}{home}."
        case _:
            shot = "shoot a living animal" + (", like G:L-a2" if options.shotgun else ", like G")
            several = ", or several at once, like G,A,X" if options.berserk else ""
            passing = "Pass or " if may_pass(state) else "The Wolf passed, so you may not: "
            return f"{passing}{shot}{several}."


# -- playing a move ----------------------------------------------------------------------------


def play(legal: Legal[State]) -> tuple[State, tuple[Told, ...]]:
    """What a legal move leads to."""
    state, move = legal.state, legal.move
    if state.phase == "place":
        index = hexagon(state.options.size).index
        cells = tuple(index[name] for name in move)
        placed = replace(state, cells=cells, start=cells, alive=(1 << len(cells)) - 1, phase="choose")
        return placed, (Told(Placed(move)),)
    if state.phase == "choose":
        wolves = mask_of(move)
        told = (Told(Hidden(len(move))), Told(Clothed(letters_of(wolves)), frozenset({WOLF})))
        return replace(state, wolves=wolves, phase="wolf"), told
    after = _act(state, legal.seat, move, legal.found)
    return after, tuple(Told(fact) for fact in _facts(state, after))


def _act(state: State, seat: Seat, move: Move, scared: Flight | None) -> State:
    """The state after a move of Wolf or Farmer."""
    kind = _kind(seat, move)
    cells, alive, home, gone = state.cells, state.alive, state.home, 0
    letters, stayed, near = move[0][0], "", ""
    runs: tuple[Run, ...] = ()
    if kind == STAND:
        letters = ""
        if seat == WOLF:
            near = letters_of(board.in_company(board.touching(state.options.size), cells, alive, alive))
    elif kind == ESCAPE:
        home |= mask_of(letters)
        alive &= ~home
        cells = _without(cells, home)
    elif kind == BERSERK:
        letters = "".join(move)
        gone = mask_of(move)
        if alive & ~gone & state.wolves:
            gone |= alive & ~state.wolves
    else:
        gone = mask_of(letters)
        if scared is not None:
            runs, stayed, cells = _runs(state, scared), letters_of(scared.stayed), scared.cells
            if kind == KILL:  # who stood beside the victim is a suspect
                near = letters_of(mask_of(stayed) | mask_of([run.letter for run in runs]))
    fresh: tuple[tuple[int, int], ...] = ()
    if state.options.remove:
        fresh = tuple((animal, state.cells[animal]) for animal in bits(gone))
        cells = _without(cells, gone)
    deed = Deed(len(state.log) // 2 + 1, seat, kind, letters, runs, stayed, near)
    alive &= ~gone
    ended = _ending(kind, alive, state.wolves)
    return State(
        state.options,
        state.target,
        state.mirror,
        cells,
        state.start,
        state.wolves,
        alive,
        home,
        fresh,
        (*state.log, deed),
        "over" if ended else "farmer" if seat == WOLF else "wolf",
        ended,
    )


def _ending(kind: str, alive: int, wolves: int) -> str | None:
    """Why the game is over after a deed of that kind which left these alive; None if it goes on."""
    if kind == BERSERK:
        return RAMPAGE
    if not alive & wolves:
        return ESCAPED if kind == ESCAPE else CAUGHT
    if not alive & ~wolves:
        return DEVOURED
    return None


def _kind(seat: Seat, move: Move) -> str:
    if move[0] == PASS:
        return STAND
    if seat == WOLF:
        return KILL if move[0].endswith(":") else ESCAPE
    return BERSERK if len(move) > 1 and not move[0].endswith(":") else SHOT


def _runs(state: State, scared: Flight) -> tuple[Run, ...]:
    names = hexagon(state.options.size).names
    return tuple([Run(LETTERS[i], names[state.cells[i]], names[goal]) for i, goal in scared.runs])


def _without(cells: tuple[int, ...], animals: int) -> tuple[int, ...]:
    return tuple(OFF if animals >> i & 1 else cell for i, cell in enumerate(cells))


def _facts(before: State, after: State) -> list[object]:
    """What everybody hears of a deed, and at the end of everything."""
    deed = after.log[-1]
    over = after.ended is not None
    open_natures = after.options.reveal or over
    natures = "".join("w" if mask_of(x) & after.wolves else "s" for x in deed.letters)
    facts: list[object] = [Done(deed, natures if open_natures or deed.kind == ESCAPE else None)]
    eaten = before.alive & ~after.alive & ~mask_of(deed.letters)
    if eaten:
        facts.append(Feast(letters_of(eaten)))
    if over:
        facts.append(Unmasked(letters_of(after.wolves)))
    return facts


class Flight(NamedTuple):
    """A flight as far as goals were given: who ran, who is next and whither, and in the end who had to stay.

    What a runner leaves touches the corpse, so no cell ever becomes free again: once there is none, all others stay.
    """

    options: Options
    alive: int
    """The victim is not among them."""
    cells: tuple[int, ...]
    """Where all are now."""
    free: int
    """The empty cells away from the corpse."""
    waiting: int
    """The victim's living neighbours that have not run."""
    runs: tuple[tuple[int, int], ...] = ()
    """Who ran, and to which cell, in letter order."""

    @property
    def runner(self) -> int | None:
        """Who is next; None when all have run who can."""
        return (self.waiting & -self.waiting).bit_length() - 1 if self.waiting and self.free else None

    @property
    def havens(self) -> int:
        """Where the next one may go."""
        return _havens(self.options, self.cells, self.alive, self.free, self.waiting)

    @property
    def stayed(self) -> int:
        """Who had to stay."""
        return 0 if self.free else self.waiting

    def run(self, goal: int) -> Flight:
        """The flight after the next one went to one of the havens."""
        after = self.follow((goal,))
        assert after is not None
        return after

    def follow(self, goals: Sequence[int]) -> Flight | None:
        """The flight after the next ones went there, one after another; None if a goal is no haven."""
        if not goals:
            return self
        cells, free, waiting, runs = list(self.cells), self.free, self.waiting, list(self.runs)
        for goal in goals:
            if not _havens(self.options, cells, self.alive, free, waiting) >> goal & 1:
                return None
            runner = (waiting & -waiting).bit_length() - 1
            free ^= 1 << goal
            waiting ^= 1 << runner
            cells[runner] = goal
            runs.append((runner, goal))
        return Flight(self.options, self.alive, tuple(cells), free, waiting, tuple(runs))


def _havens(options: Options, cells: Sequence[int], alive: int, free: int, waiting: int) -> int:
    """Where the first of those who wait may go; nowhere if nobody waits."""
    if not waiting or not options.huddle:
        return free if waiting else 0
    return board.in_a_huddle(board.touching(options.size), cells, alive ^ waiting & -waiting, free)


def scare(options: Options, cells: tuple[int, ...], alive: int, victim: int) -> Flight:
    """The flight from a victim before anybody has run: its living neighbours will, in letter order."""
    near = board.touching(options.size)
    alive &= ~(1 << victim)
    corpse = cells[victim]
    free, waiting = board.away_from(near, cells, corpse), board.neighbours(near, cells, alive, corpse)
    return Flight(options, alive, cells, free, waiting)
