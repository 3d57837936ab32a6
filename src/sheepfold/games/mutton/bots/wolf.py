"""The Wolf's turn: kills and flights after which the Farmer knows least.

A kill tells the Farmer that one of its witnesses is a wolf. Where all who were suspected already are among the
witnesses it tells nothing new: so suspects run together, round the next victim.

The search takes the Farmer to know of a kill what it proves, and what the models say of it. A Farmer who reads clues
learns from the flight too: the best moves are ranked anew by what that is.
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
from sheepfold.games.mutton.bots.farmer import (
    MODELLED,
    TOLERANCE,
    UNIFORM,
    FarmerPosterior,
    costs_of_shots,
    first_suspects,
    noise_scale,
)
from sheepfold.games.mutton.bots.models import (
    Priors,
    PublicBelief,
    after_clues,
    after_kill,
    clues_of_flight,
    clues_of_kill,
    kill_likelihoods,
    mixed,
)
from sheepfold.games.mutton.bots.wolf_sets import Array, PublicField, WolfSets, company, rows_of, too_many, touching
from sheepfold.games.mutton.rules import Flight, scare
from sheepfold.games.mutton.terms import HOMECOMING

CROWDS: Final = (0.3, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0)
"""How much somebody who runs without a plan likes a cell, by the number of its neighbours."""
OWN: Final = -9.0
"""No set that holds an animal eats it: this outweighs the six of its own that may stand beside it."""
CERTAIN: Final = 0.97
"""What is likelier than this it does not doubt."""
LEAST_NOISE: Final = 0.05
"""Costs that differ by this are nearly the same to a Farmer without noise."""
MOST_RANKED: Final = 125_000
"""So many sets of wolves it asks about at most, over all moves that it ranks anew."""
UNLIKELY: Final = 0.05
"""Shots less likely than this are left out."""
BIT_WORTH: Final = 1.0
"""Points for a bit that the Farmer lacks."""
WOLF_WORTH: Final = 0.5
"""Points for a living wolf."""


@dataclass(frozen=True, slots=True)
class WolfSearch:
    """How much a Wolf looks into."""

    kills: int = 4
    """How many victims it looks into closely."""
    gatherings: int = 6
    """How many next victims it would lead suspects to."""
    unplanned: int = 4
    """How many flights without a plan it tries."""
    steps: int = 16
    """Steps of local search: how often it sends one runner of its best flight elsewhere."""
    ranked: int = 16
    """How many of its best moves it ranks anew, by what a Farmer who reads clues makes of them."""
    sets: int = 500
    """How many sets of wolves stand for all that fit."""
    noise: float = 0.1
    """The standard deviation of the noise in values, in points, so that nobody can foresee it."""
    uniform: float = 0.1
    """The prior that the Farmer takes all sets that fit for equally likely."""

    def longer(self, effort: float) -> WolfSearch:
        """The same with so many times as many flights looked into."""
        gatherings, unplanned, steps = (round(n * effort) for n in (self.gatherings, self.unplanned, self.steps))
        return replace(self, gatherings=gatherings, unplanned=max(1, unplanned), steps=steps)


@dataclass(frozen=True, slots=True)
class Skill:
    """What tells one of these players from another."""

    search: WolfSearch = field(default_factory=WolfSearch)
    priors: Priors = field(default_factory=Priors)
    shots: int = 6
    """How many animals the Farmer thinks of shooting."""
    noise: float = 0.0
    """The standard deviation of the noise in the Farmer's costs while much is in doubt, in points, so that nobody can
    foresee the shot."""
    discounts: tuple[float, ...] = (1.0,)
    """The Farmer's mixture: it holds the first suspect to be so many times as likely a wolf as its odds say, one of
    these, drawn for every shot, so that no Wolf can know which of two suspects comes first."""
    overlooks: float = 0.0
    """How often each of them, or each victim of the Wolf, is not thought of."""

    def discount(self, rng: Random) -> float:
        return rng.choice(self.discounts) if len(self.discounts) > 1 else self.discounts[0]


SKILLS: Final = {
    "wily": Skill(
        WolfSearch(kills=3, gatherings=2, unplanned=3, sets=400, steps=0, ranked=0, noise=0.5, uniform=1.0),
        Priors((0.6, 0.2, 0.2), clues=0.0),
        shots=4,
        overlooks=0.25,
    ),
    "grey": Skill(noise=0.2, discounts=(1.0, 0.6)),
}
"""The players of this kind by name."""


@dataclass(frozen=True, slots=True)
class FarmerResponse:
    """One way in which the Farmer may answer a kill."""

    chance: float
    points: float
    """What the answer brings the Wolf at once."""
    shot: int
    """Whom the Farmer shoots, as a mask; 0 for nobody."""
    sets: Array
    """Sets of living wolves drawn from the Farmer's posterior: rows of 0 and 1."""
    bits: float
    """The surprisal of the true set: how many bits the Farmer lacks."""
    kind: int
    """The Farmer's posterior: ``UNIFORM`` or ``MODELLED``."""
    mine: list[int]
    """The Wolf's own that are alive then."""
    others: Array
    """All others that are."""


MoveValues: TypeAlias = dict[tuple[int, tuple[int, ...] | None], float]
"""Moves and what they are worth: a victim and where each runner goes, or a wolf that goes home and None."""


class WolfTurn:
    """One turn of a Wolf that thinks of a Farmer of its own skill, beside one who takes all sets for equally likely."""

    def __init__(self, belief: PublicBelief, wolves: int, skill: Skill, rng: Random) -> None:
        self.belief, self.skill, self.rng = belief, skill, rng
        self.search, self.priors = skill.search, skill.priors
        self.options = belief.field.options
        self.cells, self.alive = belief.field.cells, belief.field.alive
        self.pack, self.wolves = wolves, wolves & self.alive
        self.near = company(self.options.size, self.cells, self.alive)
        self.touching = touching(self.options.size)
        self.standing = sum(1 << self.cells[animal] for animal in bits(self.alive))
        self.uniform = belief.farmer.uniform(self.search.uniform)
        self.likelihoods = (
            kill_likelihoods(belief.field, belief.sets, self.priors)[1] if self.uniform < CERTAIN else None
        )
        self._kills: dict[int, tuple[WolfSets, Array, list[FarmerResponse]]] = {}

    def moves(self) -> MoveValues:
        """The moves that it looked into; where it ranks anew, the best of them by that."""
        found, ranked = self._searched(), self._ranked()
        if min(ranked, len(found)) < 2:
            return found
        best = sorted(found, key=lambda move: -found[move])[:ranked]
        return {move: found[move] if move[1] is None else self._ranked_value(move[0], move[1]) for move in best}

    def worth_of(self, animal: int, goals: tuple[int, ...] | None) -> float:
        """What one move is worth, whether or not it was looked into."""
        if goals is None:
            return self._homecoming(animal)
        if self._ranked() < 2:
            return self._value(self._responses(animal), self._flight(animal, goals).cells)
        return self._ranked_value(animal, goals)

    def _ranked(self) -> int:
        """How many moves it ranks anew; fewer than two: none."""
        if self.uniform >= CERTAIN or not self.options.reveal or too_many(self.options):
            return 0
        return min(self.search.ranked, MOST_RANKED // len(self.belief.sets.masks))

    def _searched(self) -> MoveValues:
        found: MoveValues = {}
        prey = 0
        for wolf in bits(self.wolves):
            if self.options.escape and not self.near[wolf]:
                found[wolf, None] = self._homecoming(wolf)
            prey |= self.near[wolf]
        victims = bits(prey & ~self.wolves) or bits(prey)
        responses = {victim: self._responses(victim) for victim in victims}
        first = {victim: self._value(responses[victim], self.cells) + self._noise() for victim in victims}
        best: tuple[float, int, Flight] | None = None
        for victim in sorted(victims, key=lambda victim: -first[victim])[: self.search.kills]:
            for flight in self._flights(victim, responses[victim]):
                value = self._tried(found, victim, flight, responses[victim])
                if best is None or value > best[0]:
                    best = (value, victim, flight)
        if best is not None and best[2].runs:
            self._local_search(found, best, responses[best[1]])
        return found

    def _flight(self, victim: int, goals: tuple[int, ...]) -> Flight:
        flight = scare(self.options, self.cells, self.alive, victim).follow(goals)
        assert flight is not None, "only legal flights are asked about"
        return flight

    def _tried(self, found: MoveValues, victim: int, flight: Flight, responses: Sequence[FarmerResponse]) -> float:
        """What a kill with this flight is worth; looked into once."""
        key = victim, tuple(goal for _, goal in flight.runs)
        if key not in found:
            found[key] = self._value(responses, flight.cells) + self._noise()
        return found[key]

    def _local_search(
        self, found: MoveValues, best: tuple[float, int, Flight], responses: Sequence[FarmerResponse]
    ) -> None:
        """Send one runner of the best flight elsewhere, as long as that helps."""
        value, victim, flight = best
        start = scare(self.options, self.cells, self.alive, victim)
        for _ in range(self.search.steps):
            plan = dict(flight.runs)
            plan[self.rng.choice(list(plan))] = self.rng.choice(bits(start.free))
            changed = self._completed(start, plan)
            worth = self._tried(found, victim, changed, responses)
            if worth > value:
                value, flight = worth, changed

    def _noise(self) -> float:
        return self.search.noise * self.rng.gauss(0, 1)

    def _homecoming(self, loner: int) -> float:
        masks, weights = self.belief.sets.masks, self.belief.sets.weights
        there = weights[masks >> loner & 1 == 1].sum()
        mine = weights[masks == self.pack].sum() or weights.mean()
        left = self.wolves.bit_count() - 1
        surprisal = max(0.0, float(np.log2(max(there, mine) / mine))) if left else 0.0
        return HOMECOMING + BIT_WORTH * surprisal + WOLF_WORTH * left

    # -- the Farmer's answers ------------------------------------------------------------------

    def _responses(self, victim: int) -> list[FarmerResponse]:
        """How the Farmer may answer after the victim was eaten, by each posterior."""
        sets, found = self.belief.sets, list[FarmerResponse]()
        alive, fits = self.alive & ~(1 << victim), self._fits(victim)
        weights = fits.astype(np.float64) if fits.any() else np.ones(len(fits))  # a sample need not hold the truth
        if self.uniform > 1 - CERTAIN:
            shots = self._shots(UNIFORM, self.uniform, weights @ sets.living / weights.sum(), alive)
            found += self._after(UNIFORM, shots, sets.masks, weights, alive)
        if self.likelihoods is not None:
            joint = mixed(after_kill(sets.joint, self.likelihoods[:, :, victim]), self.priors, sets.clue_share)
            weights = weights * (joint.sum(axis=0) + 1e-12)
            shots = self._shots(MODELLED, 1 - self.uniform, weights @ sets.living / weights.sum(), alive)
            found += self._after(MODELLED, shots, sets.masks, weights, alive)
        return found

    def _fits(self, victim: int) -> Array:
        """Which sets of wolves could have eaten this one, as everybody will know."""
        masks = self.belief.sets.masks
        fits: Array = (masks & self.alive & self.near[victim]) != 0
        if self.options.reveal:
            fits &= (masks >> victim & 1) == (self.pack >> victim & 1)
        return fits

    def _shots(self, kind: int, prior: float, chances: Array, alive: int) -> dict[int, float]:
        """How likely the Farmer has this posterior and shoots each: one of the first suspects, or nobody (0)."""
        first = first_suspects(kind, chances, alive)
        shoots = float(self.belief.farmer.shoots(kind, chances[first[0]]))
        found = {0: prior * (1 - shoots)} if shoots < CERTAIN else {}
        groups = [[animal for animal in first if self.wolves >> animal & 1 == wolf] for wolf in (0, 1)]
        for group in groups if shoots > 1 - CERTAIN else ():
            for animal in group[:2]:  # more of a kind would add little
                found[1 << animal] = prior * (shoots * len(group) / len(first) / len(group[:2]))
        return found

    def _after(
        self, kind: int, shots: Mapping[int, float], masks: Array, weights: Array, alive: int
    ) -> list[FarmerResponse]:
        """What follows from each of these shots, by a Farmer who gives these weights to these sets of wolves."""
        total = float(weights.sum())
        truth = float(weights[masks == self.pack].sum()) or total / len(weights)
        sets = rows_of(self._drawn(masks, weights) & alive, len(self.cells))
        found = []
        for shot, chance in shots.items():
            if shot.bit_count() > 1:  # a berserk: that is all
                dead = shot if not self.wolves & alive & ~shot else alive
                gain = float((dead & ~self.wolves).bit_count())
                found.append(FarmerResponse(chance, gain, alive, sets, 0.0, kind, [], np.zeros(0, np.intp)))
                continue
            left, total_left, sheep = sets, total, bool(shot & ~self.wolves)
            if shot:
                animal = shot.bit_length() - 1
                if self.options.reveal:
                    left = sets[sets[:, animal] == (not sheep)]
                    total_left = float(weights[(masks >> animal & 1) == (not sheep)].sum())
                left = left.copy()
                left[:, animal] = 0
            surprisal = max(0.0, float(np.log2(max(total_left, truth) / truth)))
            mine, others = bits(self.wolves & alive & ~shot), np.array(bits(alive & ~shot & ~self.wolves), np.intp)
            found.append(FarmerResponse(chance, float(sheep), shot, left, surprisal, kind, mine, others))
        return found

    def _drawn(self, masks: Array, weights: Array) -> Array:
        """A sample of the sets of wolves by these weights."""
        rows, sets = np.flatnonzero(weights), self.search.sets
        if len(rows) <= sets and np.ptp(weights[rows]) == 0:
            return masks[rows]
        ladder = np.cumsum(weights[rows] / weights[rows].sum())
        steps = (np.arange(sets) + self.rng.random()) / sets  # evenly spread: chance alone would favour some
        found: Array = masks[rows[np.minimum(np.searchsorted(ladder, steps), len(rows) - 1)]]
        return found

    def _value(self, responses: Sequence[FarmerResponse], cells: tuple[int, ...]) -> float:
        """Points to come after a victim was eaten and everybody stands here, the Farmer to move."""
        there = np.array(cells)
        beside = self.touching[there[:, None], there]
        np.fill_diagonal(beside, OWN)
        return sum(each.chance * (each.points + self._later(each, beside)) for each in responses)

    def _later(self, response: FarmerResponse, beside: Array) -> float:
        """Points to come after the Farmer's answer: the next meal, and what the Farmer's missing bits are worth."""
        mine, others, sets = response.mine, response.others, response.sets
        if not mine:
            return 0.0
        kept = WOLF_WORTH * len(mine)
        victims = others[beside[mine].max(axis=0)[others] > 0]
        if not len(victims) or not len(sets):
            return BIT_WORTH * response.bits + kept - 1.5
        values = np.sort(self._next_kills(response, (sets @ beside[:, victims] > 0).astype(np.float32)))
        return 1 + kept + float(0.8 * values[-1] + 0.2 * values[max(0, len(values) - 2)])

    def _next_kills(self, response: FarmerResponse, fits: Array) -> Array:
        """What each of the next victims would bring beyond itself: the bits that are left after the Farmer's next
        answer, a sheep that is shot, less a wolf. ``fits`` says which sets can eat them."""
        sets = response.sets
        counts = fits.sum(axis=0)
        chances = fits.T @ sets / np.maximum(counts, 1)[:, None]
        left = response.bits + np.log2(np.maximum(counts, 0.5) / len(sets))
        top = chances.max(axis=1)
        first = (chances >= top[:, None] - TOLERANCE[MODELLED]).astype(np.float32)
        own = first[:, response.mine].sum(axis=1) / first.sum(axis=1)
        hit = BIT_WORTH * np.maximum(0.0, left + np.log2(np.maximum(top, 0.01))) - WOLF_WORTH
        missed = 1 + BIT_WORTH * np.maximum(0.0, left + np.log2(np.maximum(1 - top, 0.01)))
        shoots = self.belief.farmer.shoots(response.kind, top)
        found: Array = (1 - shoots) * BIT_WORTH * np.maximum(0.0, left) + shoots * (own * hit + (1 - own) * missed)
        return found

    # -- flights -------------------------------------------------------------------------------

    def _flights(self, victim: int, responses: Sequence[FarmerResponse]) -> Iterator[Flight]:
        start = scare(self.options, self.cells, self.alive, victim)
        if start.runner is None:
            yield start
            return
        for _ in range(self.search.unplanned):
            yield self._completed(start, {})
        touching = board.touching(self.options.size)
        runners = bits(start.waiting)
        suspects = responses[0].sets.mean(axis=0) if len(responses[0].sets) else np.zeros(len(self.cells))
        chance = {runner: float(suspects[runner]) for runner in runners}
        rooms = []
        for other in bits(start.alive & ~start.waiting & ~self.wolves):
            room = touching[self.cells[other]] & start.free
            stay = self.near[other] & start.alive & ~start.waiting
            size = min(room.bit_count(), len(runners)) + 0.3 * stay.bit_count() + 0.2 * self.rng.random()
            rooms.append((size, room))
        rooms.sort(reverse=True)
        for _, room in rooms[: self.search.gatherings]:
            for _ in range(2):
                order = sorted(runners, key=lambda runner: 0.05 * self.rng.random() - chance[runner])
                goals = bits(room)
                self.rng.shuffle(goals)
                yield self._completed(start, dict(zip(order, goals, strict=False)))

    def _completed(self, flight: Flight, plan: dict[int, int]) -> Flight:
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

    # -- ranked anew ---------------------------------------------------------------------------

    def _ranked_value(self, victim: int, goals: tuple[int, ...]) -> float:
        """What the move is worth where the Farmer may read clues."""
        cells, (_, _, uniform) = self._flight(victim, goals).cells, self._kill(victim)
        sets, field = self.farmers_belief(victim, cells)
        shots = {shot: (1 - self.uniform) * chance for shot, chance in self.foreseen(sets, field).items()}
        reading = self._after(MODELLED, shots, sets.masks, sets.weights, field.alive)
        return self._value([*uniform, *reading], cells) + self._noise()

    def _kill(self, victim: int) -> tuple[WolfSets, Array, list[FarmerResponse]]:
        """What the kill alone says, whatever the flight: the sets that fit, the clues to them, and the answers of a
        Farmer who takes all sets for equally likely."""
        if victim not in self._kills:
            assert self.likelihoods is not None, "or it would not rank anew"
            before, sets = self.belief.field, self.belief.sets
            after = WolfSets(sets.masks, sets.living, after_kill(sets.joint, self.likelihoods[:, :, victim]))
            after = after.keep(self._fits(victim)).without(1 << victim)
            uniform = [response for response in self._responses(victim) if response.kind == UNIFORM]
            self._kills[victim] = after, clues_of_kill(before, sets, victim, after), uniform
        return self._kills[victim]

    def farmers_belief(self, victim: int, cells: tuple[int, ...]) -> tuple[WolfSets, PublicField]:
        """What a Farmer who reads clues will believe after everybody ran there, and the field."""
        sets, kill, _ = self._kill(victim)
        field = PublicField(self.options, cells, self.alive & ~(1 << victim))
        runners = sum(1 << animal for animal in bits(self.near[victim]) if cells[animal] != self.cells[animal])
        if self.priors.clues:
            sets = after_clues(sets, np.concatenate([kill, clues_of_flight(field, runners, sets)], axis=1))
        joint = mixed(sets.joint, self.priors, self.belief.sets.clue_share)
        return WolfSets(sets.masks, sets.living, joint), field

    def foreseen(self, sets: WolfSets, field: PublicField) -> Mapping[int, float]:
        """How likely a Farmer of this skill is to make each shot."""
        skill, found = self.skill, defaultdict[int, float](float)
        for discount in skill.discounts:
            posterior = FarmerPosterior.of(sets.masks & field.alive, sets.living, sets.weights, discount)
            costs = costs_of_shots(posterior, field, skill.shots, self.rng)
            least = min(costs.values())
            temperature = max(LEAST_NOISE, 1.3 * noise_scale(skill.noise, posterior))  # the noise in two costs
            likely = {victims: float(np.exp((least - cost) / temperature)) for victims, cost in costs.items()}
            kept = {victims: chance for victims, chance in likely.items() if chance >= UNLIKELY}
            total = len(skill.discounts) * sum(kept.values())
            for victims, chance in kept.items():
                found[victims] += chance / total
        return found
