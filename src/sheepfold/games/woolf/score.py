"""The end of a round: which suspicions are right, what they bring, who wins."""

from __future__ import annotations

from collections.abc import Sequence

from sheepfold.core.contract import Seat
from sheepfold.games.woolf.board import NOBODY, NONE, TARGETS, Character, Hand, character, in_order
from sheepfold.games.woolf.terms import Clue, Event, Pointers, Reveal, Suspicion, early_suspects

DECLINED: Pointers = (NONE, NONE)


def pointer_right(characters: Sequence[Character], target: str, pointer: str) -> bool:
    """Whether a pointer names a player of the target, or ``0`` where nobody plays it."""
    if target == NONE or pointer == NONE:
        return target == pointer
    if pointer == NOBODY:
        return target not in characters
    return characters[int(pointer) - 1] == target


def rights(characters: Sequence[Character], seat: Seat, pointers: Pointers) -> tuple[bool, bool]:
    """Whether each pointer of a seat is right."""
    first, second = TARGETS[characters[seat - 1]]
    return pointer_right(characters, first, pointers[0]), pointer_right(characters, second, pointers[1])


def misled(characters: Sequence[Character], events: Sequence[Event], boy: Seat, seat: Seat, wolf: str) -> bool:
    """Whether a hunter or dog took somebody for a wolf whom this shepherd boy had falsely called one."""
    return (
        characters[seat - 1] in ("hunter", "dog")
        and wolf not in (NOBODY, NONE)
        and characters[int(wolf) - 1] != "wolf"
        and any(isinstance(e, Clue) and (e.by, str(e.at), e.said) == (boy, wolf, "wolf") for e in events)
    )


def reveal(
    number: int, hands: tuple[Hand, ...], events: tuple[Event, ...], pointers: Sequence[Pointers | None]
) -> Reveal:
    """Everything turned up and counted."""
    characters = tuple(map(character, hands))
    early = early_suspects(events)
    given = [pair if pair is not None else DECLINED for pair in pointers]
    found = []
    for seat, pair in enumerate(given, 1):
        right = rights(characters, seat, pair)
        correct = all(right) and pair != DECLINED
        wrong = not correct and pair != DECLINED
        bonus = 0
        if characters[seat - 1] == "boy":
            # both hunters and dogs seek the wolf with their first pointer
            bonus = sum(misled(characters, events, seat, other, p[0]) for other, p in enumerate(given, 1))
        found.append(
            Suspicion(
                seat=seat,
                early=seat in early,
                pointers=pair,
                right=right if pair != DECLINED else (False, False),
                points=(2 if seat in early else 1) if correct else 0,
                bonus=bonus,
                error=("red" if seat in early else "black") if wrong else "",
            )
        )
    return Reveal(number, tuple(map(in_order, hands)), characters, tuple(found))


def winners(points: Sequence[int], errors: Sequence[int]) -> tuple[Seat, ...]:
    """Most points; among those the fewest error tokens; still level: shared."""
    ranks = [(p, -e) for p, e in zip(points, errors, strict=True)]
    return tuple(seat for seat, rank in enumerate(ranks, 1) if rank == max(ranks))
