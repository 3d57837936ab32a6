"""This game's players, the ladder that people climb, and why a move was played.

Novice and Farmhand look at what lies before them, Canny counts the sets of wolves that fit; the others think with
``bots/``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Final

from sheepfold.core.contract import Move, Part
from sheepfold.core.contract.bot import Level, Means, Weighed
from sheepfold.core.duel import DuelView
from sheepfold.core.words.prose import plural
from sheepfold.games.mutton import belief, board, rules
from sheepfold.games.mutton.board import bits, hexagon
from sheepfold.games.mutton.dictionary import spellable
from sheepfold.games.mutton.rules import Flight, scare
from sheepfold.games.mutton.terms import KILL, LETTERS, PASS, STAND, WOLF, Options
from sheepfold.games.mutton.view import ALIVE, View, farmers_eyes, witnesses

if TYPE_CHECKING:
    from sheepfold.games.mutton.bots.policy import Policy
    from sheepfold.games.mutton.bots.wolf import Skill

MuttonView = DuelView[Options, View]

SURE_ENOUGH: Final = 0.25
"""The Farmer shoots at these odds; below them it waits for another night's evidence."""
DOUBT: Final = 1.5
"""What a unit of variance of the number of wolves is expected to cost the Farmer who shoots one by one."""
LOST_WOLF: Final = 2.0
"""What a lost wolf costs the Wolf."""
SPACING: Final = 1.3
"""Cells per animal in the part of the field where the Farmer places the flock."""
VICTIMS: Final = 3
"""How many victims the Wolf looks into,"""
FLIGHTS: Final = 6
"""and how many flights from each."""


# -- set-up ---------------------------------------------------------------------------------------


def bid(view: DuelView[Options, View], rng: Random, share: float) -> Move:
    """Opens modestly, then raises by one up to this share of the flock."""
    worth = max(1, round(share * view.options.num_sheep))
    if not view.bids:
        return (f"bid {max(1, worth - rng.randint(2, 4))}",)
    return (f"bid {view.bids[-1] + 1}",) if view.bids[-1] < worth else (PASS,)


# -- the Farmer --------------------------------------------------------------------------------


def place(view: View, rng: Random) -> Move:
    """In the middle of the field with a few gaps, so that every kill has a few witnesses. Letters fall by chance."""
    options = view.options
    flock = next(n for n in range(2, 9) if n == options.size or len(hexagon(n).names) >= SPACING * options.num_sheep)
    inner, outer = hexagon(flock), hexagon(options.size)
    shift = options.size - flock
    names = {(r, c): name for (r, c), name in zip(outer.places, outer.names, strict=True)}
    places = [inner.places[cell] for cell in board.sparse(flock, options.num_sheep)]
    cells = [names[row + shift, column + shift] for row, column in places]
    rng.shuffle(cells)
    return tuple(cells)


def aim_by_odds(view: View, rng: Random, sure_enough: float = SURE_ENOUGH) -> Weighed:
    """Berserk if that is cheapest, else the likeliest wolf; below these odds a pass."""
    odds = belief.odds(view)
    forced = view.log[-1].kind == STAND
    if view.options.berserk and (rage := _berserk(view, odds, forced)) is not None:
        return rage
    return Weighed.of(_shots(view, rng, odds, sure_enough, odds), "chance of a wolf")


def _shots(
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


def _berserk(view: View, odds: dict[str, float], forced: bool) -> Weighed | None:
    """The set of victims with the least expected loss, if it beats shooting one by one."""
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
        caught = belief.all_among(view, victims)
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
    return _as_move(f"{target}:", flight)


def _as_move(victim: Part, flight: Flight) -> Move:
    """The whole move of somebody who scares others away."""
    names = hexagon(flight.options.size).names
    return victim, *(names[goal] for _, goal in flight.runs)


# -- the Wolf ----------------------------------------------------------------------------------


def _any_wolves(options: Options, rng: Random) -> int:
    if options.dictionary:
        return rng.choice(spellable(options.num_wolves, options.num_sheep))
    return sum(1 << i for i in rng.sample(range(options.num_sheep), options.num_wolves))


def _choices(view: View, rng: Random) -> tuple[Callable[[Part], Flight], list[Part], list[Part]]:
    """What the Wolf can do: how a flight from each kill begins, the kills, and the wolves that can go home."""
    state = belief.imagine(view, rng)
    parts = rules.ahead(state, WOLF, ()).parts

    def start(kill: Part) -> Flight:
        return scare(state.options, state.cells, state.alive, LETTERS.index(kill[0]))

    return start, [part for part in parts if part.endswith(":")], [part for part in parts if part in LETTERS]


def _danger(view: View, victim: str) -> float:
    """What the Wolf stands to lose: suspicion on its wolves, above all if one of them is the first suspect."""
    chances = belief.after_kill(view, victim).chances()
    left = rules.mask_of(view.living) & ~rules.mask_of(victim)
    wolves = rules.mask_of(view.wolves or "")
    top = max(chances[i] for i in bits(left))
    suspects = [i for i in bits(left) if chances[i] > top - 1e-9]
    caught = sum(wolves >> i & 1 for i in suspects) / len(suspects) if top >= SURE_ENOUGH * 0.8 else 0.0
    eaten = victim in (view.wolves or "")
    return LOST_WOLF * caught + 2 * sum(chances[i] for i in bits(left & wolves)) + 2 * eaten


def _refuge(view: View, flight: Flight, rng: Random) -> int:
    """A cell in company, for wolves and sheep alike, so that running gives nothing away."""
    near = board.touching(view.options.size)
    alive, goals = rules.mask_of(view.living), bits(flight.havens)
    crowds = [board.neighbours(near, flight.cells, alive, goal).bit_count() for goal in goals]
    return rng.choices(goals, [(0.2, 1.0, 3.0, 5.0)[min(3, crowd)] for crowd in crowds])[0]


def _fed(view: View, cells: tuple[int, ...], alive: int) -> float:
    """How well the living wolves will eat: company for each, and a crowd round somebody to hide the killer in."""
    near = board.touching(view.options.size)
    wolves = rules.mask_of(view.wolves or "") & alive
    fed = sum(min(2, board.neighbours(near, cells, alive, cells[i]).bit_count()) for i in bits(wolves))
    prey = board.in_company(near, cells, alive, wolves) & ~wolves
    cover = max((board.neighbours(near, cells, alive, cells[i]).bit_count() for i in bits(prey)), default=0)
    return 0.4 * fed + 0.3 * cover - (2.0 if not prey else 0.0)


# -- the players ----------------------------------------------------------------------------------


class Novice:
    """Sees the last night and nothing else, and thinks of one kill."""

    memory: ClassVar[int] = 1
    """How many nights it remembers."""
    careful: ClassVar[bool] = False
    fair_share: ClassVar[float] = 0.33
    """The share of the flock that it takes for a good score of the Wolf: there it stops bidding."""

    def choose(self, view: MuttonView, rng: Random) -> Move:
        return self.weigh(view, rng).best

    def weigh(self, view: MuttonView, rng: Random) -> Weighed:
        now = view.now
        if now is None:
            return Weighed.alone(bid(view, rng, self.fair_share))
        match now.phase:
            case "place":
                return Weighed.alone(place(now, rng))
            case "choose":
                return Weighed.alone(self.hide(now, rng))
            case "wolf":
                return self.kill(now, rng)
        return self.aim(now, rng)

    def hide(self, now: View, rng: Random) -> Move:
        """Any wolves, each set equally likely."""
        return tuple(rules.letters_of(_any_wolves(now.options, rng)))

    def kill(self, now: View, rng: Random) -> Weighed:
        """Eat a sheep in reach; who is careful, one with many witnesses. Everybody runs into company."""
        start, kills, homeward = _choices(now, rng)
        if not kills:
            return Weighed.alone((rng.choice(homeward),) if homeward else (PASS,))
        kills = [kill for kill in kills if kill[0] not in (now.wolves or "")] or kills
        kill = rng.choice(kills)
        if self.careful:
            kill = max(kills, key=lambda kill: (witnesses(now, kill[0]).bit_count(), rng.random()))
        flight = start(kill)
        while flight.runner is not None:
            flight = flight.run(_refuge(now, flight, rng) if self.careful else rng.choice(bits(flight.havens)))
        return Weighed.alone(_as_move(kill, flight))

    def aim(self, now: View, rng: Random) -> Weighed:
        """Shoot whom most of the last nights speak against."""
        counts = dict.fromkeys(now.living, 0)
        dead_wolves = {a.letter for a in now.animals if a.fate != ALIVE and a.wolf}
        for deed in [deed for deed in now.log if deed.kind == KILL][-self.memory :]:
            if dead_wolves.isdisjoint(deed.near):  # a wolf that was shot explains its meals
                for letter in deed.near:
                    if letter in counts:
                        counts[letter] += 1
        cleared = {letter for deed in now.log if deed.kind == STAND and deed.role == WOLF for letter in deed.near}
        for letter in cleared & counts.keys():
            counts[letter] = -1
        found = _shots(now, rng, counts, 1, dict.fromkeys(counts, 0.0))
        return Weighed.of(found, "nights that speak against it")

    def explain(self, view: MuttonView, move: Move) -> str:
        return explain(view, move)


class Farmhand(Novice):
    """Remembers every night, and hides in a crowd; but counts on fingers."""

    memory = 99
    careful = True


class Canny(Novice):
    """Shoots by the sets of wolves that fit; as the Wolf it reckons with what the Farmer can work out."""

    fair_share = 0.42

    def hide(self, now: View, rng: Random) -> Move:
        """Of three random sets the wolves with most neighbours."""
        options = now.options
        index = hexagon(options.size).index
        near = board.touching(options.size)
        cells = [index[name] for name in now.start]
        everybody = (1 << len(cells)) - 1

        def fed(wolves: int) -> int:
            return sum(min(3, board.neighbours(near, cells, everybody, cells[i]).bit_count()) for i in bits(wolves))

        return tuple(rules.letters_of(max((_any_wolves(options, rng) for _ in range(3)), key=fed)))

    def kill(self, now: View, rng: Random) -> Weighed:
        """The kill after which the Farmer knows least and the wolves are still fed; home when it gets hot."""
        start, kills, homeward = _choices(now, rng)
        if homeward:
            odds = belief.odds(farmers_eyes(now))
            hottest = max(homeward, key=odds.__getitem__)
            if not kills or odds[hottest] >= SURE_ENOUGH / 2:
                return Weighed.alone((hottest,))
        if not kills:
            return Weighed.alone((PASS,))
        dangers = {kill: _danger(now, kill[0]) for kill in kills}
        ranked = sorted(kills, key=lambda kill: (dangers[kill], rng.random()))
        values: dict[Move, float] = {}
        for kill in ranked[:VICTIMS]:
            for _ in range(FLIGHTS):
                flight = start(kill)
                while flight.runner is not None:
                    flight = flight.run(_refuge(now, flight, rng))
                values[_as_move(kill, flight)] = _fed(now, flight.cells, flight.alive) - dangers[kill]
        return Weighed.of(values, "points, by feel")

    def aim(self, now: View, rng: Random) -> Weighed:
        return aim_by_odds(now, rng)


class Thinker(Novice):
    """Weighs every set of wolves. What it thinks with is loaded at its first move."""

    fair_share = 0.5

    def __init__(self, skill: str | Skill) -> None:
        """A skill by its name, or one of one's own."""
        self._skill = skill
        self._policy: Policy | None = None
        self._effort = 1.0

    def equip(self, means: Means) -> None:
        """It may think longer; kernels are not for it."""
        if means.effort != self._effort:
            self._effort, self._policy = means.effort, None

    def kill(self, now: View, rng: Random) -> Weighed:
        return self.policy().weigh(now, rng)

    def aim(self, now: View, rng: Random) -> Weighed:
        return self.policy().weigh(now, rng)

    def policy(self) -> Policy:
        """What it thinks with."""
        if self._policy is None:
            from sheepfold.games.mutton.bots.policy import Policy
            from sheepfold.games.mutton.bots.wolf import SKILLS

            skill = SKILLS[self._skill] if isinstance(self._skill, str) else self._skill
            self._policy = Policy(replace(skill, search=skill.search.longer(self._effort)))
        return self._policy


BOTS: Final[dict[str, Callable[[], Any]]] = {
    "novice": Novice,
    "farmhand": Farmhand,
    "canny": Canny,
    "wily": partial(Thinker, "wily"),
    "grey": partial(Thinker, "grey"),
}

LEVELS: Final = (
    Level("novice", "Novice", "Sees the last night only, and eats what is nearest.", head="lambs"),
    Level("farmhand", "Farmhand", "Remembers who stood near, and hides in a crowd; does no sums.", head="boy"),
    Level("canny", "Canny", "Shoots by exact odds, and chooses kills that hide its wolves.", head="black", usual=True),
    Level("wily", "Wily", "Plans its flights and reads your habits, but overlooks things.", 0.1, "wolf-clothed"),
    Level("grey", "Old Grey", "Overlooks nothing, and gives nothing away.", 0.3, "wolf"),
)


# -- why ---------------------------------------------------------------------------------------


def explain(view: MuttonView, move: Move) -> str:
    """Why a move was played, in a sentence or two, from what its player could see."""
    now = view.now
    if now is None:
        passed = move == (PASS,)
        return "The Wolf seldom scores more than that." if passed else "I think that the Wolf can score that much."
    match now.phase:
        case "place":
            return "Each animal has few neighbours, so each kill leaves few suspects."
        case "choose":
            return "I chose my wolves at random, so nobody can guess them."
        case "wolf":
            return _why_kill(now, move)
    return _why_shot(now, move)


def _percent(chance: float) -> str:
    return f"{max(1, min(99, round(100 * chance)))} %" if 0 < chance < 1 else f"{round(100 * chance)} %"


def _why_shot(view: View, move: Move) -> str:
    odds = belief.odds(view)
    suspect = max(odds, key=lambda letter: (odds[letter], letter))
    if move == (PASS,):
        return (
            f"Nobody stands out: even for {suspect} the chance is only {_percent(odds[suspect])}."
            " Another night will tell more."
        )
    letters = [part.removesuffix(":") for part in move[:1] if part.endswith(":")] or list(move)
    if len(letters) > 1:
        return (
            f"{_percent(belief.all_among(view, letters))} chance that all the wolves left are among"
            f" these {len(letters)}. Waiting would cost more sheep."
        )
    letter = letters[0]
    if odds[letter] >= 1:
        return f"{letter} must be a wolf: nothing else explains who ran."
    first = (
        "Nobody is more likely."
        if odds[letter] >= odds[suspect] - 1e-9
        else "The way this Wolf hunts makes it even more likely."
    )
    forced = " The Wolf passed, so I must shoot." if view.log[-1].kind == STAND else ""
    return f"{_percent(odds[letter])} chance that {letter} is a wolf. {first}{forced}"


def _why_kill(view: View, move: Move) -> str:
    if move == (PASS,):
        return "None of my wolves has a neighbour."
    if not move[0].endswith(":"):
        return f"{move[0]} has no neighbour left, so it goes home."
    victim, wolves = move[0][0], view.wolves or ""
    after = belief.after_kill(view, victim)
    chances = dict(zip(LETTERS, after.chances(), strict=False))
    mine = [a.letter for a in view.animals if a.letter in wolves and a.fate == ALIVE and a.letter != victim]
    hottest = max((chances[letter] for letter in mine), default=0.0)
    share = _percent(after.count / belief.hypotheses(farmers_eyes(view)))
    seen = plural(witnesses(view, victim).bit_count(), "neighbour")
    return (
        f"{victim} has {seen}. Eating it leaves {share} of the possibilities,"
        f" and none of my wolves with a chance above {_percent(hottest)}."
    )
