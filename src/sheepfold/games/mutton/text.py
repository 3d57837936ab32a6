"""A view of Mutton as plain text: the field, the score, the tracking sheet, what happened, what decided it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sheepfold.core.contract import Move, Prompt, Seat
from sheepfold.core.scores import Noted, noted
from sheepfold.core.words.paragraphs import Diagram, Glyph, Line, Paragraph, Text, Tint, side_by_side, written
from sheepfold.core.words.prose import addressed, amid, does, listed, plural
from sheepfold.games.mutton.board import hexagon
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
    SHOT,
    STAND,
    WOLF,
    Clothed,
    Deed,
    Done,
    Feast,
    Hidden,
    Placed,
    Unmasked,
)
from sheepfold.games.mutton.view import ALIVE, DEAD, View, neighbours, prey

CRIES = {"w": "Aroooo!", "s": "Baaa!"}
NATURES = {"w": ", a wolf,", "s": ", a sheep,"}


def text(view: View, names: Mapping[Seat, str]) -> str:
    return written(paragraphs(view, names)) + "\n"


def paragraphs(view: View, names: Mapping[Seat, str]) -> Text:
    """Everything the viewer may know: field, score and sheet as the old server drew them, then a few words."""
    scored = [tracking(view)] if view.animals else []
    return (field(view),), *scored, tuple(map(Line, _words(view, names)))


# -- the field ---------------------------------------------------------------------------------


def field(view: View) -> Diagram:
    """The hexagon with row letters, and diagonals numbered from the left."""
    size = view.options.size
    board = hexagon(size)
    signs, tints = _signs(view), _tints(view)
    first = side_by_side(map(str, range(1, size + 1)), size + 10)
    second = side_by_side([*"/" * size, str(size + 1)], size + 9)
    rows = [[*first], [*second], []]
    for number, row in enumerate(board.rows(), 1):
        letter, at = board.names[row[0]][0], 4 + abs(size - number)
        drawn = enumerate(signs.get(board.names[cell], ".") for cell in row)
        rows.append([Glyph(at, f"{letter}-"), *(Glyph(at + 4 + 2 * n, sign, tints.get(sign, ())) for n, sign in drawn)])
    for line in range(2, size + 1):
        rows[line] += side_by_side(["/", str(size + line)] if line < size else ["/"], 3 * size + 6 + line)
    return Diagram(tuple(map(tuple, rows)))


def _signs(view: View) -> dict[str, str]:
    """What stands on each cell: a letter, or ``*`` for a corpse, also for one that was just taken away."""
    signs = {cell: "*" for _, cell in view.fresh}
    for animal in view.animals:
        if animal.cell is not None:
            signs[animal.cell] = animal.letter if animal.fate == ALIVE else "*"
    return signs


def _tints(view: View) -> dict[str, tuple[Tint, ...]]:
    """The viewer's wolves, whom they can eat now, who ran last; corpses are faint."""
    found: dict[str, tuple[Tint, ...]] = {"*": ("dead",)}
    ran = {run.letter for run in view.log[-1].runs} if view.log else set()
    reached = prey(view) if view.phase == "wolf" and view.seat == WOLF else set()
    for animal in view.animals:
        own: tuple[Tint, ...] = ("own",) if animal.wolf else ()
        target: tuple[Tint, ...] = ("target",) if animal.letter in reached else ()
        last: tuple[Tint, ...] = ("last",) if animal.letter in ran else ()
        found[animal.letter] = own + target or last
    return found


# -- the sheet ---------------------------------------------------------------------------------


def score_line(view: View) -> str:
    """``Score: 5 (10 to beat).``; the number of dead where the score is kept back."""
    what, number = score(view)
    return f"{what}: {number}{goal(view)}."


def score(view: View) -> tuple[str, int | None]:
    """What is counted in the open, and how far it is."""
    return ("Dead", view.dead) if view.in_the_dark else ("Score", view.score)


def goal(view: View) -> str:
    """`` (10 to beat)`` in a match's second game, `` (11 to reach)`` in quick play."""
    if view.target is None:
        return ""
    quick = view.options.bid or view.options.quick is not None
    return f" ({view.target} to {'reach' if quick else 'beat'})"


def tracking(view: View) -> Paragraph:
    """The score, and the sheet below it."""
    return Line(score_line(view)), sheet(view)


def sheet(view: View) -> Diagram:
    """The tracking sheet: one column per animal, one row per kill."""
    crosses, heading = sheet_crosses(view), "Sheep   :"
    rows = [_sheet_row(heading, (crosses.get(animal.letter, animal.letter) for animal in view.animals))]
    for number, row in sheet_rows(view):
        rows.append(_sheet_row(f"Round {number:2}:", (row.get(animal.letter, "") for animal in view.animals)))
    return Diagram(tuple(rows), margin=len(heading))


def _sheet_row(mark: str, signs: Iterable[str]) -> tuple[Glyph, ...]:
    columns = enumerate(signs)
    return Glyph(0, mark), *(Glyph(len(mark) + 1 + 2 * column, sign) for column, sign in columns if sign)


def sheet_crosses(view: View) -> dict[str, str]:
    """The dead: ``w`` a wolf, ``x`` a sheep or one whose nature is kept back."""
    dark = view.in_the_dark
    return {a.letter: "w" if a.wolf and not dark else "x" for a in view.animals if a.fate == DEAD}


def sheet_rows(view: View) -> list[tuple[int, dict[str, str]]]:
    """For every kill its round and its marks: the victim, ``+`` who ran, ``=`` who had to stay."""
    crosses = sheet_crosses(view)
    return [
        (
            deed.round,
            {letter: crosses[letter] for letter in deed.letters}
            | {run.letter: "+" for run in deed.runs}
            | dict.fromkeys(deed.stayed, "="),
        )
        for deed in view.log
        if deed.kind == KILL
    ]


# -- words -------------------------------------------------------------------------------------


def _words(view: View, names: Mapping[Seat, str]) -> list[str]:
    lines = []
    if view.log and not (view.phase == "farmer" and view.seat == FARMER):  # the Farmer's prompt says it
        lines.append(f"Last: {amid(_last(view, names))}")
    if view.wolves:
        owner = "Your" if view.seat == WOLF and not view.outcome else "The"
        lines.append(_named(owner, view.wolves))
        if view.in_the_dark:
            lines.append(f"Score (only you see it): {view.score}.")
    elif view.options.reveal and view.round:
        left = view.options.num_wolves - sum(bool(a.wolf) for a in view.animals)
        lines.append(f"Wolves left: {left} of {view.options.num_wolves}.")
    if view.phase == "over":
        lines.append(over(view, names))
    else:
        mover = FARMER if view.phase in ("place", "farmer") else WOLF
        lines.append(prompt(view, names).text if view.seat == mover else f"{names[mover]} ({_ROLE[mover]}) is to move.")
    return lines


def _announced(view: View, deed: Deed) -> str | None:
    """The natures of a deed's victims, unless they are kept back."""
    if view.in_the_dark:
        return None
    wolves = {a.letter for a in view.animals if a.wolf}
    return "".join("w" if letter in wolves else "s" for letter in deed.letters)


_ROLE = {WOLF: "Wolf", FARMER: "Farmer"}


def over(view: View, names: Mapping[Seat, str]) -> str:
    """How it ended, in a sentence."""
    assert view.outcome is not None
    why = {
        CAUGHT: "The last wolf is dead",
        ESCAPED: "The last wolf went home",
        DEVOURED: "No sheep is left",
    }.get(view.outcome.reason, "The Farmer went berserk")
    return f"{why}. {names[WOLF]} scored {view.score} as the Wolf."


def prompt(view: View, names: Mapping[Seat, str]) -> Prompt:
    """Whose turn it is and what to do, for the view's owner."""
    mine = view.seat == (FARMER if view.phase in ("place", "farmer") else WOLF)
    headline, detail = _asked(view, names, mine)
    return Prompt(headline, detail, view.round or None)


def _asked(view: View, names: Mapping[Seat, str], mine: bool) -> tuple[str, str]:
    match view.phase:
        case "over":
            return "The game is over.", f"{names[WOLF]} scored {view.score} as the Wolf."
        case "place":
            mirror = ", mirror" if view.mirror else ""
            asked = f"Place the flock: random, sparse{mirror} or cell by cell."
            return asked if mine else "The Farmer is placing the flock.", ""
        case "choose":
            if not mine:
                return "The Wolf is choosing the wolves.", ""
            number = view.options.num_wolves
            word = f" that {'spells' if number == 1 else 'spell'} a word" if view.options.dictionary else ""
            return f"Choose your {_wolves(number)} in secret: {plural(number, 'letter')}{word}.", ""
        case "wolf":
            return _wolf_asked(view) if mine else ("The Wolf is to move.", "")
    return _farmer_asked(view, names) if mine else ("The Farmer is to move.", "")


def _wolf_asked(view: View) -> tuple[str, str]:
    if prey(view):
        home = "Or bring home one that stands alone." if view.options.escape else ""
        return "Choose whom to eat: an animal next to one of your wolves.", home
    home = ", or bring one home" if view.options.escape else ""
    return f"None of your wolves has a neighbour: pass{home}.", ""


def next_part(view: View, so_far: Move) -> str:
    """Who is to be named next, or who is to be sent somewhere."""
    if view.phase == "place":
        return f"Where does {LETTERS[len(so_far)]} stand?" if len(so_far) < view.options.num_sheep else ""
    if view.phase == "choose":
        return "Which is your wolf?" if view.options.num_wolves == 1 else "Which are your wolves?"
    if not so_far:
        return "Whom do you eat?" if view.phase == "wolf" else "Whom do you shoot?"
    if not so_far[0].endswith(":"):
        return "Whom else do you shoot?" if view.phase == "farmer" else ""
    runners = neighbours(view)[so_far[0].removesuffix(":")]
    return f"Where does {runners[len(so_far) - 1]} run?" if len(so_far) <= len(runners) else ""


def _farmer_asked(view: View, names: Mapping[Seat, str]) -> tuple[str, str]:
    if view.log[-1].kind == STAND:
        return "Your shot, Farmer.", f"{names[WOLF]} passed, so you must shoot."
    return "Your shot, Farmer.", _last(view, names)


def _last(view: View, names: Mapping[Seat, str]) -> str:
    """The last deed, for whoever looks."""
    last = view.log[-1]
    return told(last, _announced(view, last), addressed(names, view.seat))


# -- facts -------------------------------------------------------------------------------------


def told(deed: Deed, natures: str | None, names: Mapping[Seat, str]) -> str:
    """A deed in a sentence or two, with the animals' cries where their natures are announced. ``names``: who has the
    roles; without them the sentence speaks of the roles, or of the animals alone."""
    who = names.get(deed.role)
    if deed.kind == STAND:
        return f"{who} passed." if who else f"The {_ROLE[deed.role]} passes."
    if deed.kind == ESCAPE:
        return f"{who} brought the wolf {deed.letters} home." if who else f"Wolf {deed.letters} goes home."
    if deed.kind == BERSERK:
        cries = "".join(f" {x}: {CRIES[nature]}" for x, nature in zip(deed.letters, natures or "", strict=False))
        rage = f"{who} went berserk and shot" if who else "The Farmer goes berserk and shoots"
        return f"{rage} {listed(deed.letters)}.{cries}"
    ran = "".join(run.letter for run in deed.runs)
    flights = [f"{listed(ran)} ran"] if ran else []
    flights += [f"{listed(deed.stayed)} had to stay"] if deed.stayed else []
    nature, cry = (NATURES[natures], f" {CRIES[natures]}") if natures else ("", "")
    if who:
        done = f"{who} {'ate' if deed.kind == KILL else 'shot'} {deed.letters}{nature.removesuffix(',')}"
    else:
        done = f"{deed.letters}{nature} {'is eaten' if deed.kind == KILL else 'is shot'}"
    return "; ".join([done, *flights]) + "." + cry


def tell(fact: Any, names: Mapping[Seat, str]) -> str:
    """A fact in a sentence."""
    match fact:
        case Placed(cells):
            return f"{_has(FARMER, names)} placed {len(cells)} animals."
        case Hidden(number):
            return f"{_has(WOLF, names)} hidden {plural(number, 'wolf', 'wolves')} in the flock."
        case Clothed(wolves):
            return _named("Your", wolves)
        case Done(deed, natures):
            return told(deed, natures, names)
        case Feast(eaten):
            return f"A wolf is left and eats {listed(eaten)}."
        case Unmasked(wolves):
            return f"The wolves were {listed(wolves)}." if len(wolves) > 1 else f"The wolf was {wolves}."
    raise TypeError(f"Mutton has no fact {type(fact).__name__}")


def _wolves(number: int) -> str:
    return "wolf" if number == 1 else "wolves"


def _named(owner: str, wolves: str) -> str:
    return f"{owner} {_wolves(len(wolves))}: {' '.join(wolves)}."


def _has(role: Seat, names: Mapping[Seat, str]) -> str:
    return does(names.get(role) or f"The {_ROLE[role]}", "has", "have")


# -- at the end ---------------------------------------------------------------------------------


def recap(view: View, names: Mapping[Seat, str]) -> tuple[Noted, ...]:
    """A tick for what went well for the viewer's side, a cross for what did not."""
    return () if view.wolves is None else tuple(_recap_lines(view, view.wolves))


def _recap_lines(view: View, wolves: str) -> Iterator[Noted]:
    shots = [deed for deed in view.log if deed.kind == SHOT]
    if hits := [deed for deed in shots if deed.letters in wolves]:
        yield noted(f"{_rounds(hits)}: {_shot_words(hits, 'wolf', 'wolves')}.", FARMER, view.seat)
    if misses := [deed for deed in shots if deed.letters not in wolves]:
        yield noted(f"{_rounds(misses)}: {_shot_words(misses, 'sheep', 'sheep')} by mistake.", WOLF, view.seat)
    if homes := [deed.letters for deed in view.log if deed.kind == ESCAPE]:
        each = " each" if len(homes) > 1 else ""
        yield noted(f"{listed(homes)} went home, for {HOMECOMING} points{each}.", WOLF, view.seat)
    if view.log[-1].kind == BERSERK:
        yield _berserk_recap(view, view.log[-1], wolves)
    if eaten := [deed.letters for deed in view.log if deed.kind == KILL and deed.letters not in wolves]:
        yield Noted(f"{len(eaten)} sheep {'was' if len(eaten) == 1 else 'were'} eaten by night: {listed(eaten)}.")


def _berserk_recap(view: View, deed: Deed, wolves: str) -> Noted:
    hit = sum(letter in wolves for letter in deed.letters)
    left = any(animal.wolf and animal.fate == ALIVE for animal in view.animals)
    came = "a wolf was left, and ate the rest" if left else "no wolf was left"
    were = "was a wolf" if hit == 1 else "were wolves"
    words = f"Round {deed.round}: berserk, {hit} of {len(deed.letters)} {were}; {came}."
    return noted(words, WOLF if left else FARMER, view.seat)


def _rounds(deeds: list[Deed]) -> str:
    rounds = [str(deed.round) for deed in deeds]
    return f"Round{'s' if len(rounds) > 1 else ''} {listed(rounds)}"


def _shot_words(deeds: list[Deed], one: str, many: str) -> str:
    who = listed([deed.letters for deed in deeds])
    return f"the {many} {who} were shot" if len(deeds) > 1 else f"the {one} {who} was shot"
