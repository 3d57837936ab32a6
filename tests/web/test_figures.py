"""The pictures in the rules show what their captions say, by the data that they were drawn from."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any, Final

import pytest

from sheepfold.core.contract.bot import random_move
from sheepfold.core.contract.face import Face
from sheepfold.core.drawing.scene import Scene
from sheepfold.core.records.progress import Progress
from sheepfold.core.words.prose import anchor
from sheepfold.games import SHELF, game
from sheepfold.games.woolf.board import BASIC, DECKS
from sheepfold.web.pages import rendering
from sheepfold.web.pages.rules import guide

FACES: Final[dict[str, Face]] = {
    name: face for name in SHELF if (face := getattr(SHELF.room(name, "face"), "FACE", None)) is not None
}


def keys(scene: Scene, layer: str) -> list[str]:
    return [shape.key for found in scene.board if found.name == layer for shape in found.shapes]


def dead(view: Any) -> str:
    return "".join(animal.letter for animal in view.now.animals if animal.fate != "alive")


def ran(view: Any) -> str:
    return "".join(sorted(run.letter for run in view.now.log[-1].runs))


CLAIMS: Final[dict[tuple[str, str], Callable[[Any, Scene], object]]] = {
    ("mutton", "two nights"): lambda view, _: (view.now.round, dead(view), ran(view)) == (2, "DE", "CGI"),
    ("mutton", "flight"): lambda view, _: (view.now.round, dead(view), ran(view)) == (1, "D", "ABGH"),
    ("mutton", "end"): lambda view, _: (
        view.now.outcome is not None
        and view.now.outcome.scores[1] == 4
        and [animal.letter for animal in view.now.animals if animal.wolf] == ["G", "K"]
    ),
    ("fold", "under way"): lambda view, scene: view.hand and 0 < len(keys(scene, "open")) == len(view.legal),
    ("fold", "fold"): lambda view, _: len(view.folds) == 1 and view.folds[0].points == 3 == view.scores["players"],
    ("fold", "hunt"): lambda view, _: (view.scores["players"], view.scores["wolves"]) == (3, 2),
    ("dogs", "scared"): lambda view, _: view.now.wolves == ("scared", "") and len(view.now.tiles) == 2,
    ("dogs", "ten"): lambda view, scene: (
        len(view.now.tiles) == 11 == len(keys(scene, "tiles"))
        and (view.now.scared, view.now.safe, view.now.lost) == (9, 2, 1)
    ),
    ("woolf", "table"): lambda view, scene: view.players == 6 and keys(scene, "tokens") and keys(scene, "slips"),
}
"""What captions say, asked of the position and of the picture."""


@pytest.mark.parametrize(("name", "title"), CLAIMS)
def test_a_figure_shows_what_its_caption_says(name: str, title: str) -> None:
    figure = FACES[name].figures[title]
    view, scene = rendering.position(game(name), figure.sample), rendering.framed(game(name), figure.sample)
    assert CLAIMS[name, title](view, scene), figure.caption


@pytest.mark.parametrize("name", list(FACES))
def test_every_figure_stands_in_the_rules_with_its_drawing(name: str) -> None:
    rendered = str(guide(name, FACES[name]).body)
    assert rendered.count("<figure>") == len(FACES[name].figures)
    assert rendered.count('class="sign"') == len(re.findall(r"\{[^{}\n]+\}", SHELF.guide(name)))
    assert "DRAWING" not in rendered


@pytest.mark.parametrize("name", list(FACES))
def test_rules_can_be_read_while_the_face_of_their_game_is_put_aside(name: str) -> None:
    rendered = guide(name)
    assert rendered.contents == guide(name, FACES[name]).contents
    assert "<figure>" not in rendered.body


def test_the_deck_in_the_rules_is_the_deck_that_is_dealt() -> None:
    rows = re.findall(r"^\| \{([a-z]+/[a-z?]+)\} [^|]*\|[^|]*\|((?: \d+ \|)+)$", SHELF.guide("woolf"), re.M)
    assert [card for card, _ in rows] == list(BASIC)
    told = [[int(number) for number in re.findall(r"\d+", counts)] for _, counts in rows]
    assert DECKS[4] == DECKS[5]
    assert told == [list(counts) for counts in zip(*(DECKS[players] for players in (5, 6, 7, 8)), strict=True)]


@pytest.mark.parametrize("name", list(FACES))
def test_help_opens_at_a_heading_that_there_is(name: str) -> None:
    kind, face, rng = game(name), FACES[name], Random(3)
    headings = {heading for heading, _ in guide(name, face).contents}
    now = Progress.begin(kind, kind.options.make({}), max(2, kind.seats[0]), bytes(32))
    seen = set()
    for step in now.run(lambda at, seat: random_move(kind, at.state, seat, rng)):
        seen.add(anchor(face.section(kind.view(step.state, 1))))
    assert seen
    assert seen <= headings
