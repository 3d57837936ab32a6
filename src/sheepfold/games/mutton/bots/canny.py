"""Canny, who plays Mutton in both roles and bids: it counts the wolves that fit and hides behind them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Final

from sheepfold.core.contract import Move, Part
from sheepfold.core.contract.bot import Weighed
from sheepfold.core.duel import DuelView
from sheepfold.core.geometry import hexagon
from sheepfold.games.mutton import belief, board, rules
from sheepfold.games.mutton.belief import evidence, posterior
from sheepfold.games.mutton.board import bits
from sheepfold.games.mutton.bots.explain import explain
from sheepfold.games.mutton.dictionary import spellable
from sheepfold.games.mutton.rules import Flight, scare
from sheepfold.games.mutton.terms import LETTERS, PASS, STAND, WOLF, Options
from sheepfold.games.mutton.view import ALIVE, View, farmers_eyes, witnesses

SURE_ENOUGH: Final = 0.25
"""The Farmer shoots at these odds; below them it waits for another night's evidence."""
DOUBT: Final = 1.5
"""What a unit of doubt about the wolves is expected to cost the Farmer who shoots one by one."""
PACK_PRICE: Final = 2.0
"""What a lost wolf costs the Wolf."""
FAIR_SHARE: Final = 0.42
"""The share of the flock that a Wolf scores among equals: where Canny stops bidding."""
ROOM: Final = 1.3
"""Cells per animal in the part of the field where the Farmer places the flock."""
TRIES: Final = 6
"""How many flights the Wolf imagines for each of its best victims."""


class Canny:
    """Shoots by the sets of wolves that fit as the Farmer; as the Wolf looks at itself through the Farmer's eyes."""

    def choose(self, view: DuelView[Options, View], rng: Random) -> Move:
        return self.weigh(view, rng).best

    def weigh(self, view: DuelView[Options, View], rng: Random) -> Weighed:
        now = view.now
        if now is None:
            return Weighed.alone(bid(view, rng))
        match now.phase:
            case "place":
                return Weighed.alone(place(now, rng))
            case "choose":
                return Weighed.alone(_hide(now, rng))
            case "wolf":
                return _prowl(now, rng)
        return aim_from(now, rng, SURE_ENOUGH)

    def explain(self, view: DuelView[Options, View], move: Move) -> str:
        return explain(view, move)


def bid(view: DuelView[Options, View], rng: Random, share: float = FAIR_SHARE) -> Move:
    """Open modestly, then raise by one as long as the Wolf's part seems worth it."""
    worth = max(1, round(share * view.options.num_sheep))
    if not view.bids:
        return (f"bid {max(1, worth - rng.randint(2, 4))}",)
    return (f"bid {view.bids[-1] + 1}",) if view.bids[-1] < worth else (PASS,)


# -- the Farmer --------------------------------------------------------------------------------


def place(view: View, rng: Random) -> Move:
    """In the middle of the field with a few gaps: every kill has witnesses, but not many. Letters fall by chance."""
    options = view.options
    flock = next(n for n in range(2, 9) if n == options.size or len(hexagon(n).names) >= ROOM * options.num_sheep)
    inner, outer = hexagon(flock), hexagon(options.size)
    shift = options.size - flock
    names = {(r, c): name for (r, c), name in zip(outer.places, outer.names, strict=True)}
    places = [inner.places[cell] for cell in board.sparse(flock, options.num_sheep)]
    cells = [names[row + shift, column + shift] for row, column in places]
    rng.shuffle(cells)
    return tuple(cells)


def aim_from(view: View, rng: Random, sure_enough: float) -> Weighed:
    """Berserk if that is cheapest, else the likeliest wolf, else, below these odds, wait."""
    odds = belief.odds(view)
    forced = view.log[-1].kind == STAND
    rampage = _rampage(view, odds, forced) if view.options.berserk else None
    if rampage is not None:
        return rampage
    return Weighed.of(shots(view, rng, odds, sure_enough, odds), "chance of a wolf")


def shots(
    view: View, rng: Random, suspicion: Mapping[str, float], enough: float, odds: Mapping[str, float]
) -> dict[Move, float]:
    """A shot at everybody by how suspicious they are, any of the most suspicious first; who may wait does so unless
    that is enough. ``odds`` says who would run where from a shotgun."""
    forced, most, values = view.log[-1].kind == STAND, max(suspicion.values()), dict[Move, float]()
    if forced or most >= enough:
        target = rng.choice([letter for letter, found in suspicion.items() if found > most - 1e-9])
        values[scatter(view, target, odds, rng) if view.options.shotgun else (target,)] = most
    if not forced:
        values[PASS,] = enough
    if not view.options.shotgun:  # with one, a shot is more than whom it hits
        for letter, found in suspicion.items():
            values.setdefault((letter,), found)
    return values


def _rampage(view: View, odds: dict[str, float], forced: bool) -> Weighed | None:
    """The set of victims with the least expected loss, if it beats shooting one by one."""
    known = evidence(view)
    total = posterior(known).count
    living = rules.mask_of(list(odds))
    wolves = sum(odds.values())
    meals = 0.0 if forced and not view.options.escape else wolves - 1
    patience = meals + DOUBT * sum(chance * (1 - chance) for chance in odds.values())
    one_by_one = patience
    order = sorted(odds, key=lambda letter: (-odds[letter], letter))
    best: Move | None = None
    for count in range(2, len(order) + 1):
        victims = order[:count]
        if count - wolves > patience:
            break
        spared = living & ~rules.mask_of(victims)
        caught = posterior(replace(known, cleared=known.cleared | spared)).count / total if spared else 1.0
        loss = caught * (count - wolves) + (1 - caught) * (len(odds) - wolves)
        if loss < patience - 1e-9:
            best, patience = tuple(sorted(victims)), loss
    return None if best is None else Weighed.of({best: -patience, (order[0],): -one_by_one}, "points")


def scatter(view: View, target: str, odds: Mapping[str, float], rng: Random) -> Move:
    """Shoot with the shotgun and send suspects where they have little company."""
    state = belief.imagine(view, rng)
    near = board.touching(view.options.size)
    flight = scare(state.options, state.cells, state.alive, LETTERS.index(target))
    while (runner := flight.runner) is not None:
        others = flight.alive & ~(1 << runner)
        crowd = {goal: board.neighbours(near, flight.cells, others, goal).bit_count() for goal in bits(flight.havens)}
        least = min(crowd.values())
        goals = [goal for goal in crowd if crowd[goal] == least or odds[LETTERS[runner]] == 0]
        flight = flight.run(rng.choice(goals))
    return as_move(f"{target}:", flight)


def as_move(victim: Part, flight: Flight) -> Move:
    """The whole move of somebody who scares others away."""
    names = hexagon(flight.options.size).names
    return victim, *(names[goal] for _, goal in flight.runs)


# -- the Wolf ----------------------------------------------------------------------------------


def _hide(view: View, rng: Random) -> Move:
    """Any wolves, the better fed of a few random choices: which ones is a matter of luck."""
    options = view.options
    index = hexagon(options.size).index
    near = board.touching(options.size)
    cells = [index[name] for name in view.start]
    everybody = (1 << len(cells)) - 1

    def fed(wolves: int) -> int:
        return sum(min(3, board.neighbours(near, cells, everybody, cells[i]).bit_count()) for i in bits(wolves))

    return tuple(rules.letters_of(max((any_pack(options, rng) for _ in range(3)), key=fed)))


def any_pack(options: Options, rng: Random) -> int:
    """Any set of wolves that may be chosen, each equally likely."""
    if options.dictionary:
        return rng.choice(spellable(options.num_wolves, options.num_sheep))
    return sum(1 << i for i in rng.sample(range(options.num_sheep), options.num_wolves))


def _prowl(view: View, rng: Random) -> Weighed:
    """The kill after which the Farmer knows least and the wolves are still fed; home when it gets hot."""
    state = belief.imagine(view, rng)
    suspicion = _Suspicion(view)
    first = rules.ahead(state, WOLF, ()).parts
    homeward = [part for part in first if part in LETTERS]
    kills = [part for part in first if part.endswith(":")]
    if homeward:
        hottest = max(homeward, key=suspicion.of)
        if not kills or suspicion.of(hottest) >= SURE_ENOUGH / 2:
            return Weighed.alone((hottest,))
    if not kills:
        return Weighed.alone((PASS,))
    ranked = sorted(kills, key=lambda kill: (suspicion.danger(kill[0], witnesses(view, kill[0])), rng.random()))
    values: dict[Move, float] = {}
    for kill in ranked[:3]:
        danger = suspicion.danger(kill[0], witnesses(view, kill[0]))
        for _ in range(TRIES):
            flight = scare(state.options, state.cells, state.alive, LETTERS.index(kill[0]))
            while flight.runner is not None:
                flight = flight.run(refuge(view, flight, rng))
            values[as_move(kill, flight)] = _fed(view, flight.cells, flight.alive) - danger
    return Weighed.of(values, "points, by feel")


class _Suspicion:
    """The Farmer's odds as the Wolf must imagine them, now and after a kill."""

    def __init__(self, view: View) -> None:
        self.wolves = rules.mask_of(view.wolves or "")
        self.living = rules.mask_of([a.letter for a in view.animals if a.fate == ALIVE])
        self.reveal = view.options.reveal
        self.known = evidence(farmers_eyes(view))
        self.now = posterior(self.known).chances()

    def of(self, letter: str) -> float:
        return self.now[LETTERS.index(letter)]

    def danger(self, victim: str, witnesses: int) -> float:
        """What the Wolf stands to lose: suspicion on its wolves, above all if one of them is the first suspect."""
        dead = rules.mask_of(victim)
        wolf = bool(dead & self.wolves)
        known = replace(self.known, packs=(*self.known.packs, witnesses))
        if self.reveal and wolf:
            known = replace(known, sure=known.sure | dead)
        elif self.reveal:
            known = replace(known, cleared=known.cleared | dead)
        chances = posterior(known).chances()
        left = self.living & ~dead
        top = max(chances[i] for i in bits(left))
        suspects = [i for i in bits(left) if chances[i] > top - 1e-9]
        caught = sum(self.wolves >> i & 1 for i in suspects) / len(suspects) if top >= SURE_ENOUGH * 0.8 else 0.0
        return PACK_PRICE * caught + 2 * sum(chances[i] for i in bits(left & self.wolves)) + 2 * wolf


def refuge(view: View, flight: Flight, rng: Random) -> int:
    """A cell in company, for wolves and sheep alike, so that running gives nothing away."""
    near = board.touching(view.options.size)
    alive = rules.mask_of([a.letter for a in view.animals if a.fate == ALIVE])
    goals = bits(flight.havens)
    crowd = [board.neighbours(near, flight.cells, alive, goal).bit_count() for goal in goals]
    weights = [(0.2, 1.0, 3.0, 5.0)[min(3, count)] for count in crowd]
    return rng.choices(goals, weights)[0]


def _fed(view: View, cells: tuple[int, ...], alive: int) -> float:
    """How well the living wolves will eat: company for each, and a crowd round somebody to hide the killer in."""
    near = board.touching(view.options.size)
    wolves = rules.mask_of(view.wolves or "") & alive
    fed = sum(min(2, board.neighbours(near, cells, alive, cells[i]).bit_count()) for i in bits(wolves))
    prey = board.in_company(near, cells, alive, wolves) & ~wolves
    cover = max((board.neighbours(near, cells, alive, cells[i]).bit_count() for i in bits(prey)), default=0)
    return 0.4 * fed + 0.3 * cover - (2.0 if not prey else 0.0)
