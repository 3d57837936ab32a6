"""Law: the record is the whole truth. Replaying it gives the same game, in either form."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from sheepfold.core.errors import RecordError
from sheepfold.core.records import record as records
from sheepfold.core.records.progress import AnyGame, replay, verify
from sheepfold.core.scores import Scores
from support import played


def test_a_replay_gives_the_same_states_and_facts(game: AnyGame, rng: Random) -> None:
    record, steps, _ = played(game, rng)
    assert list(replay(game, record)) == steps


def test_a_record_round_trips_as_json_and_as_text(game: AnyGame, rng: Random) -> None:
    record, _, _ = played(game, rng)
    assert records.from_either(records.to_json(record)) == record
    assert records.from_either(records.to_text(record)) == record


def test_a_record_of_a_newer_version_is_refused_by_name(game: AnyGame, rng: Random) -> None:
    record, _, _ = played(game, rng)
    with pytest.raises(RecordError, match=f"{game.name} version {game.version + 1}, newer than"):
        list(replay(game, replace(record, version=game.version + 1)))


def test_a_broken_move_is_named_with_its_number(game: AnyGame, rng: Random) -> None:
    record, _, _ = played(game, rng)
    broken = rng.randrange(len(record.moves))
    moves = list(record.moves)
    moves[broken] = (moves[broken][0], "no such move")
    with pytest.raises(RecordError, match=f"^Move {broken + 1} "):
        list(replay(game, replace(record, moves=tuple(moves))))


def test_a_missing_move_shows(game: AnyGame, rng: Random) -> None:
    record, _, _ = played(game, rng)
    with pytest.raises(RecordError):
        list(replay(game, replace(record, moves=record.moves[:-1])))


def test_a_wrong_outcome_shows(game: AnyGame, rng: Random) -> None:
    record, _, _ = played(game, rng)
    assert record.outcome is not None
    wrong = replace(record.outcome, scores=Scores({**record.outcome.scores, 9: 9}))
    with pytest.raises(RecordError, match="outcome is not what its moves lead to"):
        list(replay(game, replace(record, outcome=wrong)))


def test_a_wrong_seed_shows(game: AnyGame, rng: Random) -> None:
    record, _, _ = played(game, rng)
    with pytest.raises(RecordError, match="does not match the commitment"):
        verify(game, replace(record, seed="ab" * 32))
