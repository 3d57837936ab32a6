"""The rules of Woolf!!: start, who moves, legal parts, apply, outcome."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from sheepfold.core.contract import NATURE, Move, Outcome, Part, Seat, Told
from sheepfold.core.errors import IllegalNow
from sheepfold.core.options import shown
from sheepfold.games.woolf.board import (
    NOBODY,
    NONE,
    QUESTIONS,
    Card,
    Hand,
    announcement,
    answer,
    character,
    deck,
    early_limit,
    holders,
)
from sheepfold.games.woolf.scoring import DECLINED, reveal, winners
from sheepfold.games.woolf.state import State
from sheepfold.games.woolf.terms import (
    DEAL,
    FINAL,
    OVER,
    PEEK,
    ROUNDS,
    TURN,
    Asked,
    Clue,
    Dealt,
    FinalBegins,
    GameEnds,
    HandedIn,
    Looks,
    Options,
    Pointed,
    RoundBegins,
    Saw,
    Suspected,
    Swapped,
)

Result = tuple[State, tuple[Told, ...]]
PLACES = ("L", "R")
T = TypeVar("T")


def start(options: Options, seats: int) -> State:
    """The table before the first deal. Raises OptionError if the cards do not fit the number of players."""
    options.counts(seats)
    return State(options, seats, (0,) * seats, (0,) * seats, (False,) * seats)


# -- who may do what --------------------------------------------------------------------------------


def to_move(state: State) -> frozenset[Seat]:
    if state.phase in (DEAL, PEEK):
        return frozenset({NATURE})
    if state.phase == TURN:
        return frozenset({state.turn})
    return frozenset(waiting(state)) if state.phase == FINAL else frozenset()


def waiting(state: State) -> tuple[Seat, ...]:
    """Who has not yet suspected or declined in this round."""
    return tuple(seat for seat, pair in enumerate(state.pointers, 1) if pair is None)


def turns_taken(state: State, seat: Seat) -> int:
    return sum(event.by == seat for event in state.events)


def may_suspect_early(state: State, seat: Seat) -> bool:
    """From the second turn of the round on, unless a red error token forbids it."""
    return turns_taken(state, seat) >= 1 and not state.red[seat - 1]


def simulated(state: State, seat: Seat) -> bool:
    return seat > state.players


def others(seat: Seat, last: Seat) -> tuple[Part, ...]:
    return tuple(str(n) for n in range(1, last + 1) if n != seat)


def parts(state: State, seat: Seat, so_far: Move) -> tuple[Part, ...]:
    """The legal next parts, in a fixed order; nothing in it depends on what the seat may not know."""
    if seat == NATURE:
        return _natures(state, so_far)
    if not 1 <= seat <= state.players or state.phase in (DEAL, OVER):
        return ()
    if not so_far:
        return _verbs(state, seat)
    if so_far[0] not in _verbs(state, seat):
        return ()
    everybody = others(seat, holders(state.players))
    match so_far:
        case ("peek",):
            return everybody
        case ("peek", at) if at in everybody and _has_places(state, int(at)):
            return PLACES
        case ("ask",):
            return others(seat, state.players)
        case ("ask", at) if at in others(seat, state.players):
            return tuple(question for question in QUESTIONS if question in state.questions[seat - 1])
        case ("suspect",):
            return (NOBODY, *everybody)
        case ("suspect", first) if first in (NOBODY, *everybody):
            return (NONE,) if character(state.hands[seat - 1]) == "wolf" else (NOBODY, *everybody)
    return ()


def _verbs(state: State, seat: Seat) -> tuple[Part, ...]:
    found: list[Part] = []
    if state.phase == TURN and seat == state.turn:
        found.append("peek")
        if state.questions[seat - 1]:
            found.append("ask")
        if may_suspect_early(state, seat):
            found.append("suspect")
    if state.phase == FINAL and seat in waiting(state):
        found += ("suspect", "decline")
    if not state.options.shuffle:
        found.append("swap")
    return tuple(found)


def _has_places(state: State, at: Seat) -> bool:
    """Whether a peek names left or right: the simulated player's cards are always shuffled."""
    return not state.options.shuffle and not simulated(state, at)


def complete(state: State, seat: Seat, move: Move) -> bool:
    """A move built from parts is complete when nothing can follow."""
    return bool(move) and not parts(state, seat, move)


def check(state: State, seat: Seat, move: Move) -> None:
    """Raise IllegalNow, in words for that seat, unless parts can build the move and stop there."""
    for n, part in enumerate(move):
        if part not in parts(state, seat, move[:n]):
            raise IllegalNow(_why_not(state, seat, move[:n], part))
    if not complete(state, seat, move):
        raise IllegalNow("That is only the beginning of a move." if move else "An empty move does nothing.")


def _why_not(state: State, seat: Seat, so_far: Move, part: Part) -> str:
    if seat == NATURE:
        return f"Chance cannot do {shown(part)} here."
    if not 1 <= seat <= state.players:
        return "There is no such seat at this table."
    if state.phase in (DEAL, OVER):
        return "The game is over." if state.phase == OVER else "The cards are being dealt."
    if so_far:
        return _why_not_more(state, seat, so_far, part)
    if part == "swap":
        return "Cards are shuffled before every peek, so there is nothing to swap."
    if state.phase == FINAL:
        if seat not in waiting(state):
            return "Your suspicion lies face down; it cannot be changed."
        return "The round is ending: make a final suspicion (suspect 4 0) or decline."
    if seat != state.turn or state.phase != TURN:
        return f"It is not your turn; player {state.turn} is to move."
    if part == "ask":
        return "You have no question card left; peek or suspect."
    if part == "decline":
        return "You decline only when the final suspicions are made; peek, ask or suspect."
    if part == "suspect" and state.red[seat - 1]:
        return "You may not suspect early this round: your red error token forbids it."
    if part == "suspect":
        return "You may suspect early from your second turn of the round on."
    return f"There is no move {shown(part)}; peek, ask or suspect."


def _why_not_more(state: State, seat: Seat, so_far: Move, part: Part) -> str:
    if not parts(state, seat, so_far) and part not in PLACES:
        return f"{' '.join(so_far)} is a whole move; nothing may follow it."
    if part == str(seat):
        return {"peek": "You know your own cards.", "ask": "You cannot ask yourself."}.get(
            so_far[0], "You never seek yourself; name another player."
        )
    match so_far:
        case ("ask",) if part == str(holders(state.players)) and state.players == 4:
            return "The simulated player can be peeked at and suspected, but never asked."
        case ("suspect", _) if part == NONE:
            return "Only a wolf's second pointer may stand at x; name a player, or 0 for nobody."
        case ("suspect", _) if character(state.hands[seat - 1]) == "wolf":
            return "A wolf seeks only a sheep: your second pointer must stand at x."
        case ("suspect",) if part == NONE:
            return "The first pointer names a player, or 0 for nobody; to make no suspicion, decline at the end."
        case ("ask", _) if part in QUESTIONS:
            return "You do not hold that question card: " + " or ".join(parts(state, seat, so_far)) + "."
        case ("peek", _) if part in PLACES:
            return "These cards are shuffled before every peek: name only the player."
        case (_,):
            return f"There is no player {shown(part)} here: {', '.join(parts(state, seat, so_far))}."
    return f"{shown(part)} does not belong there."


# -- NATURE -----------------------------------------------------------------------------------------


def _natures(state: State, so_far: Move) -> tuple[Part, ...]:
    if state.phase == PEEK:
        return () if so_far else ("0", "1")
    if state.phase != DEAL:
        return ()
    return tuple(part for part, left in _left(state, so_far).items() if left)


def _left(state: State, so_far: Move) -> dict[Part, int]:
    """What can be dealt next, with the copies left: cards, then questions, then in round 1 the start player."""
    cards, questions = 2 * holders(state.players), 2 * state.players
    if len(so_far) < cards:
        left = dict(deck(state.options.counts(state.players), state.options.advanced))
        dealt = so_far
    elif len(so_far) < cards + questions:
        left, dealt = dict(QUESTIONS), so_far[cards:]
    elif len(so_far) == cards + questions and state.start == 0:
        return {str(seat): 1 for seat in range(1, state.players + 1)}
    else:
        return {}
    for part in dealt:
        if part in left:
            left[part] -= 1
    return left


def weight(state: State, so_far: Move, part: Part) -> int:
    """Copies left in the pack; either card of a peek is equally likely."""
    return _left(state, so_far)[part] if state.phase == DEAL else 1


# -- apply ------------------------------------------------------------------------------------------


def apply(state: State, seat: Seat, move: Move) -> Result:
    """Play a whole move. Raises IllegalNow."""
    check(state, seat, move)
    if seat == NATURE:
        return _deal(state, move) if state.phase == DEAL else _turn_up(state, int(move[0]))
    match move:
        case ("peek", at):
            looking = replace(state, phase=PEEK, looked_at=int(at))
            return looking, (Told(Looks(seat, int(at))),)
        case ("peek", at, place):
            card = state.hands[int(at) - 1][PLACES.index(place)]
            return _peeked(state, seat, int(at), place, card)
        case ("ask", at, question):
            return _asked(state, seat, int(at), question)
        case ("suspect", first, second):
            return _suspected(state, seat, (first, second))
        case ("decline",):
            return _handed_in(state, seat, DECLINED)
    left, right = state.hands[seat - 1]
    swapped = _with(state.hands, seat, (right, left))
    return replace(state, hands=swapped), (Told(Swapped((right, left)), frozenset({seat})),)


def _with(row: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    """The row with one seat's entry replaced."""
    return (*row[: seat - 1], value, *row[seat:])


def _deal(state: State, move: Move) -> Result:
    cards, players = 2 * holders(state.players), state.players
    hands: tuple[Hand, ...] = tuple((move[n], move[n + 1]) for n in range(0, cards, 2))
    questions = tuple((move[n], move[n + 1]) for n in range(cards, cards + 2 * players, 2))
    first = state.start or int(move[-1])
    dealt = replace(
        state, phase=TURN, start=first, turn=first, hands=hands, questions=questions, pointers=(None,) * players
    )
    told = [Told(RoundBegins(state.round, first))]
    told += (Told(Dealt(hands[s - 1], questions[s - 1]), frozenset({s})) for s in range(1, players + 1))
    return dealt, tuple(told)


def _turn_up(state: State, index: int) -> Result:
    card = state.hands[state.looked_at - 1][index]
    return _peeked(replace(state, phase=TURN, looked_at=0), state.turn, state.looked_at, "", card)


def _peeked(state: State, by: Seat, at: Seat, place: str, card: Card) -> Result:
    said = announcement(character(state.hands[by - 1]), card)
    after, told = _next_turn(replace(state, events=(*state.events, Clue(by, at, place, said, card))))
    return after, (Told(Clue(by, at, place, said, None)), Told(Saw(at, place, card), frozenset({by})), *told)


def _asked(state: State, by: Seat, at: Seat, question: str) -> Result:
    event = Asked(by, at, question, answer(state.hands[at - 1], question))
    hand = list(state.questions[by - 1])
    hand.remove(question)
    played = replace(state, events=(*state.events, event), questions=_with(state.questions, by, tuple(hand)))
    after, told = _next_turn(played)
    return after, (Told(event), *told)


def _suspected(state: State, by: Seat, pair: tuple[str, str]) -> Result:
    if state.phase == FINAL:
        return _handed_in(state, by, pair)
    event = Suspected(by)
    out = replace(state, events=(*state.events, event), pointers=_with(state.pointers, by, pair))
    after, told = _next_turn(out)
    return after, (Told(event), Told(Pointed(pair), frozenset({by})), *told)


def _next_turn(state: State) -> Result:
    """On to the next player who is still in, or to the final suspicions."""
    early = sum(isinstance(event, Suspected) for event in state.events)
    limit = state.options.turn_limit
    in_round = waiting(state)
    if early == early_limit(state.players) or (limit and all(turns_taken(state, s) >= limit for s in in_round)):
        return replace(state, phase=FINAL, turn=0), (Told(FinalBegins(in_round)),)
    following = min(in_round, key=lambda seat: (seat - state.turn - 1) % state.players)
    return replace(state, turn=following), ()


def _handed_in(state: State, by: Seat, pair: tuple[str, str]) -> Result:
    handed = replace(state, pointers=_with(state.pointers, by, pair))
    told = (Told(HandedIn(by)), Told(Pointed(pair), frozenset({by})))
    if waiting(handed):
        return handed, told
    after, more = _end_round(handed)
    return after, (*told, *more)


def _end_round(state: State) -> Result:
    found = reveal(state.round, state.hands, state.events, state.pointers)
    points = tuple(p + s.points + s.bonus for p, s in zip(state.points, found.suspicions, strict=True))
    errors = tuple(e + (s.error != "") for e, s in zip(state.errors, found.suspicions, strict=True))
    counted = replace(
        state,
        points=points,
        errors=errors,
        red=tuple(s.error == "red" for s in found.suspicions),
        reveals=(*state.reveals, found),
    )
    told = (Told(found),)
    if state.round == ROUNDS or max(errors) >= 2:
        over = replace(counted, phase=OVER)
        result = outcome(over)
        assert result is not None
        return over, (*told, Told(GameEnds(result.reason, result.winners)))
    return replace(
        counted,
        phase=DEAL,
        round=state.round + 1,
        start=_next_start(state),
        hands=(),
        questions=(),
        events=(),
        pointers=(),
    ), told


def _next_start(state: State) -> Seat:
    """Left of whoever made the last early suspicion; if a turn limit let nobody, left of this round's start player."""
    last = next((e.by for e in reversed(state.events) if isinstance(e, Suspected)), state.start)
    return last % state.players + 1


def outcome(state: State) -> Outcome | None:
    if state.phase != OVER:
        return None
    scores = tuple((str(seat), points) for seat, points in enumerate(state.points, 1))
    reason = "three rounds" if state.round == ROUNDS else "two errors"
    return Outcome(winners(state.points, state.errors), scores, reason)


def reversible(state: State, seat: Seat, move: Move, after: State | None = None) -> bool:
    """Only an early suspicion: a peek and an answer reveal, a final one stays, and undoing a swap would betray it."""
    return state.phase == TURN and move[:1] == ("suspect",)
