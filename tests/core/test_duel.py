"""The duel, tested with a toy of its own: the Digger digs and is told in secret what was found.

Role 1, the Digger, moves ``dig``; NATURE answers with 0 to 2 (2 twice as likely); role 2, the Guard, then
says ``halt`` or ``more``. The round ends on ``halt`` or after three digs; points are the sum of what was found.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest

from blank import blank
from sheepfold.core.contract import NATURE, Ahead, Legal, Move, Outcome, Prompt, Seat, Told
from sheepfold.core.contract.bot import random_move
from sheepfold.core.drawing.scene import Scene
from sheepfold.core.duel import Bid, BidsOver, Duel, DuelState, RolesSwapped, Round, RoundOver, role_of
from sheepfold.core.errors import IllegalNow, Malformed
from sheepfold.core.options import OptionSet, choice, maybe
from sheepfold.core.scores import RoleChange, Scores
from sheepfold.core.words.paragraphs import Line


@dataclass(frozen=True)
class Options(OptionSet):
    mode: str = choice("match", ("match", "single", "bid"), "how it is made fair")
    goal: int | None = maybe(0, 6, "what the Digger must reach")


@dataclass(frozen=True, slots=True)
class State:
    target: int | None
    earlier: int | None
    found: tuple[int, ...] = ()
    turn: Seat | None = 1


@dataclass(frozen=True, slots=True)
class View:
    seat: Seat | None
    target: int | None
    found: tuple[int, ...] | None
    """Known to the Digger alone until the round is over."""
    digs: int
    turn: Seat | None


@dataclass(frozen=True, slots=True)
class Found:
    number: int


@dataclass(frozen=True, slots=True)
class Said:
    role: Seat
    word: str


class Digging(Round[Options, State, View]):
    name, title, credits, summary = "dig", "Digging", "nobody", "A toy."
    version, seats, options, endings, roles = 1, range(2, 3), Options, ("halted", "empty"), ("Digger", "Guard")

    def mode(self, options: Options) -> str:
        return options.mode

    def target(self, options: Options) -> int | None:
        return options.goal

    def bids(self, options: Options) -> range:
        return range(7)

    def begin(self, options: Options, target: int | None, earlier: State | None) -> State:
        return State(target, None if earlier is None else sum(earlier.found))

    def points(self, state: State) -> int:
        return sum(state.found)

    def to_move(self, state: State) -> frozenset[Seat]:
        return frozenset() if state.turn is None else frozenset({state.turn})

    def ahead(self, state: State, seat: Seat, so_far: Move, before: Ahead | None = None) -> Ahead:
        if so_far or seat != state.turn:
            return Ahead((), bool(so_far))
        weights = (1, 1, 2) if seat == NATURE else None
        return Ahead({NATURE: ("0", "1", "2"), 1: ("dig",), 2: ("halt", "more")}[seat], False, weights)

    def check(self, state: State, seat: Seat, move: Move) -> Legal[State]:
        if len(move) != 1 or move[0] not in self.parts(state, seat, ()):
            raise IllegalNow("Not that.")
        return Legal(state, seat, move)

    def play(self, legal: Legal[State]) -> tuple[State, tuple[Told, ...]]:
        state, seat, move = legal.state, legal.seat, legal.move
        if seat == NATURE:
            found = (*state.found, int(move[0]))
            after = replace(state, found=found, turn=None if len(found) == 3 else 2)
            return after, (Told(Found(found[-1]), frozenset({NATURE, 1})),)
        turn = NATURE if seat == 1 else None if move[0] == "halt" else 1
        return replace(state, turn=turn), (Told(Said(seat, move[0])),)

    def outcome(self, state: State) -> Outcome | None:
        if state.turn is not None:
            return None
        return Outcome((), Scores({1: self.points(state)}), "empty" if len(state.found) == 3 else "halted")

    def reversible(self, state: State, seat: Seat, move: Move, after: State | None = None) -> bool:
        return seat == 2

    def view(self, state: State, seat: Seat | None) -> View:
        open_now = seat == 1 or state.turn is None
        return View(seat, state.target, state.found if open_now else None, len(state.found), state.turn)

    def imagine(self, view: View, rng: Random) -> State:
        return State(view.target, None, view.found or (0,) * view.digs, view.turn)

    def parse(self, state: State, seat: Seat, text: str, rng: Random | None = None) -> Legal[State]:
        return self.check(state, seat, (text.strip().lower(),))

    def notate(self, legal: Legal[State]) -> str:
        return legal.move[0]

    def role(self, view: View, seat: Seat) -> str:
        return self.roles[seat - 1]

    def prompt(self, view: View, names: Mapping[Seat, str]) -> Prompt:
        return Prompt("Dig." if view.seat == view.turn == 1 else f"Wait for {names[1]}.")

    def tell(self, fact: Any, names: Mapping[Seat, str]) -> str:
        return str(fact)

    def text(self, view: View, names: Mapping[Seat, str]) -> str:
        return f"{names[1]} digs, {names[2]} guards.\n"

    def picture(self, view: View, names: Mapping[Seat, str]) -> Scene:
        return blank("Digging", f"{names[1]} {view.digs}")

    def forms(self) -> tuple[Line, ...]:
        return (Line("dig"),)


GAME = Duel(Digging(), endings=("points", "draw", "reached", "missed", "score"))
NAMES = {1: "Ada", 2: "Dov"}
MadeMove = tuple[Seat, str]


def after(options: Options, *line: MadeMove) -> tuple[DuelState[Options, State], tuple[Told, ...]]:
    """The state after these moves, and what the last one told."""
    state, told = GAME.start(options, 2), ()
    for seat, word in line:
        state, told = GAME.apply(state, seat, (word,))
    return state, told


def digs(digger: Seat, number: int) -> tuple[MadeMove, ...]:
    """A round of one dig, halted at once."""
    return (digger, "dig"), (NATURE, str(number)), (3 - digger, "halt")


BIDDING = Options(mode="bid")
BOUGHT: tuple[MadeMove, ...] = ((1, "bid 1"), (2, "bid 2"), (1, "pass"))
"""Seat 2 plays the Digger and must reach 2."""


# -- seats and roles ---------------------------------------------------------------------------


def test_seats_are_roles_while_seat_1_scores_and_swapped_while_seat_2_does() -> None:
    assert [role_of(seat, 1) for seat in (0, 1, 2)] == [0, 1, 2]
    assert [role_of(seat, 2) for seat in (0, 1, 2)] == [0, 2, 1]


def test_a_match_swaps_seats_for_the_second_round() -> None:
    first, _ = after(Options())
    second, _ = after(Options(), *digs(1, 2))
    assert (GAME.to_move(first), GAME.to_move(second)) == ({1}, {2})
    assert (list(GAME.parts(first, 1, ())), list(GAME.parts(second, 1, ()))) == (["dig"], [])
    views = GAME.view(first, 1), GAME.view(second, 1)
    assert [GAME.role(view, 1) for view in views] == ["Digger", "Guard"]
    assert [view.role for view in views] == [1, 2]


def test_between_the_rounds_everybody_is_told_what_was_scored_who_plays_what_and_what_must_be_beaten() -> None:
    state, _ = after(Options(), *digs(1, 2))
    mine, theirs, nobodys = (GAME.interlude(GAME.view(state, seat), NAMES) for seat in (1, 2, None))
    assert mine is not None
    assert theirs is not None
    assert nobodys is not None
    assert mine.text == "Game 1 of 2 is over. You scored 2 as the Digger. Now Dov is the Digger and must beat 2."
    assert theirs.text == "Game 1 of 2 is over. Ada scored 2 as the Digger. Now you are the Digger: beat 2."
    assert nobodys.text == "Game 1 of 2 is over. Ada scored 2 as the Digger. Now Dov is the Digger and must beat 2."
    assert mine.roles == (RoleChange("You", "Digger", "Guard"), RoleChange("Dov", "Guard", "Digger"))
    assert mine.board is not None
    assert mine.board.description == "Ada 1", "the board is the first round's, by its roles"
    assert GAME.interlude(GAME.view(GAME.start(Options(), 2), 1), NAMES) is None
    over, _ = after(Options(), *digs(1, 2), *digs(2, 1))
    assert GAME.interlude(GAME.view(over, 1), NAMES) is None


def test_nature_keeps_its_seat_and_its_odds() -> None:
    state, _ = after(Options(), *digs(1, 2), (2, "dig"))
    assert GAME.to_move(state) == {NATURE}
    assert GAME.ahead(state, NATURE, ()).weights == (1, 1, 2)


@pytest.mark.parametrize(
    ("line", "knower"), [(((1, "dig"), (NATURE, "2")), 1), ((*digs(1, 0), (2, "dig"), (NATURE, "2")), 2)]
)
def test_a_fact_told_to_a_role_reaches_the_seat_that_plays_it(line: tuple[MadeMove, ...], knower: Seat) -> None:
    _, (told, *_) = after(Options(), *line)
    assert told.fact == Found(2)
    assert told.reaches(knower)
    assert not told.reaches(3 - knower)
    assert not told.reaches(None)


def test_a_seat_sees_each_round_in_the_role_it_played() -> None:
    state, _ = after(Options(), *digs(1, 2), (2, "dig"), (NATURE, "1"))
    assert [view.seat for view in GAME.view(state, 1).rounds] == [1, 2]
    assert [view.seat for view in GAME.view(state, 2).rounds] == [2, 1]
    assert [view.found for view in GAME.view(state, 1).rounds] == [(2,), None]
    assert [view.found for view in GAME.view(state, 2).rounds] == [(2,), (1,)]
    assert [view.found for view in GAME.view(state, None).rounds] == [(2,), None]


def test_a_round_is_told_the_names_by_role() -> None:
    first, _ = after(Options())
    second, _ = after(Options(), *digs(1, 2))
    assert GAME.text(GAME.view(first, 1), NAMES) == (
        "Game 1 of 2: Ada is the Digger, Dov is the Guard.\n\nAda digs, Dov guards.\n"
    )
    assert GAME.text(GAME.view(second, 1), NAMES) == (
        "Game 1: Ada scored 2 as the Digger.\n"
        "Game 2 of 2: Dov is the Digger, Ada is the Guard.\n\nDov digs, Ada guards.\n"
    )
    assert GAME.picture(GAME.view(second, 1), NAMES).description == "Dov 0"


# -- match -------------------------------------------------------------------------------------


def test_the_first_score_is_the_one_to_beat_in_the_second_round() -> None:
    state, told = after(Options(), *digs(1, 2))
    assert [t.fact for t in told] == [Said(2, "halt"), RoundOver(1, 1, 2, "halted"), RolesSwapped(2, 2)]
    assert state.scorers == (1, 2)
    assert (state.rounds[1].target, state.rounds[1].earlier) == (2, 2)
    assert GAME.view(state, 1).results == ((2, "halted"),)
    assert GAME.outcome(state) is None


@pytest.mark.parametrize(
    ("first", "second", "winners", "reason"),
    [(2, 1, (1,), "points"), (0, 1, (2,), "points"), (1, 1, (1, 2), "draw")],
)
def test_more_points_win_a_match_and_equal_points_draw(
    first: int, second: int, winners: tuple[Seat, ...], reason: str
) -> None:
    state, told = after(Options(), *digs(1, first), *digs(2, second))
    assert GAME.outcome(state) == Outcome(winners, Scores({1: first, 2: second}), reason)
    assert GAME.view(state, 1).outcome == GAME.outcome(state)
    assert told[-1].fact == RoundOver(2, 2, second, "halted")


def test_a_finished_duel_waits_for_nobody() -> None:
    state, _ = after(Options(), *digs(1, 1), *digs(2, 1))
    assert GAME.to_move(state) == frozenset()
    assert list(GAME.parts(state, 1, ())) == []
    for act in (lambda: GAME.apply(state, 1, ("dig",)), lambda: GAME.read(state, 1, "dig")):
        with pytest.raises(IllegalNow, match=r"^The game is over\.$"):
            act()


def test_nobody_moves_out_of_turn() -> None:
    state, _ = after(Options())
    for act in (lambda: GAME.apply(state, 2, ("dig",)), lambda: GAME.read(state, 2, "dig")):
        with pytest.raises(IllegalNow, match=r"^It is not your turn\.$"):
            act()


# -- single ------------------------------------------------------------------------------------


def test_a_single_round_without_target_is_played_for_the_score() -> None:
    state, _ = after(Options(mode="single"), *digs(1, 2))
    assert GAME.outcome(state) == Outcome((), Scores({1: 2}), "score")


@pytest.mark.parametrize(("found", "winner", "reason"), [(2, 1, "reached"), (1, 2, "missed")])
def test_a_single_round_with_a_target_is_won_by_reaching_it(found: int, winner: Seat, reason: str) -> None:
    state, _ = after(Options(mode="single", goal=2), *digs(1, found))
    assert state.rounds[0].target == 2
    assert GAME.outcome(state) == Outcome((winner,), Scores({1: found}), reason)


def test_a_single_round_says_nothing_of_a_second() -> None:
    state, _ = after(Options(mode="single"))
    assert GAME.text(GAME.view(state, 1), NAMES).startswith("Ada is the Digger, Dov is the Guard.\n")


# -- bids --------------------------------------------------------------------------------------


def test_seats_bid_in_turn_always_higher_and_the_first_bid_is_a_number() -> None:
    state, _ = after(BIDDING)
    assert list(GAME.parts(state, 1, ())) == [f"bid {n}" for n in range(7)]
    assert list(GAME.parts(state, 2, ())) == []
    state, told = after(BIDDING, (1, "bid 4"))
    assert [t.fact for t in told] == [Bid(1, 4)]
    assert list(GAME.parts(state, 2, ())) == ["pass", "bid 5", "bid 6"]
    assert GAME.view(state, None).bidder == 2


def test_who_passes_leaves_the_scoring_role_to_the_other_who_must_reach_the_bid() -> None:
    state, told = after(BIDDING, *BOUGHT)
    assert [t.fact for t in told] == [BidsOver(2, 2)]
    assert state.scorers == (2,)
    assert state.rounds[0].target == 2
    assert GAME.to_move(state) == {2}


@pytest.mark.parametrize(("found", "winner", "reason"), [(2, 2, "reached"), (1, 1, "missed")])
def test_the_bidder_wins_by_reaching_the_bid(found: int, winner: Seat, reason: str) -> None:
    state, _ = after(BIDDING, *BOUGHT, *digs(2, found))
    assert GAME.outcome(state) == Outcome((winner,), Scores({2: found}), reason)


@pytest.mark.parametrize(
    ("line", "seat", "word", "sentence"),
    [
        ((), 1, "pass", "Bid a number from 0 to 6; the first bid must be a number."),
        ((), 1, "bid 7", "Bid a number from 0 to 6; the first bid must be a number."),
        (((1, "bid 4"),), 2, "bid 4", "Bid a number from 5 to 6, or pass."),
        (((1, "bid 6"),), 2, "bid 7", "Nobody can bid higher than that: pass."),
    ],
)
def test_a_bid_that_is_not_allowed_is_refused_with_what_is(
    line: tuple[MadeMove, ...], seat: Seat, word: str, sentence: str
) -> None:
    state, _ = after(BIDDING, *line)
    for act in (lambda: GAME.apply(state, seat, (word,)), lambda: GAME.read(state, seat, word)):
        with pytest.raises(IllegalNow) as refused:
            act()
        assert str(refused.value) == sentence


@pytest.mark.parametrize("move", [(), ("bid 1", "bid 2"), ("dig",)])
def test_a_bid_is_one_part(move: Move) -> None:
    state, _ = after(BIDDING)
    with pytest.raises(IllegalNow):
        GAME.apply(state, 1, move)
    assert not GAME.complete(state, 1, ())


@pytest.mark.parametrize("typed", ["bid 3", "BID  3", "bid3", " 3 ", "03"])
def test_bids_are_read_as_people_type_them(typed: str) -> None:
    state, _ = after(BIDDING)
    assert GAME.write(state, 1, GAME.read(state, 1, typed)) == "bid 3"


@pytest.mark.parametrize("typed", ["", "three", "bid -1", "bid ٣", "bid 3.5", "x" * 9999])
def test_what_is_no_bid_is_malformed(typed: str) -> None:
    state, _ = after(BIDDING)
    with pytest.raises(Malformed, match="is not a bid") as refused:
        GAME.read(state, 1, typed)
    assert len(str(refused.value)) < 150


def test_pass_is_read_in_any_case() -> None:
    state, _ = after(BIDDING, (1, "bid 3"))
    assert GAME.read(state, 2, " Pass ") == ("pass",)


def test_whoever_cannot_bid_higher_is_asked_to_pass() -> None:
    state, _ = after(BIDDING, (1, "bid 6"))
    sentence = "The bid stands at 6, the highest there is. Pass, and let the other play the Digger."
    assert GAME.prompt(GAME.view(state, 2), NAMES).text == sentence
    with pytest.raises(IllegalNow, match="Nobody can bid higher than that: pass"):
        GAME.read(state, 2, "7")


def test_an_auction_has_words_and_a_picture_before_any_round() -> None:
    state, _ = after(BIDDING, (1, "bid 3"))
    waiting, bidding = GAME.view(state, 1), GAME.view(state, 2)
    assert (bidding.now, bidding.role, GAME.role(bidding, 2)) == (None, None, "")
    assert GAME.prompt(waiting, NAMES).text == "Dov is bidding."
    assert GAME.prompt(bidding, NAMES) == Prompt(
        "The bid stands at 3.", "Bid higher, or pass and let the other play the Digger."
    )
    assert GAME.prompt(GAME.view(after(BIDDING)[0], 1), NAMES).text == "Bid to play the Digger."
    so_far = "Who plays the Digger? The highest bidder.\nAda bids 3.\n\n"
    assert GAME.text(bidding, NAMES) == f"{so_far}{GAME.prompt(bidding, NAMES).text}\n"
    assert GAME.text(waiting, NAMES) == f"{so_far}{NAMES[2]} is bidding.\n"
    assert GAME.picture(bidding, NAMES).description == "Ada 0"


# -- words -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fact", "sentence"),
    [
        (Bid(2, 5), "Dov bids 5."),
        (BidsOver(2, 5), "Ada passes. Dov plays the Digger and must reach 5."),
        (RoundOver(1, 1, 4, "halted"), "Game 1 is over: Ada scored 4 as the Digger."),
        (RolesSwapped(2, 4), "Roles are swapped: Dov is the Digger now, with 4 to beat."),
    ],
)
def test_facts_of_a_duel_in_words(fact: object, sentence: str) -> None:
    assert GAME.tell(fact, NAMES) == sentence


def test_other_facts_are_told_by_the_round() -> None:
    assert GAME.tell(Found(2), NAMES) == "Found(number=2)"


def test_who_has_a_role_is_known_from_the_scorer() -> None:
    state = GAME.start(GAME.options.make({}), 2)
    assert GAME.cast(state) == ({} if not state.scorers else {1: 1, 2: 2})
    assert GAME.cast(replace(state, scorers=(1, 2))) == {1: 2, 2: 1}
    assert GAME.tell_cast(RolesSwapped(2, 4), {1: "Ada", 2: "You"}, {}).startswith("Roles are swapped: you are the")


def test_help_adds_the_bids() -> None:
    assert GAME.help().splitlines()[0] == "dig"
    assert "bid 12" in GAME.help()


# -- the whole ---------------------------------------------------------------------------------


def test_a_move_can_be_taken_back_unless_it_ended_a_round() -> None:
    bidding, _ = after(BIDDING)
    assert GAME.reversible(bidding, 1, ("bid 3",))
    guarding, _ = after(Options(), (1, "dig"), (NATURE, "1"))
    assert GAME.reversible(guarding, 2, ("more",))
    assert not GAME.reversible(guarding, 2, ("halt",))
    digging, _ = after(Options())
    assert not GAME.reversible(digging, 1, ("dig",)), "the round itself forbids it"


@pytest.mark.parametrize("options", [Options(), BIDDING, Options(mode="single"), Options(mode="single", goal=3)])
def test_random_duels_end_and_an_imagined_state_looks_the_same(options: Options) -> None:
    for seed in range(10):
        rng, state = Random(seed), GAME.start(options, 2)
        while waiting := GAME.to_move(state):
            for seat in (1, 2, None):
                view = GAME.view(state, seat)
                assert GAME.view(GAME.imagine(view, rng), seat) == view
            (mover,) = waiting
            state, told = GAME.apply(state, mover, random_move(GAME, state, mover, rng))
            assert any(t.reaches(mover) for t in told)
        outcome = GAME.outcome(state)
        assert outcome is not None
        assert outcome.reason in GAME.endings
        assert hash(state) == hash(replace(state))
