"""The leak law: worlds that a seat cannot tell apart give that seat the same bytes.

``imagine`` draws such a world from nothing but the seat's view. Whatever the seat could receive is
then compared between the true world and the imagined one: view, JSON, legal parts, prompt, text,
picture, the board as pages get it, answers to illegal tries, and what it is told when somebody moves.
"""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass, replace
from itertools import combinations
from random import Random
from typing import Any

import pytest

from sheepfold.core.contract import NATURE, Move, Outcome, Seat
from sheepfold.core.contract.bot import random_move
from sheepfold.core.drawing.sprites import board_data
from sheepfold.core.drawing.svg import svg
from sheepfold.core.errors import MoveError
from sheepfold.core.records.progress import AnyGame
from sheepfold.core.records.to_json import to_json
from sheepfold.core.scores import Scores
from sheepfold.core.words.prose import addressed
from sheepfold.lab.fuzz import random_options
from support import NONSENSE, heard, names, positions, seats_for, viewers
from twins import Manner, pair


def answer(game: AnyGame, state: Any, seat: Seat, text: str) -> str:
    """What a seat hears to a text it types: the move as understood, or the refusal."""
    try:
        return f"read {game.read(state, seat, text, Random(1))}"
    except MoveError as error:
        return f"{type(error).__name__}: {error}"


def try_out(game: AnyGame, state: Any, seat: Seat, move: Move) -> str:
    """The refusal of a move made of parts, "" if it may be played."""
    try:
        game.apply(state, seat, move)
    except MoveError as error:
        return f"{type(error).__name__}: {error}"
    return ""


def received(game: AnyGame, state: Any, seat: Seat | None, seats: int) -> list[str]:
    """Everything a viewer can get out of a position."""
    view = game.view(state, seat)
    who = names(seats)
    got = [to_json(view), game.prompt(view, who).text, game.text(view, who), game.sheet(view, who)]
    got += [repr(game.paragraphs(view, who)), svg(game.picture(view, who))]
    got.append(to_json(board_data(game.board(view, who), ground=True)))
    got += [game.role(view, other) for other in who]
    got.append(repr(game.beliefs(view)))
    if (pause := game.interlude(view, who)) is not None:
        got += [repr(replace(pause, board=None)), "" if pause.board is None else svg(pause.board)]
    got.append(repr(game.scoreboard(view, Outcome((), Scores(), "agreed"), who)))
    if seat is not None:
        got += [answer(game, state, seat, text) for text in NONSENSE]
        parts = game.parts(state, seat, ())
        place = game.foreseen(state, seat)
        got.append("" if place is None else " ".join(game.parts(*place, ())))
        if place is not None and seat not in game.to_move(state):
            move = random_move(game, *place, Random(1))
            got += [" ".join(game.parts(*place, move[:n])) for n in range(len(move))] + [game.write(*place, move)]
            after = game.foreseen(state, seat, (move,))
            got.append("" if after is None else " ".join(game.parts(*after, ())))
        got += [" ".join(parts), game.next_part(view, ()), *(game.next_part(view, (part,)) for part in parts[:3])]
    return got


def test_a_seat_cannot_tell_the_true_world_from_an_imagined_one(game: AnyGame, rng: Random) -> None:
    for state, seats in positions(game, rng, 10):
        for seat in viewers(seats):
            view = game.view(state, seat)
            world = game.imagine(view, rng)
            assert game.view(world, seat) == view
            assert received(game, world, seat, seats) == received(game, state, seat, seats)


def test_legal_parts_are_the_same_all_the_way_down(game: AnyGame, rng: Random) -> None:
    for state, _ in positions(game, rng, 20):
        for seat in game.to_move(state) - {0}:
            world = game.imagine(game.view(state, seat), rng)
            move = random_move(game, state, seat, rng)
            for n in range(len(move) + 1):
                assert list(game.parts(world, seat, move[:n])) == list(game.parts(state, seat, move[:n]))
                assert game.complete(world, seat, move[:n]) == game.complete(state, seat, move[:n])
            assert game.write(world, seat, move) == game.write(state, seat, move)


def test_refusals_are_the_same(game: AnyGame, rng: Random) -> None:
    for state, seats in positions(game, rng, 10):
        for seat in range(1, seats + 1):
            world = game.imagine(game.view(state, seat), rng)
            mover = rng.choice(sorted(game.to_move(state)) or [1])
            move = random_move(game, state, mover, rng) if game.to_move(state) else ("?",)
            for attempt in (move, (*move, *move), move[:1], ("pass",), ("A",), ("swap",)):
                assert try_out(game, world, seat, attempt) == try_out(game, state, seat, attempt)


def test_what_a_seat_is_told_of_a_step_follows_from_what_it_sees(game: AnyGame, rng: Random) -> None:
    """Where the same move leads both worlds to the same view, the facts told are the same as well."""
    compared = 0
    for state, seats in positions(game, rng, 30):
        for mover in sorted(game.to_move(state)):
            move = random_move(game, state, mover, rng)
            for seat in viewers(seats):
                world = game.imagine(game.view(state, seat), rng)
                if try_out(game, world, mover, move):
                    continue
                after, told = game.apply(state, mover, move)
                other, also = game.apply(world, mover, move)
                facts, others = heard(told, seat), heard(also, seat)
                same_view = game.view(after, seat) == game.view(other, seat)
                assert not same_view or facts == others
                assert facts != others or same_view or not facts
                compared += 1
    assert compared


def some_moves(game: AnyGame, state: Any, mover: Seat, rng: Random) -> list[Move]:
    """A move, others at random, and some with the same parts in another order, such as a deal of the same cards."""
    move = random_move(game, state, mover, rng)
    shuffled = [tuple(rng.sample(move, len(move))), swapped(move, rng), swapped(move, rng)]
    return [move, random_move(game, state, mover, rng), *(m for m in shuffled if not try_out(game, state, mover, m))]


def swapped(move: Move, rng: Random) -> Move:
    """The move with two of its parts in each other's place."""
    one, other = rng.choices(range(len(move)), k=2)
    parts = list(move)
    parts[one], parts[other] = parts[other], parts[one]
    return tuple(parts)


def test_of_moves_that_a_viewer_cannot_tell_apart_they_are_told_the_same(game: AnyGame, rng: Random) -> None:
    """A fact that reaches a viewer says nothing that is not in their view afterwards."""
    for state, seats in positions(game, rng, 40):
        for mover in (seat for seat in range(seats + 1) if game.parts(state, seat, ())):
            steps = [game.apply(state, mover, move) for move in some_moves(game, state, mover, rng)]
            for viewer in viewers(seats):
                views = [(game.view(after, viewer), heard(told, viewer)) for after, told in steps]
                for (seen, facts), (other, others) in combinations(views, 2):
                    assert seen != other or facts == others


def test_what_may_be_taken_back_told_nobody_a_secret(game: AnyGame, rng: Random) -> None:
    """In every world that a viewer could be in, the mover not excepted, the same move looks and sounds the same."""
    for state, seats in positions(game, rng, 40):
        for mover in (seat for seat in range(1, seats + 1) if game.parts(state, seat, ())):
            move = random_move(game, state, mover, rng)
            after, told = game.apply(state, mover, move)
            if not game.reversible(state, mover, move, after):
                continue
            for viewer in viewers(seats):
                for world in (game.imagine(game.view(state, viewer), rng) for _ in range(2)):
                    if viewer == mover or not try_out(game, world, mover, move):
                        other, others = game.apply(world, mover, move)
                        assert game.view(other, viewer) == game.view(after, viewer)
                        assert heard(others, viewer) == heard(told, viewer)


def test_whoever_may_read_a_move_could_tell_it_from_any_other(game: AnyGame, rng: Random) -> None:
    """Of two moves after which a viewer knows the same, the viewer may not read which one it was."""
    for state, seats in positions(game, rng, 30):
        for mover in sorted(game.to_move(state) - {0}):
            moves = [random_move(game, state, mover, rng) for _ in range(2)]
            steps = [(game.write(state, mover, move), *game.apply(state, mover, move)) for move in moves]
            for seat in viewers(seats):
                readers = [game.readers(state, mover, move) for move in moves]
                told = [heard(facts, seat) for _, _, facts in steps]
                alike = told[0] == told[1] and game.view(steps[0][1], seat) == game.view(steps[1][1], seat)
                if alike and all(found is None or seat in found for found in readers):
                    assert steps[0][0] == steps[1][0]
                world = game.imagine(game.view(state, seat), rng)
                assert try_out(game, world, mover, moves[0]) or game.readers(world, mover, moves[0]) == readers[0]


def test_whoever_sees_all_can_imagine_only_the_true_world(game: AnyGame, rng: Random) -> None:
    for state, seats in positions(game, rng, 10):
        for seat in viewers(seats):
            view = game.view(state, seat)
            if game.sees_all(view):
                world = game.imagine(view, rng)
                assert all(game.view(world, other) == game.view(state, other) for other in viewers(seats))


def test_everything_open_leaves_nothing_out(game: AnyGame, rng: Random) -> None:
    """Two worlds that look alike with Show everything look alike to everybody."""
    opened = 0
    for state, seats in positions(game, rng, 10):
        worlds = [state, *(game.imagine(game.view(state, seat), rng) for seat in viewers(seats))]
        shown = [game.opened(world, seats) for world in worlds]
        opened += shown[0] is not None
        for world, open_view in zip(worlds, shown, strict=True):
            if open_view is not None and open_view == shown[0]:
                assert all(game.view(world, seat) == game.view(state, seat) for seat in viewers(seats))
        if shown[0] is not None:
            assert game.text(shown[0], names(seats))
            assert svg(game.picture(shown[0], names(seats)))
    assert game.hides or not opened, "there is nothing to be opened"


def test_what_nobody_is_told_changes_nothing_they_see(game: AnyGame, rng: Random) -> None:
    """A step of which a seat is told nothing leaves no trace in its view."""
    for state, seats in positions(game, rng, 30):
        for mover in range(seats + 1):
            if not any(True for _ in game.parts(state, mover, ())):
                continue
            after, told = game.apply(state, mover, random_move(game, state, mover, rng))
            for seat in viewers(seats):
                if not any(t.reaches(seat) for t in told):
                    assert game.view(after, seat) == game.view(state, seat)


@pytest.mark.parametrize("alike", [False, True])
def test_whoever_is_told_the_same_sees_the_same(game: AnyGame, rng: Random, alike: bool) -> None:
    """Two games of which a viewer is told the same facts; the cards of the others, and what they do unseen, differ."""
    for _ in range(4):
        seats = seats_for(game, rng)
        options, viewer = random_options(game, seats, rng), rng.choice(viewers(seats))
        for moment in pair(game, options, seats, viewer, 20, rng, Manner(alike, by_facts=True)).moments:
            one, other = (game.view(state, viewer) for state in moment.states)
            assert one == other


def parts_of(value: Any) -> list[Any]:
    """The value and everything inside it."""
    inside = (
        [getattr(value, f.name) for f in fields(value)]
        if is_dataclass(value)
        else value
        if isinstance(value, tuple)
        else [*value, *value.values()]
        if isinstance(value, Scores)
        else []
    )
    return [value, *(part for item in inside for part in parts_of(item))]


def test_views_are_built_by_whitelist_and_hold_no_state(game: AnyGame, rng: Random) -> None:
    for state, seats in positions(game, rng, 10):
        for seat in viewers(seats):
            view = game.view(state, seat)
            assert view.seat == seat
            for part in parts_of(view):
                assert not type(part).__module__.endswith(".state"), f"{type(part)} stands in a view"
                assert isinstance(part, (str, int, type(None), tuple, Scores)) or is_dataclass(part)
            hash(view)


def test_every_fact_has_a_sentence_unless_chance_tells_it_at_once(game: AnyGame, rng: Random) -> None:
    for state, seats in positions(game, rng, 30):
        for mover in sorted(game.to_move(state)):
            after, told = game.apply(state, mover, random_move(game, state, mover, rng))
            for t in told:
                sentence = game.tell(t.fact, names(seats))
                if not sentence:
                    assert game.to_move(after) == {NATURE}
                    continue
                assert sentence[0].isupper() or sentence[0] in "\"'"
                assert sentence[-1] in ".!?\"'"


def test_readers_are_spoken_to_in_good_english(game: AnyGame, rng: Random) -> None:
    """Where one of the names is YOU: no "You lays", and no capital within a sentence."""
    for state, seats in positions(game, rng, 30):
        for mover in sorted(game.to_move(state)):
            _, told = game.apply(state, mover, random_move(game, state, mover, rng))
            for t in told:
                for seat in filter(t.reaches, range(1, seats + 1)):
                    sentence = game.tell_cast(t.fact, addressed(names(seats), seat), game.cast(state))
                    assert not re.search(r"\b[Yy]ou \w*[^\Ws]s\b", sentence), sentence
                    assert not re.search(r"[a-z,:;] You\b", sentence), sentence
                    assert "card of you" not in sentence


@pytest.mark.parametrize("hostile", ["<b>", '"', "&amp;", "\u202e", "x" * 200])
def test_names_cannot_break_text_or_picture(game: AnyGame, rng: Random, hostile: str) -> None:
    from xml.etree import ElementTree

    for state, seats in positions(game, rng, 2):
        view = game.view(state, 1)
        ElementTree.fromstring(svg(game.picture(view, dict.fromkeys(range(1, seats + 1), hostile))))
        assert game.text(view, dict.fromkeys(range(1, seats + 1), hostile))
