"""Text to move and back. Case, blanks, commas and the names of people's habits are forgiven."""

from __future__ import annotations

import re
from random import Random
from typing import Final

from sheepfold.core.contract import NATURE, Legal, Move, Part, Seat
from sheepfold.core.errors import Ambiguous, Malformed
from sheepfold.core.words.paragraphs import Line, in_columns
from sheepfold.core.words.prose import listed, shown
from sheepfold.games.woolf.board import NONE, QUESTIONS, character, holders
from sheepfold.games.woolf.rules import ahead, check
from sheepfold.games.woolf.state import State
from sheepfold.games.woolf.terms import DEAL, FINAL
from sheepfold.games.woolf.view import View

LONGEST: Final = 80
LONGEST_DEAL: Final = 2000

VERBS: Final[dict[str, Part]] = {
    "peek": "peek", "look": "peek", "p": "peek", "ask": "ask", "a": "ask", "question": "ask",
    "suspect": "suspect", "s": "suspect", "suspicion": "suspect", "accuse": "suspect",
    "decline": "decline", "pass": "decline", "swap": "swap",
}  # fmt: skip
PLACE_WORDS: Final = {"l": "L", "left": "L", "r": "R", "right": "R"}
IMAGE_WORDS: Final = {
    "wolf": "wolf", "wolves": "wolf", "hunter": "hunter", "boy": "boy", "shepherd": "boy", "sheep": "sheep",
    "dog": "dog",
}  # fmt: skip
POINTER_WORDS: Final = {"nobody": "0", "none": "x", "-": "x"}

FORMS: Final = in_columns(
    (
        ("peek 3", "peek at a card of player 3 (cards are shuffled)"),
        ("peek 3L, peek 3R", "the left or right card of player 3 (with -no_shuffle; the empty chair: peek 5)"),
        ("ask 3 wolf-hunter-boy", "does player 3 play wolf, hunter or shepherd boy? (or sheep-hunter-boy)"),
        ("ask 3 dog", "is one of player 3's cards a hunting dog? (or hunter, sheep)"),
        ("suspect 4 0", "first target is player 4, second is played by nobody (early or final)"),
        ("suspect 4 x", "a wolf's suspicion: the sheep is player 4"),
        ("decline", "no final suspicion"),
        ("swap", "exchange your own two cards, at any time, unseen (with -no_shuffle)"),
    ),
    24,
)


def forms_now(view: View) -> tuple[Line, ...]:
    """How the next move of the view's owner is written."""
    wolf = view.hand is not None and character(view.hand) == "wolf"
    suspicion = "suspect 4 x" if wolf else "suspect 4 0"
    if view.phase == FINAL:
        now = {suspicion, "decline"}
    else:
        now = {"peek 3" if view.options.shuffle else "peek 3L, peek 3R"}
        now |= {"ask 3 wolf-hunter-boy"} if view.questions else set()
        now |= {suspicion} if view.turns_taken(view.seat) else set()
    return tuple(line for line in FORMS if line.first.strip() in now)


def parse(state: State, seat: Seat, text: str, rng: Random | None = None) -> Legal[State]:
    """The move that the text means. Raises Malformed, IllegalNow or Ambiguous."""
    words = text.strip()
    if words.lower() == "random" and rng is not None:
        return check(state, seat, _random(state, seat, rng))
    if seat == NATURE:
        return check(state, seat, _read_deal(words) if state.phase == DEAL else _read_card(words))
    return check(state, seat, _read_move(state, seat, words))


def notate(legal: Legal[State]) -> str:
    """The canonical text of a legal move."""
    state, move = legal.state, legal.move
    if legal.seat == NATURE:
        return deal_text(state.players, move) if state.phase == DEAL else move[0]
    return move_text(move)


def move_text(move: Move) -> str:
    """A player's move as it is written."""
    return f"peek {''.join(move[1:])}" if move[0] == "peek" else " ".join(move)


def _random(state: State, seat: Seat, rng: Random) -> Move:
    move: Move = ()
    while not (found := ahead(state, seat, move)).complete:
        if not found.parts:
            raise Malformed("You have no move to choose from now.")
        move += (rng.choice(found.parts),)
    return move


# -- players' moves ---------------------------------------------------------------------------------


def _read_move(state: State, seat: Seat, text: str) -> Move:
    move = move_in(text)
    match move:
        case ("peek", at) if not state.options.shuffle and 1 <= int(at) <= state.players:
            raise Ambiguous(f"Which card, left or right? Write peek {at}L or peek {at}R.")
        case ("suspect", _):
            if not (state.hands and seat <= state.players and character(state.hands[seat - 1]) == "wolf"):
                raise Malformed("A suspicion names two players, or 0 for nobody. Write it like suspect 4 0.")
            return (*move, NONE)
    return move


def move_in(text: str) -> Move:
    """A move as far as it is written: a peek may lack its side and a wolf's suspicion its second pointer.

    Raises Malformed.
    """
    if len(text.strip()) > LONGEST:
        raise Malformed("That is too long for a move. Write peek 3, ask 3 dog or suspect 4 0.")
    words = re.sub(r"[,;#?!]", " ", text.lower()).split()
    verb = VERBS.get(words[0]) if words else None
    if verb == "peek":
        return ("peek", *_peek(words[1:]))
    if verb == "ask":
        return ("ask", *_ask(words[1:]))
    if verb == "suspect":
        return ("suspect", *_suspect(words[1:]))
    if verb is not None and len(words) == 1:
        return (verb,)
    raise Malformed(f"{shown(text)!r} is not a move. Write peek 3, ask 3 dog, suspect 4 0 or decline.")


def _peek(words: list[str]) -> Move:
    found = re.fullmatch(r"(?:at |player )*([0-9]{1,2})(?: ?([a-z]+))?", " ".join(words))
    if found is None or (found[2] is not None and found[2] not in PLACE_WORDS):
        raise Malformed("A peek names a player, and a side where cards keep their places. Write peek 3 or peek 3L.")
    at = str(int(found[1]))
    return (at,) if found[2] is None else (at, PLACE_WORDS[found[2]])


def _ask(words: list[str]) -> Move:
    if len(words) < 2 or not re.fullmatch(r"[0-9]{1,2}", words[0]):
        raise Malformed("A question names a player and the card. Write ask 3 dog, or ask 3 wolf-hunter-boy.")
    named = {word for word in re.split(r"[^a-z]+", " ".join(words[1:])) if word not in ("", "hunting", "or", "and")}
    images = {IMAGE_WORDS.get(word, "?") for word in named}
    for question in QUESTIONS:
        if set(question.split("-")) == images:
            return str(int(words[0])), question
    raise Malformed(f"There is no such question card. Choose {listed(QUESTIONS, 'or')}.")


def _suspect(words: list[str]) -> Move:
    pointers = [POINTER_WORDS.get(word, word) for word in words if word != "and"]
    if not all(re.fullmatch(r"[0-9]{1,2}|x", word) for word in pointers) or not 1 <= len(pointers) <= 2:
        raise Malformed(
            "A suspicion names two players, or 0 for nobody. Write it like suspect 4 0, or as a wolf suspect 4 x."
        )
    return tuple(word if word == NONE else str(int(word)) for word in pointers)


# -- NATURE's moves ---------------------------------------------------------------------------------


def deal_text(players: int, move: Move) -> str:
    """``deal 1=dog/?,sheep/sheep 2=… ask 1=sheep,dog 2=… start 3``"""
    cards = 2 * holders(players)

    def pairs(first: int, count: int) -> str:
        return " ".join(f"{n + 1}={move[first + 2 * n]},{move[first + 2 * n + 1]}" for n in range(count))

    text = f"deal {pairs(0, cards // 2)} ask {pairs(cards, players)}"
    return text if len(move) == cards + 2 * players else f"{text} start {move[-1]}"


def _read_deal(text: str) -> Move:
    lower = " ".join(text[: LONGEST_DEAL + 1].lower().split())
    found = re.fullmatch(r"deal ([^ ]+(?: [^ ]+)*?) ask ([^ ]+(?: [^ ]+)*?)(?: start ([1-8]))?", lower)
    if found is None or len(lower) > LONGEST_DEAL:
        raise Malformed("A deal is written like deal 1=sheep/sheep,dog/? 2=... ask 1=dog,sheep 2=... start 3.")
    move = _pairs(found[1]) + _pairs(found[2])
    return move if found[3] is None else (*move, found[3])


def _pairs(text: str) -> Move:
    move: Move = ()
    for number, word in enumerate(text.split(), 1):
        found = re.fullmatch(r"([0-9])=([a-z/?-]+),([a-z/?-]+)", word)
        if found is None or int(found[1]) != number:
            raise Malformed(f"Player {number} was expected as {number}=one,other, not {shown(word)}.")
        move += (found[2], found[3])
    return move


def _read_card(text: str) -> Move:
    if text not in ("0", "1"):
        raise Malformed("Which card a peek sees is written 0 or 1.")
    return (text,)
