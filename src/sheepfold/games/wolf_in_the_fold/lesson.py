"""The first game of Wolf in the Fold: a herd, its fence piece by piece, and the tile that closes the fold."""

from __future__ import annotations

from typing import Final

from sheepfold.core.contract.lesson import Lesson, LessonStep

LESSON: Final = Lesson(
    seat=1,
    seats=2,
    options=(),
    number=3940,
    watch="Bellwether builds with you: you play together against the wolves.",
    end="You know how a fold is made. Play on: a wolf that is drawn must be laid beside a herd, and a fenced herd is "
    "yours only while no wolf touches it.",
    steps=(
        LessonStep(
            "A herd",
            "You have drawn a sheep. Two sheep that touch are a herd: wolves can hunt it, but in a fence it brings "
            "you points. Lay yours at the right of the first.",
            "Lay it beside the sheep",
            "1,0",
            "Two or more sheep that touch are a herd. A lone sheep is none, and wolves leave it alone.",
            ("2,0/0",),
        ),
        LessonStep(
            "Lines that meet",
            "Bellwether has laid a star at the right. Lay your tri-corner above it and turn it so that its lines meet "
            "those of the star: only lines that meet are a fence.",
            "Lay it above the star",
            "2,-1/1",
            "A fence runs from the middle of a tile to its sides. Turn it until its lines meet those of its "
            "neighbours.",
            ("-1,0/0",),
        ),
        LessonStep(
            "Along the top",
            "A straight fence lies well along the long side of the herd: flat above it, from your tri-corner on.",
            "Lay it flat above the herd",
            "1,-1/0",
            "Straight fences go along the sides of a herd, tri-corners round its corners; a star fits anywhere.",
            ("0,-1/0",),
        ),
        LessonStep(
            "Leave no hole",
            "The other long side is below the herd. No empty cell may be cut off from the open country, so a fold "
            "can be closed only when all of it is filled. Here it is.",
            "Lay it flat below the herd",
            "0,1/0",
            "No tile may cut off an empty cell. Fill a fold before you close it.",
            ("-1,1/0",),
        ),
        LessonStep(
            "Close the fold",
            "One gap is left, at the lower right. Your tri-corner fits there, turned to the left: the fold is closed,"
            " and both sheep are yours.",
            "Close it",
            "1,1/1",
            "Look for the gap where one tile makes the fence whole. Every sheep inside then counts for you.",
            ("3,-1/1",),
        ),
        LessonStep(
            "Build on what stands",
            "A fold never changes again, but its outer arms are fences too. Lay this one at the star's right: between"
            " it and Bellwether's the next herd has two sides fenced before it stands.",
            "Lay it at the star's right",
            "3,0/0",
            "The arms of a closed fold are the beginning of the next. Build on, and keep your sheep away from open "
            "ground.",
        ),
    ),
)
