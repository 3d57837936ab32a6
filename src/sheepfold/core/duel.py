"""A duel is a game: two unequal roles, made fair by swapping seats or by bidding.

A *round* is a game for two roles of which the first one scores. A duel plays it as a match (two
rounds, seats swapped, more points win), for a target (one round, the scorer must reach it), for the
score alone, or after an auction (the high bidder scores and must reach the bid).
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Any, Final, Generic, get_type_hints

from sheepfold.core.contract import Ahead, Game, Legal, Marginal, Move, O, Outcome, Part, Prompt, S, Seat, Told, V
from sheepfold.core.errors import IllegalNow, Malformed
from sheepfold.core.scores import Consequence, Interlude, Noted, RoleChange, Scoreboard, ScoreRow, Scores
from sheepfold.core.words.paragraphs import Line, Text, in_columns, written
from sheepfold.core.words.prose import addressed, amid, does, shown

if TYPE_CHECKING:
    from sheepfold.core.drawing.scene import Scene, Symbol

SCORER: Final[Seat] = 1
"""The role that scores; the other role is 2."""
BIDDING: Final = in_columns((("bid 12", "when you bid: bid 12"), ("pass", "when you bid: bid no more")), 10)
"""How bids are written."""


class Round(Game[O, S, V]):
    """One round of a duel: a two-seat game whose seats are roles."""

    roles: tuple[str, str]
    """What the two roles are called; the first scores."""

    @abstractmethod
    def mode(self, options: O) -> str:
        """``"match"``, ``"single"`` or ``"bid"``."""

    @abstractmethod
    def target(self, options: O) -> int | None:
        """What the scorer must reach in a single round; None: it is played for the score."""

    def bids(self, options: O) -> range:
        """The numbers that may be bid; none: there is no auction."""
        return range(0)

    @abstractmethod
    def begin(self, options: O, target: int | None, earlier: S | None) -> S:
        """A round's first state; ``target`` is the score to reach or beat, ``earlier`` the finished first round."""

    @abstractmethod
    def points(self, state: S) -> int:
        """The scorer's points."""

    def span(self, view: V) -> tuple[int, int] | None:
        """The least and the most that the scorer can still end with, as far as everybody can tell; None: not at all.

        The same for all views of a position.
        """
        return None

    def untouched(self, view: V) -> bool:
        """Whether the view's owner has not moved in this round yet."""
        return True

    def scored(self, view: V, points: int, who: str) -> str:
        """What the scorer of a round that is over has reached, in a sentence."""
        return f"{who} scored {points} as the {self.roles[0]}."

    def start(self, options: O, seats: int) -> S:
        return self.begin(options, self.target(options), None)

    def kinds(self) -> tuple[Any, ...]:
        return (*super().kinds(), get_type_hints(self.begin)["return"])


# -- facts -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Bid:
    """A seat bid a number."""

    seat: Seat
    number: int


@dataclass(frozen=True, slots=True)
class BidsOver:
    """A seat passed; ``scorer`` plays the scoring role and must reach ``number``."""

    scorer: Seat
    number: int


@dataclass(frozen=True, slots=True)
class RoundOver:
    """A round ended for one of its game's reasons."""

    number: int
    scorer: Seat
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class RolesSwapped:
    """The second round begins; ``scorer`` now plays the scoring role and must beat ``target``."""

    scorer: Seat
    target: int


# -- state and view ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DuelState(Generic[O, S]):
    """Bids so far, then the rounds: the last one is being played, or over. ``scorers`` runs along."""

    options: O
    bids: tuple[int, ...] = ()
    scorers: tuple[Seat, ...] = ()
    rounds: tuple[S, ...] = ()

    @property
    def now(self) -> S:
        """The round being played, or the last one; there is none while bids are made."""
        return self.rounds[-1]

    def role(self, seat: Seat) -> Seat:
        """The seat's role in it, and the other way round."""
        return role_of(seat, self.scorers[-1])


@dataclass(frozen=True, slots=True)
class DuelView(Generic[O, V]):
    """What a seat may know of a duel: its public frame, and its view of each round."""

    seat: Seat | None
    options: O
    mode: str
    bids: tuple[int, ...]
    scorers: tuple[Seat, ...]
    results: tuple[tuple[int, str], ...]
    """Points and reason of each finished round."""
    rounds: tuple[V, ...]
    outcome: Outcome | None

    @property
    def now(self) -> V | None:
        """The view of the round being played (or of the last one)."""
        return self.rounds[-1] if self.rounds else None

    @property
    def role(self) -> Seat | None:
        """The viewer's role in the round being played."""
        if self.seat is None or not self.scorers:
            return None
        return role_of(self.seat, self.scorers[-1])

    @property
    def bidder(self) -> Seat:
        """Whose bid it is, while there are no rounds yet."""
        return 1 + len(self.bids) % 2


def role_of(seat: Seat, scorer: Seat) -> Seat:
    """Seats to roles; the same function leads back. NATURE stays what it is."""
    return seat if seat == 0 or scorer == 1 else 3 - seat


def bid_in(text: str) -> Part | None:
    """The bid that a text means; None if it means none."""
    found = re.fullmatch(r"(?:bid\s*)?([0-9]{1,9})|(pass)", " ".join(text.split()).lower())
    if found is None:
        return None
    return "pass" if found[2] else f"bid {int(found[1])}"


class Duel(Game[O, DuelState[O, S], DuelView[O, V]]):
    """A round, played for two."""

    seats = range(2, 3)

    def __init__(self, inner: Round[O, S, V], endings: tuple[str, ...]) -> None:
        """``endings`` names those of points, draw, reached, missed, score that the game's modes can lead to."""
        self.inner = inner
        self.name, self.title, self.credits, self.summary = inner.name, inner.title, inner.credits, inner.summary
        self.version, self.options, self.endings = inner.version, inner.options, endings
        self.hides = inner.hides

    # -- rules ---------------------------------------------------------------------------------

    def start(self, options: O, seats: int) -> DuelState[O, S]:
        state: DuelState[O, S] = DuelState(options)
        if self.inner.mode(options) == "bid":
            return state
        return self._begin(state, scorer=1, target=self.inner.target(options))

    def _begin(self, state: DuelState[O, S], scorer: Seat, target: int | None) -> DuelState[O, S]:
        earlier = state.rounds[-1] if state.rounds else None
        fresh = self.inner.begin(state.options, target, earlier)
        return replace(state, scorers=(*state.scorers, scorer), rounds=(*state.rounds, fresh))

    def to_move(self, state: DuelState[O, S]) -> frozenset[Seat]:
        if not state.rounds:
            return frozenset({1 + len(state.bids) % 2})
        return frozenset(map(state.role, self.inner.to_move(state.now)))

    def ahead(self, state: DuelState[O, S], seat: Seat, so_far: Move, before: Ahead | None = None) -> Ahead:
        if state.rounds:
            return self.inner.ahead(state.now, state.role(seat), so_far, before)
        return Ahead((), True) if so_far else Ahead(self._bids(state, seat), False)

    def foreseen(
        self, state: DuelState[O, S], seat: Seat, kept: Sequence[Move] = ()
    ) -> tuple[DuelState[O, S], Seat] | None:
        found = self.inner.foreseen(state.now, state.role(seat), kept) if state.rounds else None
        if found is None:
            return None
        after, mover = found
        return replace(state, rounds=(*state.rounds[:-1], after)), state.role(mover)

    def _bids(self, state: DuelState[O, S], seat: Seat) -> tuple[Part, ...]:
        """What the seat may say in the auction."""
        if seat not in self.to_move(state):
            return ()
        allowed = self.inner.bids(state.options)
        if not state.bids:
            return tuple(f"bid {number}" for number in allowed)
        return ("pass", *(f"bid {number}" for number in allowed if number > state.bids[-1]))

    def check(self, state: DuelState[O, S], seat: Seat, move: Move) -> Legal[DuelState[O, S]]:
        self._wait_for(state, seat)
        if state.rounds:
            inner = self.inner.check(state.now, state.role(seat), move)
            return Legal(state, seat, move, inner)
        if len(move) != 1 or move[0] not in self._bids(state, seat):
            raise IllegalNow(self._bid_wanted(state))
        return Legal(state, seat, move)

    def _wait_for(self, state: DuelState[O, S], seat: Seat) -> None:
        """Raises IllegalNow unless it is the seat's turn."""
        waiting = self.to_move(state)
        if seat not in waiting:
            raise IllegalNow("It is not your turn." if waiting else "The game is over.")

    def play(self, legal: Legal[DuelState[O, S]]) -> tuple[DuelState[O, S], tuple[Told, ...]]:
        state = legal.state
        if not state.rounds:
            return self._play_bid(state, legal.seat, legal.move[0])
        scorer = state.scorers[-1]
        after, facts = self.inner.play(legal.found)
        told = [t if t.to is None else Told(t.fact, frozenset(map(state.role, t.to))) for t in facts]
        state = DuelState(state.options, state.bids, state.scorers, (*state.rounds[:-1], after))
        ending = self.inner.outcome(after)
        if ending is not None:
            points = self.inner.points(after)
            told.append(Told(RoundOver(len(state.rounds), scorer, points, ending.reason)))
            if self.inner.mode(state.options) == "match" and len(state.rounds) == 1:
                state = self._begin(state, scorer=3 - scorer, target=points)
                told.append(Told(RolesSwapped(3 - scorer, points)))
        return state, tuple(told)

    def _play_bid(self, state: DuelState[O, S], seat: Seat, bid: Part) -> tuple[DuelState[O, S], tuple[Told, ...]]:
        if bid == "pass":
            number = state.bids[-1]
            return self._begin(state, scorer=3 - seat, target=number), (Told(BidsOver(3 - seat, number)),)
        number = int(bid.removeprefix("bid "))
        return replace(state, bids=(*state.bids, number)), (Told(Bid(seat, number)),)

    def _bid_wanted(self, state: DuelState[O, S]) -> str:
        allowed = self.inner.bids(state.options)
        low = state.bids[-1] + 1 if state.bids else allowed[0]
        if low > allowed[-1]:
            return "Nobody can bid higher than that: pass."
        return f"Bid a number from {low} to {allowed[-1]}" + (
            ", or pass." if state.bids else "; the first bid must be a number."
        )

    def outcome(self, state: DuelState[O, S]) -> Outcome | None:
        if self.to_move(state):
            return None
        scores = Scores(zip(state.scorers, map(self.inner.points, state.rounds), strict=True))
        return self.judged(state.options, state.bids, scores)

    def judged(self, options: O, bids: tuple[int, ...], scores: Scores) -> Outcome:
        """Who won, by the points of all who scored, in the order in which they did."""
        if len(scores) == 2:
            if scores[1] == scores[2]:
                return Outcome((1, 2), scores, "draw")
            return Outcome((1 if scores[1] > scores[2] else 2,), scores, "points")
        target = bids[-1] if bids else self.inner.target(options)
        if target is None:
            return Outcome((), scores, "score")
        scorer = 1 if 1 in scores else 2
        if scores[scorer] >= target:
            return Outcome((scorer,), scores, "reached")
        return Outcome((3 - scorer,), scores, "missed")

    def decided(self, view: DuelView[O, V]) -> tuple[Seat, ...]:
        last = len(view.scorers) == (2 if view.mode == "match" else 1)
        span = self.inner.span(view.now) if view.now is not None and last and view.outcome is None else None
        if span is None:
            return ()
        before = [points for points, _ in view.results]
        least, most = (
            self.judged(view.options, view.bids, Scores(zip(view.scorers, [*before, end], strict=True))).winners
            for end in span
        )
        return least if least == most else ()

    def swaps(self, options: O) -> bool:
        return self.inner.mode(options) == "match"

    def bidding(self, view: DuelView[O, V]) -> bool:
        return view.now is None

    def reversible(self, state: DuelState[O, S], seat: Seat, move: Move, after: DuelState[O, S] | None = None) -> bool:
        if not state.rounds:
            return True
        if after is None:
            after, _ = self.apply(state, seat, move)
        if len(after.rounds) != len(state.rounds) or not self.to_move(after):
            return False
        return self.inner.reversible(state.now, state.role(seat), move, after.now)

    # -- what a seat may know ------------------------------------------------------------------

    def readers(self, state: DuelState[O, S], seat: Seat, move: Move) -> frozenset[Seat] | None:
        if not state.rounds:
            return None
        roles = self.inner.readers(state.now, state.role(seat), move)
        return None if roles is None else frozenset(map(state.role, roles))

    def rounds_over(self, state: DuelState[O, S]) -> int:
        return max(0, len(state.rounds) - 1)

    def view(self, state: DuelState[O, S], seat: Seat | None) -> DuelView[O, V]:
        results = [self._result(each) for each in state.rounds]
        return DuelView(
            seat=seat,
            options=state.options,
            mode=self.inner.mode(state.options),
            bids=state.bids,
            scorers=state.scorers,
            results=tuple([result for result in results if result is not None]),
            rounds=tuple(
                [
                    self.inner.view(each, None if seat is None else role_of(seat, scorer))
                    for each, scorer in zip(state.rounds, state.scorers, strict=True)
                ]
            ),
            outcome=self.outcome(state),
        )

    def _result(self, state: S) -> tuple[int, str] | None:
        """Points and reason of a round that is over."""
        ending = self.inner.outcome(state)
        return None if ending is None else (self.inner.points(state), ending.reason)

    def sees_all(self, view: DuelView[O, V]) -> bool:
        return all(map(self.inner.sees_all, view.rounds))

    def opened(self, state: DuelState[O, S], seats: int) -> DuelView[O, V] | None:
        rounds = [self.inner.opened(each, seats) for each in state.rounds]
        found = tuple(view for view in rounds if view is not None)
        return replace(self.view(state, None), rounds=found) if found and len(found) == len(rounds) else None

    def imagine(self, view: DuelView[O, V], rng: Random) -> DuelState[O, S]:
        rounds = tuple(self.inner.imagine(inner, rng) for inner in view.rounds)
        return DuelState(view.options, view.bids, view.scorers, rounds)

    def retold(
        self, past: Sequence[tuple[DuelState[O, S], Seat, Move]], seat: Seat, world: DuelState[O, S]
    ) -> Sequence[tuple[Seat, Move]]:
        """Rounds that are over have no secrets."""
        before = [(mover, move) for state, mover, move in past if len(state.rounds) < len(world.rounds)]
        if not world.rounds:
            return [(mover, move) for _, mover, move in past]
        last = [(state.now, world.role(mover), move) for state, mover, move in past[len(before) :]]
        told = self.inner.retold(last, world.role(seat), world.now)
        return [*before, *((world.role(mover), move) for mover, move in told)]

    def beliefs(self, view: DuelView[O, V]) -> tuple[Marginal, ...]:
        return () if view.now is None else self.inner.beliefs(view.now)

    def truth(self, state: DuelState[O, S]) -> Mapping[str, str]:
        return self.inner.truth(state.now) if state.rounds else {}

    def kinds(self) -> tuple[Any, ...]:
        return (*super().kinds(), *self.inner.kinds())

    # -- written -----------------------------------------------------------------------------

    def parse(self, state: DuelState[O, S], seat: Seat, text: str, rng: Random | None = None) -> Legal[DuelState[O, S]]:
        self._wait_for(state, seat)
        if state.rounds:
            inner = self.inner.parse(state.now, state.role(seat), text, rng)
            return Legal(state, seat, inner.move, inner)
        part = bid_in(text)
        if part is None:
            raise Malformed(f"{shown(text)!r} is not a bid. {self._bid_wanted(state)}")
        return self.check(state, seat, (part,))

    def check_notation(self, options: O, text: str) -> None:
        if self.inner.mode(options) != "bid" or bid_in(text) is None:
            self.inner.check_notation(options, text)

    def notate(self, legal: Legal[DuelState[O, S]]) -> str:
        return self.inner.notate(legal.found) if legal.state.rounds else legal.move[0]

    def role(self, view: DuelView[O, V], seat: Seat) -> str:
        return self.inner.roles[role_of(seat, view.scorers[-1]) - 1] if view.scorers else ""

    def prompt(self, view: DuelView[O, V], names: Mapping[Seat, str]) -> Prompt:
        if view.now is not None:
            return self.inner.prompt(view.now, self._roles(view, names))
        if view.seat != view.bidder:
            return Prompt(f"{names[view.bidder]} is bidding.")
        scoring = self.inner.roles[0]
        if not view.bids:
            return Prompt(f"Bid to play the {scoring}.")
        bid = view.bids[-1]
        if bid == self.inner.bids(view.options)[-1]:
            return Prompt(
                f"The bid stands at {bid}, the highest there is.", f"Pass, and let the other play the {scoring}."
            )
        return Prompt(f"The bid stands at {bid}.", f"Bid higher, or pass and let the other play the {scoring}.")

    def tell(self, fact: Any, names: Mapping[Seat, str]) -> str:
        scoring = self.inner.roles[0]
        match fact:
            case Bid(seat, number):
                return f"{does(names[seat], 'bids')} {number}."
            case BidsOver(scorer, number):
                passes, plays = does(names[3 - scorer], "passes", "pass"), does(names[scorer], "plays")
                return f"{passes}. {plays} the {scoring} and must reach {number}."
            case RoundOver(number, scorer, points, _):
                return f"Game {number} is over: {amid(names[scorer])} scored {points} as the {scoring}."
            case RolesSwapped(scorer, target):
                now = amid(does(names[scorer], "is", "are"))
                return f"Roles are swapped: {now} the {scoring} now, with {target} to beat."
        return self.inner.tell(fact, {})

    def cast(self, state: DuelState[O, S]) -> Mapping[Seat, Seat]:
        return {role: state.role(role) for role in (1, 2)} if state.scorers else {}

    def tell_cast(self, fact: Any, names: Mapping[Seat, str], cast: Mapping[Seat, Seat]) -> str:
        if isinstance(fact, Bid | BidsOver | RoundOver | RolesSwapped):
            return self.tell(fact, names)
        return self.inner.tell(fact, {role: names[seat] for role, seat in cast.items()})

    def text(self, view: DuelView[O, V], names: Mapping[Seat, str]) -> str:
        return written(self.paragraphs(view, names)) + "\n"

    def paragraphs(self, view: DuelView[O, V], names: Mapping[Seat, str]) -> Text:
        if view.now is None:
            bids = [f"{names[1 + turn % 2]} bids {number}." for turn, number in enumerate(view.bids)]
            asked = [f"Who plays the {self.inner.roles[0]}? The highest bidder.", *bids]
            return tuple(map(Line, asked)), (Line(self.prompt(view, names).text),)
        roles = self._roles(view, names)
        who = ", ".join(f"{roles[role]} is the {self.inner.roles[role - 1]}" for role in (1, 2))
        head = f"Game {len(view.rounds)} of 2: {who}." if view.mode == "match" else f"{who}."
        past = [
            f"Game {number}: {names[scorer]} scored {points} as the {self.inner.roles[0]}."
            for number, (scorer, (points, _)) in enumerate(zip(view.scorers, view.results, strict=False), 1)
            if view.mode == "match"
        ]
        return tuple(map(Line, [*past, head])), *self.inner.paragraphs(view.now, roles)

    def sheet(self, view: DuelView[O, V], names: Mapping[Seat, str]) -> str:
        return self.text(view, names) if view.now is None else self.inner.sheet(view.now, self._roles(view, names))

    def next_part(self, view: DuelView[O, V], so_far: Move) -> str:
        return "" if view.now is None else self.inner.next_part(view.now, so_far)

    def consequence(self, view: DuelView[O, V], move: Move, *, aids: bool) -> Consequence | None:
        return None if view.now is None else self.inner.consequence(view.now, move, aids=aids)

    def interlude(self, view: DuelView[O, V], names: Mapping[Seat, str]) -> Interlude | None:
        if len(view.rounds) < 2 or view.outcome is not None or not self.inner.untouched(view.rounds[1]):
            return None
        first, second = view.scorers
        points, scoring = view.results[0][0], self.inner.roles[0]
        beat = f"beat {points}"
        onward = (
            f"Now you are the {scoring}: {beat}."
            if view.seat == second
            else (f"Now {names[second]} is the {scoring} and must {beat}.")
        )
        called = addressed(names, view.seat)
        return Interlude(
            number=1,
            title="Game 1 of 2 is over.",
            score=str(points),
            words=self.inner.scored(view.rounds[0], points, called[first]),
            onward=onward,
            roles=tuple(
                RoleChange(called[seat], *(self.inner.roles[role_of(seat, by) - 1] for by in (first, second)))
                for seat in (1, 2)
            ),
            notes=self.inner.recap(view.rounds[0], self._roles(view, names, 0)),
            board=self.inner.board(view.rounds[0], self._roles(view, names, 0)),
        )

    def recap(self, view: DuelView[O, V], names: Mapping[Seat, str]) -> tuple[Noted, ...]:
        return () if view.now is None else self.inner.recap(view.now, self._roles(view, names))

    def scoreboard(self, view: DuelView[O, V], outcome: Outcome, names: Mapping[Seat, str]) -> Scoreboard:
        """Everybody with what they scored; in a match with the game in which they did."""
        points = {scorer: scored for scorer, (scored, _) in zip(view.scorers, view.results, strict=False)}
        columns = ("Points",) if points else ()
        rows = [
            ScoreRow(name, tuple(points.get(seat) for _ in columns), seat, self._scoring_role(view, seat))
            for seat, name in names.items()
        ]
        past = zip(view.rounds, points.items(), strict=False)
        reason = [self.inner.scored(each, scored, names[scorer]) for each, (scorer, scored) in past]
        target = view.bids[-1] if view.bids else self.inner.target(view.options)
        if points and view.mode != "match" and target is not None:
            reason.append(f"The {self.inner.roles[0]} had to reach {target}.")
        return Scoreboard(" ".join(reason), tuple(rows), columns)

    def _scoring_role(self, view: DuelView[O, V], seat: Seat) -> str:
        """What a seat played; in a match, where both play both roles, when it scored."""
        if view.mode != "match":
            return self.role(view, seat)
        return f"{self.inner.roles[0]} in game {1 if seat == view.scorers[0] else 2}"

    def _roles(self, view: DuelView[O, V], names: Mapping[Seat, str], number: int = -1) -> Mapping[Seat, str]:
        """Names by role instead of by seat, in that round: the last one, if nobody says otherwise."""
        scorer = view.scorers[number] if view.scorers else 1
        return {role_of(seat, scorer): name for seat, name in names.items()}

    # -- drawn -------------------------------------------------------------------------------

    def picture(self, view: DuelView[O, V], names: Mapping[Seat, str]) -> Scene:
        return self.inner.picture(self._shown(view), self._roles(view, names))

    def board(self, view: DuelView[O, V], names: Mapping[Seat, str]) -> Scene:
        return self.inner.board(self._shown(view), self._roles(view, names))

    def symbols(self) -> Mapping[str, Symbol]:
        return self.inner.symbols()

    def _shown(self, view: DuelView[O, V]) -> V:
        """The round to draw: while bids are made, one that has not begun."""
        return self.inner.view(self.inner.begin(view.options, None, None), None) if view.now is None else view.now

    def forms(self) -> tuple[Line, ...]:
        auctions = self.inner.bids(self.options())
        return (*self.inner.forms(), Line(""), *BIDDING) if auctions else self.inner.forms()

    def forms_now(self, view: DuelView[O, V]) -> tuple[Line, ...]:
        return BIDDING if view.now is None else self.inner.forms_now(view.now)

    def example(self, state: DuelState[O, S], seat: Seat, rng: Random) -> str:
        if not state.rounds:
            return super().example(state, seat, rng)
        return self.inner.example(state.now, state.role(seat), rng)
