"""What the games of an arena say: means with standard errors, ratings, whether a difference is clear; and a drawing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log, sqrt
from operator import sub
from statistics import fmean, stdev
from typing import Final, Literal

from sheepfold.core.drawing.pen import TEXT, element, f, ink, label
from sheepfold.core.drawing.scene import Element
from sheepfold.core.drawing.svg import SPACE, markup, plain
from sheepfold.lab.arena import BoutResult, Contest
from sheepfold.play.people.ratings import printed

Measure = Literal["wins", "points"]

DOUBT: Final = 0.05
"""How often a difference may be called clear that is none, however often one looks."""
EARLY: Final = 50
"""The number of deals at which the sequential test is keenest."""
FEWEST: Final = 20
"""Before so many deals nothing is clear: their spread is not known well enough."""


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean and its standard error."""

    value: float
    error: float
    count: int

    @classmethod
    def of(cls, values: Iterable[float]) -> Mean:
        found = list(values)
        if not found:
            return cls(0.0, 0.0, 0)
        return cls(fmean(found), stdev(found) / sqrt(len(found)) if len(found) > 1 else 0.0, len(found))

    @property
    def clear(self) -> bool:
        """Whether it is not 0, by a test that may be asked after every game (Robbins' mixture of normal laws)."""
        if self.count < FEWEST:
            return False
        n = self.count
        bound = sqrt((n + EARLY) * log((n + EARLY) / (EARLY * DOUBT**2))) / n
        return abs(self.value) > bound * self.error * sqrt(n)


@dataclass(frozen=True, slots=True)
class Comparison:
    """How the first of two bots did against the other, or beside it on the same deals."""

    pair: tuple[str, str]
    games: int
    wins: Mean
    """The first one's wins, by game: its share of all that the two of them won, or how often it won."""
    points: tuple[Mean, Mean]
    """A seat's points, of either."""
    difference: Mean
    """By how much a seat of the first one is better than one of the other, deal by deal; the luck of the draw is taken
    off where the contest tells it."""
    with_luck: Mean
    """The same as it was played."""
    fair: float
    """What ``wins`` would be among equals."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """What became of one bot in the whole contest."""

    name: str
    games: int
    wins: Mean
    """A seat's wins, by game."""
    points: Mean
    rating: tuple[int, int] | None
    """As people read it, and its margin; None where nobody meets anybody."""
    milliseconds: float
    """For a move."""
    longest: float
    """Milliseconds for the slowest move."""


def compared(contest: Contest, pair: tuple[str, str], results: Iterable[BoutResult], measure: Measure) -> Comparison:
    """What the games of a pair say about it."""
    deals: dict[int, list[BoutResult]] = defaultdict(list)
    for result in results:
        if set(result.players) <= set(pair):
            deals[result.deal].append(result)
    whole = {deal: games for deal, games in deals.items() if len(games) == len(contest.bouts(pair, deal))}
    games = [game for deal in sorted(whole) for game in whole[deal]]
    one, other = pair

    def seats(game: BoutResult, name: str, values: tuple[float, ...]) -> list[float]:
        return [value for who, value in zip(game.players, values, strict=True) if who == name]

    def difference(worth: Callable[[BoutResult], tuple[float, ...]]) -> Mean:
        found = []
        for deal in sorted(whole):
            own, theirs = ([value for game in whole[deal] for value in seats(game, name, worth(game))] for name in pair)
            found.append(fmean(own) - fmean(theirs))
        return Mean.of(found)

    with_luck = difference(lambda game: game.wins if measure == "wins" else game.points)
    controlled = contest.control and measure == "points"
    gap = difference(lambda game: tuple(map(sub, game.points, game.luck))) if controlled else with_luck
    if contest.alone:
        shares, fair = [sum(seats(game, one, game.wins)) for game in games], 1 / contest.seats
    elif contest.together:
        shares, fair = [game.wins[0] for game in games if game.players[0] == one], 0.0
    else:
        shares = [fmean([sum(seats(game, one, game.wins)) for game in whole[deal]]) for deal in sorted(whole)]
        fair = 0.5
    points = (
        Mean.of(fmean(found) for game in games if (found := seats(game, name, game.points))) for name in (one, other)
    )
    return Comparison(pair, len(games), Mean.of(shares), (*points,), gap, with_luck, fair)  # type: ignore[arg-type]


def placed(contest: Contest, results: Mapping[str, BoutResult]) -> list[Ranked]:
    """Every bot, the best first."""
    in_order = [results[key] for key in sorted(results, key=lambda key: (results[key].deal, key))]
    strengths = {} if contest.together else ratings(in_order)
    found = []
    for name in contest.bots:
        games = [result for result in in_order if name in result.players]
        seats = {
            kind: [
                fmean([v for who, v in zip(game.players, getattr(game, kind), strict=True) if who == name])
                for game in games
            ]
            for kind in ("wins", "points")
        }
        moves = sum(game.moves[name] for game in games)
        found.append(
            Ranked(
                name,
                len(games),
                Mean.of(seats["wins"]),
                Mean.of(seats["points"]),
                strengths.get(name),
                1000 * sum(game.seconds[name] for game in games) / max(1, moves),
                1000 * max((game.longest[name] for game in games), default=0.0),
            )
        )
    return sorted(found, key=lambda bot: (-(bot.rating or (0,))[0], -bot.wins.value, -bot.points.value))


def ratings(results: Iterable[BoutResult]) -> dict[str, tuple[int, int]]:
    """openskill's ratings after these games in this order, as people read them; seats of one bot are a team."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    kept: dict[str, tuple[float, float]] = defaultdict(lambda: (model.rating().mu, model.rating().sigma))
    for result in results:
        names = list(dict.fromkeys(result.players))
        if len(names) < 2:
            continue
        seats = {name: [n for n, who in enumerate(result.players) if who == name] for name in names}
        worth = {name: fmean(result.wins[n] for n in seats[name]) for name in names}
        teams = [[model.rating(*kept[name])] for name in names]
        for name, (after,) in zip(names, model.rate(teams, scores=[worth[name] for name in names]), strict=True):
            kept[name] = after.mu, after.sigma
    return {name: printed(*strength) for name, strength in kept.items()}


WIDTH: Final = 640.0
LEFT, RIGHT, TOP, ROW = 130.0, 40.0, 46.0, 34.0
DEVIATIONS: Final = 2
"""A whisker of two standard errors holds the truth nineteen times in twenty."""


def drawn(title: str, bots: Sequence[Ranked]) -> str:
    """An SVG document, complete in itself: a seat's wins, with two standard errors either way."""
    spans = [
        (bot.wins.value - DEVIATIONS * bot.wins.error, bot.wins.value, bot.wins.value + DEVIATIONS * bot.wins.error)
        for bot in bots
    ]
    low = max(0.0, min((span[0] for span in spans), default=0.0) - 0.05)
    high = min(1.0, max((span[2] for span in spans), default=1.0) + 0.05)
    bottom = TOP + ROW * len(bots)

    def at(value: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (min(max(value, low), high) - low) / (high - low)

    pieces: list[Element] = [
        element("rect", width=WIDTH, height=bottom + 34, fill=ink("paper")),
        label(16, 20, title, 15, anchor="start", weight=700),
    ]
    for step in range(5):
        value = low + (high - low) * step / 4
        line = f"M{f(at(value))} {f(TOP - 8)}V{f(bottom)}"
        pieces.append(element("path", d=line, stroke=ink("rule"), stroke_width=1))
        pieces.append(label(at(value), bottom + 16, f"{100 * value:.0f} %", 12, fill="ink-2"))
    for number, (bot, (least, value, most)) in enumerate(zip(bots, spans, strict=True)):
        y, colour = TOP + ROW * (number + 0.5), ink(f"p{number % 8 + 1}")
        pieces.append(label(LEFT - 14, y, bot.name, 14, anchor="end"))
        whisker = f"M{f(at(least))} {f(y)}H{f(at(most))}" + "".join(
            f"M{f(at(end))} {f(y - 5)}v10" for end in (least, most)
        )
        pieces.append(element("path", d=whisker, stroke=colour, stroke_width=2))
        pieces.append(element("circle", cx=at(value), cy=y, r=5, fill=colour))
    document = element(
        "svg",
        *pieces,
        xmlns=SPACE,
        viewBox=f"0 0 {f(WIDTH)} {f(bottom + 34)}",
        role="img",
        aria_label=title,
        text_anchor="middle",
        font_family=TEXT,
    )
    return plain(markup(document))
