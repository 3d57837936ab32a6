"""The public story of a game as a bot follows it: the field, the sets of wolves that fit with their weights, and how
the Farmer seems to choose shots."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from sheepfold.games.mutton.board import bits
from sheepfold.games.mutton.bots.models import Trust, clues, eating, heard, hiding, humble, judged, proved
from sheepfold.games.mutton.bots.worlds import Array, PublicField, WolfSets, all_sets, placed, rows_of, too_many
from sheepfold.games.mutton.rules import mask_of
from sheepfold.games.mutton.terms import FARMER, KILL, LETTERS, STAND, WOLF, Deed
from sheepfold.games.mutton.view import View, farmers_eyes

KEPT: Final = 24
"""How many stories are remembered: those of a few games side by side."""


@dataclass(frozen=True, slots=True)
class Story:
    """One moment of it."""

    position: PublicField
    worlds: WolfSets
    farmer: FarmerModel

    def after(self, deed: Deed, natures: Mapping[str, bool], trust: Trust) -> Story:
        """The story with a deed more. ``natures`` are those that everybody knows of the dead by now."""
        position, worlds, farmer = self.position.after(deed), self.worlds, self.farmer
        if deed.role == FARMER:
            chances = worlds.living.mean(axis=0), worlds.weights @ worlds.living
            farmer = farmer.after(mask_of(deed.letters), chances, self.position.alive)
        if deed.kind == KILL:
            worlds = _seen(self.position, worlds, LETTERS.index(deed.letters), trust)
        elif deed.kind == STAND and deed.role == WOLF:
            worlds = worlds.keep((worlds.masks & mask_of(deed.near)) == 0)
        for letter in deed.letters:
            if letter in natures:
                worlds = worlds.keep((worlds.masks >> LETTERS.index(letter) & 1) == natures[letter])
        dead = self.position.alive & ~position.alive
        if dead:
            worlds = worlds.without(dead)
        if deed.kind == KILL and trust.read and len(worlds.masks):
            worlds = heard(worlds, clues(self.position, self.worlds, deed, position, worlds), trust)
        share = self.worlds.share if deed.kind == KILL else proved(worlds, trust)
        if not position.options.reveal:  # the game goes on: a wolf and a sheep are alive
            left = worlds.masks & position.alive
            worlds = worlds.keep((left != 0) & (left != position.alive))
        return Story(position, WolfSets(worlds.masks, worlds.living, humble(worlds.trust, trust, share)), farmer)


def _seen(before: PublicField, worlds: WolfSets, victim: int, trust: Trust) -> WolfSets:
    """The sets that could eat the victim, each model judged by whether it would have."""
    can, chances = eating(before, worlds, trust)
    after = WolfSets(worlds.masks, worlds.living, judged(worlds.trust, chances[:, :, victim], trust))
    return after.keep(can[:, victim] > 0)


class Stories:
    """Tells stories by views. What is remembered follows from the views alone and only saves time."""

    def __init__(self, trust: Trust) -> None:
        self.trust = trust
        self._kept: OrderedDict[Hashable, Story] = OrderedDict()

    def of(self, view: View) -> Story:
        """The story as the Farmer knows it, whoever's view this is."""
        public = farmers_eyes(view)
        natures = {a.letter: a.wolf for a in public.animals if a.wolf is not None}
        return self._up_to(public, natures, len(view.log))

    def _up_to(self, view: View, natures: Mapping[str, bool], length: int) -> Story:
        log = view.log[:length]
        known = tuple(natures.get(letter) for deed in log for letter in deed.letters)
        sampled = (view.log, *natures.items()) if too_many(view.options) else None
        key = (view.options, view.start, log, known, sampled)
        story = self._kept.get(key)
        if story is None:
            before = self._up_to(view, natures, length - 1) if log else None
            story = self.begun(view) if before is None else before.after(log[-1], natures, self.trust)
            self._kept[key] = story
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return story

    def begun(self, view: View) -> Story:
        """The story before its first deed."""
        position, masks = placed(view), all_sets(view)
        living = rows_of(masks, len(position.cells))
        return Story(position, WolfSets(masks, living, hiding(position, living, self.trust)), FarmerModel.unknown())


# -- how the Farmer chooses shots --------------------------------------------------------------

EXACT, MODELLED = 0, 1
"""All sets of wolves that fit are equally likely to the Farmer, or the models weigh them."""
NERVES: Final = np.array([0.1, 0.2, 0.25, 0.3, 0.4, 0.5])
"""Chances from which on a Farmer may shoot."""
SLIP: Final = 0.15
"""How often a Farmer does something else than that."""
ALIKE: Final = (1e-5, 0.02)
"""Chances that differ by no more are the same to a Farmer who reckons this way."""


def first_suspects(way: int, chances: Array, alive: int) -> list[int]:
    """Those of the living who are likeliest to be wolves."""
    living = bits(alive)
    top = max(chances[animal] for animal in living)
    return [animal for animal in living if chances[animal] >= top - ALIKE[way]]


@dataclass(frozen=True)
class FarmerModel:
    """How well each way to reckon explains what the Farmer did so far: a line for each way, a column for each nerve."""

    trust: Array

    @classmethod
    def unknown(cls) -> FarmerModel:
        return cls(np.full((2, len(NERVES)), 0.5 / len(NERVES)))

    def after(self, shot: int, chances: tuple[Array, Array], alive: int) -> FarmerModel:
        """After the Farmer shot somebody, or nobody (0), who took one or the other of these for the chances."""
        found, anything = [], 1 / (1 + alive.bit_count())
        for way, known in enumerate(chances):
            first = first_suspects(way, known, alive)
            likely = 1 / len(first) if any(shot >> animal & 1 for animal in first) else 0.0
            dares = known[first[0]] >= NERVES
            found.append((1 - SLIP) * np.where(dares, likely, float(not shot)) + SLIP * anything)
        trust = self.trust * np.stack(found)
        return FarmerModel(trust / trust.sum())

    def exact(self, before: float) -> float:
        """How likely the Farmer reckons exactly, if that was so likely before anything was seen."""
        exact, modelled = (float(line.sum()) for line in self.trust)
        return before * exact / (before * exact + (1 - before) * modelled)

    def dares(self, way: int, chances: Array) -> Array:
        """The probability that a Farmer who reckons this way shoots at such chances."""
        found: Array = self._up_to[way][NERVES.searchsorted(chances, side="right")]
        return found

    @cached_property
    def _up_to(self) -> tuple[Array, Array]:
        """For each way the cumulative distribution over nerves, from 0."""
        exact, modelled = (np.concatenate([[0.0], np.cumsum(line) / line.sum()]) for line in self.trust)
        return exact, modelled
