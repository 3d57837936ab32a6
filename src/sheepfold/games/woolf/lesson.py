"""The first game of Woolf!!: a hunter who looks, asks and reckons for four turns, and points in the fifth."""

from __future__ import annotations

from typing import Final

from sheepfold.core.contract.lesson import Lesson, LessonStep

LESSON: Final = Lesson(
    seat=1,
    seats=5,
    options=(),
    number=157,
    watch="Each of them peeks or asks. All that you hear is true, unless it comes from the shepherd boy.",
    end="You suspected early, and both pointers are right: 2 points for this round. Play on, or stop here.",
    steps=(
        LessonStep(
            "Who you are",
            "A sheep and a hunter: the higher card counts, so you play the hunter and seek the wolf and the hunting "
            "dog. Begin with a peek at one card of player 3.",
            "Peek at player 3",
            "peek 3",
            "The higher of your cards says who you are, and under it stands whom you seek. Peek at somebody's card.",
            ("ask 3 wolf-hunter-boy", "ask 5 sheep", "peek 1", "peek 3"),
        ),
        LessonStep(
            "The boy who cried wolf",
            "You saw a wolf: no card is higher, so player 3 plays the wolf. And player 4 looked at your card and "
            "cried wolf, though you hold none: only the shepherd boy does that. See what else player 4 holds.",
            "Peek at player 4",
            "peek 4",
            "Compare what was said with what you know. Only the shepherd boy says wolf where none can be.",
            ("ask 1 wolf-hunter-boy", "ask 1 hunter", "peek 3", "ask 1 sheep-hunter-boy"),
        ),
        LessonStep(
            "A question",
            "A hunting dog, but player 4 is the boy, who is higher: the dog you seek is somebody else. There are two "
            "dog cards. Ask player 2 for the other; answers are always true.",
            "Ask player 2: a hunting dog?",
            "ask 2 dog",
            "A question card is answered truthfully, and once played it is gone. Ask where yes and no are both likely.",
            ("peek 4", "peek 4", "ask 3 dog", "peek 4"),
        ),
        LessonStep(
            "What could still be wrong",
            "Player 2 holds a dog. With a hunter beside it player 2 would be a hunter. You have one of the two hunter"
            " cards: if player 5 has the other, player 2 is the dog for certain.",
            "Ask player 5: a hunter?",
            "ask 5 hunter",
            "Before you suspect anybody, think of the card that would make you wrong, and find out where it is.",
            ("peek 3", "peek 2", "peek 5", "ask 3 sheep-hunter-boy"),
        ),
        LessonStep(
            "Suspect early",
            "Player 3 is the wolf, player 2 the hunting dog. Early that brings 2 points, at the end of the round"
            " only 1. An early mistake costs more: suspect only when you are sure.",
            "Suspect 3 and 2",
            "suspect 3 2",
            "Both pointers must be right. If you are not sure yet, peek once more; if others suspect first, you can "
            "still do so at the end of the round.",
        ),
    ),
)
