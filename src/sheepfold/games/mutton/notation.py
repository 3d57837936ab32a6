"""Mutton's notation: ``f3,b2,…``, ``HIDE``, ``K:L-a2,E-f4``, ``G``, ``G,A,X``, ``pass``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random
from typing import Final, NoReturn

from sheepfold.core.contract import Legal, Move, Seat
from sheepfold.core.errors import IllegalNow, Malformed
from sheepfold.core.words.paragraphs import Line, in_columns
from sheepfold.core.words.prose import listed, plural, shown
from sheepfold.games.mutton import board, rules
from sheepfold.games.mutton.board import hexagon
from sheepfold.games.mutton.rules import Flight, check, scare, wait_for, wanted
from sheepfold.games.mutton.state import State
from sheepfold.games.mutton.terms import FARMER, LETTERS, PASS
from sheepfold.games.mutton.view import View, prey

LONGEST: Final = 400
"""No move is written longer than this."""
_CELL: Final = "[a-z][0-9]{1,2}"
_RUN: Final = re.compile(f"([a-z])-({_CELL})", re.IGNORECASE)
_KILL: Final = re.compile(f"[a-z]:({_RUN.pattern}(,{_RUN.pattern})*)?", re.IGNORECASE)
_GAP: Final = r"[\s,;]"
_LIST: Final = re.compile(rf"{_GAP}*({_CELL}({_GAP}+{_CELL})*|[a-z]({_GAP}*[a-z])*){_GAP}*")
"""Cells or letters; every word, such as ``pass``, is a list of letters too."""

FORMS: Final = in_columns(
    (
        ("random", "Farmer: place the animals at random"),
        ("sparse", "Farmer: place them in order, with gaps"),
        ("mirror", "Farmer, game 2: place them as in game 1"),
        ("f3,b2,a3,c4,...", "Farmer: a cell for A, for B, for C, and so on"),
        ("HIDE", "Wolf: these letters are the wolves, in any order"),
        ("K:L-a2,E-f4", "Wolf: K is eaten, L runs to a2 and E to f4"),
        ("K:", "Wolf: K is eaten and nobody can run"),
        ("G", "Farmer: shoot G; Wolf, with -escape: G goes home"),
        ("G:L-a2", "Farmer with a shotgun: shoot G, L runs to a2"),
        ("G,A,X", "Farmer: go berserk and shoot G, A and X"),
        ("pass", "do nothing"),
    ),
    21,
)


def forms_now(view: View) -> tuple[Line, ...]:
    """How the next move of the view's owner is written."""
    options, now = view.options, tuple[str, ...]()
    match view.phase:
        case "place":
            now = ("mirror" if view.mirror else "sparse", "f3,b2,a3,c4,...")
        case "choose":
            now = ("HIDE",)
        case "wolf":
            now = ("K:L-a2,E-f4" if prey(view) else "pass", *["G"] * options.escape)
        case _:
            now = ("G:L-a2",) if options.shotgun else ("G", *["G,A,X"] * options.berserk)
    return tuple(line for line in FORMS if line.first.strip() in now)


def parse(state: State, seat: Seat, text: str, rng: Random | None = None) -> Legal[State]:
    """A legal move from what somebody typed."""
    now = wait_for(state, seat)
    if len(text) > LONGEST:
        raise Malformed("That is too long for a move. " + wanted(state))
    if not text.isascii():  # some foreign letters change into ours when their case is changed
        raise Malformed(f"{shown(text)!r} is not a move. " + wanted(state))
    if now == "place":
        return check(state, seat, _placement(state, text.lower(), rng))
    if now == "choose":
        return check(state, seat, _wolves(state, text))
    return _deed(state, seat, "".join(text.split()))


def check_words(text: str) -> None:
    """Raises Malformed unless the text could be a placement, wolves, a kill or a shot, in whatever phase."""
    short = len(text) <= LONGEST and text.isascii()
    if not short or not (_LIST.fullmatch(text.lower()) or _KILL.fullmatch("".join(text.split()))):
        raise Malformed(
            f"{shown(text)!r} is not a move. Write cells like f3,b2, letters like HIDE, a kill like K:L-a2,E-f4,"
            " a shot like G, or pass."
        )


def notate(legal: Legal[State]) -> str:
    """The canonical text of a legal move."""
    if legal.found is not None:
        runs = zip(legal.found.runs, legal.move[1:], strict=True)
        return legal.move[0] + ",".join(f"{LETTERS[runner]}-{goal}" for (runner, _), goal in runs)
    return ("" if legal.state.phase == "choose" else ",").join(legal.move)


# -- set-up ------------------------------------------------------------------------------------


def _placement(state: State, text: str, rng: Random | None = None) -> Move:
    options = state.options
    names = hexagon(options.size).names
    words = [word for word in re.split(f"{_GAP}+", text) if word]
    if words == ["random"]:
        if rng is None:
            raise Malformed("A record must name the cells; it cannot say random.")
        return tuple(rng.sample(names, options.num_sheep))
    if words == ["sparse"]:
        return tuple(names[cell] for cell in board.sparse(options.size, options.num_sheep))
    if words == ["mirror"]:
        if state.mirror is None:
            raise IllegalNow("There is no earlier game to mirror. Try sparse, random or a list of cells.")
        return tuple(names[cell] for cell in state.mirror)
    for word in words:
        if not re.fullmatch(_CELL, word):
            raise Malformed(f"{shown(word)!r} is not a cell. Write random, sparse or a list of cells like f3,b2,a3.")
    cells = tuple(_cell(state, word) for word in words)
    if len(cells) != options.num_sheep:
        raise IllegalNow(f"{options.num_sheep} cells are needed, one for each animal; you named {len(cells)}.")
    for count, cell in enumerate(cells):
        if cell in cells[:count]:
            raise IllegalNow(f"{cell} is named twice; every animal needs a cell of its own.")
    return cells


def _cell(state: State, word: str) -> str:
    """A cell's name as recorded. Raises IllegalNow if the field has no such cell."""
    name = word[0] + str(int(word[1:]))
    if name not in hexagon(state.options.size).index:
        raise IllegalNow(f"There is no cell {name}: {_rows(state.options.size, name[0])}.")
    return name


def _rows(size: int, row: str) -> str:
    """How long a row of the field is, or which rows there are."""
    names = hexagon(size).names
    cells = [name for name in names if name[0] == row]
    if not cells:
        return f"the rows are {names[0][0]} to {names[-1][0]}"
    return f"row {row} goes from {cells[0]} to {cells[-1]}"


def _wolves(state: State, text: str) -> Move:
    options = state.options
    letters = re.sub(_GAP, "", text.upper())
    if not re.fullmatch(r"[A-Z]+", letters):
        raise Malformed(f"{shown(text)!r} is not a list of letters. " + wanted(state))
    beyond = sorted(set(letters) - set(LETTERS[: options.num_sheep]))
    if beyond:
        raise IllegalNow(f"There is no animal {beyond[0]}. " + wanted(state))
    if len(set(letters)) != len(letters):
        raise IllegalNow("A letter is named twice. " + wanted(state))
    if len(letters) != options.num_wolves:
        raise IllegalNow(f"You named {plural(len(letters), 'letter')}. " + wanted(state))
    move = tuple(sorted(letters))
    if options.dictionary and not rules.is_word(options, move):
        raise IllegalNow(f"No word in the list is spelled with {''.join(move)}. " + wanted(state))
    return move


# -- play --------------------------------------------------------------------------------------


def _deed(state: State, seat: Seat, text: str) -> Legal[State]:
    if text.lower() == PASS:
        if not rules.may_pass(state):
            raise IllegalNow("You may not pass. " + wanted(state))
        return check(state, seat, (PASS,))
    shooting = seat == FARMER
    if found := re.fullmatch(r"([A-Za-z]):(.*)", text):
        if shooting and not state.options.shotgun:
            raise Malformed("A rifle scares nobody: write the letter alone, like G.")
        victim = _animal(state, found[1].upper())
        if not shooting and not rules.prey(state) & rules.mask_of(victim):
            raise IllegalNow(f"None of your wolves stands next to {victim}. " + wanted(state))
        return _flight(state, seat, victim, found[2])
    if not re.fullmatch(r"[A-Za-z](,[A-Za-z])*,?", text):
        raise Malformed(f"{shown(text)!r} is not a move. " + wanted(state))
    letters = [_animal(state, letter) for letter in text.upper().split(",") if letter]
    return _shots(state, seat, letters) if shooting else check(state, seat, _escape(state, letters))


def _animal(state: State, letter: str) -> str:
    """A living animal's letter. Raises IllegalNow for anything else."""
    i = LETTERS.index(letter)
    if i >= state.options.num_sheep:
        raise IllegalNow(f"There is no animal {letter}.")
    if state.home >> i & 1:
        raise IllegalNow(f"{letter} has gone home.")
    if not state.alive >> i & 1:
        raise IllegalNow(f"{letter} is dead already.")
    return letter


def _shots(state: State, seat: Seat, letters: list[str]) -> Legal[State]:
    options = state.options
    if len(set(letters)) != len(letters):
        raise IllegalNow("A letter is named twice; one shot each is enough.")
    if len(letters) > 1 and not options.berserk:
        weapon = "A shotgun has one barrel" if options.shotgun else "Going berserk is not allowed at this table"
        raise IllegalNow(f"{weapon}: shoot one animal.")
    if options.shotgun:
        return _flight(state, seat, letters[0], "")
    return check(state, seat, tuple(sorted(letters)))


def _escape(state: State, letters: list[str]) -> Move:
    if not state.options.escape:
        raise Malformed(f"A kill is written with a colon and who runs where, like {letters[0]}:L-a2.")
    if len(letters) > 1:
        raise IllegalNow("Only one wolf goes home at a time.")
    if not rules.loners(state) >> LETTERS.index(letters[0]) & 1:
        raise IllegalNow(
            f"{letters[0]} cannot go home: only a wolf of yours without living neighbours can."
            f" A kill is written with a colon, like {letters[0]}:L-a2."
        )
    return (letters[0],)


def _flight(state: State, seat: Seat, victim: str, text: str) -> Legal[State]:
    """The victim and a goal for every runner in letter order, however they were written."""
    goals: dict[str, str] = {}
    for item in text.split(",") if text else []:
        found = _RUN.fullmatch(item)
        if not found:
            raise Malformed(f"{shown(item)!r} does not say who runs where. Write a letter and a cell, like L-a2.")
        runner = found[1].upper()
        if runner in goals:
            raise IllegalNow(f"{runner} is named twice; say once where it runs.")
        goals[runner] = _cell(state, found[2].lower())
    move: Move = (f"{victim}:",)
    index = hexagon(state.options.size).index
    flight = scare(state.options, state.cells, state.alive, LETTERS.index(victim))
    while flight.runner is not None:
        runner = LETTERS[flight.runner]
        if runner not in goals:
            raise IllegalNow(_missing(state, victim, goals, flight))
        goal = goals.pop(runner)
        if not flight.havens >> index[goal] & 1:
            _refuse(state, victim, runner, goal, flight)
        flight = flight.run(index[goal])
        move += (goal,)
    for runner in goals:
        if rules.mask_of(runner) & flight.stayed:
            raise IllegalNow(f"{runner} has nowhere to run and stays; leave it out.")
        raise IllegalNow(f"{runner} does not stand next to {victim}, so it does not run; leave it out.")
    return Legal(state, seat, move, flight)


def _missing(state: State, victim: str, goals: Mapping[str, str], flight: Flight) -> str:
    """Who else must run, with a whole move that may be played: the runs that were written, as far as they can be."""
    field, missing = hexagon(state.options.size), []
    while flight.runner is not None:
        runner, havens = LETTERS[flight.runner], board.bits(flight.havens)
        wished = {field.index[goal] for other, goal in goals.items() if other > runner}
        goal = field.index[goals[runner]] if runner in goals else -1
        if runner not in goals:
            missing.append(runner)
        if goal not in havens:
            goal = next((cell for cell in havens if cell not in wished), havens[0])
        flight = flight.run(goal)
    runs = ",".join(f"{LETTERS[runner]}-{field.names[cell]}" for runner, cell in flight.runs)
    return f"{listed(missing)} must run too: pick empty cells away from {victim}, like {victim}:{runs}."


def _refuse(state: State, victim: str, runner: str, goal: str, flight: Flight) -> NoReturn:
    index = hexagon(state.options.size).index
    corpse = state.cells[LETTERS.index(victim)]
    if board.filled(flight.cells) >> index[goal] & 1:
        why = f"{goal} is taken"
    elif board.touching(state.options.size)[corpse] >> index[goal] & 1:
        why = f"{goal} touches the corpse of {victim}"
    else:
        why = f"{goal} has no living neighbour to huddle with"
    haven = hexagon(state.options.size).names[board.bits(flight.havens)[0]]
    raise IllegalNow(f"{runner} cannot run to {goal}: {why}. It can run to {haven}.")
