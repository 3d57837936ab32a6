"""The public story of a game as a bot follows it: the field, and the sets of wolves that fit with their weights."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Final

from sheepfold.games.mutton.bots.eyes import Eyes
from sheepfold.games.mutton.bots.models import Trust, eating, hiding, humble, judged, proved, read
from sheepfold.games.mutton.bots.worlds import Meadow, WolfSets, all_sets, placed, rows_of, too_many
from sheepfold.games.mutton.rules import mask_of
from sheepfold.games.mutton.terms import FARMER, KILL, LETTERS, STAND, WOLF, Deed
from sheepfold.games.mutton.view import View, farmers_eyes

KEPT: Final = 24
"""How many stories are remembered: those of a few games side by side."""


@dataclass(frozen=True, slots=True)
class Story:
    """One moment of it."""

    position: Meadow
    worlds: WolfSets
    eyes: Eyes

    def after(self, deed: Deed, natures: Mapping[str, bool], trust: Trust) -> Story:
        """The story with a deed more. ``natures`` are those that everybody knows of the dead by now."""
        position, worlds, eyes = self.position.after(deed), self.worlds, self.eyes
        if deed.role == FARMER:
            chances = worlds.living.mean(axis=0), worlds.weights @ worlds.living
            eyes = eyes.after(mask_of(deed.letters), chances, self.position.alive)
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
        if deed.kind == KILL:
            worlds = read((self.position, self.worlds), deed, (position, worlds), trust)
        share = self.worlds.share if deed.kind == KILL else proved(worlds, trust)
        if not position.options.reveal:  # the game goes on: a wolf and a sheep are alive
            left = worlds.masks & position.alive
            worlds = worlds.keep((left != 0) & (left != position.alive))
        return Story(position, WolfSets(worlds.masks, worlds.living, humble(worlds.trust, trust, share)), eyes)


def _seen(before: Meadow, worlds: WolfSets, victim: int, trust: Trust) -> WolfSets:
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
        return Story(position, WolfSets(masks, living, hiding(position, living, self.trust)), Eyes.unknown())
