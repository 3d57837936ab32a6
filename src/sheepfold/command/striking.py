"""What is struck out of a line before anybody reads it again: passwords, and whatever could be one.

A line that fits its command holds a password in one place. Where it does not fit, nobody knows which word is what: all
are struck but those that are surely none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, Literal, TypeAlias

from sheepfold.command.forms import GAME, SERVER, TABLE_WORDS, Verb
from sheepfold.command.syntax import BOARD, command, parse
from sheepfold.core.words import NotUnderstood, quoted, split
from sheepfold.games import SHELF

STRUCK: Final = "***"
"""What stands in the place of a password."""
SHORTEST: Final = 8
"""No password has fewer characters."""
TOKEN: Final = "fold_"
"""How every token begins."""
OTHER_WORDS: Final = ("password", "address", "next", "active", "none")
"""Words that belong to commands."""
FIRST: Final = 2
"""So many words may say which command it is."""
MANY: Final = 3
"""Where more words follow a password, somebody has perhaps put several commands into one line."""
_NO_PASSWORD: Final = re.compile(r".*[:,;/].*|[^@\s]+@[^@\s]+\.[^@\s]+")
"""What stands in moves and addresses, and seldom in passwords."""

Trust: TypeAlias = Literal["proven", "fits", "left out", "nothing"]
"""How sure it is which word is the password: somebody came in with it; the line fits its command; whoever could leave
it out did; not at all."""


def without_passwords(line: str, games: Iterable[str] = SHELF, *, trust: Trust = "fits") -> str:
    """The line as it may be quoted, kept and shown."""
    return " ".join(STRUCK if struck else quoted(word) for word, struck in _marked(split(line), list(games), trust))


def scrubbed(sentence: str, line: str, games: Iterable[str] = SHELF, *, trust: Trust = "fits") -> str:
    """A sentence about a line without any word that is struck from it, and not with the beginning of one either:
    errors quote what they mean, and cut it off where it is long."""
    known = list(games)
    marked = _marked(split(line), known, trust)
    found = {word for word, struck in marked if struck and len(word) >= SHORTEST and not _is_known(word, known)}
    for word in sorted(found, key=len, reverse=True):
        for end in range(len(word), SHORTEST - 1, -1):
            sentence = re.sub(re.escape(word[:end]), STRUCK, sentence, flags=re.IGNORECASE)
    return sentence


def _marked(words: list[str], games: list[str], trust: Trust) -> list[tuple[str, bool]]:
    """Each word, and whether it is struck out."""
    try:
        form, _, rest = _meant(words, games)
    except NotUnderstood:
        if trust == "left out":
            return [(word, _doubtful(word)) for word in words]
        return [(word, not _harmless(word, games, first=at < FIRST)) for at, word in enumerate(words)]
    before = len(words) - len(rest)
    surely, perhaps = _places(form, rest, trust), _struck(form, rest, trust)
    marked = [(word, False) for word in words[:before]]
    for at, (word, hide) in enumerate(zip(rest, perhaps, strict=True)):
        harmless = _harmless(word, games, first=before + at < FIRST)
        marked.append((word, at in surely or (hide and not harmless)))
    return marked


def _places(form: Verb, rest: list[str], trust: Trust) -> set[int]:
    """Where passwords stand among the words that follow a command; none, where they do not fit it."""
    if form.proof is None or trust == "left out":
        return set()
    try:
        asked = parse(form, None, rest, proof=True)
    except NotUnderstood:
        return set()
    plain = [index for index, word in enumerate(rest) if not form.is_option(word)]
    places = {plain[form.proof + 1]}
    if form.name == "change" and "password".startswith(asked.word.lower()):
        places.add(plain[-1])
    return places


def _struck(form: Verb, rest: list[str], trust: Trust) -> list[bool]:
    """For each word that follows a command whether it is, or could be, a password."""
    if form.proof is None:
        return [not form.is_option(word) and (len(word) >= SHORTEST or ":" in word) for word in rest]
    if trust == "left out":
        return [_doubtful(word) for word in rest]
    try:
        asked = parse(form, None, rest, proof=True)
    except NotUnderstood:
        return [True] * len(rest)
    if trust == "nothing":
        return [True] * len(rest)
    doubtful = trust != "proven" or len(asked.rest) > MANY
    return [
        word == asked.secret or word.startswith(TOKEN) or (doubtful and not form.is_option(word) and _doubtful(word))
        for word in rest
    ]


def _doubtful(word: str) -> bool:
    """Whether a word could be a password as well as what it stands for."""
    return len(word) >= SHORTEST and not _NO_PASSWORD.fullmatch(word)


def _meant(words: list[str], games: list[str]) -> tuple[Verb, str | None, list[str]]:
    """As ``command``, with nearly right words taken as right."""
    try:
        return command(words, games)
    except NotUnderstood as error:
        if not error.suggestion or not words:
            raise
        wrong = 1 if len(words) > 1 and words[0].lower() in games else 0
        return command([*words[:wrong], error.suggestion, *words[wrong + 1 :]], games)


def _harmless(word: str, games: list[str], *, first: bool) -> bool:
    """Whether a word can be no password: commands, games, boards. Some people take a word for theirs that is one of
    ours: behind the ``first`` words only those are harmless that are too short."""
    if len(word) >= SHORTEST:
        return first and _is_known(word, games)
    return _is_known(word, games) or BOARD.fullmatch(word) is not None


def _is_known(word: str, games: list[str]) -> bool:
    return word.lower() in {*games, *SERVER, *GAME, *TABLE_WORDS, *OTHER_WORDS}
