"""The first game of Mutton: five decisions of a Farmer who finds two wolves by looking at who ran."""

from __future__ import annotations

from typing import Final

from sheepfold.core.contract.lesson import Lesson, LessonStep
from sheepfold.games.mutton.terms import FARMER

LESSON: Final = Lesson(
    seat=FARMER,
    seats=2,
    options=(("size", 3), ("num_sheep", 13), ("num_wolves", 2), ("quick", 7)),
    number=1,
    watch="Watch who is eaten, and who runs.",
    end="Both wolves are found, by nothing but who ran. In a whole match you play each side once: as the Wolf, make "
    "many run.",
    steps=(
        LessonStep(
            "The flock takes its place",
            "13 animals, and 2 of them will be wolves in sheep's clothing: only Bellwether knows which. With gaps "
            "between them few stand beside each other, so each night tells you more.",
            "Place them with gaps",
            "sparse",
            "Any flock will do. Animals that stand apart tell more when they run.",
            ("G,K", "D:A-d2,B-d4,G-c5,H-e4"),
        ),
        LessonStep(
            "One night tells little",
            "D is eaten. Whoever stood beside it ran: A, B, G and H. A wolf is among them, but which of the "
            "four? A sheep that you shoot counts for the Wolf. Let this night pass.",
            "Pass",
            "pass",
            "Beside every victim stood a wolf, and it had to run. After one night too many are left: let it pass.",
            ("E:C-a1,G-c3,I-a2",),
        ),
        LessonStep(
            "Who ran twice?",
            "Now E is eaten, and C, G and I ran. Look at the sheet: only G ran on both nights, so G alone would "
            "explain both.",
            "Shoot G",
            "G",
            "Look at the sheet for a letter that ran on several nights: it would explain them all. Pick it, then "
            "shoot.",
            ("B:H-a3,J-c5,K-b1,M-b3",),
        ),
        LessonStep(
            "A cry, and what it rules out",
            '"Aroooo!": G was a wolf. It explains the first two nights, so A, B and H are no more suspect than others. '
            "Tonight G was dead, and still B was eaten: the other wolf is among H, J, K and M. Wait for one more "
            "night.",
            "Pass",
            "pass",
            "A dead wolf explains the nights on which it ran. Start counting again from the first night that it cannot"
            " explain.",
            ("C:I-e4,K-e5",),
        ),
        LessonStep(
            "The last wolf",
            "C is eaten, and only I and K ran. Of those who ran last night only K ran again.",
            "Shoot K",
            "K",
            "Who ran on every night that the dead wolves cannot explain? With one suspect left, shoot.",
        ),
    ),
)
