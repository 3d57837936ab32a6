"""What a game of Wolf in the Fold that is over adds up to: every herd and every fold with its points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sheepfold.core.contract import Outcome, Seat
from sheepfold.core.scores import Scoreboard, ScoredItem, ScoreRow
from sheepfold.core.words.prose import plural
from sheepfold.games.wolf_in_the_fold.score import Flock
from sheepfold.games.wolf_in_the_fold.terms import TOGETHER
from sheepfold.games.wolf_in_the_fold.text import no_more
from sheepfold.games.wolf_in_the_fold.view import View


def scoreboard(view: View, outcome: Outcome, names: Mapping[Seat, str]) -> Scoreboard:
    """The players and the wolves, or every player, and what each of them has points for."""
    if view.mode == TOGETHER:
        players = names[1] if view.seats == 1 else "Players"
        rows = [ScoreRow(players, (view.scores["players"],)), ScoreRow("Wolves", (view.scores["wolves"],))]
    else:
        rows = [ScoreRow(name, (view.scores[seat],), seat) for seat, name in names.items()]
    return Scoreboard(no_more(view), tuple(rows), ("Points",), tuple(_items(view, rows)))


def _items(view: View, rows: list[ScoreRow]) -> Iterator[ScoredItem]:
    """Every flock, what was worth most first, and what is worth nothing."""
    telling = [flock for flock in view.flocks if flock.herd or flock.enclosure is not None]
    for flock in sorted(telling, key=lambda flock: (-max(flock.players, flock.wolves), -len(flock.cells))):
        yield ScoredItem(_described(flock), _points(view, flock, rows))
    nothing = (0,) * len(rows)
    if strays := len(view.flocks) - len(telling):
        yield ScoredItem(f"{strays} lone sheep in the open", nothing)
    if empty := sum(not fold.sheep for fold in view.folds):
        yield ScoredItem(plural(empty, "empty fold"), nothing)


def _described(flock: Flock) -> str:
    """A flock without its place: "Herd of 5 in a fold, with wolf and shepherd"."""
    what = f"Herd of {len(flock.cells)}" if flock.herd else "Lone sheep"
    where = "in the open" if flock.enclosure is None else "in a fold"
    company = [kind for kind, there in (("wolf", flock.hunted), ("shepherd", flock.shepherd)) if there]
    return f"{what} {where}" + (f", with {' and '.join(company)}" if company else "")


def _points(view: View, flock: Flock, rows: list[ScoreRow]) -> tuple[int, ...]:
    if view.mode == TOGETHER:
        return flock.players, flock.wolves
    owner = None if flock.enclosure is None else view.folds[flock.enclosure].by
    return tuple(flock.players if row.seat == owner else 0 for row in rows)
