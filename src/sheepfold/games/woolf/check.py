"""Whether a move may be played, and what to say to whoever tries one that may not."""

from __future__ import annotations

from sheepfold.core.contract import NATURE, Legal, Move, Part, Seat
from sheepfold.core.errors import IllegalNow
from sheepfold.core.words.prose import listed, shown
from sheepfold.games.woolf.board import NONE, QUESTIONS, character, holders
from sheepfold.games.woolf.rules import PLACES, ahead, parts, waiting
from sheepfold.games.woolf.state import State
from sheepfold.games.woolf.terms import DEAL, FINAL, OVER, TURN


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
