"""View to text: terminal, mail, screen readers; a sentence for every fact; what came of a round and of the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sheepfold.core.contract import Move, Outcome, Prompt, Seat
from sheepfold.core.scores import Interlude, Noted, Scoreboard, ScoreRow
from sheepfold.core.words.paragraphs import Line, Text, written
from sheepfold.core.words.prose import YOU, addressed, amid, does, listed, plural
from sheepfold.games.woolf.board import NOBODY, NONE, TARGETS, Card, appearance, character, early_limit, holders, image
from sheepfold.games.woolf.score import DECLINED
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
    Event,
    FinalBegins,
    GameEnds,
    HandedIn,
    Looks,
    Pointed,
    Reveal,
    RoundBegins,
    Saw,
    Suspected,
    Suspicion,
    Swapped,
)
from sheepfold.games.woolf.view import OpenView, View

Names = Mapping[Seat, str]

WORDS = {"sheep": "sheep", "dog": "hunting dog", "hunter": "hunter", "boy": "shepherd boy", "wolf": "wolf"}
EMPTY_CHAIR = "the empty chair"
"""What the simulated fifth player is called."""
WHICH = {"L": "the left card", "R": "the right card", "": "a card"}
YOURS = {"L": "your left card", "R": "your right card", "": "one of your cards"}


# -- words ------------------------------------------------------------------------------------------


def called(names: Names, seat: Seat) -> str:
    return names.get(seat, EMPTY_CHAIR)


def card_words(card: Card) -> str:
    """``hunter`` or ``hunter that looks like a sheep``"""
    looks = appearance(card)
    if looks == image(card):
        return WORDS[looks]
    return f"{WORDS[image(card)]} that looks like " + ("a question mark" if looks == "?" else f"a {WORDS[looks]}")


def question_words(question: str) -> str:
    """The sentence on a question card."""
    if "-" in question:
        return f"Do you play {listed([WORDS[who] for who in question.split('-')], 'or')}?"
    return f"Is one of your cards a {WORDS[question]}?"


def pointer_words(who: str, pointer: str, names: Names) -> str:
    """``wolf = Cleo`` or ``hunting dog = nobody``"""
    return f"{WORDS[who]} = " + ("nobody" if pointer == NOBODY else amid(called(names, int(pointer))))


def suspicion_words(who: str, pointers: tuple[str, str], names: Names) -> str:
    """Both pointers of somebody who plays ``who``."""
    if pointers == DECLINED:
        return "no suspicion"
    pairs = zip(TARGETS[who], pointers, strict=True)
    return ", ".join(pointer_words(target, pointer, names) for target, pointer in pairs if target != NONE)


# -- facts ------------------------------------------------------------------------------------------


def tell(fact: Any, names: Names) -> str:
    """One sentence for a fact."""
    return _capital(_sentence(fact, names))


def _capital(sentence: str) -> str:
    """A sentence that may begin with the empty chair; people's names stay as they write them."""
    return sentence[:1].upper() + sentence[1:] if sentence.startswith(EMPTY_CHAIR) else sentence


def _sentence(fact: Any, names: Names) -> str:
    match fact:
        case Clue() | Asked() | Suspected():
            return event_words(fact, names)
        case RoundBegins(round=number, start=start):
            starts = amid(does(called(names, start), "starts"))
            return f"Round {number} of {ROUNDS}: the cards are dealt, and {starts}."
        case Dealt(hand=hand, questions=questions):
            cards = listed([card_words(card) for card in hand])
            asks = listed([f'"{question_words(question)}"' for question in questions])
            return f"Your cards: {cards}; you play the {WORDS[character(hand)]}. Your questions: {asks}"
        case Looks():
            return ""  # what comes of the peek tells of it
        case Saw(card=card):
            return f"It was a {card_words(card)}."
        case FinalBegins(waiting=waiting):
            who = [amid(called(names, seat)) for seat in waiting]
            return f"The final suspicions begin. Still to decide: {listed(who)}."
        case HandedIn(by=by):
            return f"{does(called(names, by), 'has', 'have')} decided."
        case Pointed(pointers=pointers):
            if pointers == DECLINED:
                return "You declined to suspect this round."
            return f"Your pointers stand at {pointers[0]} and {pointers[1]}."
        case Swapped(hand=(left, right)):
            return f"You swapped your cards: left {card_words(left)}, right {card_words(right)}."
        case Reveal():
            return f"Round {fact.round} is over. {' '.join(map(_capital, reveal_lines(fact, names)))}"
        case GameEnds(reason=reason, winners=winners):
            who = [amid(called(names, seat)) for seat in winners]
            win = f"{listed(who)} share the win" if len(who) > 1 else amid(does(called(names, winners[0]), "wins"))
            return f"The game is over ({reason}): {win}."
    raise TypeError(f"{type(fact).__name__} is not a fact of Woolf!!")


def event_words(event: Event, names: Names) -> str:
    """What happened in a turn, as everybody heard it."""
    match event:
        case Clue(by=by, at=at, place=place, said="?"):
            return f"{called(names, by)} peeked at {_card_of(at, place, names)} and cannot tell."
        case Clue(by=by, at=at, place=place, said=said):
            return f'{called(names, by)} peeked at {_card_of(at, place, names)}: "a {WORDS[said]}".'
        case Asked(by=by, at=at, question=question, yes=yes):
            said = "yes" if yes else "no"
            return f'{called(names, by)} asked {amid(called(names, at))}: "{question_words(question)}" - {said}.'
        case Suspected(by=by):
            who = called(names, by)
            out = "are out" if who == YOU else "is out"
            return f"{does(who, 'suspects')} early, and {out} of this round."


def _card_of(seat: Seat, place: str, names: Names) -> str:
    """Somebody's card: ``the left card of Cleo``, ``your left card``."""
    who = called(names, seat)
    return YOURS[place] if who == YOU else f"{WHICH[place]} of {who}"


def reveal_lines(reveal: Reveal, names: Names) -> Iterator[str]:
    """A sentence for everybody's cards and suspicion."""
    for seat, (hand, who) in enumerate(zip(reveal.hands, reveal.characters, strict=True), 1):
        cards = f"{called(names, seat)} played the {WORDS[who]} ({listed([card_words(card) for card in hand])})"
        if seat > len(reveal.suspicions):
            yield f"{cards}."
        else:
            yield f"{cards}; {judged(reveal.suspicions[seat - 1], who, names)}."


def judged(suspicion: Suspicion, who: str, names: Names) -> str:
    """What became of a suspicion: whom it pointed at, whether that was right, what it brought."""
    bonus = f", {plural(suspicion.bonus, 'point')} for crying wolf" if suspicion.bonus else ""
    if suspicion.pointers == DECLINED:
        return f"declined{bonus}"
    when = "early" if suspicion.early else "final"
    verdict = (
        f"wrong, {'a red' if suspicion.error == 'red' else 'an'} error token"
        if suspicion.error
        else f"right, {plural(suspicion.points, 'point')}"
    )
    return f"{when} suspicion {suspicion_words(who, suspicion.pointers, names)}: {verdict}{bonus}"


# -- prompt -----------------------------------------------------------------------------------------


def prompt(view: View, names: Names) -> Prompt:
    """Whose turn it is and what to do."""
    if view.phase == TURN and view.seat == view.turn:
        headline, detail = _your_turn(view)
    else:
        headline, detail = _capital(_waited_for(view, names)), ""
    return Prompt(headline, detail, view.round)


def _waited_for(view: View, names: Names) -> str:
    if view.outcome is not None:
        winners = listed([called(names, seat) for seat in view.outcome.winners])
        return f"The game is over: {winners} {'wins' if len(view.outcome.winners) == 1 else 'share the win'}."
    if view.phase == DEAL:
        return "The cards are being dealt."
    if view.phase == FINAL:
        if view.seat in view.waiting:
            return f"Final suspicion: say who is {_sought(view)}, or decline."
        return f"The final suspicions: waiting for {listed([called(names, seat) for seat in view.waiting])}."
    who = called(names, view.turn)
    return f"{who} is to move." if view.phase == TURN else f"{who} peeks at a card."


def _your_turn(view: View) -> tuple[str, str]:
    choices = ["peek"] + (["ask"] if view.questions else [])
    if view.red[view.turn - 1]:
        return (
            f"Your turn: {listed(choices, 'or')}.", "Your red error token: no early suspicion this round."
        )  # fmt: skip
    if view.turns_taken(view.turn):
        return f"Your turn: {listed([*choices, 'suspect'], 'or')}.", f"You seek {_sought(view)}."
    return f"Your turn: {listed(choices, 'or')}.", "You may suspect from your second turn on."


def next_part(view: View, so_far: Move) -> str:
    """What to do, with whom, and how."""
    match so_far:
        case ():
            return "What do you do?"
        case ("peek",):
            return "Whose card?"
        case ("peek", _):
            return "Which of the two?"
        case ("ask",):
            return "Whom do you ask?"
        case ("ask", _):
            return "Which question?"
        case ("suspect", *pointers) if view.hand is not None and len(pointers) < 2:
            target = TARGETS[character(view.hand)][len(pointers)]
            return f"Who is the {WORDS[target]}? 0 is nobody." if target != NONE else "The second pointer is not used."
    return ""


def _sought(view: View) -> str:
    """Whom the viewer seeks, in the order of the pointers."""
    return listed([f"the {WORDS[who]}" for who in view.targets])


# -- the whole view ---------------------------------------------------------------------------------


def text(view: View, names: Names) -> str:
    return written(paragraphs(view, names))


def paragraphs(view: View, names: Names) -> Text:
    """The whole view, line by line."""
    found = [tuple(map(Line, _heading(view, names))), tuple(_table(view, names))]
    if view.hand is not None:
        found.append(tuple(map(Line, _own(view, names))))
    if isinstance(view, OpenView) and view.hands and view.phase != OVER:
        found.append(_list("Turned up:", map(_capital, _laid_open(view, names))))
    if view.events:
        called_here = addressed(names, view.seat)
        found.append(_list("This round:", (f"{tell(event, called_here)}{_seen(view, event)}" for event in view.events)))
    past = (_list(f"Round {each.round}, turned up:", map(_capital, reveal_lines(each, names))) for each in view.reveals)
    return *found, *past, (Line(prompt(view, names).text),)


def _list(title: str, sentences: Iterable[str]) -> tuple[Line, ...]:
    return Line(title), *(Line(sentence, "  ") for sentence in sentences)


def _heading(view: View, names: Names) -> Iterator[str]:
    rules = ["advanced set" if view.options.advanced else "basic set"]
    rules.append("cards shuffled before every peek" if view.options.shuffle else "cards keep their places")
    if view.options.turn_limit is not None:
        rules.append(f"at most {plural(view.options.turn_limit, 'turn')} each")
    yield f"Woolf!!, round {view.round} of {ROUNDS} ({', '.join(rules)})"
    early = [called(names, seat) for seat in view.early]
    by = f": {listed(early)}" if early else ""
    yield f"Early suspicions: {len(early)} of {early_limit(view.players)}{by}"


def _table(view: View, names: Names) -> Iterator[Line]:
    for seat in range(1, holders(view.players) + 1):
        yield Line(f"{seat} {called(names, seat)}" + _standing(view, seat))
        clues = [e for e in view.events if isinstance(e, Clue) and e.at == seat]
        if clues:
            yield Line("tokens: " + ", ".join(f"{WORDS.get(e.said, '?')} from {e.by}" for e in clues), "    ")
        for event in view.events:
            if isinstance(event, Asked) and event.at == seat:
                yield Line(f"{event.by} asked {event.question}: {'yes' if event.yes else 'no'}", "    ")


def _standing(view: View, seat: Seat) -> str:
    """Points, errors and what the seat is doing, as a tail to its name."""
    if seat > view.players:
        return " (nobody sits there: may be peeked at and suspected, never asked)"
    words = [plural(view.points[seat - 1], "point")]
    if errors := view.errors[seat - 1]:
        words.append(plural(errors, "error token") + (" (red)" if view.red[seat - 1] else ""))
    if seat == view.turn:
        words.append("to move")
    if seat in view.waiting:
        words.append("still to suspect or decline")
    elif view.phase == FINAL or seat in view.early:
        words.append("suspicion sealed" if view.phase != OVER else "suspected early")
    return f"{' (you)' if seat == view.seat else ''}: {', '.join(words)}"


def _laid_open(view: OpenView, names: Names) -> Iterator[str]:
    """What everybody holds, and where sealed pointers stand."""
    for seat, hand in enumerate(view.hands, 1):
        line = (
            f"{called(names, seat)} plays the {WORDS[character(hand)]} ({listed([card_words(card) for card in hand])})"
        )
        if seat <= view.players:
            asks, pointers = view.held[seat - 1], view.suspicions[seat - 1]
            line += f"; questions {listed(list(asks))}" if asks else ""
            line += "" if pointers is None else f"; sealed: {suspicion_words(character(hand), pointers, names)}"
        yield f"{line}."


def _seen(view: View, event: Event) -> str:
    """Which card a clue came from, where everything is open."""
    if not isinstance(view, OpenView) or not isinstance(event, Clue) or event.card is None:
        return ""
    return f" It was a {card_words(event.card)}."


def _own(view: View, names: Names) -> Iterator[str]:
    assert view.hand is not None
    left, right = map(card_words, view.hand)
    yield f"Your cards: {left} and {right}" if view.options.shuffle else f"Your cards: left {left}; right {right}"
    sought = ", ".join(f"{'<' * n} {WORDS[who]}" for n, who in enumerate(view.targets, 1))
    yield f"You play the {WORDS[character(view.hand)]} and seek: {sought}"
    if view.questions:
        yield f"Your questions: {', '.join(view.questions)}"
    for event in view.events:
        if isinstance(event, Clue) and event.by == view.seat and event.card is not None:
            yield f"You saw {WHICH[event.place]} of {called(names, event.at)}: {card_words(event.card)}"
    if view.pointers is not None:
        yield f"Your suspicion: {suspicion_words(character(view.hand), view.pointers, names)}"


# -- what came of a round, and of the game -----------------------------------------------------------


def interlude(view: View, names: Names) -> Interlude | None:
    """The last round, until the viewer has done something in the next."""
    if not view.reveals or view.outcome is not None or _touched(view):
        return None
    reveal = view.reveals[-1]
    starts = "You start" if view.start == view.seat else f"{called(names, view.start)} starts"
    return Interlude(
        number=reveal.round,
        title=f"Round {reveal.round} of {ROUNDS} is over.",
        score="" if view.seat is None else f"+{_gained(reveal, view.seat)}",
        words="" if view.seat is None else _own_verdict(reveal, view.seat, names),
        onward=f"Round {view.round} of {ROUNDS}: {starts}." if view.phase != DEAL else "The next cards are dealt.",
        notes=(Noted(standings(view, names)),),
    )


def _touched(view: View) -> bool:
    """Whether the viewer has acted in the round being played; for those who look on, anybody."""
    if view.seat is None:
        return bool(view.events)
    looking = view.phase == PEEK and view.turn == view.seat
    return looking or view.pointers is not None or view.turns_taken(view.seat) > 0


def _gained(reveal: Reveal, seat: Seat) -> int:
    mine = reveal.suspicions[seat - 1]
    return mine.points + mine.bonus


def _own_verdict(reveal: Reveal, seat: Seat, names: Names) -> str:
    who = reveal.characters[seat - 1]
    return f"You were the {WORDS[who]}: {judged(reveal.suspicions[seat - 1], who, names)}."


def scoreboard(view: View, outcome: Outcome, names: Names) -> Scoreboard:
    """Everybody's points by round, and their error tokens."""
    rounds = [[_gained(reveal, seat) for seat in names] for reveal in view.reveals]
    columns = (*(f"Round {reveal.round}" for reveal in view.reveals), "Points", "Errors")
    points = zip(*rounds, view.points, view.errors, strict=True)
    rows = tuple(ScoreRow(names[seat], each, seat) for seat, each in zip(names, points, strict=True))
    return Scoreboard(" ".join(_reasons(view, outcome, names)), rows, columns)


def _reasons(view: View, outcome: Outcome, names: Names) -> Iterator[str]:
    """Why it ended, and why not all with the most points won."""
    erring = [names[seat] for seat in names if view.errors[seat - 1] >= 2]
    if view.round == ROUNDS:
        yield f"All {ROUNDS} rounds are played."
    elif erring:
        have = does(erring[0], "has", "have") if len(erring) == 1 else f"{listed(erring)} have"
        yield f"It ended after round {view.round} of {ROUNDS}: {amid(have)} two error tokens."
    if view.points.count(max(view.points)) > len(outcome.winners):
        yield "Several have the most points: the fewest error tokens win."


def standings(view: View, names: Names) -> str:
    """Who leads, and with how much; how the viewer stands, if they do not."""
    most = max(view.points)
    best = [seat for seat in range(1, view.players + 1) if view.points[seat - 1] == most]
    if len(best) == view.players:
        return f"All are level with {plural(most, 'point')}."
    leaders = listed(["you" if seat == view.seat else called(names, seat) for seat in best])
    verb = "lead" if len(best) > 1 or best[0] == view.seat else "leads"
    behind = view.seat is not None and view.seat not in best
    own = f"; you have {view.points[(view.seat or 1) - 1]}" if behind else ""
    return f"{leaders[0].upper()}{leaders[1:]} {verb} with {plural(most, 'point')}{own}."
