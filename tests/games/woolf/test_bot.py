"""The players of Woolf!!: legal, sensible, each in its own way."""

from __future__ import annotations

from dataclasses import replace
from math import log
from random import Random
from typing import Any

import pytest

from games.woolf.setting import FIVE, played, table, turns
from sheepfold.bots import bot, bot_names
from sheepfold.core.contract import NATURE
from sheepfold.core.contract.bot import BARE, Means, Weighing
from sheepfold.core.records import chance
from sheepfold.core.records.progress import Progress
from sheepfold.games.woolf import GAME
from sheepfold.games.woolf.belief import Belief
from sheepfold.games.woolf.board import character
from sheepfold.games.woolf.bot import BEADLE, LEVELS, SLEUTH, Justice, Suspecter, at_its_word, own_eyes
from sheepfold.games.woolf.odds import Lies, best_hunch, late_worth, leaning, waiting_worth
from sheepfold.games.woolf.state import State
from sheepfold.games.woolf.terms import Suspected


def finished(names: list[str], seed: int, **options: Any) -> State:
    """A game between these bots."""
    bots = [bot(GAME, name) for name in names]
    rng = Random(seed)
    state = GAME.start(GAME.options(**options), len(names))
    ply = 0
    while movers := GAME.to_move(state):
        seat = rng.choice(sorted(movers))
        if seat == NATURE:
            move = chance.draw(GAME, state, chance.seed_from(seed), ply)
        else:
            move = bots[seat - 1].choose(GAME.view(state, seat), rng)
        state, _ = GAME.apply(state, seat, move)
        ply += 1
    return state


def test_the_ladder_offers_a_player_who_takes_its_time() -> None:
    assert bot_names(GAME) == ("beadle", "stray", "gossip", "sleuth", "justice", "random")


@pytest.mark.parametrize("players", range(4, 9))
@pytest.mark.parametrize("options", [{}, {"advanced": True}, {"shuffle": False}], ids=["basic", "advanced", "places"])
def test_sleuths_play_to_the_end(players: int, options: dict[str, bool]) -> None:
    assert GAME.outcome(finished(["sleuth"] * players, players, **options)) is not None


def test_the_sleuth_gathers_more_points_than_random_players() -> None:
    points = {"sleuth": 0, "random": 0}
    for seed in range(12):
        names = ["sleuth", "random"] * 2 if seed % 2 else ["random", "sleuth"] * 2
        for name, gained in zip(names, finished(names, seed).points, strict=True):
            points[name] += gained
    assert points["sleuth"] > 3 * points["random"]


def test_the_sleuth_points_when_it_knows() -> None:
    state = table(*FIVE)
    for seen in ("0 0", "0 1", "0 0"):
        state = played(state, "1 peek 4", seen, *(m for n in (2, 3, 4, 5) for m in (f"{n} peek 1", "0 0")))
    view = GAME.view(state, 1)
    assert Belief(view).plays(4, "sheep") > 0.5
    assert Suspecter(SLEUTH).choose(view, Random(1)) == ("suspect", "4", "x")


def test_the_sleuth_declines_when_it_knows_little() -> None:
    state = played(table(*FIVE, turn_limit=1), "1 peek 2", "0 0")
    state = played(state, *(move for seat in (2, 3, 4, 5) for move in (f"{seat} peek 1", "0 1")))
    view = GAME.view(state, 4)
    assert best_hunch(Belief(view), 0.4) is None
    assert Suspecter(SLEUTH).choose(view, Random(1)) == ("decline",)


@pytest.mark.parametrize("name", ["stray", "gossip", "beadle", "sleuth", "justice"])
@pytest.mark.parametrize("options", [{}, {"shuffle": False}], ids=["basic", "places"])
def test_every_level_shows_the_looks_and_suspicions_it_weighed(name: str, options: dict[str, bool]) -> None:
    player = bot(GAME, name)
    assert isinstance(player, Weighing)
    looking = GAME.view(table(*FIVE, **options), 1)
    weighed = player.weigh(looking, Random(3))
    assert weighed.best == player.choose(looking, Random(3))
    looks = [move for move, _ in weighed.moves if move[0] != "suspect"]
    asked = [move for move in looks if move[0] == "ask"]
    assert {move[1] for move in looks} >= {"2", "3", "4", "5"}
    assert len(asked) == 4 * len(set(looking.questions))
    state, place = table(*FIVE, turn_limit=1, **options), " L" if options else ""
    for seat, at in ((1, 2), (2, 1), (3, 1), (4, 1), (5, 1)):
        state = played(state, f"{seat} peek {at}{place}", *([] if options else ["0 0"]))
    final = GAME.view(state, 4)
    weighed = player.weigh(final, Random(3))
    assert {move[0] for move, _ in weighed.moves} == {"suspect", "decline"}
    assert weighed.best == player.choose(final, Random(3))


def test_what_a_sleuth_weighs_is_the_odds_of_its_suspicion() -> None:
    state = table(*FIVE)
    for seen in ("0 0", "0 1", "0 0"):
        state = played(state, "1 peek 4", seen, *(m for n in (2, 3, 4, 5) for m in (f"{n} peek 1", "0 0")))
    view = GAME.view(state, 1)
    ((move, value),) = Suspecter(SLEUTH).weigh(view, Random(1)).moves
    assert (move, value) == (("suspect", "4", "x"), pytest.approx(Belief(view).plays(4, "sheep")))


def test_the_best_hunch_is_the_likeliest_pair_of_pointers() -> None:
    state = turns(turns(table(*FIVE)))
    view = GAME.view(state, 4)
    belief = Belief(view)
    pointers = [str(n) for n in (0, 1, 2, 3, 5)]
    odds = {
        (one, two): belief.chance(*belief.pointed("dog", one), *belief.pointed("hunter", two))
        for one in pointers
        for two in pointers
    }
    hunch = best_hunch(belief, 0.0)
    assert hunch is not None
    assert hunch.chance == pytest.approx(max(odds.values()))
    assert odds[hunch.pointers] == pytest.approx(hunch.chance)
    assert best_hunch(belief, hunch.chance + 0.001) is None


@pytest.mark.parametrize("name", ["stray", "gossip", "beadle", "justice"])
def test_every_level_plays_to_the_end(name: str) -> None:
    options = {"advanced": name in ("gossip", "justice"), "shuffle": name != "justice"}
    assert GAME.outcome(finished([name, "sleuth", "gossip", "beadle"], 1, **options)) is not None


def test_the_beadle_leaves_a_round_its_middle_unless_somebody_hurries() -> None:
    hasty, patient = (Suspecter(replace(style, early=0.2, varied=False, notices=1.0)) for style in (SLEUTH, BEADLE))
    state = turns(turns(table(*FIVE)))
    view = GAME.view(state, 1)
    assert hasty.choose(view, Random(1))[0] == "suspect"
    assert patient.choose(view, Random(1))[0] in ("peek", "ask")
    state = turns(played(state, "1 peek 4", "0 0", "2 suspect 1 0"))
    assert patient.choose(GAME.view(state, state.turn), Random(1))[0] == "suspect"
    assert patient.choose(GAME.view(turns(turns(turns(table(*FIVE)))), 1), Random(1))[0] == "suspect"


@pytest.mark.parametrize("name", ["sleuth", "justice"])
def test_strong_levels_leave_people_three_turns_where_nothing_is_at_stake(name: str) -> None:
    assert next(level for level in LEVELS if level.name == name).hurries
    assert min(turns_before_the_first_suspicions(name, BARE)) == 1
    assert min(turns_before_the_first_suspicions(name, Means(casual=True))) == 3
    view = GAME.view(turns(table(*FIVE, turn_limit=2)), 1)
    for means in (BARE, Means(casual=True)):
        player = bot(GAME, name, means=means)
        assert isinstance(player, Weighing)
        if name == "justice":  # whoever has no other turn does not wait
            assert "suspect" in [move[0] for move, _ in player.weigh(view, Random(1)).moves]


def turns_before_the_first_suspicions(name: str, means: Means) -> list[int]:
    """How many turns whoever suspected first had had, by rounds of a game of five of a kind."""
    player, rng, found = bot(GAME, name, means=means), Random(1), dict[int, int]()
    begun = Progress.begin(GAME, GAME.options(), 5, chance.seed_from(3))
    for step in begun.run(lambda now, seat: player.choose(GAME.view(now.state, seat), rng)):
        first = next((event for event in step.state.events if isinstance(event, Suspected)), None)
        if first is not None:
            found.setdefault(step.state.round, sum(e.by == first.by for e in step.state.events) - 1)
    return [*found.values()]


def test_a_beadle_has_moods_that_last_a_round_and_overlooks_some_of_what_others_did() -> None:
    view = GAME.view(turns(turns(turns(table(*FIVE)))), 1)
    moods = [BEADLE.in_mood(replace(view, round=number)) for number in range(1, 12)]
    assert moods == [BEADLE.in_mood(replace(view, round=number, events=())) for number in range(1, 12)]
    assert len({mood.held for mood in moods}) > 2
    assert len({mood.early for mood in moods}) == len(moods)
    taken_in = BEADLE.believed(view).view.events
    assert [event for event in taken_in if event.by == 1] == [event for event in view.events if event.by == 1]
    assert len(taken_in) < len(view.events)
    assert SLEUTH.believed(view).view.events == view.events


@pytest.mark.parametrize(("name", "means"), [("beadle", BARE), ("sleuth", Means(casual=True))])
def test_rounds_differ_in_length_so_that_turn_order_does_not_decide(name: str, means: Means) -> None:
    player, rng, lengths, events = bot(GAME, name, means=means), Random(1), list[int](), 0
    begun = Progress.begin(GAME, GAME.options(), 5, chance.seed_from(1))
    for step in begun.run(lambda now, seat: player.choose(GAME.view(now.state, seat), rng)):
        if len(step.state.reveals) > len(lengths):
            lengths.append(events)
        events = len(step.state.events)
    assert len(set(lengths)) == len(lengths) > 1


def test_whoever_has_no_other_turn_takes_the_last_chance_of_an_early_suspicion() -> None:
    patient = Suspecter(replace(BEADLE, early=0.2, varied=False, notices=1.0))
    for limit, word in ((None, ("peek", "ask")), (3, ("peek", "ask")), (2, ("suspect",))):
        view = GAME.view(turns(table(*FIVE, turn_limit=limit)), 1)
        assert patient.choose(view, Random(1))[0] in word
    last, before = (GAME.view(turns(table(*FIVE, turn_limit=limit)), 1) for limit in (2, 3))
    for odds in (0.3, 0.6, 0.9):
        assert waiting_worth(last, odds) == late_worth(odds) < waiting_worth(before, odds)


def test_a_stray_goes_by_its_own_eyes_and_a_gossip_by_what_is_said() -> None:
    state = turns(turns(table(*FIVE)))
    view = GAME.view(state, 4)
    assert all(event.by == 4 for event in own_eyes(view).view.events)
    cried = GAME.view(played(table(*FIVE, start=2), "2 peek 3", "0 0"), 4)
    assert at_its_word(cried).plays(3, "wolf") > Belief(cried).plays(3, "wolf") > own_eyes(cried).plays(3, "wolf")


def test_what_others_do_tells_more_than_chance_alone() -> None:
    """Among sleuths, the truth is likelier on the whole for whoever reads their choices."""
    gained = seen = 0.0
    sleuth, rng = Suspecter(SLEUTH), Random(5)
    state, ply = GAME.start(GAME.options(), 5), 0
    while movers := GAME.to_move(state):
        seat = min(movers)
        if seat == NATURE:
            move = chance.draw(GAME, state, chance.seed_from(5), ply)
        else:
            view = GAME.view(state, seat)
            plain, read = Belief(view), Belief(view, (), leaning(view))
            for other in set(range(1, 6)) - {seat}:
                who = character(state.hands[other - 1])
                gained += log(read.plays(other, who)) - log(plain.plays(other, who))
                seen += 1
            move = sleuth.choose(view, rng)
        state, _ = GAME.apply(state, seat, move)
        ply += 1
    assert gained / seen > 0.05


def test_a_shepherd_boys_cry_is_worth_most_where_it_is_believed() -> None:
    state = table(*FIVE)
    boy = next(n for n, hand in enumerate(state.hands, 1) if "boy/?" in hand)
    view = GAME.view(state, boy)
    lies = Lies(view, Belief(view))
    others = [seat for seat in range(1, 6) if seat != boy]
    assert all(lies.worth(seat) > 0 for seat in others)


def test_justice_says_what_it_weighed_and_why() -> None:
    view = GAME.view(turns(table(*FIVE)), 1)
    weighed = Justice().weigh(view, Random(3))
    assert any(move[0] == "suspect" for move, _ in weighed.moves)
    assert Justice().choose(view, Random(3)) == weighed.best
    for move, _ in weighed.moves:
        said = Justice().explain(view, move).lower()
        assert "player" in said or "nobody" in said
