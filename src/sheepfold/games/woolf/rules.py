"""The rules of Woolf!!: start, who moves, legal parts and what to say of others, apply, outcome."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from sheepfold.core.contract import NATURE, NOTHING, Ahead, Legal, Move, Outcome, Part, Seat, Told
from sheepfold.core.errors import IllegalNow
from sheepfold.core.scores import Scores
from sheepfold.core.words.prose import listed, shown
from sheepfold.games.woolf.board import (
    NOBODY,
    NONE,
    QUESTIONS,
    Card,
    Hand,
    announcement,
    answer,
    character,
    early_limit,
    holders,
)
from sheepfold.games.woolf.score import DECLINED, reveal, winners
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
    early_suspects,
    turns_taken,
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


def may_suspect_early(state: State, seat: Seat) -> bool:
    """From the second turn of the round on, unless a red error token forbids it."""
    return turns_taken(state.events, seat) >= 1 and not state.red[seat - 1]


def foreseen(state: State, seat: Seat, kept: Sequence[Move] = ()) -> tuple[State, Seat] | None:
    """As if it were the seat's next turn of this round: peeks and questions change nothing of what may be done, and
    who suspects has no other turn."""
    if state.phase not in (TURN, PEEK) or seat == state.turn or state.pointers[seat - 1] is not None:
        return None
    if any(move[0] not in ("peek", "ask") for move in kept):
        return None
    return replace(state, phase=TURN, turn=seat, looked_at=0), seat


def others(seat: Seat, last: Seat) -> tuple[Part, ...]:
    """Everybody but the seat, as parts."""
    return tuple(str(n) for n in range(1, last + 1) if n != seat)


def ahead(state: State, seat: Seat, so_far: Move, before: Ahead | None = None) -> Ahead:
    """The legal next parts, in a fixed order; nothing in it depends on what the seat may not know.

    A move is complete when nothing can follow.
    """
    if seat == NATURE:
        return _natures(state, so_far)
    found = parts(state, seat, so_far)
    return Ahead(found, bool(so_far) and not found)


def parts(state: State, seat: Seat, so_far: Move) -> tuple[Part, ...]:
    """What a player may add to a move."""
    if not 1 <= seat <= state.players or state.phase in (DEAL, OVER):
        return ()
    if not so_far:
        return verbs(state, seat)
    if so_far[0] not in verbs(state, seat):
        return ()
    everybody = others(seat, holders(state.players))
    match so_far:
        case ("peek",):
            return everybody
        case ("peek", at) if at in everybody and has_places(state, int(at)):
            return PLACES
        case ("ask",):
            return others(seat, state.players)
        case ("ask", at) if at in others(seat, state.players):
            return tuple(question for question in QUESTIONS if question in state.questions[seat - 1])
        case ("suspect",):
            return (NOBODY, *everybody)
        case ("suspect", first) if first in (NOBODY, *everybody):
            return second_pointers(state, seat)
    return ()


def verbs(state: State, seat: Seat) -> tuple[Part, ...]:
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


def has_places(state: State, at: Seat) -> bool:
    """Whether a peek names left or right: the simulated player's cards are always shuffled."""
    return not state.options.shuffle and at <= state.players


def second_pointers(state: State, seat: Seat) -> tuple[Part, ...]:
    """Where the second pointer may stand: a wolf seeks one target only."""
    if character(state.hands[seat - 1]) == "wolf":
        return (NONE,)
    return (NOBODY, *others(seat, holders(state.players)))


# -- whether a move may be played, and what to say to whoever tries one that may not ----------


def check(state: State, seat: Seat, move: Move) -> Legal[State]:
    """The move, if ``ahead`` can build it and stop there; else IllegalNow, in words for that seat."""
    found = ahead(state, seat, ())
    for count, part in enumerate(move):
        if part not in found.parts:
            raise IllegalNow(_why_not(state, seat, move[:count], part))
        found = ahead(state, seat, move[: count + 1])
    if not found.complete:
        raise IllegalNow("The move is not finished." if move else "Write a move, such as peek 3.")
    return Legal(state, seat, move)


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
        return "You have no question card left. Peek or suspect."
    if part == "decline":
        return "You decline only when the final suspicions are made. Peek, ask or suspect."
    if part == "suspect" and state.red[seat - 1]:
        return "You may not suspect early this round: your red error token forbids it."
    if part == "suspect":
        return "You may suspect early from your second turn of the round on."
    return f"There is no move {shown(part)}. Peek, ask or suspect."


def _why_not_more(state: State, seat: Seat, so_far: Move, part: Part) -> str:
    if not parts(state, seat, so_far) and part not in PLACES:
        return f"{' '.join(so_far)} is a whole move. Nothing may follow it."
    if part == str(seat):
        own = {"peek": "You know your own cards.", "ask": "You cannot ask yourself."}
        return f"{own.get(so_far[0], 'You cannot suspect yourself.')} Name another player."
    match so_far:
        case ("ask",) if part == str(holders(state.players)) and state.players == 4:
            return "You may peek at the empty chair and suspect it, but not ask it."
        case ("suspect", _) if part == NONE:
            return "Only a wolf sets the second pointer to x. Name a player, or 0 for nobody."
        case ("suspect", _) if character(state.hands[seat - 1]) == "wolf":
            return "A wolf suspects only a sheep, so your second pointer stands at x."
        case ("suspect",) if part == NONE:
            return "The first pointer names a player, or 0 for nobody. If you suspect nobody, decline at the end."
        case ("ask", _) if part in QUESTIONS:
            return f"You do not hold that question card. You have {listed(parts(state, seat, so_far))}."
        case ("peek", _) if part in PLACES:
            return "These cards are shuffled before every peek. Name only the player."
        case (_,):
            return f"You cannot name player {shown(part)} here. Choose {listed(parts(state, seat, so_far), 'or')}."
    return f"{shown(part)} does not belong there."


# -- NATURE -----------------------------------------------------------------------------------------


def _natures(state: State, so_far: Move) -> Ahead:
    """A deal, card by card, as likely as there are copies left; or either card of a peek."""
    if state.phase == PEEK:
        return Ahead((), True) if so_far else Ahead(("0", "1"), False)
    if state.phase != DEAL:
        return NOTHING
    left = {part: copies for part, copies in _left(state, so_far).items() if copies}
    return Ahead(tuple(left), not left, tuple(left.values()))


def _left(state: State, so_far: Move) -> dict[Part, int]:
    """What can be dealt next, with the copies left: cards, then questions, then in round 1 the start player."""
    cards, questions = 2 * holders(state.players), 2 * state.players
    if len(so_far) < cards:
        left, dealt = dict(state.options.deck(state.players)), so_far
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


# -- playing ----------------------------------------------------------------------------------------


def play(legal: Legal[State]) -> Result:
    """What a legal move leads to."""
    state, seat, move = legal.state, legal.seat, legal.move
    if seat == NATURE:
        if state.phase == DEAL:
            return _deal(state, move)
        card = state.hands[state.looked_at - 1][int(move[0])]
        return _peeked(replace(state, phase=TURN, looked_at=0), state.turn, state.looked_at, "", card)
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
    early = len(early_suspects(state.events))
    limit = state.options.turn_limit
    in_round = waiting(state)
    if early == early_limit(state.players) or (limit and all(turns_taken(state.events, s) >= limit for s in in_round)):
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
    last = (state.start, *early_suspects(state.events))[-1]
    return last % state.players + 1


def outcome(state: State) -> Outcome | None:
    if state.phase != OVER:
        return None
    scores = Scores(enumerate(state.points, 1))
    reason = "three rounds" if state.round == ROUNDS else "two errors"
    return Outcome(winners(state.points, state.errors), scores, reason)


def reversible(state: State, seat: Seat, move: Move, after: State | None = None) -> bool:
    """Only an early suspicion: a peek and an answer reveal, a final one stays, and undoing a swap would betray it."""
    return state.phase == TURN and move[:1] == ("suspect",)
