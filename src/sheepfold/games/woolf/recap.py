"""What came of a round of Woolf!!: who you were, whether you were right, and how everybody stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sheepfold.core.contract import Outcome, Seat
from sheepfold.core.scores import Interlude, Noted, Scoreboard, ScoreRow
from sheepfold.core.words.prose import amid, does, listed
from sheepfold.games.woolf.terms import DEAL, PEEK, ROUNDS, Reveal
from sheepfold.games.woolf.text import WORDS, called, counted, judged
from sheepfold.games.woolf.view import View


def interlude(view: View, names: Mapping[Seat, str]) -> Interlude | None:
    """The last round, until the viewer has done something in the next."""
    if not view.reveals or view.outcome is not None or _touched(view):
        return None
    reveal = view.reveals[-1]
    starts = "You start" if view.start == view.seat else f"{called(names, view.start)} starts"
    return Interlude(
        number=reveal.round,
        title=f"Round {reveal.round} of {ROUNDS} is over.",
        score="" if view.seat is None else f"+{_gained(reveal, view.seat)}",
        words="" if view.seat is None else _own(reveal, view.seat, names),
        onward=f"Round {view.round} of {ROUNDS}: {starts}." if view.phase != DEAL else "The next cards are dealt.",
        notes=(Noted(standings(view, names)),),
    )


def _touched(view: View) -> bool:
    """Whether the viewer has acted in the round being played; for those who look on, anybody."""
    if view.seat is None:
        return bool(view.events)
    looking = view.phase == PEEK and view.turn == view.seat
    return looking or view.pointers is not None or view.turns_taken(view.seat) > 0


def _gained(reveal: Reveal, seat: Seat) -> int:
    mine = reveal.suspicions[seat - 1]
    return mine.points + mine.bonus


def _own(reveal: Reveal, seat: Seat, names: Mapping[Seat, str]) -> str:
    who = reveal.characters[seat - 1]
    return f"You were the {WORDS[who]}: {judged(reveal.suspicions[seat - 1], who, names)}."


def scoreboard(view: View, outcome: Outcome, names: Mapping[Seat, str]) -> Scoreboard:
    """Everybody's points by round, and their error tokens."""
    rounds = [[_gained(reveal, seat) for seat in names] for reveal in view.reveals]
    columns = (*(f"Round {reveal.round}" for reveal in view.reveals), "Points", "Errors")
    points = zip(*rounds, view.points, view.errors, strict=True)
    rows = tuple(ScoreRow(names[seat], each, seat) for seat, each in zip(names, points, strict=True))
    return Scoreboard(" ".join(_reasons(view, outcome, names)), rows, columns)


def _reasons(view: View, outcome: Outcome, names: Mapping[Seat, str]) -> Iterator[str]:
    """Why it ended, and why not all with the most points won."""
    erring = [names[seat] for seat in names if view.errors[seat - 1] >= 2]
    if view.round == ROUNDS:
        yield f"All {ROUNDS} rounds are played."
    elif erring:
        have = does(erring[0], "has", "have") if len(erring) == 1 else f"{listed(erring)} have"
        yield f"It ended after round {view.round} of {ROUNDS}: {amid(have)} two error tokens."
    if view.points.count(max(view.points)) > len(outcome.winners):
        yield "Several have the most points: the fewest error tokens win."


def standings(view: View, names: Mapping[Seat, str]) -> str:
    """Who leads, and with how much; how the viewer stands, if they do not."""
    most = max(view.points)
    best = [seat for seat in range(1, view.players + 1) if view.points[seat - 1] == most]
    if len(best) == view.players:
        return f"All are level with {counted(most, 'point')}."
    leaders = listed(["you" if seat == view.seat else called(names, seat) for seat in best])
    verb = "lead" if len(best) > 1 or best[0] == view.seat else "leads"
    behind = view.seat is not None and view.seat not in best
    own = f"; you have {view.points[(view.seat or 1) - 1]}" if behind else ""
    return f"{leaders[0].upper()}{leaders[1:]} {verb} with {counted(most, 'point')}{own}."
