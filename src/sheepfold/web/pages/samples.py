"""A real position of each game for cards and rules pages, played out from a fixed seed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any, Final

from sheepfold.core import chance
from sheepfold.core.bot import random_move
from sheepfold.core.contract import NATURE
from sheepfold.core.look.pen import element, group, ink
from sheepfold.core.look.scene import Box, Layer, Scene, Shape
from sheepfold.core.look.svg import svg
from sheepfold.core.progress import play
from sheepfold.games import game
from sheepfold.games.woolf import pieces

NAMES: Final = dict(enumerate(("Ada", "Bruno", "Cleo", "Dov", "Emi", "Finn", "Gus", "Hana"), 1))


@cache
def picture(name: str, options: tuple[tuple[str, Any], ...], seats: int, plies: int, seed: int) -> Scene:
    """What a spectator sees after so many moves at random."""
    found = game(name)
    state = found.start(found.options.make(dict(options)), seats)
    luck, secret = Random(seed), seed.to_bytes(32, "big")
    for ply in range(plies):
        movers = found.to_move(state)
        if not movers:
            break
        mover = min(movers)
        move = chance.draw(found, state, secret, ply) if mover == NATURE else random_move(found, state, mover, luck)
        state = play(found, state, mover, move, ply).state
    return found.picture(found.view(state, None), NAMES)


SCRIPTS: Final[Mapping[str, tuple[str, ...]]] = {
    "fold": (
        "sheep", "lambs", "1,0", "tri", "2,0/0", "tri", "2,-1/1", "straight", "1,-1/0", "tri", "0,-1/0",
        "tri", "-1,0/1", "tri", "-1,1/0", "straight", "0,1/0", "tri", "1,1/1", "shepherd", "3,-1", "black", "3,0",
        "sheep", "-2,1", "sheep", "-3,1", "wolf", "-2,0",
    ),
    "dogs": ("-4,0E", "2,0E", "-2,1E", "3,1W", "-3,-1E", "2,-1W"),
}  # fmt: skip
"""Moves as written, chance's too, that lead to a position worth showing."""


@cache
def scripted(name: str, options: tuple[tuple[str, Any], ...]) -> Scene:
    """What a spectator sees after a script."""
    found = game(name)
    state = found.start(found.options.make(dict(options)), 2)
    for ply, text in enumerate(SCRIPTS[name]):
        seat = min(found.to_move(state))
        state = play(found, state, seat, found.read(state, seat, text), ply).state
    return found.picture(found.view(state, None), NAMES)


def fan() -> Scene:
    """The five characters of Woolf!!, held as a hand of cards over the table."""
    paper = element("rect", width=300, height=150, fill=ink("paper"))
    wood = element("ellipse", cx=150, cy=170, rx=200, ry=140, fill=ink("table"))
    rim = element("ellipse", cx=150, cy=170, rx=188, ry=129, fill="none", stroke=ink("table-2"), stroke_width=2)
    held = (
        group(*pieces.card(face), transform=f"rotate({13 * n} 150 280) translate(112 {34 + 3 * abs(n)}) scale(.8)")
        for n, face in enumerate(("sheep/sheep", "dog/dog", "hunter/hunter", "boy/boy", "wolf/wolf"), -2)
    )
    frame = Box(0, 0, 300, 150)
    shape = Shape("fan", (0.0, 0.0), (paper, wood, rim, *held))
    return Scene("Woolf!!", "Five cards.", frame, frame, (Layer("fan", (shape,)),), (), ("sheep",))


def card(name: str, sprite_url: str) -> str:
    """The picture on a game's card: the map alone, cut to fit."""
    match name:
        case "mutton":
            drawn = picture(name, (("size", 3), ("num_sheep", 13), ("num_wolves", 3)), 2, 5, 3).inside()
        case "dogs":
            drawn = scripted(name, (("tiles", 7), ("mode", "single"))).inside()
            drawn = replace(drawn, frame=Box(-195, -62, 338, 178))
        case "woolf":
            drawn = fan()
        case _:
            drawn = scripted(name, ()).inside()
    return svg(drawn, sprite_url, preserveAspectRatio="xMidYMid slice")
