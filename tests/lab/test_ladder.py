"""No level is below the one under it, whatever the options: a short look with fixed seeds (docs/strength.md: more)."""

from __future__ import annotations

from typing import Any

import pytest

from sheepfold.lab.arena import Contest, play_bout

LADDERS: list[tuple[str, dict[str, Any], int, tuple[str, str], int]] = [
    ("fold", {"min_herd": 1}, 1, ("lamb", "shepherd"), 2),
    ("fold", {"mode": "versus"}, 2, ("herdboy", "shepherd"), 1),
    ("dogs", {"tiles": 9}, 2, ("terrier", "collie"), 2),
    ("dogs", {"tiles": 9, "mode": "bid"}, 2, ("pup", "kelpie"), 2),
    ("dogs", {"tiles": 15}, 2, ("collie", "kelpie"), 2),
    ("woolf", {}, 5, ("gossip", "beadle"), 4),
    ("woolf", {"advanced": True}, 4, ("beadle", "sleuth"), 4),
    ("woolf", {"shuffle": False}, 5, ("gossip", "sleuth"), 3),
    ("mutton", {"reveal": False, "quick": 12}, 2, ("novice", "canny"), 3),
    ("mutton", {"escape": True}, 2, ("novice", "canny"), 2),
    ("mutton", {"shotgun": True}, 2, ("novice", "farmhand"), 2),
]
"""Game, options, seats, the weaker and the stronger level, and deals, each of which both play from all sides."""


@pytest.mark.parametrize(("game", "options", "seats", "pair", "deals"), LADDERS)
def test_the_stronger_level_does_not_score_less(
    game: str, options: dict[str, Any], seats: int, pair: tuple[str, str], deals: int
) -> None:
    contest, scored = Contest(game, options, seats, pair, "ladder"), dict.fromkeys(pair, 0.0)
    for bout in (bout for deal in range(deals) for bout in contest.bouts(pair, deal)):
        fought = play_bout(bout)
        gained = fought.points if game == "fold" else fought.wins
        for name, points in zip(fought.players, gained, strict=True):
            scored[name] += points / fought.players.count(name)
    assert scored[pair[1]] >= scored[pair[0]], scored
