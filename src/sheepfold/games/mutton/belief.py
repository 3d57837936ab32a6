"""What a seat can infer about the wolves: exact counts, odds per animal, and worlds drawn at random.

Every set of wolves that fits what the seat has seen is equally likely. Up to 10 million sets can fit,
so they are counted and not listed: animals that occur in the same evidence are alike, and a chain of
levels, one per kind of animal, remembers only how many wolves are missing and which evidence is unmet.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import comb, log2
from random import Random
from typing import NamedTuple, Protocol

from sheepfold.core.contract import Marginal, Move, Seat
from sheepfold.games.mutton.board import OFF, bits, hexagon
from sheepfold.games.mutton.dictionary import spellable
from sheepfold.games.mutton.rules import letters_of, mask_of
from sheepfold.games.mutton.state import State
from sheepfold.games.mutton.terms import KILL, LETTERS, STAND, WOLF
from sheepfold.games.mutton.view import ALIVE, HOME, View, farmers_eyes, witnesses


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


def bits_told(chance: float) -> float:
    """How many bits the answer to a question tells on average that is a yes with this chance."""
    return -sum(each * log2(each) for each in (chance, 1 - chance) if each > 0)


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


def after_kill(view: View, victim: str) -> Posterior:
    """What the Farmer could infer if the viewer killed this animal now."""
    known, dead = evidence(farmers_eyes(view)), mask_of(victim)
    known = replace(known, packs=(*known.packs, witnesses(view, victim)))
    if view.options.reveal:
        wolf = victim in (view.wolves or "")
        known = replace(known, sure=known.sure | dead) if wolf else replace(known, cleared=known.cleared | dead)
    return posterior(known)


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


class CountedSets:
    """A posterior that counts without listing, one kind of animal after the other.

    A node is ``missing << len(packs) + 1 | unmet``: how many wolves are missing, and which packs have no wolf
    yet; the highest bit of ``unmet`` stands for the mixed set that has no sheep yet.
    """

    def __init__(self, known: Evidence) -> None:
        self.known, self.kinds = known, _ordered(known)
        self.width = len(known.packs) + 1
        self.root = (known.wolves - known.sure.bit_count()) << self.width | (1 << len(known.packs)) - 1
        self.root |= (known.mixed != 0) << len(known.packs)
        self._steps: dict[tuple[int, int], list[Branch]] = {}
        self.count = self._fits(0, self.root)

    def _fits(self, level: int, node: int) -> int:
        """In how many ways a node of this level can be brought to an end."""
        if level == len(self.kinds):
            return int(node == 0)
        return sum(step.fits for step in self._from(level, node))

    def _from(self, level: int, node: int) -> list[Branch]:
        """The ways on. Kept: many lead to the same node."""
        if (level, node) not in self._steps:
            self._steps[level, node] = list(self._branches(level, node))
        return self._steps[level, node]

    def _branches(self, level: int, node: int) -> Iterator[Branch]:
        known, kind, later = self.known, self.kinds[level], sum(self.kinds[level + 1 :])
        size, missing = kind.bit_count(), node >> self.width
        met = sum(1 << n for n, pack in enumerate(known.packs) if pack & kind)
        lost = sum(1 << n for n, pack in enumerate(known.packs) if not pack & later)
        eased = bool(kind & known.mixed) << len(known.packs)
        for wolves in range(max(0, missing - later.bit_count()), min(size, missing) + 1):
            reached = node - (wolves << self.width)
            reached &= ~met if wolves else -1
            reached &= ~eased if wolves < size else -1
            if not reached & lost:
                ways = comb(size, wolves)
                yield Branch(wolves, reached, ways, ways * self._fits(level + 1, reached))

    def chances(self) -> tuple[float, ...]:
        found = [float(self.known.sure >> i & 1) for i in range(self.known.animals)]
        reach = Counter({self.root: 1})
        for level, kind in enumerate(self.kinds):
            ahead, weight = Counter[int](), 0
            for node, ways in reach.items():
                for step in self._from(level, node):
                    ahead[step.node] += ways * step.ways
                    weight += ways * step.fits * step.wolves
            for i in bits(kind):
                found[i] = weight / (self.count * kind.bit_count())
            reach = ahead
        return tuple(found)

    def draw(self, rng: Random) -> int:
        wolves, node = self.known.sure, self.root
        for level, kind in enumerate(self.kinds):
            out = self._from(level, node)
            step = rng.choices(out, [step.fits for step in out])[0]
            wolves |= sum(1 << i for i in rng.sample(bits(kind), step.wolves))
            node = step.node
        return wolves


class Branch(NamedTuple):
    """A way from one level to the next."""

    wolves: int
    """How many of the level's animals are wolves."""
    node: int
    """Where it leads."""
    ways: int
    """In how many ways these can be chosen,"""
    fits: int
    """and all others after them."""


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
