"""What decided a game of Mutton that is over: which shots hit a wolf, which did not, and how it ended."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sheepfold.core.contract import Seat
from sheepfold.core.scores import Noted, noted
from sheepfold.core.words.prose import listed
from sheepfold.games.mutton.terms import BERSERK, ESCAPE, FARMER, HOMECOMING, KILL, SHOT, WOLF, Deed
from sheepfold.games.mutton.view import ALIVE, View


def recap(view: View, names: Mapping[Seat, str]) -> tuple[Noted, ...]:
    """A tick for what went well for the viewer's side, a cross for what did not."""
    return () if view.wolves is None else tuple(_lines(view, view.wolves))


def _lines(view: View, wolves: str) -> Iterator[Noted]:
    shots = [deed for deed in view.log if deed.kind == SHOT]
    if hits := [deed for deed in shots if deed.letters in wolves]:
        yield noted(f"{_when(hits)}: {_shot(hits, 'wolf', 'wolves')}.", FARMER, view.seat)
    if misses := [deed for deed in shots if deed.letters not in wolves]:
        yield noted(f"{_when(misses)}: {_shot(misses, 'sheep', 'sheep')} by mistake.", WOLF, view.seat)
    if homes := [deed.letters for deed in view.log if deed.kind == ESCAPE]:
        each = " each" if len(homes) > 1 else ""
        yield noted(f"{listed(homes)} went home, for {HOMECOMING} points{each}.", WOLF, view.seat)
    if view.log[-1].kind == BERSERK:
        yield _berserk(view, view.log[-1], wolves)
    if eaten := [deed.letters for deed in view.log if deed.kind == KILL and deed.letters not in wolves]:
        yield Noted(f"{len(eaten)} sheep {'was' if len(eaten) == 1 else 'were'} eaten by night: {listed(eaten)}.")


def _berserk(view: View, deed: Deed, wolves: str) -> Noted:
    hit = sum(letter in wolves for letter in deed.letters)
    left = any(animal.wolf and animal.fate == ALIVE for animal in view.animals)
    came = "a wolf was left, and ate the rest" if left else "no wolf was left"
    were = "was a wolf" if hit == 1 else "were wolves"
    words = f"Round {deed.round}: berserk, {hit} of {len(deed.letters)} {were}; {came}."
    return noted(words, WOLF if left else FARMER, view.seat)


def _when(deeds: list[Deed]) -> str:
    rounds = [str(deed.round) for deed in deeds]
    return f"Round{'s' if len(rounds) > 1 else ''} {listed(rounds)}"


def _shot(deeds: list[Deed], one: str, many: str) -> str:
    who = listed([deed.letters for deed in deeds])
    return f"the {many} {who} were shot" if len(deeds) > 1 else f"the {one} {who} was shot"
