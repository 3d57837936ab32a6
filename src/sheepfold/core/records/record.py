"""Records: the only stored truth of a game, as JSON and as readable text. Both forms round-trip.

A record holds every move in notation, NATURE's included, so a replay needs no generator.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from sheepfold.core.contract import NATURE, Outcome, Seat
from sheepfold.core.errors import RecordError
from sheepfold.core.scores import Scores
from sheepfold.core.words.prose import shown

NATURE_WORD = "nature"
MOST_MOVES = 10**9


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a practice game goes on from: a position of another record, whose moves so far it begins with."""

    commitment: str
    """That of the other record."""
    move: int
    """After how many of its moves."""
    seat: Seat
    """Who plays on."""
    given: int
    """So many moves of this record tell what had happened before, as that seat knew it; what follows is its own."""
    anew: bool = False
    """Whether they tell of a world dealt anew among those that fitted what the seat knew, not of the true one."""


@dataclass(frozen=True, slots=True)
class Record:
    """A game from its first move on. ``seed`` is None while the game runs; ``seats`` are names."""

    game: str
    version: int
    options: Mapping[str, Any]
    seats: tuple[str, ...]
    commitment: str
    moves: tuple[tuple[Seat, str], ...]
    seed: str | None = None
    outcome: Outcome | None = None
    origin: Origin | None = None
    """Where it goes on from; None: it is a game of its own."""


def seat_word(seat: Seat) -> str | int:
    return NATURE_WORD if seat == NATURE else seat


# -- JSON --------------------------------------------------------------------------------------


def to_json(record: Record) -> str:
    """One line of JSON."""
    return _json(record, [[seat_word(seat), text] for seat, text in record.moves])


def to_row(record: Record) -> str:
    """The same, with seats as words too: readers of tables want one type in a list. ``from_json`` takes both."""
    return _json(record, [[str(seat_word(seat)), text] for seat, text in record.moves])


def _json(record: Record, moves: list[list[str | int]] | list[list[str]]) -> str:
    outcome = record.outcome
    value = {
        "game": record.game,
        "version": record.version,
        "options": dict(record.options),
        "seats": list(record.seats),
        "seed": record.seed,
        "commitment": record.commitment,
        "moves": moves,
        "outcome": outcome
        and {"scores": outcome.scores.words(), "winners": list(outcome.winners), "reason": outcome.reason}
        | ({} if outcome.by is None else {"by": outcome.by}),
    }
    if (origin := record.origin) is not None:
        value["from"] = asdict(origin)
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def from_json(text: str) -> Record:
    """The record in a JSON object. Raises RecordError with one sentence."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        raise RecordError("This is not a record: it is not valid JSON.") from None
    if not isinstance(value, dict):
        raise RecordError("This is not a record: a JSON object was expected.")
    return _build(value)


def _build(value: Mapping[str, Any]) -> Record:
    def take(name: str, kind: type, what: str) -> Any:
        found = value.get(name)
        if not isinstance(found, kind) or (kind is int and isinstance(found, bool)):
            raise RecordError(f"The record's {name} must be {what}.")
        return found

    names = take("seats", list, "a list of names")
    if not all(isinstance(name, str) for name in names):
        raise RecordError("The record's seats must be a list of names.")
    seed = value.get("seed")
    if seed is not None and not (isinstance(seed, str) and re.fullmatch(r"[0-9a-f]{64}", seed)):
        raise RecordError("The record's seed must be 64 hexadecimal digits, or missing while the game runs.")
    commitment = take("commitment", str, "64 hexadecimal digits")
    if not re.fullmatch(r"[0-9a-f]{64}", commitment):
        raise RecordError("The record's commitment must be 64 hexadecimal digits.")
    return Record(
        game=take("game", str, "the name of a game"),
        version=take("version", int, "a whole number"),
        options=take("options", dict, "an object"),
        seats=tuple(names),
        seed=seed,
        commitment=commitment,
        moves=tuple(_move(n, entry) for n, entry in enumerate(take("moves", list, "a list"), 1)),
        outcome=_outcome(value.get("outcome")),
        origin=_origin(value.get("from"), len(value["moves"]), len(names)),
    )


def _origin(value: object, moves: int, seats: int) -> Origin | None:
    match value:
        case None:
            return None
        case {
            "commitment": str(commitment),
            "move": int(move),
            "seat": int(seat),
            "given": int(given),
            "anew": bool(anew),
        }:
            whole = not any(isinstance(number, bool) for number in (move, seat, given))
            fit = 0 <= move < MOST_MOVES and 0 <= given <= moves and 1 <= seat <= seats
            if whole and fit and re.fullmatch("[0-9a-f]{64}", commitment):
                return Origin(commitment, move, seat, given, anew)
    raise RecordError(
        "The record's from must have the commitment of another record, a move of that, a seat, how many of these moves"
        " are given, and whether they were dealt anew."
    )


def _move(number: int, entry: object) -> tuple[Seat, str]:
    match entry:
        case ["nature", str(text)]:
            return NATURE, text
        case [int(seat), str(text)] if not isinstance(seat, bool) and seat > 0:
            return seat, text
        case [str(word), str(text)] if re.fullmatch("[1-9][0-9]{0,2}", word):
            return int(word), text
    raise RecordError(f'Move {number} must be [seat, "text"] with a seat number or "nature", not {shown(entry)}.')


def _outcome(value: object) -> Outcome | None:
    match value:
        case None:
            return None
        case {"scores": dict(scores), "winners": list(winners), "reason": str(reason), **rest}:
            by: Any = rest.get("by")
            numbers = [*scores.values(), *winners, 0 if by is None else by]
            if all(isinstance(n, int) and not isinstance(n, bool) for n in numbers):
                return Outcome(tuple(winners), Scores.from_words(scores), reason, by)
    raise RecordError("The record's outcome must have scores, winners and reason.")


# -- text --------------------------------------------------------------------------------------


def to_text(record: Record) -> str:
    """Headers, an empty line, then numbered moves: ``12. 1: K:L-a2,E-f4``."""
    lines = [
        f"Game: {record.game}",
        f"Version: {record.version}",
        "Options: " + " ".join(f"{name}={_word(value)}" for name, value in record.options.items()),
        *(f"Seat {number}: {json.dumps(name, ensure_ascii=False)}" for number, name in enumerate(record.seats, 1)),
        f"Commitment: {record.commitment}",
    ]
    if record.seed is not None:
        lines.append(f"Seed: {record.seed}")
    if (origin := record.origin) is not None:
        words = {name: value if isinstance(value, str) else json.dumps(value) for name, value in asdict(origin).items()}
        lines.append("From: " + " ".join(f"{name}={word}" for name, word in words.items()))
    if (outcome := record.outcome) is not None:
        lines.append("Winners: " + (" ".join(map(str, outcome.winners)) or "none"))
        lines.append("Scores: " + " ".join(f"{name}={points}" for name, points in outcome.scores.items()))
        lines.append(f"Reason: {outcome.reason}" + ("" if outcome.by is None else f" by {outcome.by}"))
    lines.append("")
    lines += (f"{n}. {seat_word(seat)}: {text}" for n, (seat, text) in enumerate(record.moves, 1))
    return "\n".join(lines) + "\n"


def _word(value: object) -> str:
    """A value without blanks, which ``_literal`` takes back. A string has quotes where it could be read as something
    else, such as "13"."""
    if isinstance(value, str):
        plain = value.split() == [value] and _literal(value) == value
        return value if plain else json.dumps(value).replace(" ", r"\u0020")
    return json.dumps(value, separators=(",", ":"))


def from_text(text: str) -> Record:
    """The record in its readable form; ``#`` starts a comment line. Raises RecordError."""
    headers: dict[str, str] = {}
    names: list[str] = []
    moves: list[list[object]] = []
    for line in (raw.strip() for raw in text.split("\n")):
        if not line or line.startswith("#"):
            continue
        if found := re.fullmatch(r"([0-9]{1,9})\. ?(nature|[0-9]{1,3}): ?(.*)", line):
            if int(found[1]) != len(moves) + 1:
                raise RecordError(f"Move {len(moves) + 1} was expected, but the record says {found[1]}.")
            moves.append([found[2] if found[2] == NATURE_WORD else int(found[2]), found[3]])
        elif found := re.fullmatch(r"Seat ([0-9]{1,3}): ?(.*)", line):
            if int(found[1]) != len(names) + 1:
                raise RecordError(f"Seat {len(names) + 1} was expected, but the record says seat {found[1]}.")
            names.append(_name(found[2]))
        elif (found := re.fullmatch(r"(\w+): ?(.*)", line)) and not moves:
            headers[found[1].lower()] = found[2]
        else:
            raise RecordError(f"This line of the record is neither a header nor a move: {shown(line)}")
    if "game" not in headers:
        raise RecordError("This is not a record: it names no game.")
    return _build(
        {
            "game": headers["game"],
            "version": _literal(headers.get("version", "")),
            "options": _pairs("options", headers.get("options", "")),
            "seats": names,
            "seed": headers.get("seed"),
            "commitment": headers.get("commitment", ""),
            "moves": moves,
            "outcome": _outcome_headers(headers),
            "from": _pairs("from", headers["from"]) if "from" in headers else None,
        }
    )


def _name(text: str) -> str:
    name = _literal(text)
    return name if isinstance(name, str) else text


def _literal(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _pairs(header: str, text: str) -> dict[str, Any]:
    found = {}
    for word in text.split():
        name, equals, value = word.partition("=")
        if not equals:
            raise RecordError(f"The record's {header} must be written name=value, not {shown(word)}.")
        found[name] = _literal(value)
    return found


def _outcome_headers(headers: Mapping[str, str]) -> dict[str, Any] | None:
    if "reason" not in headers:
        return None
    reason, _, by = headers["reason"].partition(" by ")
    winners = headers.get("winners", "none")
    return {
        "scores": _pairs("scores", headers.get("scores", "")),
        "winners": [] if winners == "none" else [_literal(word) for word in winners.split()],
        "reason": reason,
    } | ({"by": _literal(by)} if by else {})


def from_either(text: str) -> Record:
    """A record in whichever form it comes."""
    return from_json(text) if text.lstrip().startswith("{") else from_text(text)
