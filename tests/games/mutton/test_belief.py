"""The exact posterior: checked against plain enumeration, and on the cases the rules name."""

from __future__ import annotations

from itertools import combinations
from math import comb
from random import Random

import pytest

from games.mutton.positions import CROWD, LINE, ROUND, farmer, go, play, wolf
from sheepfold.games.mutton import belief
from sheepfold.games.mutton.belief import Evidence, posterior
from sheepfold.games.mutton.dictionary import spellable
from sheepfold.games.mutton.terms import Options


def enumerated(known: Evidence) -> list[int]:
    """Every fitting set, the slow and obvious way."""
    sets = (sum(1 << i for i in chosen) for chosen in combinations(range(known.animals), known.wolves))
    return [
        wolves
        for wolves in sets
        if wolves & known.sure == known.sure
        and not wolves & known.cleared
        and all(wolves & pack for pack in known.packs)
        and not (known.mixed and wolves & known.mixed == known.mixed)
        and (not known.words or wolves in spellable(known.wolves, known.animals))
    ]


def some_evidence(rng: Random) -> Evidence:
    """Evidence that at least one set fits."""
    animals = rng.randint(4, 12)
    truth = rng.sample(range(animals), rng.randint(1, animals // 2))
    wolves = sum(1 << i for i in truth)
    everybody = (1 << animals) - 1
    packs = (sum(1 << i for i in rng.sample(range(animals), rng.randint(1, 4))) for _ in range(rng.randint(0, 7)))
    mixed = rng.getrandbits(animals) & everybody
    return Evidence(
        animals=animals,
        wolves=len(truth),
        sure=wolves & rng.getrandbits(animals) & rng.getrandbits(animals),
        cleared=everybody & ~wolves & rng.getrandbits(animals) & rng.getrandbits(animals),
        packs=tuple(pack for pack in packs if pack & wolves),
        mixed=mixed if wolves & mixed != mixed else 0,
        words=False,
    )


@pytest.mark.parametrize("seed", range(60))
def test_counts_and_odds_are_those_of_plain_enumeration(seed: int) -> None:
    known = some_evidence(Random(seed))
    sets = enumerated(known)
    exact = posterior(known)
    assert exact.count == len(sets)
    odds = [sum(wolves >> i & 1 for wolves in sets) / len(sets) for i in range(known.animals)]
    assert exact.chances() == pytest.approx(odds)


@pytest.mark.parametrize("seed", range(5))
def test_draws_fit_and_every_fitting_set_is_drawn(seed: int) -> None:
    known = some_evidence(Random(seed))
    rng = Random(seed)
    sets = enumerated(known)
    assert {posterior(known).draw(rng) for _ in range(60 * len(sets))} == set(sets)


def test_14950_sets_at_the_start() -> None:
    state = go(ROUND.begin(Options(), None, None), "sparse", "HIDE")
    assert belief.hypotheses(farmer(state)) == comb(26, 4) == 14950
    assert list(belief.odds(farmer(state)).values()) == pytest.approx([4 / 26] * 26)


def test_ten_million_sets_are_counted_without_listing_them() -> None:
    state = go(ROUND.begin(Options.read(["-num_wolves=13"]), None, None), "sparse", "ABCDEFGHIJKLM")
    assert belief.hypotheses(farmer(state)) == comb(26, 13) == 10400600


def test_with_the_dictionary_only_spellable_sets_count() -> None:
    state = go(ROUND.begin(Options.read(["-dictionary"]), None, None), "sparse", "HIDE")
    assert belief.hypotheses(farmer(state)) == len(spellable(4, 26))
    assert sum(belief.odds(farmer(state)).values()) == pytest.approx(4)


def test_a_kill_proves_that_a_living_neighbour_of_the_victim_is_a_wolf() -> None:
    assert belief.odds(farmer(play(LINE, "B", "A:B-e3"))) == {"B": 1.0, "C": 0.0, "D": 0.0}
    assert belief.odds(farmer(play(LINE, "C", "B:A-e3,C-e4"))) == {"A": 0.5, "C": 0.5, "D": 0.0}


def test_a_forced_pass_proves_that_no_living_wolf_has_a_living_neighbour() -> None:
    odds = belief.odds(farmer(play(CROWD, "E", "pass")))
    assert odds == {"A": 0.0, "B": 0.0, "C": 0.0, "D": 0.5, "E": 0.5, "F": 0.0}


def test_an_announced_death_settles_one_letter() -> None:
    odds = belief.odds(farmer(play(CROWD, "DE", "pass", "D")))
    assert odds == {"A": 0.0, "B": 0.0, "C": 0.0, "E": 1.0, "F": 0.0}


def test_flights_from_a_shotgun_are_not_incriminating() -> None:
    state = play(CROWD, "BD", "A:B-b4", "C:F-a1", words="-shotgun")
    assert state.log[-1].near == ""
    odds = belief.odds(farmer(state))
    assert odds["F"] == odds["E"] == odds["D"], "F ran, but from a shot"


def test_an_escape_settles_one_letter() -> None:
    view = farmer(play(CROWD, "BD", "D", words="-escape -no_reveal"))
    assert belief.hypotheses(view) == 5


def test_with_no_reveal_a_silent_death_settles_nothing_but_that_the_game_goes_on() -> None:
    view = farmer(play(CROWD, "BD", "A:B-a3", "B", words="-no_reveal"))
    # B was the only witness, hence a wolf; it is dead and the game goes on, so the other wolf lives.
    assert belief.odds(view) == {"C": 0.25, "D": 0.25, "E": 0.25, "F": 0.25}


def test_the_wolf_knows() -> None:
    state = play(CROWD, "BD")
    assert belief.hypotheses(wolf(state)) == 1
    assert belief.odds(wolf(state))["B"] == 1.0


@pytest.mark.parametrize("words", ["", "-no_reveal", "-escape", "-shotgun", "-remove -no_reveal"])
def test_an_imagined_world_looks_like_the_real_one(words: str) -> None:
    state = play(CROWD, "BD", "A:B-a3", words=words)
    for seat in (None, 1, 2):
        view = ROUND.view(state, seat)
        assert ROUND.view(ROUND.imagine(view, Random(1)), seat) == view
