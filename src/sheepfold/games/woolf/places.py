"""What the page's table of people is made of: every place, your hand, a round turned up, as values for its templates.

All of them are frozen and hashable, so that a place before which nothing happened is not made again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from sheepfold.core.contract import Seat
from sheepfold.games.woolf import board, text
from sheepfold.games.woolf.scoring import pointer_right
from sheepfold.games.woolf.terms import FINAL, TURN, Asked, Clue, Pointers, Reveal, Suspected
from sheepfold.games.woolf.view import OpenView, View

Sought: TypeAlias = tuple[tuple[str, str], ...]
"""Whom somebody seeks, and what they are called."""


class CardLook(NamedTuple):
    """A card as it is drawn."""

    image: str
    value: int
    word: str
    looks: str
    looks_head: str
    looks_word: str
    seeks: Sought


class ClueToken(NamedTuple):
    """What somebody said after a peek; ``saw`` is the card, for the one who peeked."""

    by: Seat
    name: str
    head: str
    word: str
    saw: CardLook | None


class Slip(NamedTuple):
    """A question that was asked here, and its answer."""

    by: Seat
    name: str
    asked: tuple[str, ...]
    words: str
    yes: bool


class Sitter(NamedTuple):
    """Who sits at a place. ``points`` is None at the empty chair."""

    seat: Seat
    name: str
    points: int | None
    errors: int
    red: bool


class Chair(NamedTuple):
    """One place at the table: what marks it, told apart from who sits there and from what lies before it."""

    seat: Seat
    turn: bool
    me: bool
    """Whether it lies nearest: your own, or the last for those who only look on."""
    own: bool
    out: bool
    sealed: bool


class Around(NamedTuple):
    """A place with all that is there."""

    place: Chair
    person: Sitter
    tokens: list[ClueToken]
    slips: list[Slip]


class Hand(NamedTuple):
    """What you hold and can point at."""

    cards: tuple[CardLook, ...]
    character: str
    questions: tuple[tuple[str, str, tuple[str, ...]], ...]
    seeks: Sought
    dial: tuple[tuple[int, str], ...]
    pointers: Pointers | None


class Aim(NamedTuple):
    """A pointer that is turned up: whom it sought, at whom it stood (seat 0: at nobody), and whether that was right."""

    target: str
    word: str
    seat: int
    name: str
    right: bool


class Shown(NamedTuple):
    """Somebody when a round is turned up. ``judged`` is False for the empty chair, which suspects nobody, and where
    people ended the game before anything was scored."""

    seat: Seat
    name: str
    you: bool
    word: str
    cards: tuple[CardLook, ...]
    judged: bool = False
    early: bool = False
    aims: tuple[Aim, ...] = ()
    points: int = 0
    bonus: int = 0
    error: str = ""


def places(view: View, names: Mapping[Seat, str]) -> list[Around]:
    """Every place, round the table from the one after yours; your own comes last."""
    holders, players = board.holders(view.players), view.players
    me = view.seat or holders
    acting = view.turn if view.phase == TURN and not view.outcome else None
    out = [event.by for event in view.events if isinstance(event, Suspected)]
    tokens: dict[Seat, list[ClueToken]] = {}
    slips: dict[Seat, list[Slip]] = {}
    for event in view.events:
        if isinstance(event, Clue):
            saw = card(event.card) if event.card is not None and event.by == view.seat else None
            word = text.WORDS.get(event.said, "I cannot tell")
            tokens.setdefault(event.at, []).append(ClueToken(event.by, names[event.by], head(event.said), word, saw))
        elif isinstance(event, Asked):
            slips.setdefault(event.at, []).append(
                Slip(event.by, names[event.by], *_question(event.question), event.yes)
            )
    found = []
    for seat in [(me + step) % holders + 1 for step in range(holders)]:
        waits, sits = seat in view.waiting, seat <= players
        sealed = seat in out or (view.phase == FINAL and sits and not waits)
        place = Chair(seat, seat == acting or waits, seat == me, seat == view.seat, seat in out, sealed)
        known = (view.points[seat - 1], view.errors[seat - 1], view.red[seat - 1]) if sits else (None, 0, False)
        person = Sitter(seat, names.get(seat, "Empty chair"), *known)
        found.append(Around(place, person, tokens.get(seat, []), slips.get(seat, [])))
    return found


@lru_cache(64)
def _question(name: str) -> tuple[tuple[str, ...], str]:
    """Whom a question asks about, and its words."""
    return tuple(name.split("-")), text.question_words(name)


def hand(view: View, names: Mapping[Seat, str]) -> Hand | None:
    """Your hand while the game is on."""
    if view.hand is None or view.outcome:
        return None
    who = board.character(view.hand)
    chairs = [seat for seat in range(1, board.holders(view.players) + 1) if seat != view.seat]
    return Hand(
        cards=tuple(map(card, view.hand)),
        character=text.WORDS[who],
        questions=tuple((each, text.question_words(each), tuple(each.split("-"))) for each in view.questions),
        seeks=_seeks(who),
        dial=((0, "nobody"), *((seat, text.called(names, seat)) for seat in chairs)),
        pointers=view.pointers,
    )


def turned_up(reveal: Reveal, viewer: Seat | None, names: Mapping[Seat, str]) -> tuple[Shown, ...]:
    """Everybody's cards and suspicions at the end of a round."""
    found = []
    for seat, (held, who) in enumerate(zip(reveal.hands, reveal.characters, strict=True), 1):
        shown = _shown(seat, held, who, viewer, names)
        if seat <= len(reveal.suspicions):
            made = reveal.suspicions[seat - 1]
            aims = _aims(who, made.pointers, made.right, names)
            shown = shown._replace(
                judged=True, early=made.early, aims=aims, points=made.points, bonus=made.bonus, error=made.error
            )
        found.append(shown)
    return tuple(found)


def laid_open(view: OpenView, viewer: Seat | None, names: Mapping[Seat, str]) -> tuple[Shown, ...]:
    """Everybody's cards, and the suspicions that lay sealed, in a round that was not played to its end."""
    early = [event.by for event in view.events if isinstance(event, Suspected)]
    characters = [board.character(held) for held in view.hands]
    found = []
    for seat, (held, who) in enumerate(zip(view.hands, characters, strict=True), 1):
        shown = _shown(seat, held, who, viewer, names)
        pointers = view.suspicions[seat - 1] if seat <= view.players else None
        if pointers is not None:
            pairs = zip(board.TARGETS[who], pointers, strict=True)
            right = [pointer_right(characters, target, pointer) for target, pointer in pairs]
            shown = shown._replace(early=seat in early, aims=_aims(who, pointers, right, names))
        found.append(shown)
    return tuple(found)


def _shown(seat: Seat, held: Sequence[str], who: str, viewer: Seat | None, names: Mapping[Seat, str]) -> Shown:
    """Somebody's cards."""
    called = names.get(seat, "Empty chair")
    return Shown(seat, called, seat == viewer, text.WORDS[who], tuple(map(card, held)))


def _aims(who: str, pointers: Pointers, right: Sequence[bool], names: Mapping[Seat, str]) -> tuple[Aim, ...]:
    return tuple(
        Aim(target, text.WORDS[target], int(at), "nobody" if at == board.NOBODY else text.called(names, int(at)), hit)
        for target, at, hit in zip(board.TARGETS[who], pointers, right, strict=True)
        if board.NONE not in (target, at)
    )


@lru_cache(64)
def card(face: str) -> CardLook:
    """A card by its name."""
    image, looks = board.image(face), board.appearance(face)
    word = "a question mark" if looks == "?" else text.WORDS[looks]
    return CardLook(image, board.VALUE[image], text.WORDS[image], looks, head(looks), word, _seeks(image))


def head(said: str) -> str:
    """The drawing of a head, or of a question mark."""
    return "h-q" if said == "?" else f"h-{said}"


def _seeks(who: str) -> Sought:
    return tuple((target, text.WORDS[target]) for target in board.TARGETS[who] if target != board.NONE)
