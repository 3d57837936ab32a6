"""The first game of Sheep, Dogs and Wolves: five tiles of a Sheep who learns to scare wolves with dogs."""

from __future__ import annotations

from typing import Final

from sheepfold.core.contract.lesson import Lesson, LessonStep

LESSON: Final = Lesson(
    seat=1,
    seats=2,
    options=(("tiles", 11), ("mode", "single")),
    number=1,
    watch="Watch where the wolf of the next tile goes.",
    end="That was a whole game, with 11 tiles instead of 23. In a duel you swap: then feed as many sheep as you can.",
    steps=(
        LessonStep(
            "Two dogs scare a wolf",
            "The wolf on the table has one dog beside it, its own. Lay your tile so that your dog stands above that "
            "wolf: with two dogs beside it, it is scared for good.",
            "Lay it above",
            "0,1E",
            "A wolf is scared when two dogs stand beside it, and its own dog is one of them. Bring your dog to a wolf.",
            ("-3,1E",),
        ),
        LessonStep(
            "One tile, two wolves",
            "Bellwether's wolf stands beside two sheep. Your dog fits above it. Turn the tile so that your own wolf "
            "stands above Bellwether's dog: then two dogs are beside your wolf, too.",
            "Scare both",
            "0,2W",
            "Your own tile brings a wolf along. Lay it where it has a second dog beside it, or no sheep.",
            ("-1,-3N",),
        ),
        LessonStep(
            "Safe for good",
            "A wolf came from below and would eat the first sheep. A dog at its left scares it, and your sheep closes"
            " the last open side of the first: it can never be eaten now, and gets a tick.",
            "Lay it downwards",
            "-2,0S",
            "A sheep with a dog, a sheep or a scared wolf on all four sides is safe for good. Close an open side.",
            ("2,3W",),
        ),
        LessonStep(
            "Come from the free side",
            "Now a wolf stands above your top sheep. The dog sits in the middle of a tile, so it must lie across: "
            "only above that wolf there is room for it.",
            "Lay it across the top",
            "-1,4E",
            "The dog is in the middle: look for a side of the wolf where a tile can lie across.",
            ("-6,1E",),
        ),
        LessonStep(
            "Count before you lay",
            "The wolf at the far left threatens one sheep. Your dog below it scares it, your sheep joins two others, "
            "and your wolf has Bellwether's dog above it. The Wolf has one more tile: look what it can still reach.",
            "Lay it below",
            "-3,0W",
            "It is your last tile. Count how many sheep would live for each place that you think of.",
            ("4,2W",),
        ),
    ),
)
