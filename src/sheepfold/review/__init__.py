"""Looking back at a finished game: what of it was skill, what was luck, as each seat could know it then."""

from __future__ import annotations

from sheepfold.review.account import Judging
from sheepfold.review.reviewing import Attempt, attempt, judging_of, review
from sheepfold.review.terms import LABELS, Decision, Label, Review, SeatReview, TurningPoint, label_of

__all__ = [
    "LABELS", "Attempt", "Decision", "Judging", "Label", "Review", "SeatReview", "TurningPoint",
    "attempt", "judging_of", "label_of", "review",
]  # fmt: skip
