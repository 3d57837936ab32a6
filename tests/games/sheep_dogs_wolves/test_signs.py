"""Who is scared, safe, eaten, lost and saved: each rule on a small drawn position."""

from __future__ import annotations

from random import Random

import pytest

from games.sheep_dogs_wolves.drawing import ROUND, ahead, judged, neighbours
from sheepfold.games.sheep_dogs_wolves import rules
from sheepfold.games.sheep_dogs_wolves.board import Cell
from sheepfold.games.sheep_dogs_wolves.state import State
from sheepfold.games.sheep_dogs_wolves.terms import Options
from sheepfold.games.sheep_dogs_wolves.view import view

# -- scared wolves -----------------------------------------------------------------------------


def test_a_wolf_with_two_adjacent_dogs_is_scared_and_its_own_dog_counts() -> None:
    seen = judged(
        """
            S---D---W

        S---D---W~
        """,
        left=2,
    )
    assert seen.scared == 1


def test_a_dog_at_a_corner_scares_nobody() -> None:
    seen = judged(
        """
                S!--D---W

        S---D---W
        """,
        left=2,
    )
    assert seen.scared == 0


def test_scared_is_judged_before_eaten_so_a_sheep_beside_a_scared_wolf_lives() -> None:
    seen = judged(
        """
            S+--D---W^

        S+--D---W~

                S+--D---W^
        """,
        left=0,
    )
    assert (seen.scared, seen.score) == (1, 3)


# -- eaten sheep -------------------------------------------------------------------------------


def test_a_sheep_beside_one_unscared_wolf_is_eaten_even_if_another_is_scared() -> None:
    seen = judged(
        """
            S+--D---W^

        S+--D---W~  Sx--D---W^
        """,
        left=0,
    )
    assert (seen.score, seen.lost) == (2, 1)


def test_a_wolf_at_a_corner_eats_nobody() -> None:
    seen = judged(
        """
                    S+--D---W^

        S+--D---W^
        """,
        left=0,
    )
    assert seen.score == 2


def test_the_score_as_it_stands_counts_as_if_the_game_ended_now() -> None:
    seen = judged(
        """
                S!--D---W

        S---D---W
        """,
        left=2,
    )
    assert (seen.score, seen.danger, seen.lost) == (1, 1, 0)


# -- safe wolves and lost sheep ----------------------------------------------------------------


def test_a_wolf_is_safe_when_no_empty_cell_beside_it_is_the_middle_of_three() -> None:
    seen = judged(
        """
        S---D---W

        S---D---W^  Sx
                    |
                    D
                    |
                    W
        """,
        left=2,
    )
    assert (seen.safe, seen.lost) == (1, 1)


def test_a_wolf_is_not_safe_while_a_dog_could_still_come_beside_it() -> None:
    seen = judged(
        """
        S---D---W

        S---D---W   S!--D---W
        """,
        left=2,
    )
    assert (seen.safe, seen.lost, seen.danger) == (0, 0, 1)


def test_with_no_tile_left_every_unscared_wolf_is_safe_and_every_eaten_sheep_lost() -> None:
    seen = judged(
        """
        S+--D---W^

        S+--D---W^  Sx--D---W^
        """,
        left=0,
    )
    assert (seen.safe, seen.lost, seen.danger) == (3, 1, 0)


# -- saved sheep -------------------------------------------------------------------------------


def test_a_sheep_is_saved_when_every_open_side_touches_a_dog() -> None:
    seen = judged(
        """
                W
                |
                D
                |
                S+  S
                    |
        W---D---S   D
                    |
                    W
        """,
        left=2,
    )
    assert seen.saved == 1


def test_a_sheep_is_saved_when_no_open_side_is_the_end_of_three_empty_cells() -> None:
    seen = judged(
        """
                    W
                    |
                    D   W~
                    |   |
                    S   D
                        |
        W---D---S       S+  S---D---W

            W~--D---S+  S
                        |
                        D
                        |
                        W
        """,
        left=1,
    )
    assert seen.saved == 2


def test_with_no_tile_left_every_sheep_not_eaten_is_saved() -> None:
    assert judged("S+--D---W^", left=0).saved == 1


# -- the counters on any position --------------------------------------------------------------


def by_the_letter(state: State) -> dict[str, int]:
    """The counters, word for word as the rules define them."""
    seen = view(state, None)
    at = {(a.x, a.y): a.kind for a in seen.animals}

    def beside(cell: Cell, kind: str | None) -> list[Cell]:
        return [other for other in neighbours(cell) if at.get(other) == kind]

    def middle(cell: Cell) -> bool:
        return any(ahead(cell, a) not in at and ahead(cell, b) not in at for a, b in ("EW", "NS"))

    def end(cell: Cell) -> bool:
        return any(ahead(cell, way) not in at and ahead(cell, way, 2) not in at for way in "ENWS")

    over = state.left == 0
    wolves = [cell for cell, kind in at.items() if kind == "wolf"]
    flock = [cell for cell, kind in at.items() if kind == "sheep"]
    scared = {wolf for wolf in wolves if len(beside(wolf, "dog")) >= 2}
    safe = {w for w in wolves if w not in scared and (over or not any(middle(c) for c in beside(w, None)))}
    bitten = {s for s in flock if any(w not in scared for w in beside(s, "wolf"))}
    lost = {s for s in flock if any(w in safe for w in beside(s, "wolf"))}
    saved = {
        s
        for s in flock
        if s not in bitten and (over or not any(end(c) for c in beside(s, None) if not beside(c, "dog")))
    }
    return {
        "scared": len(scared),
        "safe": len(safe),
        "lost": len(lost),
        "saved": len(saved),
        "danger": len(bitten - lost),
        "score": len(flock) - len(bitten),
    }


@pytest.mark.parametrize("seed", range(12))
def test_counters_follow_the_letter_of_the_rules_and_what_is_final_stays(seed: int) -> None:
    rng = Random(seed)
    state = rules.begin(Options(tiles=rng.randrange(3, 40, 2)), None)
    settled: dict[Cell, str] = {}
    while True:
        seen = view(state, None)
        assert {name: getattr(seen, name) for name in by_the_letter(state)} == by_the_letter(state)
        signs = {(a.x, a.y): a.sign for a in seen.animals}
        assert settled.items() <= signs.items()
        settled = {cell: sign for cell, sign in signs.items() if sign in ("scared", "safe", "lost", "saved")}
        if (role := rules.turn(state)) is None:
            break
        choices = ROUND.parts(state, role, ())
        crowded = [part for part in choices if abs(int(part.split(",")[0])) <= 4]
        state, _ = ROUND.apply(state, role, (rng.choice(crowded or choices),))
    assert seen.score == rules.points(state) == seen.saved
    assert seen.danger == 0
