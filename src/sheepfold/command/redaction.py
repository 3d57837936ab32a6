"""Where passwords stand in a line that is refused, so that it can be quoted without them.

The parser knows the place of the password in a line that fits its command. Where the line does not fit, any of its
words may be one. Where a command takes none, a password can only stand beside the name of an account. Everything else
is quoted as it was typed: whoever erred needs to read what they wrote.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from sheepfold.command.verbs import BOARD, GAME, SERVER, TABLE_WORDS, Understood, Verb, command, parse
from sheepfold.core.words.prose import NotUnderstood, find, quoted

STRUCK: Final = "***"
"""What stands in the place of a password."""
SHORTEST: Final = 8
"""No password has fewer characters."""
TOKEN: Final = "fold_"
"""How every token begins."""
OTHER_WORDS: Final = ("password", "address", "next", "active", "inactive", "all", "none")
"""Words that belong to commands."""
FIRST: Final = 2
"""So many words may say which command it is."""
WITHOUT: Final = "The words do not stand in the right order."
"""Said instead of an error that quotes what may be a password."""

_KNOWN: Final = frozenset({*SERVER, *GAME, *TABLE_WORDS, *OTHER_WORDS})
_MOVE_OR_ADDRESS: Final = frozenset(":,;/@")
"""Signs that stand in moves and addresses, and seldom in passwords."""
_TAKE_PASSWORDS: Final = frozenset(
    name for verbs in (SERVER, GAME) for name, verb in verbs.items() if verb.proof is not None
)


@dataclass(frozen=True, slots=True)
class RefusedLine:
    """A line that was refused, as far as it was understood."""

    words: tuple[str, ...]
    verb: Verb | None = None
    """The command; None: it names none."""
    follow: int = 0
    """The first word that follows the command."""
    asked: Understood | None = None
    """None: the words do not fit the command, or nobody looked."""
    proven: bool = False
    """Whether what stood in the place of the password was right."""
    known: bool = False
    """Whether the door knows who writes, so that userid and password may be left out."""
    bare: bool = False
    """Whether it is nothing but a move, or words, in an answer to a board."""
    names: frozenset[str] = frozenset()
    """Those of the words that are names of accounts."""
    games: frozenset[str] = frozenset()


def secret_places(line: RefusedLine) -> frozenset[int]:
    """The places of the words that are, or could be, passwords."""
    in_place = [] if line.asked is None else [line.follow + at for at in line.asked.secrets]
    tokens = [at for at, word in enumerate(line.words) if word.startswith(TOKEN)]
    shortest = _shortest(line)
    if shortest is None:
        return frozenset((*in_place, *tokens))
    others = enumerate(line.words[line.follow :], line.follow)
    doubtful = [at for at, word in others if len(word) >= shortest and not _harmless(line, word, first=at < FIRST)]
    return frozenset((*in_place, *tokens, *doubtful))


def quote(line: RefusedLine, secret: Collection[int]) -> str:
    """The line as it may be shown and kept."""
    words = (STRUCK if at in secret else _without_colon(line, word) for at, word in enumerate(line.words))
    return " ".join(map(quoted, words))


def about(sentence: str, line: RefusedLine, secret: Collection[int]) -> str:
    """The sentence, unless it quotes what is struck out of the line, or the beginning of that."""
    said = sentence.lower()
    struck = [word if at in secret else _behind_colon(line, word) for at, word in enumerate(line.words)]
    long = [word.lower() for word in struck if len(word) >= SHORTEST]
    return WITHOUT if any(word[:SHORTEST] in said for word in long if word not in _KNOWN) else sentence


def _shortest(line: RefusedLine) -> int | None:
    """From how many characters on a word could be a password though it does not stand in the place of one. None: no
    word could."""
    others = line.words[line.follow :]
    another = not _TAKE_PASSWORDS.isdisjoint(map(str.lower, others)) or _begun(line)
    if line.proven:
        return SHORTEST if another else None  # several commands in one line
    if line.verb is not None and line.verb.proof is not None and not line.bare:
        fits = fitting(line.verb, others) is not None
        alone = line.asked is not None and not line.asked.name and len(line.asked.rest) == 1
        if not line.known and not alone:
            return SHORTEST if fits else 1  # one with blanks in it may be in pieces
        if fits or line.asked is None:
            return SHORTEST
    return SHORTEST if another or line.names else None


def _begun(line: RefusedLine) -> bool:
    """Whether the line begins with several commands at once, shortened, of which one takes a password."""
    word = next((word.lower() for word in line.words if word.lower() not in line.games), "")
    return line.verb is None and bool(word) and any(name.startswith(word) for name in _TAKE_PASSWORDS)


def _harmless(line: RefusedLine, word: str, *, first: bool) -> bool:
    """Whether a word can be no password. Some people take a word of ours for theirs: behind the ``first`` words only
    those are harmless that are too short."""
    if word in line.names:
        return True
    if line.verb is not None and line.verb.is_option(word):
        return line.verb.proof is None or "=" in word or word.startswith("--")
    if not _MOVE_OR_ADDRESS.isdisjoint(word):
        return True
    known = word.lower() in _KNOWN or word.lower() in line.games
    if len(word) >= SHORTEST:
        return first and known
    return known or BOARD.fullmatch(word) is not None


def _behind_colon(line: RefusedLine, word: str) -> str:
    """The password of ``USERID:PASSWORD``; empty: the word is no such thing."""
    name, _, secret = word.partition(":")
    challenged = line.verb is not None and line.verb.name == "challenge"
    return secret if challenged or name in line.names else ""


def _without_colon(line: RefusedLine, word: str) -> str:
    return f"{word.partition(':')[0]}:{STRUCK}" if _behind_colon(line, word) else word


def recognised(words: Sequence[str], games: Collection[str]) -> tuple[Verb | None, str | None, int]:
    """The command that a line means, its game, and how many words say so; nearly right words are taken as right."""
    try:
        verb, game, rest = command(words, games)
    except NotUnderstood as error:
        game = find(words[0], games) if words else None
        wrong = 0 if game is None else 1
        if error.suggestion and words:
            return recognised([*words[:wrong], error.suggestion, *words[wrong + 1 :]], games)
        name = find(words[0], GAME) if words else None
        return (None, game, 0) if name is None else (GAME[name], None, 1)
    return verb, game, len(words) - len(rest)


def fitting(verb: Verb | None, words: Sequence[str]) -> Understood | None:
    """The words in their places, password included; None: they do not fit the command."""
    if verb is None or verb.proof is None:
        return None
    try:
        return parse(verb, None, words, proof=True)
    except NotUnderstood:
        return None
