"""What the command says: streams that take any character, one-line complaints, results in words."""

from __future__ import annotations

import io
import sys
import unicodedata
from collections.abc import Mapping, Sequence

from sheepfold.core.contract import Outcome, Seat


def forgiving_streams() -> None:
    """Let the standard streams show ``?`` for what they cannot show, instead of failing."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def safe(text: str) -> str:
    """Text from a stranger without characters that would steer the terminal."""
    return "".join("?" if unicodedata.category(c) in ("Cc", "Cf", "Cs") and c not in "\n\t" else c for c in text)


def complain(sentence: str) -> None:
    """One line on stderr."""
    sys.stderr.write(f"sheepfold: {' '.join(safe(sentence).split())}\n")


def names_by_seat(names: Sequence[str]) -> dict[Seat, str]:
    """Names as the games want them: safe to print, and told apart where several are called the same."""
    clean = [" ".join(safe(name).split()) or "Seat" for name in names]
    return {seat: name if clean.count(name) == 1 else f"{name} {seat}" for seat, name in enumerate(clean, 1)}


def listed(words: Sequence[str]) -> str:
    """``Ann, Bob and Cy``."""
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def result(outcome: Outcome, names: Mapping[Seat, str]) -> str:
    """How a game ended, in two short sentences."""
    winners = [names[seat] for seat in outcome.winners if seat in names]
    if outcome.by is not None and outcome.by in names:
        lead = f"{names[outcome.by]} {outcome.reason}."
    else:
        lead = f"The game is over ({outcome.reason})."
    if outcome.reason == "aborted":
        won = "Nobody won."
    elif len(winners) == 1:
        won = f"{winners[0]} wins."
    elif winners:
        won = f"{listed(winners)} share the win."
    else:
        won = "No seat wins."
    scores = ", ".join(f"{_scorer(name, names)} {points}" for name, points in outcome.scores)
    return f"{lead} {won}" + (f" Scores: {scores}." if scores else "")


def _scorer(name: str, names: Mapping[Seat, str]) -> str:
    return names.get(int(name), name) if name.isascii() and name.isdigit() else safe(name)
