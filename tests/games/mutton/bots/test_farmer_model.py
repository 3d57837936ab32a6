"""What the Wolf learns about a Farmer from whom they shoot and whom they spare."""

from __future__ import annotations

import numpy as np
import pytest

from sheepfold.games.mutton.bots.farmer import MODELLED, UNIFORM, FarmerModel, first_suspects

ALIVE = 0b11111
BY_COUNT = np.array([0.5, 0.2, 0.1, 0.1, 0.1])
BY_MODEL = np.array([0.1, 0.1, 0.1, 0.2, 0.5])
CHANCES = BY_COUNT, BY_MODEL
A, C, E = 0b1, 0b100, 0b10000


def shoots(model: FarmerModel, kind: int, chance: float) -> float:
    return float(model.shoots(kind, np.array([chance]))[0])


def test_who_shoots_the_first_suspect_by_exact_odds_takes_all_sets_for_equally_likely() -> None:
    model = FarmerModel.unknown()
    assert model.uniform(0.5) == pytest.approx(0.5)
    assert model.after(A, CHANCES, ALIVE).uniform(0.5) > 0.7
    assert model.after(E, CHANCES, ALIVE).uniform(0.5) < 0.3
    assert model.after(C, CHANCES, ALIVE).uniform(0.5) == pytest.approx(0.5), "nobody's suspect tells nothing"


def test_who_is_certain_from_the_start_learns_nothing() -> None:
    model = FarmerModel.unknown().after(A, CHANCES, ALIVE)
    assert (model.uniform(0.0), model.uniform(1.0)) == (0.0, 1.0)


def test_who_waits_at_a_third_is_not_expected_to_shoot_at_a_quarter() -> None:
    model = FarmerModel.unknown()
    third = np.array([0.3, 0.2, 0.2, 0.2, 0.1])
    patient = model.after(0, (third, third), ALIVE).after(0, (third, third), ALIVE)
    assert shoots(patient, UNIFORM, 0.25) < 0.15 < 0.8 < shoots(patient, UNIFORM, 0.5)
    bold = model.after(A, (third, third), ALIVE)
    assert shoots(bold, UNIFORM, 0.3) > 0.9
    assert shoots(model, MODELLED, 0.05) == 0


def test_first_suspects_are_alive() -> None:
    assert first_suspects(UNIFORM, BY_COUNT, ALIVE) == [0]
    assert first_suspects(UNIFORM, BY_COUNT, 0b11110) == [1]
    assert first_suspects(MODELLED, BY_COUNT, 0b11100) == [2, 3, 4]
