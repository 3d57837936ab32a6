"""What a seat can infer about the wolves: exact counts, odds per animal, and worlds drawn at random.

Every set of wolves that fits what the seat has seen is equally likely. Up to 10 million sets can fit,
so they are counted and not listed: animals that occur in the same evidence are alike, and a chain of
levels, one per kind of animal, remembers only how many wolves are missing and which evidence is unmet.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import comb
from random import Random
from typing import Protocol

from sheepfold.core.contract import Marginal, Move, Seat
from sheepfold.core.geometry import hexagon
from sheepfold.games.mutton.board import OFF, bits
from sheepfold.games.mutton.dictionary import spellable
from sheepfold.games.mutton.rules import letters_of, mask_of
from sheepfold.games.mutton.state import State
from sheepfold.games.mutton.terms import KILL, LETTERS, STAND, WOLF
from sheepfold.games.mutton.view import ALIVE, HOME, View


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known about the set of wolves, as masks of animals."""

    animals: int
    """How many animals there are."""
    wolves: int
    """How many of them are wolves."""
    sure: int
    """Wolves without doubt."""
    cleared: int
    """Sheep without doubt."""
    packs: tuple[int, ...]
    """Of each of these at least one is a wolf."""
    mixed: int
    """Of these at least one is a sheep; 0 says nothing."""
    words: bool
    """Whether the letters of the wolves spell a word."""


class Posterior(Protocol):
    """All sets of wolves that fit, each equally likely."""

    count: int

    def chances(self) -> tuple[float, ...]:
        """For each animal the chance that it is a wolf."""

    def draw(self, rng: Random) -> int:
        """One of the sets, as a mask."""


def evidence(view: View) -> Evidence:
    """What the view's owner has seen."""
    sure = cleared = alive = 0
    for i, animal in enumerate(view.animals):
        if animal.wolf is not None:
            sure |= animal.wolf << i
            cleared |= (not animal.wolf) << i
        alive |= (animal.fate == ALIVE) << i
    packs = []
    for deed in view.log:
        if deed.kind == KILL:
            packs.append(mask_of(deed.near))
        elif deed.kind == STAND and deed.role == WOLF:
            cleared |= mask_of(deed.near)
    mixed = 0
    if view.in_the_dark and view.log:
        # The game goes on, so among the living there are a wolf and a sheep; otherwise the dead tell as much.
        packs.append(alive)
        mixed = alive
    options = view.options
    return Evidence(
        options.num_sheep, options.num_wolves, sure, cleared, tuple(dict.fromkeys(packs)), mixed, options.dictionary
    )


@lru_cache(maxsize=64)
def posterior(known: Evidence) -> Posterior:
    """The posterior after this evidence. Kept: bots, advice and aids ask about the same evidence several
    times a move."""
    return ListedSets(known) if known.words else CountedSets(simplified(known))


def odds(view: View) -> dict[str, float]:
    """For each living animal the chance that it is a wolf, as the view's owner knows it."""
    chances = posterior(evidence(view)).chances()
    return {a.letter: chances[i] for i, a in enumerate(view.animals) if a.fate == ALIVE}


def beliefs(view: View) -> tuple[Marginal, ...]:
    """For each animal of unknown nature, alive or dead, whether it is a wolf."""
    if view.wolves is not None or view.phase in ("place", "choose"):
        return ()
    chances = posterior(evidence(view)).chances()
    return tuple(
        Marginal.of(animal.letter, {"wolf": chances[i], "sheep": 1 - chances[i]})
        for i, animal in enumerate(view.animals)
        if animal.wolf is None
    )


def truth(state: State) -> dict[str, str]:
    """For each animal whether it is a wolf."""
    animals = LETTERS[: state.options.num_sheep]
    return {letter: "wolf" if state.wolves >> i & 1 else "sheep" for i, letter in enumerate(animals)}


def hypotheses(view: View) -> int:
    """How many sets of wolves fit what the view's owner has seen."""
    return posterior(evidence(view)).count


def split(view: View, letter: str) -> tuple[int, int]:
    """In how many of the sets of wolves that fit this animal is one of them, and in how many it is not."""
    known, animal = evidence(view), mask_of(letter)
    return (
        posterior(replace(known, sure=known.sure | animal)).count if not known.cleared & animal else 0,
        posterior(replace(known, cleared=known.cleared | animal)).count if not known.sure & animal else 0,
    )


def all_among(view: View, letters: Sequence[str]) -> float:
    """The chance that every living wolf is one of these."""
    known = evidence(view)
    spared = mask_of([a.letter for a in view.animals if a.fate == ALIVE and a.letter not in letters])
    return posterior(replace(known, cleared=known.cleared | spared)).count / posterior(known).count


def imagine(view: View, rng: Random) -> State:
    """A state that the view's owner cannot tell from the truth."""
    index = hexagon(view.options.size).index
    if view.phase in ("place", "choose"):
        wolves = 0
    elif view.wolves is not None:
        wolves = mask_of(view.wolves)
    else:
        wolves = posterior(evidence(view)).draw(rng)
    return State(
        options=view.options,
        target=view.target,
        mirror=None if view.mirror is None else tuple(index[name] for name in view.mirror),
        cells=tuple(OFF if a.cell is None else index[a.cell] for a in view.animals),
        start=tuple(index[name] for name in view.start),
        wolves=wolves,
        alive=sum((a.fate == ALIVE) << i for i, a in enumerate(view.animals)),
        home=sum((a.fate == HOME) << i for i, a in enumerate(view.animals)),
        fresh=tuple((mask_of(letter).bit_length() - 1, index[cell]) for letter, cell in view.fresh),
        log=view.log,
        phase=view.phase,
        ended=None if view.outcome is None else view.outcome.reason,
    )


def retold(past: Sequence[tuple[State, Seat, Move]], seat: Seat, world: State) -> list[tuple[Seat, Move]]:
    """The same with the wolves of that world chosen. Everything else was done in the open."""
    wolves = tuple(letters_of(world.wolves))
    return [(mover, wolves if state.phase == "choose" else move) for state, mover, move in past]


def simplified(known: Evidence) -> Evidence:
    """The same evidence in fewer and smaller packs: what follows from other evidence is left out."""
    sure, packs = known.sure, set(known.packs)
    while True:
        open_packs = {pack & ~known.cleared for pack in packs if not pack & sure}
        certain = sum({pack for pack in open_packs if pack.bit_count() == 1})
        if not certain:
            break
        sure |= certain
        packs = open_packs
    least = tuple(sorted(p for p in open_packs if not any(q != p and q & p == q for q in open_packs)))
    mixed = 0 if known.mixed & known.cleared else known.mixed
    return Evidence(known.animals, known.wolves, sure, known.cleared, least, mixed, known.words)


class ListedSets:
    """A posterior for few sets: those that spell a word."""

    def __init__(self, known: Evidence) -> None:
        self.animals = known.animals
        self.sets = [
            wolves
            for wolves in spellable(known.wolves, known.animals)
            if wolves & known.sure == known.sure
            and not wolves & known.cleared
            and all(wolves & pack for pack in known.packs)
            and not (known.mixed and wolves & known.mixed == known.mixed)
        ]
        self.count = len(self.sets)

    def chances(self) -> tuple[float, ...]:
        return tuple(sum(wolves >> i & 1 for wolves in self.sets) / self.count for i in range(self.animals))

    def draw(self, rng: Random) -> int:
        return rng.choice(self.sets)


@dataclass(frozen=True, slots=True)
class Branch:
    """A way from one level to the next: how many of the level's animals are wolves, and where it leads."""

    wolves: int
    ways: int
    node: int


class CountedSets:
    """A posterior that counts without listing.

    A node is ``missing << len(packs) + 1 | unmet``: how many wolves are missing, and which packs have no wolf
    yet; the highest bit of ``unmet`` stands for the mixed set that has no sheep yet.
    """

    def __init__(self, known: Evidence) -> None:
        self.known = known
        self.kinds = _ordered(known)
        self.width = len(known.packs) + 1
        self.steps: list[dict[int, list[Branch]]] = []
        self._explore()
        self.fits = self._count()
        self.count = self.fits[0].get(self.root, 0)

    @property
    def root(self) -> int:
        unmet = (1 << len(self.known.packs)) - 1 | (self.known.mixed != 0) << len(self.known.packs)
        return (self.known.wolves - self.known.sure.bit_count()) << self.width | unmet

    def _explore(self) -> None:
        """Every node that can be reached, level by level, and the steps out of it."""
        nodes = {self.root}
        after = sum(kind.bit_count() for kind in self.kinds)
        later = [0] * (len(self.kinds) + 1)
        for level in range(len(self.kinds) - 1, -1, -1):
            later[level] = later[level + 1] | self.kinds[level]
        for level, kind in enumerate(self.kinds):
            size = kind.bit_count()
            after -= size
            met = sum(1 << n for n, pack in enumerate(self.known.packs) if pack & kind)
            eased = bool(kind & self.known.mixed) << len(self.known.packs)
            lost = sum(1 << n for n, pack in enumerate(self.known.packs) if not pack & later[level + 1])
            steps: dict[int, list[Branch]] = {}
            for node in nodes:
                missing = node >> self.width
                steps[node] = out = []
                for wolves in range(max(0, missing - after), min(size, missing) + 1):
                    reached = node - (wolves << self.width)
                    if wolves:
                        reached &= ~met
                    if wolves < size:
                        reached &= ~eased
                    if not reached & lost:
                        out.append(Branch(wolves, comb(size, wolves), reached))
            self.steps.append(steps)
            nodes = {step.node for out in steps.values() for step in out}
        self.ends = nodes

    def _count(self) -> list[dict[int, int]]:
        """For each node of each level in how many ways it can be brought to an end."""
        fits = [{node: int(node == 0) for node in self.ends}]
        for steps in reversed(self.steps):
            below = fits[-1]
            fits.append({node: sum(s.ways * below[s.node] for s in out) for node, out in steps.items()})
        return fits[::-1]

    def chances(self) -> tuple[float, ...]:
        found = [float(self.known.sure >> i & 1) for i in range(self.known.animals)]
        reach = {self.root: 1}
        for kind, steps, below in zip(self.kinds, self.steps, self.fits[1:], strict=True):
            ahead: dict[int, int] = {}
            weight = 0
            for node, ways in reach.items():
                for step in steps[node]:
                    ahead[step.node] = ahead.get(step.node, 0) + ways * step.ways
                    weight += ways * step.ways * below[step.node] * step.wolves
            for i in bits(kind):
                found[i] = weight / (self.count * kind.bit_count())
            reach = ahead
        return tuple(found)

    def draw(self, rng: Random) -> int:
        wolves, node = self.known.sure, self.root
        for kind, steps, below in zip(self.kinds, self.steps, self.fits[1:], strict=True):
            out = steps[node]
            step = rng.choices(out, [s.ways * below[s.node] for s in out])[0]
            wolves |= sum(1 << i for i in rng.sample(bits(kind), step.wolves))
            node = step.node
        return wolves


def _ordered(known: Evidence) -> list[int]:
    """The undecided animals grouped by the evidence they occur in, so ordered that few packs are open at a time."""
    kinds: dict[tuple[bool, ...], int] = {}
    for i in range(known.animals):
        if not (known.sure | known.cleared) >> i & 1:
            sign = (*(bool(pack >> i & 1) for pack in known.packs), bool(known.mixed >> i & 1))
            kinds[sign] = kinds.get(sign, 0) | 1 << i
    rest, done, ordered = list(kinds.values()), 0, []

    def opened(kind: int) -> tuple[int, int]:
        begun, left = done | kind, ~(done | kind)
        return sum(bool(pack & begun and pack & left & ~known.sure) for pack in known.packs), kind

    while rest:
        best = min(rest, key=opened)
        rest.remove(best)
        ordered.append(best)
        done |= best
    return ordered
