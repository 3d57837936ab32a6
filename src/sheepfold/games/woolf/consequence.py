"""What a peek, a question or a suspicion would come to: what each answer leaves open, what it brings, what it risks."""

from __future__ import annotations

from collections.abc import Iterable

from sheepfold.core.contract import Move, Seat
from sheepfold.core.scores import BAD, GOOD, Consequence, Noted
from sheepfold.core.words.prose import listed
from sheepfold.games.woolf import board
from sheepfold.games.woolf.belief import Belief
from sheepfold.games.woolf.terms import FINAL, Pointers
from sheepfold.games.woolf.text import WORDS
from sheepfold.games.woolf.view import View


def consequence(view: View, move: Move, *, aids: bool) -> Consequence | None:
    """By the rules alone; with aids also by all that was said so far."""
    if view.hand is None:
        return None
    belief = Belief(view) if aids else None
    match move:
        case ("ask", at, question):
            return _ask(int(at), question, belief)
        case ("peek", at, *_):
            return _peek(view.hand, int(at), belief)
        case ("suspect", first, second):
            return _suspect(view.hand, (first, second), view.phase == FINAL, belief)
    return None


def _ask(at: Seat, question: str, belief: Belief | None) -> Consequence:
    """What yes leaves open, and what no."""
    if "-" in question:
        named = question.split("-")
        possible = [who for who in board.CHARACTERS if belief is None or belief.plays(at, who)]
        yes, no = (_open(who for who in possible if (who in named) == said) for said in (True, False))
    else:
        yes, no = f"one of the cards is a {WORDS[question]}", "neither is"
    slips = [Noted(f"no: {no}")]
    if belief is not None:
        chance = sum(odds for hand, odds in belief.hands[at].items() if board.answer(hand, question))
        slips.append(Noted(f"{_percent(chance)} chance of a yes"))
    return Consequence(f"Yes: {yes}.", tuple(slips))


def _peek(hand: board.Hand, at: Seat, belief: Belief | None) -> Consequence:
    """What others hear of it, and which card it most likely is."""
    boy = board.character(hand) == "boy"
    aloud = 'you cry "wolf", unless it is a question mark' if boy else "everybody hears what it looks like"
    slips = [Noted(aloud)]
    if belief is not None:
        seen = dict.fromkeys(board.CHARACTERS, 0.0)
        for cards, odds in belief.hands[at].items():
            for card in cards:
                seen[board.image(card)] += odds / len(cards)
        likeliest = max(seen, key=seen.__getitem__)
        slips.append(Noted(f"most likely a {WORDS[likeliest]}: {_percent(seen[likeliest])}"))
    return Consequence("You see the whole card.", tuple(slips))


def _suspect(hand: board.Hand, pointers: Pointers, final: bool, belief: Belief | None) -> Consequence:
    """What it brings and what it risks, and how likely which is."""
    targets = board.TARGETS[board.character(hand)]
    sentence = "Your pointer must be right." if board.NONE in targets else "Both pointers must be right."
    token = "an error token" if final else "a red error token"
    slips = [Noted("right: +1" if final else "right: +2", GOOD), Noted(f"wrong: {token}", BAD)]
    if belief is not None:
        slips.append(Noted(f"{_percent(belief.right(pointers))} chance of being right"))
    return Consequence(sentence, tuple(slips))


def _open(who: Iterable[str]) -> str:
    return listed([WORDS[each] for each in who], "or") or "ruled out"


def _percent(chance: float) -> str:
    return f"{round(100 * chance)} %"
