"""The table as SVG: what can be clicked, what can be noted, what is turned up; for every number of players."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from games.woolf.setting import FIVE, played, table, turns
from sheepfold.core.contract import NATURE
from sheepfold.core.drawing.svg import svg
from sheepfold.core.records import chance
from sheepfold.games.woolf import GAME
from sheepfold.games.woolf.board import CHARACTERS, holders
from sheepfold.games.woolf.state import State

NAMES = {n: f"Name {n}" for n in range(1, 9)}


def drawn(state: State, seat: int | None) -> ElementTree.Element:
    return ElementTree.fromstring(
        svg(GAME.picture(GAME.view(state, seat), {n: NAMES[n] for n in range(1, state.players + 1)}))
    )


def values(picture: ElementTree.Element, attribute: str) -> list[str]:
    return [found for element in picture.iter() if (found := element.get(attribute)) is not None]


def words(picture: ElementTree.Element) -> str:
    return " ".join("".join(element.itertext()) for element in picture.iter() if element.tag.endswith("text"))


def uses(picture: ElementTree.Element, name: str) -> int:
    return values(picture, "href").count(f"#{name}")


@pytest.mark.parametrize("players", range(4, 9))
def test_other_seats_nobody_and_questions_in_hand_can_be_clicked(players: int) -> None:
    state = GAME.start(GAME.options(), players)
    state, _ = GAME.apply(state, NATURE, chance.draw(GAME, state, bytes(32), 0))
    for seat in range(1, players + 1):
        others = {str(n) for n in range(1, holders(players) + 1) if n != seat}
        assert set(values(drawn(state, seat), "data-part")) == others | {"0", "x"} | set(state.questions[seat - 1])


@pytest.mark.parametrize("players", range(4, 9))
def test_the_grid_has_a_cell_for_every_other_player_and_character(players: int) -> None:
    state = GAME.start(GAME.options(), players)
    state, _ = GAME.apply(state, NATURE, chance.draw(GAME, state, bytes(32), 0))
    cells = {f"{n}:{who}" for n in range(1, holders(players) + 1) for who in CHARACTERS if n != 2}
    assert set(values(drawn(state, 2), "data-note")) == cells


def test_a_spectator_gets_the_table_without_hand_and_notes() -> None:
    picture = drawn(table(*FIVE), None)
    assert values(picture, "data-note") == []
    assert "You play" not in words(picture)
    assert uses(picture, "crest") == 10


def test_tokens_show_head_and_number_of_the_giver() -> None:
    state = played(table(*FIVE, start=2), "2 peek 4", "0 0")
    titles = [element.text for element in drawn(state, 1).iter() if element.tag.endswith("title")]
    assert "Wolf, left by 2" in titles


def test_own_cards_are_drawn_and_others_lie_face_down() -> None:
    picture = drawn(table(*FIVE), 1)
    assert (uses(picture, "wolf"), uses(picture, "sheep"), uses(picture, "hunter")) == (1, 1, 0)
    assert uses(picture, "crest") == 8


def test_a_sealed_suspicion_is_marked() -> None:
    state = played(turns(table(*FIVE)), "1 suspect 4 x")
    assert "sealed" in words(drawn(state, 3))


def test_at_the_end_cards_and_pointers_are_turned_up() -> None:
    state = GAME.start(GAME.options(turn_limit=1), 4)
    for number in range(3):
        state, _ = GAME.apply(state, NATURE, chance.draw(GAME, state, bytes(32), number))
        state = turns(state)
        second = ("x" if list(GAME.parts(state, 1, ("suspect", "2"))) == ["x"] else "3",)
        state, _ = GAME.apply(state, 1, ("suspect", "2", *second))
        state = played(state, "2 decline", "3 decline", "4 decline")
        if GAME.outcome(state) is not None:
            break
    picture = drawn(state, None)
    assert uses(picture, "crest") == 0
    assert {f"card {seat} {n}" for seat in range(1, 6) for n in (0, 1)} <= set(values(picture, "data-key"))
    right = state.reveals[-1].suspicions[0].right
    assert uses(picture, "m-cleared") + uses(picture, "m-lost") == len(right) - (second == ("x",))


def test_the_same_drawings_are_defined_for_everybody() -> None:
    def defined(picture: ElementTree.Element) -> list[str]:
        return [element.get("id", "") for element in picture.iter() if element.tag.endswith("symbol")]

    state = table(*FIVE)
    assert defined(drawn(state, 1)) == defined(drawn(state, 4)) == defined(drawn(state, None))


def test_a_long_round_still_fits() -> None:
    state = table(*FIVE)
    for _ in range(15):
        state = turns(state)
    assert len([t for t in drawn(state, 1).iter() if t.tag.endswith("title") and "left by" in (t.text or "")]) == 75


def test_a_token_is_known_by_who_said_it_at_whom_and_when() -> None:
    def keys(state: State, seat: int | None) -> list[str]:
        return [key for key in values(drawn(state, seat), "data-key") if key.startswith("clue")]

    before = table(*FIVE, start=2)
    after = played(before, "2 peek 4", "0 0")
    for seat in (None, 1, 2, 4):
        assert keys(before, seat) == []
        assert keys(after, seat) == ["clue 1.0 2-4"]
        assert keys(played(after, "3 peek 4", "0 1"), seat) == ["clue 1.0 2-4", "clue 1.1 3-4"]
