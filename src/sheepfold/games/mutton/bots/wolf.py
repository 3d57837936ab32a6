"""The Wolf's turn: kills and flights after which the Farmer knows least.

A kill tells the Farmer that one of its witnesses is a wolf. Where all who were suspected already are among the
witnesses it tells nothing new: so suspects run together, round the next victim.

The first look takes the Farmer to know of a kill what it proves, and what the models say of it. A Farmer who reads
clues learns from the flight too: the second look counts out what that is, for the best moves of the first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final, TypeAlias

import numpy as np

from sheepfold.games.mutton import board
from sheepfold.games.mutton.board import bits
from sheepfold.games.mutton.bots.farmer import Doubt, Price, answers, whim
from sheepfold.games.mutton.bots.models import Trust, clues_of_flight, clues_of_kill, eating, heard, humble, judged
from sheepfold.games.mutton.bots.story import ALIKE, EXACT, MODELLED, Story, first_suspects
from sheepfold.games.mutton.bots.worlds import Array, PublicField, WolfSets, company, rows_of, too_many, touching
from sheepfold.games.mutton.rules import Flight, scare
from sheepfold.games.mutton.terms import HOMECOMING

CROWDS: Final = (0.3, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0)
"""How much somebody who runs without a plan likes a cell, by the number of its neighbours."""
OWN: Final = -9.0
"""No set that holds an animal eats it: this outweighs the six of its own that may stand beside it."""
SURE: Final = 0.97
"""What is likelier than this it does not doubt."""
STEADY: Final = 0.05
"""Costs that differ by this are nearly the same to a Farmer without luck."""
WORK: Final = 125_000
"""So many sets of wolves it asks about at most, over all moves that it looks at again."""
UNLIKELY: Final = 0.05
"""Shots less likely than this are left out."""


@dataclass(frozen=True, slots=True)
class WolfSearch:
    """How much a Wolf looks into, and what it holds dear."""

    kills: int = 4
    """How many victims it looks into closely."""
    rounds: int = 6
    """How many next victims it would lead suspects to."""
    loose: int = 4
    """How many flights without a plan it tries."""
    polish: int = 16
    """How often it sends one runner of its best flight elsewhere."""
    looks: int = 16
    """How many of its best moves it looks at again: what a Farmer who reads clues makes of them."""
    sets: int = 500
    """How many sets of wolves stand for all that fit."""
    bit: float = 1.0
    """Points for a bit of the Farmer's doubt."""
    wolf: float = 0.5
    """Points for a living wolf."""
    luck: float = 0.1
    """How many points of difference it does not mind, so that nobody can foresee it."""
    even: float = 0.1
    """How far it believes, before the first shot, that the Farmer takes all sets that fit for equally likely."""

    def longer(self, effort: float) -> WolfSearch:
        """The same with so many times as many flights looked into."""
        rounds, loose, polish = (round(number * effort) for number in (self.rounds, self.loose, self.polish))
        return replace(self, rounds=rounds, loose=max(1, loose), polish=polish)


@dataclass(frozen=True, slots=True)
class Skill:
    """What tells one of these players from another."""

    search: WolfSearch = field(default_factory=WolfSearch)
    trust: Trust = field(default_factory=Trust)
    price: Price = field(default_factory=Price)
    aims: int = 6
    """How many animals the Farmer thinks of shooting."""
    luck: float = 0.0
    """How many points of difference the Farmer does not mind while much is in doubt, so that nobody can foresee the
    shot."""
    discounts: tuple[float, ...] = (1.0,)
    """The Farmer holds the first suspect to be so many times as likely a wolf as its odds say: one of these, drawn for
    every shot, so that no Wolf can know which of two suspects comes first."""
    overlooks: float = 0.0
    """How often each of them, or each victim of the Wolf, is not thought of."""

    def discount(self, rng: Random) -> float:
        return rng.choice(self.discounts) if len(self.discounts) > 1 else self.discounts[0]


SKILLS: Final = {
    "wily": Skill(
        WolfSearch(kills=3, rounds=2, loose=3, sets=400, polish=0, looks=0, luck=0.5, even=1.0),
        Trust((0.6, 0.2, 0.2), read=0.0),
        aims=4,
        overlooks=0.25,
    ),
    "grey": Skill(luck=0.2, discounts=(1.0, 0.6)),
}
"""The players of this kind by name."""


@dataclass(frozen=True, slots=True)
class Case:
    """One way in which the Farmer may answer a kill."""

    odds: float
    points: float
    """What the answer brings the Wolf at once."""
    shot: int
    """Whom the Farmer shoots, as a mask; 0 for nobody."""
    sets: Array
    """Sets of living wolves as the Farmer then reckons with them, drawn by their weights: rows of 0 and 1."""
    doubt: float
    """How many bits the Farmer lacks to know the truth."""
    way: int
    """How the Farmer reckons."""
    mine: list[int]
    """The Wolf's own that are alive then."""
    others: Array
    """All others that are."""


Found: TypeAlias = dict[tuple[int, tuple[int, ...] | None], float]
"""Moves and their worth: a victim and where each runner goes, or a wolf that goes home and None."""


class WolfTurn:
    """One turn of a Wolf that thinks of a Farmer of its own skill, beside one who reckons exactly."""

    def __init__(self, story: Story, wolves: int, skill: Skill, rng: Random) -> None:
        self.story, self.skill, self.rng = story, skill, rng
        self.search, self.trust = skill.search, skill.trust
        self.options = story.position.options
        self.cells, self.alive = story.position.cells, story.position.alive
        self.pack, self.wolves = wolves, wolves & self.alive
        self.near = company(self.options.size, self.cells, self.alive)
        self.touching = touching(self.options.size)
        self.standing = sum(1 << self.cells[animal] for animal in bits(self.alive))
        self.exact = story.farmer.exact(self.search.even)
        self.eats = eating(story.position, story.worlds, self.trust)[1] if self.exact < SURE else None
        self._kills: dict[int, tuple[WolfSets, Array, list[Case]]] = {}

    def moves(self) -> Found:
        """What it looked into; the best moves of the first look with what they are worth at the second."""
        found, looks = self._first_look(), self._looks()
        if min(looks, len(found)) < 2:
            return found
        best = sorted(found, key=lambda move: -found[move])[:looks]
        return {move: found[move] if move[1] is None else self._foretold(move[0], move[1]) for move in best}

    def worth_of(self, animal: int, goals: tuple[int, ...] | None) -> float:
        """What one move is worth, whether or not it was looked into."""
        if goals is None:
            return self._homecoming(animal)
        if self._looks() < 2:
            return self._worth(self._cases(animal), self._flight(animal, goals).cells)
        return self._foretold(animal, goals)

    def _looks(self) -> int:
        """How many moves it looks at again; fewer than two: none."""
        if self.exact >= SURE or not self.options.reveal or too_many(self.options):
            return 0
        return min(self.search.looks, WORK // len(self.story.worlds.masks))

    def _first_look(self) -> Found:
        found: Found = {}
        prey = 0
        for wolf in bits(self.wolves):
            if self.options.escape and not self.near[wolf]:
                found[wolf, None] = self._homecoming(wolf)
            prey |= self.near[wolf]
        victims = bits(prey & ~self.wolves) or bits(prey)
        cases = {victim: self._cases(victim) for victim in victims}
        first = {victim: self._worth(cases[victim], self.cells) + self._luck() for victim in victims}
        best: tuple[float, int, Flight] | None = None
        for victim in sorted(victims, key=lambda victim: -first[victim])[: self.search.kills]:
            for flight in self._flights(victim, cases[victim]):
                value = self._tried(found, victim, flight, cases[victim])
                if best is None or value > best[0]:
                    best = (value, victim, flight)
        if best is not None and best[2].runs:
            self._polish(found, best, cases[best[1]])
        return found

    def _flight(self, victim: int, goals: tuple[int, ...]) -> Flight:
        flight = scare(self.options, self.cells, self.alive, victim).follow(goals)
        assert flight is not None, "only legal flights are asked about"
        return flight

    def _tried(self, found: Found, victim: int, flight: Flight, cases: Sequence[Case]) -> float:
        """What a kill with this flight is worth; looked into once."""
        key = victim, tuple(goal for _, goal in flight.runs)
        if key not in found:
            found[key] = self._worth(cases, flight.cells) + self._luck()
        return found[key]

    def _polish(self, found: Found, best: tuple[float, int, Flight], cases: Sequence[Case]) -> None:
        """Send one runner of the best flight elsewhere, as long as that helps."""
        value, victim, flight = best
        start = scare(self.options, self.cells, self.alive, victim)
        for _ in range(self.search.polish):
            plan = dict(flight.runs)
            plan[self.rng.choice(list(plan))] = self.rng.choice(bits(start.free))
            changed = self._flown(start, plan)
            worth = self._tried(found, victim, changed, cases)
            if worth > value:
                value, flight = worth, changed

    def _luck(self) -> float:
        return self.search.luck * self.rng.gauss(0, 1)

    def _homecoming(self, loner: int) -> float:
        masks, weights = self.story.worlds.masks, self.story.worlds.weights
        there = weights[masks >> loner & 1 == 1].sum()
        mine = weights[masks == self.pack].sum() or weights.mean()
        left = self.wolves.bit_count() - 1
        doubt = max(0.0, float(np.log2(max(there, mine) / mine))) if left else 0.0
        return HOMECOMING + self.search.bit * doubt + self.search.wolf * left

    # -- the Farmer's answers ------------------------------------------------------------------

    def _cases(self, victim: int) -> list[Case]:
        """How the Farmer may answer after the victim was eaten: one who takes all sets that fit for equally likely,
        and one who knows the models."""
        worlds = self.story.worlds
        fits = (worlds.masks & self.alive & self.near[victim]) != 0
        if self.options.reveal:
            fits &= (worlds.masks >> victim & 1) == (self.pack >> victim & 1)
        weights = fits.astype(np.float64)
        if not weights.any():  # a sample need not hold the truth
            weights[:] = 1.0
        found = self._answers(EXACT, self.exact, weights, victim) if self.exact > 1 - SURE else []
        if self.eats is not None:
            lines = humble(judged(worlds.trust, self.eats[:, :, victim], self.trust), self.trust, worlds.share)
            weights = weights * (lines.sum(axis=0) + 1e-12)
            found += self._answers(MODELLED, 1 - self.exact, weights, victim)
        return found

    def _answers(self, way: int, share: float, weights: Array, victim: int) -> list[Case]:
        """Somebody is shot, or nobody. The Farmer, so likely there, reckons with these weights."""
        worlds, alive = self.story.worlds, self.alive & ~(1 << victim)
        chances = weights @ worlds.living / weights.sum()
        shots = self._shots(way, chances, alive)
        return self._told(way, {shot: share * odds for shot, odds in shots.items()}, worlds.masks, weights, alive)

    def _told(self, way: int, shots: dict[int, float], masks: Array, weights: Array, alive: int) -> list[Case]:
        """The case after each of these shots, by a Farmer who gives these weights to these sets of wolves."""
        total = float(weights.sum())
        truth = float(weights[masks == self.pack].sum()) or total / len(weights)
        sets = rows_of(self._drawn(masks, weights) & alive, len(self.cells))
        found = []
        for shot, odds in shots.items():
            if shot.bit_count() > 1:  # a berserk: that is all
                dead = shot if not self.wolves & alive & ~shot else alive
                gain = float((dead & ~self.wolves).bit_count())
                found.append(Case(odds, gain, alive, sets, 0.0, way, [], np.zeros(0, np.intp)))
                continue
            left, total_left, sheep = sets, total, bool(shot & ~self.wolves)
            if shot:
                animal = shot.bit_length() - 1
                if self.options.reveal:
                    left = sets[sets[:, animal] == (not sheep)]
                    total_left = float(weights[(masks >> animal & 1) == (not sheep)].sum())
                left = left.copy()
                left[:, animal] = 0
            doubt = max(0.0, float(np.log2(max(total_left, truth) / truth)))
            mine, others = bits(self.wolves & alive & ~shot), np.array(bits(alive & ~shot & ~self.wolves), np.intp)
            found.append(Case(odds, float(sheep), shot, left, doubt, way, mine, others))
        return found

    def _shots(self, way: int, chances: Array, alive: int) -> dict[int, float]:
        """How likely the Farmer is to shoot each: one of the first suspects, or nobody (0)."""
        first = first_suspects(way, chances, alive)
        dares = float(self.story.farmer.dares(way, chances[first[0]]))
        found = {0: 1 - dares} if dares < SURE else {}
        groups = [[animal for animal in first if self.wolves >> animal & 1 == wolf] for wolf in (0, 1)]
        for group in groups if dares > 1 - SURE else ():
            for animal in group[:2]:  # more of a kind would add little
                found[1 << animal] = dares * len(group) / len(first) / len(group[:2])
        return found

    def _drawn(self, masks: Array, weights: Array) -> Array:
        """Sets of wolves that stand for all with these weights."""
        rows, sets = np.flatnonzero(weights), self.search.sets
        if len(rows) <= sets and np.ptp(weights[rows]) == 0:
            return masks[rows]
        ladder = np.cumsum(weights[rows] / weights[rows].sum())
        steps = (np.arange(sets) + self.rng.random()) / sets  # evenly spread: chance alone would favour some
        found: Array = masks[rows[np.minimum(np.searchsorted(ladder, steps), len(rows) - 1)]]
        return found

    def _worth(self, cases: Sequence[Case], cells: tuple[int, ...]) -> float:
        """Points to come after a victim was eaten and everybody stands here, the Farmer to move."""
        there = np.array(cells)
        beside = self.touching[there[:, None], there]
        np.fill_diagonal(beside, OWN)
        return sum(case.odds * (case.points + self._later(case, beside)) for case in cases)

    def _later(self, case: Case, beside: Array) -> float:
        """Points to come after the Farmer's answer: the next meal, and what the doubt is worth that it leaves."""
        search, mine, others, sets = self.search, case.mine, case.others, case.sets
        if not mine:
            return 0.0
        kept = search.wolf * len(mine)
        victims = others[beside[mine].max(axis=0)[others] > 0]
        if not len(victims) or not len(sets):
            return search.bit * max(0.0, case.doubt) + kept - 1.5
        values = np.sort(self._meals(case, (sets @ beside[:, victims] > 0).astype(np.float32)))
        return 1 + kept + float(0.8 * values[-1] + 0.2 * values[max(0, len(values) - 2)])

    def _meals(self, case: Case, fits: Array) -> Array:
        """What each of the next victims would bring beyond itself: the doubt that is left after the Farmer's next
        answer, a sheep that is shot, less a wolf. ``fits`` says which sets can eat them."""
        bit, sets = self.search.bit, case.sets
        counts = fits.sum(axis=0)
        chances = fits.T @ sets / np.maximum(counts, 1)[:, None]
        left = case.doubt + np.log2(np.maximum(counts, 0.5) / len(sets))
        top = chances.max(axis=1)
        first = (chances >= top[:, None] - ALIKE[MODELLED]).astype(np.float32)
        own = first[:, case.mine].sum(axis=1) / first.sum(axis=1)
        hit = bit * np.maximum(0.0, left + np.log2(np.maximum(top, 0.01))) - self.search.wolf
        missed = 1 + bit * np.maximum(0.0, left + np.log2(np.maximum(1 - top, 0.01)))
        dares = self.story.farmer.dares(case.way, top)
        found: Array = (1 - dares) * bit * np.maximum(0.0, left) + dares * (own * hit + (1 - own) * missed)
        return found

    # -- flights -------------------------------------------------------------------------------

    def _flights(self, victim: int, cases: Sequence[Case]) -> Iterator[Flight]:
        start = scare(self.options, self.cells, self.alive, victim)
        if start.runner is None:
            yield start
            return
        for _ in range(self.search.loose):
            yield self._flown(start, {})
        touching = board.touching(self.options.size)
        runners = bits(start.waiting)
        suspects = cases[0].sets.mean(axis=0) if len(cases[0].sets) else np.zeros(len(self.cells))
        chance = {runner: float(suspects[runner]) for runner in runners}
        rooms = []
        for other in bits(start.alive & ~start.waiting & ~self.wolves):
            room = touching[self.cells[other]] & start.free
            stay = self.near[other] & start.alive & ~start.waiting
            size = min(room.bit_count(), len(runners)) + 0.3 * stay.bit_count() + 0.2 * self.rng.random()
            rooms.append((size, room))
        rooms.sort(reverse=True)
        for _, room in rooms[: self.search.rounds]:
            for _ in range(2):
                order = sorted(runners, key=lambda runner: 0.05 * self.rng.random() - chance[runner])
                goals = bits(room)
                self.rng.shuffle(goals)
                yield self._flown(start, dict(zip(order, goals, strict=False)))

    def _flown(self, flight: Flight, plan: dict[int, int]) -> Flight:
        """Everybody runs by plan; who has none, into company."""
        touching = board.touching(self.options.size)
        kept = sum(1 << goal for goal in plan.values())
        victim = (self.alive ^ flight.alive).bit_length() - 1
        standing = self.standing ^ 1 << self.cells[victim]
        while (runner := flight.runner) is not None:
            havens = flight.havens
            goal = plan.get(runner, -1)
            if goal < 0 or not havens >> goal & 1:
                goals = bits(havens & ~kept) or bits(havens)
                crowds = [CROWDS[(touching[cell] & standing).bit_count()] for cell in goals]
                goal = self.rng.choices(goals, crowds)[0]
            standing ^= 1 << flight.cells[runner] | 1 << goal
            flight = flight.run(goal)
        return flight

    # -- the second look -----------------------------------------------------------------------

    def _foretold(self, victim: int, goals: tuple[int, ...]) -> float:
        flight = self._flight(victim, goals)
        _, _, exact = self._kill(victim)
        return self._worth([*exact, *self._told_by(victim, flight.cells)], flight.cells) + self._luck()

    def _kill(self, victim: int) -> tuple[WolfSets, Array, list[Case]]:
        """What a Farmer who reads makes of the kill alone: the sets that fit, and the clues to them. And what one
        who reckons exactly answers."""
        if victim not in self._kills:
            assert self.eats is not None, "or it would not look again"
            before, worlds = self.story.position, self.story.worlds
            after = WolfSets(worlds.masks, worlds.living, judged(worlds.trust, self.eats[:, :, victim], self.trust))
            witnessed = (worlds.masks & self.alive & self.near[victim]) != 0
            same = (worlds.masks >> victim & 1) == (self.pack >> victim & 1)
            after = after.keep(witnessed & same).without(1 << victim)
            exact = [case for case in self._cases(victim) if case.way == EXACT]
            self._kills[victim] = after, clues_of_kill(before, worlds, victim, after), exact
        return self._kills[victim]

    def _told_by(self, victim: int, cells: tuple[int, ...]) -> list[Case]:
        """How a Farmer who reads answers the kill after everybody ran there."""
        worlds, field = self.read_by_farmer(victim, cells)
        odds = {shot: (1 - self.exact) * chance for shot, chance in self.foreseen(worlds, field).items()}
        return self._told(MODELLED, odds, worlds.masks, worlds.weights, field.alive)

    def read_by_farmer(self, victim: int, cells: tuple[int, ...]) -> tuple[WolfSets, PublicField]:
        """What that Farmer will believe then, and see."""
        worlds, kill, _ = self._kill(victim)
        field = PublicField(self.options, cells, self.alive & ~(1 << victim))
        runners = sum(1 << animal for animal in bits(self.near[victim]) if cells[animal] != self.cells[animal])
        if self.trust.read:
            worlds = heard(worlds, np.concatenate([kill, clues_of_flight(field, runners, worlds)], axis=1), self.trust)
        lines = humble(worlds.trust, self.trust, self.story.worlds.share)
        return WolfSets(worlds.masks, worlds.living, lines), field

    def foreseen(self, worlds: WolfSets, field: PublicField) -> Mapping[int, float]:
        """How likely a Farmer of this skill is to make each shot."""
        skill, found = self.skill, defaultdict[int, float](float)
        for discount in skill.discounts:
            doubt = Doubt.of(worlds.masks & field.alive, worlds.living, worlds.weights, discount)
            costs = answers(doubt, field, skill.price, skill.aims, self.rng)
            least = min(costs.values())
            heat = max(STEADY, 1.3 * whim(skill.luck, doubt))  # as a little luck in each of two makes one the better
            likely = {victims: float(np.exp((least - cost) / heat)) for victims, cost in costs.items()}
            kept = {victims: chance for victims, chance in likely.items() if chance >= UNLIKELY}
            total = len(skill.discounts) * sum(kept.values())
            for victims, chance in kept.items():
                found[victims] += chance / total
        return found
