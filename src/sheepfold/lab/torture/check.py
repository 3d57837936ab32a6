"""Whether a history could have happened at a house that keeps its promises. Nothing here knows servers or sockets:
the same history always gives the same judgement."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

from sheepfold.lab.torture.history import Attempt, Disturbance, Ending, Heard, History

TOLERANCE: Final = 1.0
"""Seconds by which a clock may differ from the referee's."""
BEAT: Final = 2.5
"""Seconds between a server's heartbeats, and a little: by so much before and after a fault time may be given back."""


def violations(history: History) -> list[str]:
    """Every promise that was broken, in a sentence each; an empty list for a clean run."""
    attempts: dict[str, list[Attempt]] = defaultdict(list)
    heard: dict[str, list[Heard]] = defaultdict(list)
    for attempt in history.of(Attempt):
        attempts[attempt.table].append(attempt)
    for event in history.of(Heard):
        heard[event.table].append(event)
    faults = list(history.of(Disturbance))
    found: list[str] = []
    for ending in history.of(Ending):
        found += one_order(ending, attempts[ending.table])
        found += whole_streams(ending, heard[ending.table])
        found += fair_clocks(ending, attempts[ending.table], faults)
    return found


def one_order(ending: Ending, attempts: Sequence[Attempt]) -> Iterator[str]:
    """Acknowledged moves are stored, each once, in one order; nothing was played that was refused or never asked."""
    where = f"Table {ending.table}"
    by_ply: dict[int, list[Attempt]] = defaultdict(list)
    for attempt in attempts:
        by_ply[attempt.ply].append(attempt)
    for ply, tries in sorted(by_ply.items()):
        done = {attempt.text for attempt in tries if attempt.answer == "done"}
        stored = ending.moves[ply] if ply < len(ending.moves) else None
        if len(done) > 1:
            yield f"{where}: two moves were acknowledged as number {ply}: {', '.join(sorted(done))}."
        if done and stored not in done:
            yield f"{where}: move {ply} was acknowledged as {min(done)}, but {stored or 'nothing'} is stored."
    for ply, stored in enumerate(ending.moves):
        asked = [attempt for attempt in by_ply[ply] if attempt.text == stored]
        if not asked:
            yield f"{where}: {stored} is stored as move {ply}, which nobody asked for."
        elif all(attempt.answer == "refused" for attempt in asked):
            yield f"{where}: {stored} is stored as move {ply}, though it was refused."


def whole_streams(ending: Ending, heard: Sequence[Heard]) -> Iterator[str]:
    """Every viewer heard just what their story holds: no gap, no repeat, nothing out of order, nothing untrue."""
    for viewer, story in ending.stories.items():
        stream = [event for event in heard if event.viewer == viewer]
        where = f"Table {ending.table}, {viewer}"
        for index, event in enumerate(stream):
            if event.number != index + 1:
                yield f"{where}: heard event {event.number} on line {event.line} where {index + 1} was next."
                break
            if index >= len(story) or event.event != story[index]:
                yield f"{where}: heard event {event.number} otherwise than it is stored."
                break
        else:
            if len(stream) < len(story):
                yield f"{where}: heard {len(stream)} of {len(story)} events, and never the rest."


def fair_clocks(ending: Ending, attempts: Sequence[Attempt], faults: Sequence[Disturbance]) -> Iterator[str]:
    """Nobody lost on time who had some, and no clock is further than a second from what a referee saw.

    A referee outside cannot know the moment at which a server took a move, only that it lies between asking and
    answering; and time in which servers were struck may have been given back.
    """
    where = f"Table {ending.table}"
    if ending.forfeited:
        yield f"{where}: somebody was called late who had time left."
        return
    least: dict[int, float] = defaultdict(float)
    most: dict[int, float] = defaultdict(float)
    moves: dict[int, int] = defaultdict(int)
    before = ending.began
    for ply, text in enumerate(ending.moves):
        tries = [attempt for attempt in attempts if attempt.ply == ply and attempt.text == text]
        done = [attempt.ended for attempt in tries if attempt.answer == "done"]
        if not done:
            return  # no answer ever came: nobody outside knows when it was made
        taken = min(attempt.began for attempt in tries), min(done)
        seat = tries[0].seat
        struck = sum(max(0.0, min(taken[0], f.ended + BEAT) - max(before[1], f.began - BEAT)) for f in faults)
        least[seat] += max(0.0, taken[0] - before[1] - struck)
        most[seat] += taken[1] - before[0]
        moves[seat] += 1
        before = taken
    for seat, left in ending.left.items():
        used = ending.main + ending.extra * moves[seat] - left
        if not least[seat] - TOLERANCE <= used <= most[seat] + TOLERANCE:
            yield (
                f"{where}: seat {seat} was charged {used:.1f} seconds, "
                f"where a referee saw {least[seat]:.1f} to {most[seat]:.1f}."
            )
