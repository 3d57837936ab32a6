"""A picture with nothing in it, for games whose looks no test asks for."""

from __future__ import annotations

from sheepfold.core.drawing.scene import Box, Scene


def blank(title: str, description: str) -> Scene:
    frame = Box(0, 0, 10, 10)
    return Scene(title, description, frame, frame, (), (), ())
