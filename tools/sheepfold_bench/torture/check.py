"""Whether a history could have happened at a house that keeps its promises. Nothing here knows servers or sockets:
the same history always gives the same judgement."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

from sheepfold_bench.torture.history import Attempt, Disturbance, Ending, Heard, History, Promise

TOLERANCE: Final = 1.0
"""Seconds by which a clock may differ from the referee's."""
BEAT: Final = 2.5
"""Seconds between a server's heartbeats, and a little: by so much before and after a fault time may be given back."""
DEADLINE: Final = 30.0
"""Seconds in which every viewer must have heard of a move that was acknowledged, time under faults not counted."""


def violations(history: History, deadline: float = DEADLINE) -> list[str]:
    """Every promise that was broken, in a sentence each; an empty list for a clean run."""
    attempts: dict[str, list[Attempt]] = defaultdict(list)
    promises: dict[str, list[Promise]] = defaultdict(list)
    heard: dict[str, list[Heard]] = defaultdict(list)
    for attempt in history.of(Attempt):
        attempts[attempt.table].append(attempt)
    for promise in history.of(Promise):
        promises[promise.table].append(promise)
    for event in history.of(Heard):
        heard[event.table].append(event)
    faults = list(history.of(Disturbance))
    found: list[str] = []
    for ending in history.of(Ending):
        table = ending.table
        found += kept_promises(ending, promises[table])
        found += one_order(ending, attempts[table])
        found += whole_streams(ending, heard[table])
        found += in_time(ending, attempts[table], heard[table], faults, deadline)
        found += fair_clocks(ending, attempts[table], faults)
    return found


def kept_promises(ending: Ending, promises: Sequence[Promise]) -> Iterator[str]:
    """What was acknowledged beside moves is stored, once."""
    for promise in promises:
        times = ending.stored.count(promise.what)
        if times != 1:
            yield f"Table {ending.table}: {promise.what} was acknowledged, but is stored {times} times."


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
    for viewer, story in (*ending.stories.items(), *ending.chats.items()):
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


def in_time(
    ending: Ending, attempts: Sequence[Attempt], heard: Sequence[Heard], faults: Sequence[Disturbance], deadline: float
) -> Iterator[str]:
    """Whoever hears of an acknowledged move hears of it before the deadline. (Who never does has no whole stream.)"""
    acknowledged: dict[int, float] = {}
    for attempt in attempts:
        if attempt.answer == "done":
            acknowledged.setdefault(ending.opening + attempt.ply + 1, attempt.ended)
    late: dict[str, tuple[float, int]] = {}
    for event in heard:
        if event.viewer in ending.stories and event.number in acknowledged:
            since = acknowledged[event.number]
            waited = event.at - since - _struck(faults, since, event.at)
            late[event.viewer] = max(late.get(event.viewer, (0.0, 0)), (waited, event.number))
    for viewer, (waited, number) in late.items():
        if waited > deadline:
            where = f"Table {ending.table}, {viewer}"
            yield f"{where}: heard event {number} {waited:.1f} seconds after its acknowledgement."


def _struck(faults: Sequence[Disturbance], began: float, ended: float, around: float = 0.0) -> float:
    """Seconds between two moments in which the servers were struck, and so many around each fault."""
    return sum(max(0.0, min(ended, f.ended + around) - max(began, f.began - around)) for f in faults)


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
        struck = _struck(faults, before[1], taken[0], BEAT)
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
