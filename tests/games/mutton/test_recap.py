"""What decided a game, in sentences that count right."""

from __future__ import annotations

from games.mutton.positions import CROWD, LINE, play, wolf
from sheepfold.games.mutton.recap import recap


def words(*moves: str, drawing: str = LINE, options: str = "") -> list[str]:
    return [note.words for note in recap(wolf(play(drawing, *moves, words=options)), {})]


def test_one_wolf_that_went_home_is_not_told_of_as_several() -> None:
    assert "D went home, for 3 points." in words("BD", "D", drawing=CROWD, options="-escape")


def test_one_wolf_that_a_berserk_hit_is_not_told_of_as_several() -> None:
    assert "Round 1: berserk, 1 of 2 was a wolf; no wolf was left." in words("B", "A:B-e3", "B,C")
    assert "Round 1: berserk, 2 of 2 were wolves; no wolf was left." in words("BC", "A:B-e3", "B,C")
