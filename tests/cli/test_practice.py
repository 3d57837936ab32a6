"""``sheepfold play --from``: play on from a position of a finished game."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from cli.conftest import Command, refused
from sheepfold.cli.play.game import TerminalGame
from sheepfold.core.errors import IllegalNow
from sheepfold.core.records.progress import replay, verify
from sheepfold.core.records.record import Origin, from_either, to_json, to_text
from sheepfold.games import game

RECORDS = Path(__file__).parents[1] / "records"
MUTTON = RECORDS / "mutton" / "points.json"


def practice(path: Path, move: int, seat: int, *, anew: bool) -> TerminalGame:
    record = from_either(path.read_text())
    names = tuple(f"Player {n}" for n in range(1, len(record.seats) + 1))
    return TerminalGame.practice(game(record.game), record, move, seat, names, anew=anew)


@pytest.mark.parametrize("anew", [False, True])
@pytest.mark.parametrize("path", [MUTTON, RECORDS / "woolf" / "own-cards-5.json"], ids=["mutton", "woolf"])
def test_practice_goes_on_in_a_world_that_fits_and_its_record_replays(path: Path, anew: bool) -> None:
    record = from_either(path.read_text())
    played = game(record.game)
    move = next(n for n in range(6, len(record.moves)) if record.moves[n][0] == 2)
    sitting = practice(path, move, 2, anew=anew)
    truth = list(replay(played, record))[move - 1].state
    assert played.view(sitting.state, 2) == played.view(truth, 2)
    assert anew or sitting.state == truth
    given = len(sitting.steps)
    sitting.move(2, played.example(sitting.state, 2, Random(1)))
    own = len(sitting.steps) - given
    made = sitting.record()
    assert made.origin is not None
    assert made.origin == Origin(record.commitment, move, 2, given=len(made.moves) - own, anew=anew)
    for text in (to_json(made), to_text(made)):
        again = from_either(text)
        assert again == made
        assert list(replay(played, again))[-1].state == sitting.state
        assert verify(played, again).seed_known


def test_another_world_is_dealt_where_the_seat_does_not_know_the_true_one() -> None:
    """The Farmer does not know the wolves."""
    record = from_either(MUTTON.read_text())
    farmer = 2
    worlds = {practice(MUTTON, 4, farmer, anew=True).state for _ in range(6)}
    assert len(worlds) > 1
    assert len({practice(MUTTON, 4, farmer, anew=False).state for _ in range(2)}) == 1
    assert len(record.moves) > 4


def test_a_move_from_before_the_practice_is_not_taken_back() -> None:
    sitting = practice(RECORDS / "dogs" / "points.json", 4, 1, anew=False)
    with pytest.raises(IllegalNow, match="since this practice game began"):
        sitting.take_back({1, 2})


def test_practice_at_the_terminal_says_what_it_is_and_keeps_where_it_came_from(
    sheepfold: Command, tmp_path: Path
) -> None:
    kept = tmp_path / "practice.json"
    done = sheepfold("play", "--from", MUTTON, "--at", "3", "--as", "2", "--anew", "--record", kept, input="quit\n")
    assert "Practice from move 3" in done.stdout
    assert "counts for nothing" in done.stdout
    assert json.loads(kept.read_text())["from"]["move"] == 3
    assert "is kept" in sheepfold("play", "--continue", kept, input="quit\n").stdout


def test_what_cannot_be_practised_is_one_sentence(sheepfold: Command, tmp_path: Path) -> None:
    refused(sheepfold("play", "--from", MUTTON, "--as", "2"), "--at")
    refused(sheepfold("play", "--from", MUTTON, "--at", "999"), "There is no move 999")
    refused(sheepfold("play", "--from", MUTTON, "--at", "36"), "over after move 36")
    refused(sheepfold("play", "mutton", "--anew"), "--from")
    record = json.loads(MUTTON.read_text())
    running = tmp_path / "running.json"
    running.write_text(json.dumps(record | {"outcome": None, "moves": record["moves"][:5]}))
    refused(sheepfold("play", "--from", running, "--at", "3"), "not over")
    broken = tmp_path / "broken.json"
    broken.write_text(json.dumps(record | {"from": {"move": 99}}))
    refused(sheepfold("replay", broken), "from")
