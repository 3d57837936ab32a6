"""The cards as data: characters, values, targets, decks by number of players, questions; and who one is."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, TypeAlias

Character: TypeAlias = str
"""``sheep``, ``dog``, ``hunter``, ``boy`` or ``wolf``."""
Card: TypeAlias = str
"""``image/appearance``; the appearance may be ``?``: ``"dog/?"``."""
Hand: TypeAlias = tuple[Card, Card]
Question: TypeAlias = str

VALUE: Final[dict[Character, int]] = {"sheep": 1, "dog": 2, "hunter": 3, "boy": 4, "wolf": 5}
CHARACTERS: Final[tuple[Character, ...]] = tuple(VALUE)

NONE: Final = "x"
"""A pointer at no target: a wolf's second, or both of somebody who declines."""
NOBODY: Final = "0"
"""A pointer that says nobody plays the character."""

TARGETS: Final[dict[Character, tuple[Character, Character]]] = {
    "sheep": ("dog", "hunter"),
    "dog": ("wolf", "hunter"),
    "hunter": ("wolf", "dog"),
    "boy": ("wolf", "sheep"),
    "wolf": ("sheep", NONE),
}
"""Whom the first and the second pointer seek."""

BASIC: Final[tuple[Card, ...]] = (
    "sheep/sheep", "dog/dog", "dog/?", "hunter/hunter", "hunter/?", "boy/?", "wolf/wolf",
)  # fmt: skip
"""The columns of ``DECKS``."""

DECKS: Final[dict[int, tuple[int, ...]]] = {
    4: (4, 1, 1, 1, 1, 1, 1),
    5: (4, 1, 1, 1, 1, 1, 1),
    6: (5, 1, 1, 1, 1, 1, 2),
    7: (6, 2, 1, 1, 1, 1, 2),
    8: (7, 2, 1, 2, 1, 1, 2),
}
"""Cards of each kind by number of players. The publisher's table is lost; this one is ours."""

ADVANCED: Final[dict[Card, Card]] = {"boy/?": "boy/hunter", "hunter/?": "hunter/sheep", "dog/?": "dog/wolf"}
"""What each ``?`` card becomes in the advanced game."""
DISGUISED_SHEEP: Final[Card] = "sheep/dog"
"""In the advanced game one sheep looks like a hunting dog."""

QUESTIONS: Final[dict[Question, int]] = {
    "wolf-hunter-boy": 4, "sheep-hunter-boy": 4, "dog": 3, "hunter": 3, "sheep": 2,
}  # fmt: skip
"""The question cards and how many there are of each. Three names ask who one plays, one name asks for an image."""


def sought(who: Character) -> tuple[Character, ...]:
    """Whom a character seeks, by pointers; a wolf seeks one only."""
    return tuple([target for target in TARGETS[who] if target != NONE])


def holders(players: int) -> int:
    """How many are dealt cards: four players are joined by a simulated fifth."""
    return max(5, players)


def early_limit(players: int) -> int:
    """How many early suspicions end a round."""
    return 2 if players <= 5 else 3


def deck(counts: tuple[int, ...], advanced: bool) -> tuple[tuple[Card, int], ...]:
    """Every kind of card with its number of copies, in a fixed order."""
    cards = dict(zip(BASIC, counts, strict=True))
    if advanced:
        cards = {ADVANCED.get(card, card): copies for card, copies in cards.items()}
        disguised = min(1, cards["sheep/sheep"])
        cards["sheep/sheep"] -= disguised
        cards[DISGUISED_SHEEP] = disguised
    return tuple((card, copies) for card, copies in cards.items() if copies)


# The five below are cached: bots that weigh every hand ask for them over and over (docs/measurements/instructions.md).


@lru_cache(maxsize=4096)
def image(card: Card) -> Character:
    return card.partition("/")[0]


def appearance(card: Card) -> str:
    """What a peeking player announces: a character or ``?``."""
    return card.partition("/")[2]


@lru_cache(maxsize=4096)
def character(hand: Hand) -> Character:
    """Whom the holder of two cards plays: the image of the higher value."""
    return max(map(image, hand), key=VALUE.__getitem__)


@lru_cache(maxsize=4096)
def announcement(peeker: Character, card: Card) -> str:
    """What a peeker says: the appearance; but a shepherd boy cries wolf at everything that is not ``?``."""
    seen = appearance(card)
    return "wolf" if peeker == "boy" and seen != "?" else seen


@lru_cache(maxsize=4096)
def answer(hand: Hand, question: Question) -> bool:
    """The truthful answer to a question card."""
    if "-" in question:
        return character(hand) in question.split("-")
    return question in map(image, hand)


@lru_cache(maxsize=4096)
def in_order(hand: Hand) -> Hand:
    """The two cards as an unordered pair, the deciding one first."""
    one, two = sorted(hand, key=lambda card: (-VALUE[image(card)], card))
    return one, two
