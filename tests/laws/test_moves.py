"""Law: moves are built from parts; notation, parts and apply agree; nonsense is answered in words."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sheepfold.core.contract import NATURE, Game, Move, Seat
from sheepfold.core.contract.bot import random_move
from sheepfold.core.errors import Malformed, MoveError
from sheepfold.core.records.progress import AnyGame
from sheepfold.core.words.paragraphs import written
from support import NONSENSE, names, positions, seats_for, viewers, walk


def movers(game: AnyGame, state: Any, seats: int) -> list[Seat]:
    """Everybody who has a move here, awaited or not."""
    return [seat for seat in range(NATURE, seats + 1) if game.parts(state, seat, ())]


def test_every_awaited_seat_has_a_move_and_a_finished_game_has_none(game: AnyGame, rng: Random) -> None:
    for state, seats in positions(game, rng, 40):
        waiting = game.to_move(state)
        assert (game.outcome(state) is None) == bool(waiting)
        assert waiting <= set(movers(game, state, seats))
        if not waiting:
            assert not movers(game, state, seats)


def test_the_text_ends_with_what_to_do_for_whoever_is_to_move_and_says_it_once(game: AnyGame, rng: Random) -> None:
    for state, seats in positions(game, rng, 20):
        for seat in game.to_move(state) - {NATURE}:
            view = game.view(state, seat)
            text, prompt = game.text(view, names(seats)), game.prompt(view, names(seats)).text
            assert text.rstrip("\n").endswith(prompt)
            assert text.count(prompt) == 1


def test_the_text_is_what_its_paragraphs_are_written_as(game: AnyGame, rng: Random) -> None:
    for state, seats in positions(game, rng, 20):
        for seat in (None, *range(1, seats + 1)):
            view = game.view(state, seat)
            assert written(game.paragraphs(view, names(seats))) == game.text(view, names(seats)).rstrip("\n")


def test_no_width_loses_a_word_of_the_text(game: AnyGame, rng: Random) -> None:
    said = type(game).paragraphs is not Game.paragraphs  # else it is shown as it is
    for state, seats in positions(game, rng, 10):
        text = game.paragraphs(game.view(state, None), names(seats))
        for width in (30, 72):
            lines = written(text, width).split("\n")
            assert {*written(text).split()} <= {word for line in lines for word in line.split()}
            assert not said or max(map(len, lines)) <= width


def test_an_example_is_legal_and_tells_nothing_that_the_mover_does_not_know(game: AnyGame, rng: Random) -> None:
    for state, _ in positions(game, rng, 20):
        for seat in game.to_move(state) - {NATURE}:
            view = game.view(state, seat)
            example = game.example(state, seat, Random(1))
            game.parse(state, seat, example, rng)
            assert example == game.example(game.imagine(view, rng), seat, Random(1))
            assert game.forms_now(view)
            assert set(game.forms_now(view)) <= set(game.forms())


def test_notation_round_trips_for_every_legal_move(game: AnyGame, rng: Random) -> None:
    for state, seats in positions(game, rng, 40):
        for seat in movers(game, state, seats):
            for _ in range(6):
                move = random_move(game, state, seat, rng)
                text = game.write(state, seat, move)
                assert game.read(state, seat, text) == move
                assert game.read(state, seat, f"  {text.upper()} ") == move
                assert "\n" not in text


def test_what_parts_build_apply_accepts(game: AnyGame, rng: Random) -> None:
    for state, seats in positions(game, rng, 40):
        for seat in movers(game, state, seats):
            for _ in range(6):
                move = random_move(game, state, seat, rng)
                _, told = game.apply(state, seat, move)
                assert seat == NATURE or any(t.reaches(seat) for t in told), "the mover hears of the move"


def legal(game: AnyGame, state: Any, seat: Seat, move: Move) -> bool:
    """Whether parts can build the move and stop there."""
    built = all(part in list(game.parts(state, seat, move[:n])) for n, part in enumerate(move))
    return bool(move) and built and game.complete(state, seat, move)


def test_what_parts_cannot_build_apply_refuses(game: AnyGame, rng: Random) -> None:
    refused = 0
    for state, seats in positions(game, rng, 40):
        for seat in movers(game, state, seats):
            move = random_move(game, state, seat, rng)
            other = random_move(game, state, rng.choice(movers(game, state, seats)), rng)
            for wrong in ((), move[:-1], (*move, move[-1]), move[::-1], (*move, *other), ("?",), (*move[:-1], "?")):
                if not legal(game, state, seat, wrong):
                    with pytest.raises(MoveError):
                        game.apply(state, seat, wrong)
                    refused += 1
    assert refused


def test_nobody_moves_for_another(game: AnyGame, rng: Random) -> None:
    for state, seats in positions(game, rng, 40):
        allowed = movers(game, state, seats)
        for seat in allowed:
            move = random_move(game, state, seat, rng)
            for stranger in set(range(1, seats + 2)) - set(allowed):
                with pytest.raises(MoveError):
                    game.apply(state, stranger, move)


def attempt(game: AnyGame, state: Any, seat: Seat, text: str, rng: Random | None = None) -> Move | MoveError:
    try:
        return game.read(state, seat, text, rng)
    except MoveError as error:
        return error


def scraps(rng: Random) -> list[str]:
    """Short texts out of the letters of which moves are made."""
    return ["".join(rng.choices("ABZaz019,:-/ xpLR", k=rng.randint(1, 8))) for _ in range(20)]


def test_any_text_is_a_move_or_a_sentence_and_changes_nothing(game: AnyGame, rng: Random) -> None:
    for state, seats in positions(game, rng, 12):
        before = hash(state)
        for seat in range(NATURE, seats + 1):
            for text in (*NONSENSE, *scraps(rng)):
                understood = attempt(game, state, seat, text, rng)
                if isinstance(understood, MoveError):
                    sentence = str(understood)
                    assert sentence[-1] in ".?!"
                    assert len(sentence) < 400
                    assert "\n" not in sentence
                else:
                    assert legal(game, state, seat, understood), f"{text!r} was read as {understood}"
        assert hash(state) == before


def test_what_is_a_move_in_some_position_passes_for_one_without_a_position(game: AnyGame, rng: Random) -> None:
    for state, seats in positions(game, rng, 20):
        for seat in set(movers(game, state, seats)) - {NATURE}:
            text = game.write(state, seat, random_move(game, state, seat, rng))
            for tried in (text, text.upper(), f" {text.lower()} ", *NONSENSE, *scraps(rng)):
                if not isinstance(attempt(game, state, seat, tried), MoveError):
                    game.check_notation(state.options, tried)


@pytest.mark.parametrize("text", ["", " ", "?", "\0", "🐑", "<script>", "K:L", "1,2,3", "a1 b", "0,0 0,0", "x" * 2001])
def test_what_can_be_a_move_nowhere_is_refused_without_a_position(game: AnyGame, text: str) -> None:
    with pytest.raises(Malformed) as refused:
        game.check_notation(game.options(), text)
    assert str(refused.value).endswith(".")


def test_every_path_ends(game: AnyGame, rng: Random) -> None:
    for _ in range(5):
        *_, last = walk(game, rng)
        assert game.outcome(last.state) is not None


def test_reasons_are_declared(game: AnyGame, rng: Random) -> None:
    for _ in range(5):
        *_, last = walk(game, rng)
        outcome = game.outcome(last.state)
        assert outcome is not None
        assert outcome.reason in game.endings


def test_states_stay_equal_to_their_hash_after_any_later_move(game: AnyGame, rng: Random) -> None:
    kept = [(step.state, hash(step.state), repr(step.state)) for step in walk(game, rng)]  # noted before the next move
    for state, number, text in kept:
        assert (hash(state), repr(state)) == (number, text)


def test_what_is_called_decided_is_public_and_comes_true(game: AnyGame, rng: Random) -> None:
    for _ in range(6):
        seats, decided, state = seats_for(game, rng), (), None
        for step in walk(game, rng, seats=seats):
            state = step.state
            (now,) = {game.decided(game.view(state, viewer)) for viewer in viewers(seats)}
            assert not decided or not game.to_move(state) or now == decided
            decided = now or decided
        outcome = game.outcome(state)
        assert not decided or outcome is None or outcome.winners == decided
