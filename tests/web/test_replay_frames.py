"""What a replay shows of a finished game: moves with what chance answered, sentences, and what a seat could know."""

from __future__ import annotations

from pathlib import Path

import pytest

from sheepfold.core.contract import NATURE
from sheepfold.core.records.record import from_json
from sheepfold.games import SHELF, game
from sheepfold.games.woolf.board import character
from sheepfold.games.woolf.terms import Suspected
from sheepfold.games.woolf.text import WORDS
from sheepfold.web.pages.tables.replay import EVERYTHING, Frame
from sheepfold.web.updates.replays import Replayed
from sheepfold.web.updates.scenes import PLAIN

RECORDS = Path(__file__).parents[1] / "records"
GOLDEN = {name: sorted(file.name for file in (RECORDS / name).glob("*.json"))[0] for name in SHELF} | {
    "mutton": "caught.json"
}


def frame(name: str, ply: int | None = None, seat: int | None = None, eyes: str = "", file: str = "") -> Frame:
    record = from_json((RECORDS / name / (file or GOLDEN[name])).read_text("utf-8"))
    replayed = Replayed(game(name), record)
    at = len(record.moves) if ply is None else ply
    names = {n: f"Player {n}" for n in range(1, len(record.seats) + 1)}
    state = replayed.after(at)[0]
    view = game(name).opened(state, len(names)) if eyes == EVERYTHING else game(name).view(state, seat)
    face = getattr(SHELF.room(name, "face"), "FACE", PLAIN)
    return Frame(replayed, record, at, seat, eyes or str(seat or ""), view, names, face)


@pytest.mark.parametrize("name", list(SHELF))
def test_chance_belongs_to_the_move_before_it(name: str) -> None:
    shown = frame(name)
    people = [seat for seat, _ in shown.record.moves if seat != NATURE]
    assert len(shown.stops) == len(people) + 1
    assert len(shown.lines) == len(people)
    assert shown.stops[-1] == shown.last


@pytest.mark.parametrize("name", list(SHELF))
def test_every_move_has_a_sentence_and_its_notation(name: str) -> None:
    shown = frame(name, eyes=EVERYTHING)
    written = [text for seat, text in shown.record.moves if seat != NATURE]
    assert [line.text for line in shown.lines] == written
    assert all(line.words.strip() for line in shown.lines)


@pytest.mark.parametrize(
    ("name", "file"), [(name, file.name) for name in SHELF for file in (RECORDS / name).glob("*.json")]
)
def test_a_list_has_the_moves_that_its_viewer_knew_of_and_the_notation_that_they_could_read(
    name: str, file: str
) -> None:
    made = [step for step in frame(name, file=file).replayed.steps if step.seat != NATURE]
    for seat in (None, *frame(name, file=file).names):
        known = [step for step in made if step.seat == seat or any(told.to is None for told in step.told)]
        readers = [game(name).readers(step.before, step.seat, step.move) for step in known]
        read = [who is None or seat in who for who in readers]
        lines = frame(name, seat=seat, file=file).lines
        assert [line.text for line in lines] == [
            step.text if may else "" for step, may in zip(known, read, strict=True)
        ]
        assert not any("kept secret" in line.words for line in lines)


def test_the_wolves_stand_in_the_list_of_the_wolf_alone() -> None:
    record = frame("mutton").record
    wolf, word = record.moves[1]
    for seat in (None, 1, 2):
        lines = " ".join(f"{line.words} {line.text}" for line in frame("mutton", seat=seat).lines)
        assert (word in lines) == (seat == wolf)
    assert word in " ".join(line.text for line in frame("mutton", eyes=EVERYTHING).lines)


def test_no_list_tells_a_sealed_suspicion_or_a_swap_of_somebody_else() -> None:
    file = "three-rounds-places-7.json"
    secret = ("suspect", "swap")
    for seat in (None, 1, 2, 4):
        lines = frame("woolf", seat=seat, file=file).lines
        assert {line.who for line in lines if line.text.startswith(secret)} <= {f"Player {seat}"}
    numbers = [line.number for line in frame("woolf", file=file).lines]
    assert numbers == list(frame("woolf", file=file).stops[1:]), "nor is there a stop for it"
    assert any(line.text == "swap" for line in frame("woolf", eyes=EVERYTHING, file=file).lines)


def test_no_line_says_the_notation_twice() -> None:
    dogs, mutton = frame("dogs").lines, frame("mutton").lines
    assert all(line.text in line.words and not line.beside for line in dogs)
    kills = [line for line in mutton if "-" in line.text]
    assert kills
    assert all(line.beside == line.text for line in kills)


def test_a_seat_sees_what_it_could_work_out_then_and_a_spectator_nothing() -> None:
    early = next(stop for stop in frame("mutton").stops if frame("mutton", stop, 2).beliefs)
    beliefs = frame("mutton", early, 2).beliefs
    assert all("wolf" in ways and "%" in ways for _, ways in beliefs)
    assert frame("mutton", early).beliefs == []
    assert frame("dogs", 1, 1).beliefs == []


def test_everything_open_is_what_the_wolf_of_mutton_sees_told_to_nobody_in_particular() -> None:
    shown, wolf = frame("mutton", 3, eyes=EVERYTHING), frame("mutton", 3, seat=1)
    assert shown.open
    assert shown.game.role(wolf.view, 1) == "Wolf"
    assert shown.view.now.wolves
    assert shown.view.now.wolves == wolf.view.now.wolves
    assert shown.view.now.animals == wolf.view.now.animals
    assert "Your wolves" in wolf.text
    assert "The wolves" in shown.text
    assert shown.beliefs == []
    assert not frame("dogs", 1).open, "there is nothing to be opened"


def test_everything_open_shows_all_cards_and_sealed_pointers_of_woolf_and_who_was_told_what() -> None:
    whole = frame("woolf", eyes=EVERYTHING)
    seen = (step.told[0].fact for step in whole.replayed.steps)
    sealed = next(ply for ply, fact in enumerate(seen, 1) if isinstance(fact, Suspected))
    shown, hidden = frame("woolf", sealed, eyes=EVERYTHING), frame("woolf", sealed)
    state = shown.replayed.after(sealed)[0]
    for seat, hand in enumerate(state.hands, 1):
        played = f"plays the {WORDS[character(hand)]}"
        assert f"Player {seat} {played}" in shown.text or seat > shown.view.players
        assert played not in hidden.text
        assert f">{character(hand).capitalize()}: " in shown.board
    assert "sealed: " in shown.text
    assert shown.board.count('data-key="arrow') > hidden.board.count('data-key="arrow') == 0
    assert any(line.startswith("To Player ") for line in shown.sentences)
    assert not any(line.startswith("To Player ") for line in hidden.sentences)
