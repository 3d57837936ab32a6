"""A table in memory: its log folded into the present, and what each viewer may see of it."""

from __future__ import annotations

import json
from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from dataclasses import replace
from hashlib import blake2b
from math import inf
from typing import Any, NamedTuple

from sheepfold.core.contract import NATURE, Outcome, Prompt, Seat, Told
from sheepfold.core.contract.lesson import LAST_SEED
from sheepfold.core.records.progress import AnyGame, Ply, Progress, Step, ply_of
from sheepfold.core.records.record import Origin, Record
from sheepfold.core.scores import Scores
from sheepfold.core.words.prose import addressed
from sheepfold.play.tables.log import (
    NOBODY,
    Accepted,
    CameBack,
    Declined,
    Ended,
    Entry,
    Header,
    Keyed,
    Left,
    Offered,
    Opened,
    Person,
    Rematch,
    Sat,
    Started,
    TableFact,
    TakenBack,
    TakenOver,
    TurnedDown,
    sentence,
)
from sheepfold.play.terms import (
    DAY,
    News,
    OfferKind,
    OpenOffer,
    Position,
    Queues,
    SeatClock,
    SeatInfo,
    SeatPlan,
    Seen,
    Status,
    TableId,
    TableInfo,
    Update,
    UserId,
    Written,
)
from sheepfold.play.time import clock as clocks


class _ToldThen(NamedTuple):
    """What a line of the log told, when, and who had which role then."""

    at: float
    told: tuple[Told, ...]
    cast: Mapping[Seat, Seat]


class Table:
    """The present of one table. Only ``fold`` changes it, and only with lines that are stored."""

    def __init__(self, game: AnyGame, header: Header, people: Mapping[UserId, Person]) -> None:
        self.game, self.header, self.people = game, header, dict(people)
        self.seats = tuple(_planned(n, plan) for n, plan in enumerate(header.terms.seats, 1))
        self.status = Status.WAITING
        self.rated = header.terms.rated
        self.guided = header.seed <= LAST_SEED
        """Whether it is a lesson's, whose chance everybody may know."""
        self.length = 0
        self.last: Entry | None = None
        """The newest line: by it is known whether the store still has this log."""
        self.progress: Progress | None = None
        """Where the game is; None: it has not begun."""
        self.given = 0
        """At a practice table, how many moves tell what had happened before."""
        self.plies: list[Ply] = []
        """Every move that stands."""
        self.known: list[tuple[int, Ply]] = []
        """Those that all know of, with their numbers."""
        self.made: dict[Seat, list[str]] = {}
        """Each seat's moves that stand, kept because asking must not take longer where others moved unseen."""
        self.awaited: frozenset[Seat] = frozenset()
        self.turn: dict[Seat, int] = {}
        """For each awaited seat the line since which it has had the same decision before it,"""
        self._plies_before: dict[Seat, int] = {}
        """and how many moves stood then."""
        self._acted: dict[Seat, int] = {}
        self.outcome: Outcome | None = None
        self.challenged: set[Seat] = set()
        """Seats of people whom others seated, and who have not moved yet."""
        self.offers: dict[OfferKind, OpenOffer] = {}
        self.rematch: TableId | None = None
        self.keys: dict[tuple[Seat, str], Keyed] = {}
        """The moves that were asked for under a key, those taken back too: a repeat must not make them again."""
        self.times = clocks.Times({}, header.opened_at)
        self.queues: Queues = {}
        self.subscribers: Mapping[UserId, Person] = {}
        """Who wants to be mailed of all that happens, whether or not they sit here."""
        self._told: list[_ToldThen] = []
        self._numbers: dict[Seat | None, list[int]] = {}
        self._info_line = 0
        """The last line that changed the table's card."""
        self._positions: dict[Seat | None, Position] = {}

    # -- the fold ------------------------------------------------------------------------------

    def fold(self, line: Entry, step: Step | None = None) -> None:
        """Take in the next stored line; ``step`` saves replaying a move that was just played."""
        assert line.number == self.length
        told: tuple[Told, ...]
        if line.kind == "move":
            step = step or self._replayed(line)
            cast = self.game.cast(step.before)
            told = self._fold_step(line, step)
        else:
            cast = {}
            fact = self._fold_fact(line, json.loads(line.text) if line.text else {})
            told = (Told(fact),)
            self._info_line = line.number
        self.length, self.last = self.length + 1, line
        self._told.append(_ToldThen(line.at, told, cast))
        for viewer, numbers in self._numbers.items():
            if any(t.reaches(viewer) for t in told):
                numbers.append(line.number)
                self._positions.pop(viewer, None)

    def _replayed(self, line: Entry) -> Step:
        assert line.seat is not None
        assert self.progress is not None
        return self.progress.step(line.seat, line.text)

    def _fold_step(self, line: Entry, step: Step) -> tuple[Told, ...]:
        assert self.progress is not None
        ply = ply_of(self.game, step)
        if ply.known:
            self.known.append((len(self.plies), ply))
        self.plies.append(ply)
        self.made.setdefault(step.seat, []).append(step.text)
        if line.key is not None:
            self.keys[step.seat, line.key] = Keyed.of(step.text, step.move, line.asked)
        if ply.known and self.offers and step.seat != NATURE:
            self.offers.clear()
            self._info_line = line.number
        self._acted[step.seat] = line.number
        if ply.known:
            self.challenged.discard(step.seat)
        self._take_up(self.progress.after(step), line.number, mover=step.seat)
        if (outcome := self.progress.outcome) is not None:
            self._over(outcome, line.number)
        return step.told

    def _take_up(self, progress: Progress, number: int, mover: Seat | None) -> None:
        """Sets the progress of the game, and what follows from it."""
        self.progress = progress
        before, self.awaited = self.awaited, progress.waiting - {NATURE}
        for seat in self.awaited:
            if seat == mover or seat not in before:
                self.turn[seat] = number
                self._plies_before[seat] = len(self.plies)

    def _over(self, outcome: Outcome, number: int) -> None:
        self.outcome, self.status, self.awaited = outcome, Status.OVER, frozenset()
        self.offers.clear()
        self._info_line = number
        self._positions.clear()

    def _fold_fact(self, line: Entry, more: Mapping[str, Any]) -> TableFact:
        seat = line.seat or 0
        match line.kind:
            case "open":
                opener = self._person(more["user"])
                return Opened(opener.name, opener.guest)
            case "sit":
                person = self._person(more["user"])
                kind: Any = "guest" if person.guest else "user"
                self._seat(seat, SeatInfo(seat, kind, person.name, person.id))
                if more.get("challenged"):
                    self.challenged.add(seat)
                return Sat(seat, person.name, person.guest)
            case "leave":
                self.offers.clear()
                fact = Left(seat, self.seat(seat).name, self.seat(seat).kind == "guest")
                if self.status is Status.WAITING:
                    self._seat(seat, _planned(seat, self.header.terms.seats[seat - 1]))
                else:
                    self._seat(seat, replace(self.seat(seat), left=True))
                return fact
            case "refuse":
                name = self.seat(seat).name
                if len(self.seats) > 2:  # a table of two is called off in their name
                    self._seat(seat, replace(self.seat(seat), name=""))
                return TurnedDown(seat, name)
            case "back":
                self.offers.clear()
                self._seat(seat, replace(self.seat(seat), left=False))
                return CameBack(seat, self.seat(seat).name, self.seat(seat).kind == "guest")
            case "start":
                self.status, self.given = Status.RUNNING, more.get("given", 0)
                self._take_up(self.opening(), line.number, None)
                return Started(self.header.commitment)
            case "offer":
                kind = OfferKind(more["what"])
                about, bot = more.get("about"), more.get("bot", "")
                waiting = self.voters(kind) - {seat}
                self.offers[kind] = OpenOffer(kind, seat, tuple(sorted(waiting)), about, bot)
                return Offered(kind, seat, about, bot)
            case "accept":
                offer = self.offers[OfferKind(more["what"])]
                rest = tuple(s for s in offer.waiting_for if s != seat)
                self.offers[offer.kind] = replace(offer, waiting_for=rest)
                return Accepted(offer.kind, seat)
            case "decline":
                offer = self.offers.pop(OfferKind(more["what"]))
                return Declined(offer.kind, seat, withdrawn=offer.by == seat)
            case "undo":
                self.offers.pop(OfferKind.UNDO, None)
                self._rewind(more["to"], line.number)
                return TakenBack(seat)
            case "takeover":
                self.offers.pop(OfferKind.TAKEOVER, None)
                self.rated = False
                self.challenged.discard(seat)
                self._seat(seat, SeatInfo(seat, "bot", more["bot"], None))
                return TakenOver(seat, more["bot"])
            case "end":
                by = line.seat
                self._over(Outcome(tuple(more["winners"]), Scores(), more["reason"], by), line.number)
                return Ended(more["reason"], by, more.get("idle", False))
            case "rematch":
                self.offers.pop(OfferKind.REMATCH, None)
                self.rematch = more["table"]
                return Rematch(more["table"])
        raise AssertionError(line.kind)

    def _rewind(self, to: int, number: int) -> None:
        progress = self.progress_after(to)
        del self.plies[to:]
        self.made = {}
        for ply in self.plies:
            self.made.setdefault(ply.seat, []).append(ply.text)
        self.known = [(number, ply) for number, ply in self.known if number < to]
        self.turn.clear()
        self.awaited = frozenset()
        self._take_up(progress, number, None)

    def _person(self, user: UserId | None) -> Person:
        return self.people.get(user or 0, NOBODY)

    def _seat(self, seat: Seat, info: SeatInfo) -> None:
        self.seats = (*self.seats[: seat - 1], info, *self.seats[seat:])

    # -- questions -----------------------------------------------------------------------------

    def seat(self, seat: Seat) -> SeatInfo:
        return self.seats[seat - 1]

    def seat_of(self, user: UserId | None) -> Seat | None:
        """Where the user sits; None: nowhere."""
        return None if user is None else next((info.seat for info in self.seats if info.user == user), None)

    @property
    def bot_seats(self) -> frozenset[Seat]:
        return frozenset(info.seat for info in self.seats if info.kind == "bot")

    @property
    def people_seats(self) -> frozenset[Seat]:
        return frozenset(info.seat for info in self.seats if info.user is not None)

    @property
    def ticking(self) -> frozenset[Seat]:
        """Whose time runs: awaited people. Bots are never late; their workers see to that."""
        return self.awaited & self.people_seats

    @property
    def rests(self) -> clocks.Rests:
        if self.header.terms.clock.kind != "days":
            return {}
        owners = ((s.seat, self._person(s.user).rest) for s in self.seats if s.user is not None)
        return {seat: rest for seat, rest in owners if rest is not None}

    def runs_out(self, seat: Seat) -> float:
        """When the seat has no time left if its clock runs on; never where no time is kept."""
        left = self.times.left.get(seat)
        if left is None:
            return inf
        return clocks.ends_at(self.header.terms.clock, self.times.since, left, self.rests.get(seat))

    def voters(self, kind: OfferKind) -> frozenset[Seat]:
        """The seats whose consent an offer needs. A bot agrees to all but a draw. Who left may come back, and is
        asked about what would change the game they come back to."""
        match kind:
            case OfferKind.DRAW:
                return self.people_seats | self.bot_seats
            case OfferKind.UNDO:
                return self.people_seats
        return frozenset(s.seat for s in self.seats if s.user is not None and not s.left)

    def somebody_left(self) -> bool:
        """Whether a seat's owner is not there, for now or for good."""
        return any(info.left or (info.user is not None and self._person(info.user).gone) for info in self.seats)

    def begun(self) -> bool:
        """Whether a player made a move here that everybody was told of."""
        return any(ply.seat != NATURE for _, ply in self.own_moves())

    def own_moves(self) -> list[tuple[int, Ply]]:
        """The moves that all know of and that were made here: of a practice table without those that were given."""
        return [each for each in self.known if each[0] >= self.given] if self.given else self.known

    @property
    def options(self) -> Any:
        """The game's options, as the table was opened with them."""
        return self.game.options.make(self.header.terms.options)

    @property
    def state(self) -> Any:
        """The state of the game; None: it has not begun."""
        return None if self.progress is None else self.progress.state

    def opening(self) -> Progress:
        """The game before the first move."""
        return Progress.begin(self.game, self.options, len(self.header.terms.seats), self.header.seed)

    def progress_after(self, plies: int) -> Progress:
        """The game after so many of the moves that stand, replayed."""
        now = self.opening()
        for ply in self.plies[:plies]:
            now = now.after(now.step(ply.seat, ply.text))
        return now

    def written(self, viewer: Seat | None) -> tuple[Written, ...]:
        """The players' moves of which the viewer knows, as they were written where that may be read."""
        found, number, over = [], 0, self.status is Status.OVER
        open_rounds = 0 if self.state is None else self.game.rounds_over(self.state)
        for ply in self.plies:
            if ply.seat == NATURE or not (over or ply.known_to(viewer)):
                continue
            number += ply.known
            readable = over or ply.rounds_over < open_rounds or ply.readable_by(viewer)
            found.append(Written(number if ply.known else None, ply.seat, ply.text if readable else None))
        return tuple(found)

    def counted(self) -> list[int]:
        """Where in the record the moves are that people call by numbers: the players' of which all know."""
        return [index for index, ply in self.known if ply.seat != NATURE]

    def next_numbers(self, seat: Seat | None) -> range:
        """Which numbers the next move of the seat may go by: where several move at once, others may have moved since
        its turn began."""
        counted = self.counted()
        begun = self._plies_before[seat] if seat is not None and seat in self.awaited else len(self.plies)
        return range(1 + bisect_left(counted, begun), 2 + len(counted))

    def plies_after(self, number: int) -> int | None:
        """How many moves had been made when everybody knew of so many of the players', with chance's answer; None:
        there are not as many. Steps that not all know of since then are left out."""
        counted = self.counted()
        if not 0 <= number <= len(counted):
            return None
        plies = counted[number - 1] + 1 if number else 0
        while plies < len(self.plies) and self.plies[plies].seat == NATURE:
            plies += 1
        return plies

    def published(self, now: float) -> bool:
        """Whether the seed may be told, once the game is over: that of a day's deal when the day is."""
        return not self.header.terms.deal or now >= (self.header.terms.deal + 1) * DAY

    def luck(self, seat: Seat) -> bytes:
        """What a bot's own choices come from where all who do the same are to meet the same: it tells nothing of the
        seed that it follows from."""
        return blake2b(f"bot {len(self.plies)} {seat}".encode(), key=self.header.seed, digest_size=16).digest()

    def record(self) -> Record:
        """The whole truth: only for finished games, or for the host's own files."""
        over, practice = self.status is Status.OVER, self.header.terms.practice
        return Record(
            game=self.game.name,
            version=self.header.version,
            options=self.header.terms.options,
            seats=tuple(self.info().plain_names.values()),
            commitment=self.header.commitment,
            moves=tuple((ply.seat, ply.text) for ply in self.plies),
            seed=self.header.seed.hex() if over and not self.header.terms.deal else None,
            outcome=self.outcome,
            origin=None
            if practice is None
            else Origin(practice.commitment, practice.move, practice.seat, self.given, practice.anew),
        )

    # -- what a viewer may see -----------------------------------------------------------------

    def info(self) -> TableInfo:
        return self.header.info(
            self.status, self.seats, rated=self.rated, offers=self.offers.values(), rematch=self.rematch
        )

    def names(self) -> Mapping[Seat, str]:
        """The names of the seats."""
        return self.info().names

    def _told_to(self, viewer: Seat | None) -> list[int]:
        """The lines of which the viewer was told something; event number n is the n-th of them."""
        numbers = self._numbers.get(viewer)
        if numbers is None:  # from now on the fold counts for this viewer too
            reached = [any(t.reaches(viewer) for t in then.told) for then in self._told]
            numbers = self._numbers[viewer] = [line for line, reaches in enumerate(reached) if reaches]
        return numbers

    def number(self, viewer: Seat | None) -> int:
        """How many events the viewer was told of."""
        return len(self._told_to(viewer))

    def number_before(self, viewer: Seat | None, line: int) -> int:
        """How many events the viewer was told of before that line of the log."""
        return bisect_left(self._told_to(viewer), line)

    def line_after(self, viewer: Seat | None, number: int) -> int:
        """The line of the log that told the viewer of the event after that one; if there is none, where it will be."""
        told = self._told_to(viewer)
        return told[number] if number < len(told) else self.length

    def told_until(self, viewer: Seat | None) -> tuple[int, float]:
        """How many events the viewer was told of, and when the last of them was stored."""
        told = self._told_to(viewer)
        return len(told), self._told[told[-1]].at if told else 0.0

    def stamp(self, length: int) -> float | None:
        """When the last of so many lines was stored; None: there are not as many. A log that lost lines and went on
        otherwise has another there."""
        if length == 0:
            return 0.0
        return self._told[length - 1].at if length <= self.length else None

    def line_at(self, moment: float) -> int:
        """The first line that was stored at that moment or later."""
        return next((line for line, then in enumerate(self._told) if then.at >= moment), self.length)

    def fresh(self, seat: Seat, expected: int) -> bool:
        """Whether a move meant for event ``expected`` still meets the decision that it was meant for."""
        told = self._told_to(seat)
        if seat in self.awaited:
            return bisect_right(told, self.turn[seat]) <= expected <= len(told)
        return expected == len(told)

    def since_move(self, seat: Seat) -> int:
        """After which event the seat made its last move: what that did counts among what happened since."""
        return self.number_before(seat, self._acted.get(seat, self.length))

    def told_since_move(self, seat: Seat) -> str:
        """All that the seat was told since its last move, in words: what conditions are held against. As the seat is
        told of it, and as it is told without names for roles, in which conditions were always written."""
        names, since = self.names(), self._since_move(seat)
        plainly = (sentence(self.game, fact, names, {}) for seen in since for fact in seen.facts)
        return "\n".join([*(words for seen in since for words in seen.sentences), *plainly])

    def news(self, seat: Seat | None) -> News:
        """All that the seat was told since its last move; a spectator, what was told last."""
        if seat is None:
            return News(self._last(None), 0.0)
        acted = self._acted.get(seat, -1)
        return News(tuple(self._since_move(seat)), self._told[acted].at if acted > 0 else 0.0)

    def _since_move(self, seat: Seat) -> list[Seen]:
        return self._events(seat, bisect_right(self._told_to(seat), self._acted.get(seat, -1)))

    def told_last(self, viewer: Seat | None) -> tuple[str, ...]:
        """The last that the viewer was told, in words."""
        return tuple(words for seen in self._last(viewer) for words in seen.sentences)

    def _last(self, viewer: Seat | None) -> tuple[Seen, ...]:
        number = self.number(viewer)
        return tuple(self._events(viewer, number - 1)) if number else ()

    def _events(self, viewer: Seat | None, since: int) -> list[Seen]:
        """All that the viewer was told after so many events."""
        names, found = addressed(self.names(), viewer), []
        for number, line in enumerate(self._told_to(viewer)[since:], since + 1):
            at, told, cast = self._told[line]
            facts = tuple(t.fact for t in told if t.reaches(viewer))
            words = (sentence(self.game, fact, names, cast) for fact in facts)
            found.append(Seen(number, at, facts, tuple(words)))
        return found

    def opened(self) -> Any:
        """Everything turned up, where people ended the game and its rules did not: its record is published now. Where
        nothing was hidden, what a spectator sees: nobody is asked for a move any more. A game that its rules ended
        shows what it hid by itself, and of one that was called off nobody asks."""
        state, outcome = self.state, self.outcome
        if state is None or outcome is None or outcome.reason == "aborted" or self.game.outcome(state) is not None:
            return None
        return self.game.opened(state, len(self.seats)) or self.game.view(state, None)

    def see_anew(self) -> None:
        """Clocks were moved without a line: what was kept for viewers shows the old ones."""
        self._positions.clear()

    def position(self, viewer: Seat | None, now: float) -> Position:
        """Kept until the viewer is told something new, so that secret steps of others cannot be felt; and the
        same when it is replayed from the store, so that it does not matter who made us read it anew."""
        found = self._positions.get(viewer)
        if found is None:
            found = self._positions[viewer] = self._position(viewer, now)
        return found

    def _position(self, viewer: Seat | None, now: float) -> Position:
        view = None if self.state is None else self.game.view(self.state, viewer)
        if view is None:
            prompt = Prompt("Waiting for players." if self.status is Status.WAITING else "The table was closed.")
        elif self.status is Status.OVER and self.game.outcome(self.state) is None:
            prompt = Prompt("The game is over.")
        else:
            prompt = self.game.prompt(view, self.names())
        rests = self.rests
        at = clocks.evenly_since(self.times, self.ticking, now, rests) if rests else self.times.since
        return Position(
            number=self.number(viewer),
            at=at,
            seat=viewer,
            view=view,
            to_move=tuple(sorted(self.awaited)),
            clocks=self._clocks(at, now, rests),
            outcome=self.outcome,
            prompt=prompt,
        )

    def _clocks(self, at: float, now: float, rests: clocks.Rests) -> tuple[SeatClock, ...]:
        if not self.times.left:
            return ()
        left = clocks.charge(self.header.terms.clock, self.times, self.ticking, at, rests).left
        running = {seat for seat in self.ticking if not clocks.stands_still(rests.get(seat), now)}
        return tuple(SeatClock(seat, max(0.0, round(left[seat], 3)), seat in running) for seat in sorted(left))

    def update(self, viewer: Seat | None, since: int | None, now: float) -> Update:
        """What the viewer missed after event ``since``, and how things stand."""
        told = self._told_to(viewer)
        events = () if since is None else tuple(self._events(viewer, since))
        known = since is not None and 0 < since <= len(told) and told[since - 1] >= self._info_line
        return Update(self.header.id, events, self.position(viewer, now), None if known else self.info())


def _planned(seat: Seat, plan: SeatPlan) -> SeatInfo:
    """A seat before anybody sits: bots are there from the start."""
    if plan.kind == "bot":
        return SeatInfo(seat, "bot", plan.name, None)
    return SeatInfo(seat, "empty", plan.name, None)
