"""Which words of a mail are its writer's own: not what they answer to, nor what their program puts below.

What is quoted may hold what nobody but the writer may know, and what they write goes to the other players. Programs
quote in many ways and languages; so every mail of ours that holds secrets begins with a line above which answers stand,
and whatever follows such a line is never taken for anybody's words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum, auto
from typing import Final

from sheepfold.core.words.lookalikes import visible

LONGEST: Final = 20_000
"""Characters of a body; nobody has more to say to a board."""
MOVE_ABOVE: Final = "To move, answer this mail and write your move above this line."
WRITE_ABOVE: Final = "To answer this mail, write above this line."
"""The first lines of mails that can be answered."""
SEVERAL: Final = 3
"""Over so many lines a program may break the sentence that says who wrote what it quotes."""

_ABOVE: Final = re.compile(
    r"(?:\bto (?:move|answer this mail), (?:answer this mail and )?)?\bwrite (?:your move )?above this line\b",
    re.IGNORECASE,
)
_QUOTE: Final = re.compile(r"^[>|]")
_END: Final = re.compile(
    r"^(?:--|[–—][-–—]?|_{10,}|-{2,}\s*(?:original|forwarded|ursprüngliche|weitergeleitete|message|mensaje|messaggio|oorspronkelijk)"
    r".*)$",
    re.IGNORECASE,
)
"""A signature begins (telephones make a dash of its two hyphens), or a mail that is quoted as it is."""
_PROGRAM: Final = re.compile(
    r"^(?:sent (?:from|with|via|using)|get (?:outlook|bluemail) for|(?:holen sie sich )?outlook für (?:ios|android)"
    r"|virenfrei\.|virus-free\.|von meinem\b.*\bgesendet|gesendet (?:mit|von|über)"
    r"|diese nachricht wurde von|envoyé (?:de|depuis|à partir)|télécharger outlook|enviado (?:desde|do|a partir)"
    r"|obtener outlook|inviato da|scarica outlook|verzonden (?:vanaf|met)|verstuurd vanaf|skickat från|sendt fra"
    r"|lähetetty|wysłan[eo] z|отправлено)\b.{0,100}$",
    re.IGNORECASE,
)
"""What telephones write below everything."""
_FROM: Final = re.compile(
    r"^\W*(?:from|von|de|da|van|från|fra|od|kimden|lähettäjä|от|发件人|寄件者|差出人)\s*[:：]\s*\S", re.IGNORECASE
)
_HEADER: Final = re.compile(r"^\W*[^\W\d_][\w .-]{0,20}[:：]\s*\S")
"""Lines of a mail that is quoted with its headers."""
_FIRST: Final = re.compile(r"^\W*[^\W\d_][\w .-]{1,20}(?:[:：]\W*\s|：)")
"""A header above that of the sender, which no move looks like: ``K:L-a2`` has one letter and no blank."""
_WROTE: Final = re.compile(
    r"^(?:on|am|le|el|il|op|den)\b.{4,300}\b(?:wrote|schrieb|écrit|escribió|scritto|schreef|skrev)\b.{0,80}:\s*$",
    re.IGNORECASE,
)
_SENTENCE: Final = re.compile(r"^\S.{10,300}[:：]$")
"""Before a quotation this says who wrote it, in whichever language."""
_OUR_ADDRESS: Final = r"(?:board[0-9]+|answer[0-9]+|confirm|consent|bounce)\.[0-9a-z-]{6,}@"


class _Kind(Enum):
    OWN = auto()
    QUOTED = auto()
    INTRODUCED = auto()
    """It says who wrote what is quoted below."""
    END = auto()
    """From here on there are no own words."""


def own_words(text: str, house: str) -> str:
    """What stands before the quotation and the signature; where nothing does, what stands after the quotation.
    ``house``: the address that our mails come from."""
    lines = _until_ours([visible(line.replace("\xa0", " ")) for line in text[: 4 * LONGEST].splitlines()])
    kinds = _kinds(lines, house)
    first = next((at for at, kind in enumerate(kinds) if kind is not _Kind.OWN), len(lines))
    if any(lines[:first]) or first == len(lines) or kinds[first] is _Kind.END:
        return _joined(lines[:first])
    last = next((at for at, kind in enumerate(kinds) if kind is _Kind.END), len(lines))
    quoted = [at for at in range(first, last) if kinds[at] is _Kind.QUOTED]
    return _joined(lines[quoted[-1] + 1 : last]) if quoted else ""  # between quoted lines stand pieces of broken ones


def _joined(lines: Sequence[str]) -> str:
    return "\n".join(lines).strip()[:LONGEST]


def _until_ours(lines: list[str]) -> list[str]:
    """The lines before the first of ours, which a program may have broken, unless that is quoted line by line."""
    for at, line in enumerate(lines):
        ours = _ABOVE.search(" ".join(lines[at : at + SEVERAL]))
        if ours is not None and ours.start() <= len(line) and not _QUOTE.match(line):
            return lines[: at - 1] if at and _SENTENCE.match(lines[at - 1]) else lines[:at]
    return lines


def _kinds(lines: Sequence[str], house: str) -> list[_Kind]:
    host = house.rpartition("@")[2]
    addresses = re.compile(f"{_OUR_ADDRESS}{re.escape(host)}" + (f"|{re.escape(house)}" if "@" in house else ""), re.I)
    return [_kind(lines, at, addresses) for at in range(len(lines))]


def _kind(lines: Sequence[str], at: int, addresses: re.Pattern[str]) -> _Kind:
    line = lines[at]
    if _QUOTE.match(line):
        return _Kind.QUOTED
    following = next(filter(None, lines[at + 1 : at + 3]), "")
    if _END.match(line) or _PROGRAM.match(line) or _begins_headers(line, following):
        return _Kind.END
    broken = any(_WROTE.match(" ".join(lines[at : at + many])) for many in range(1, SEVERAL + 1))
    if broken or addresses.search(line) or (_SENTENCE.match(line) and _QUOTE.match(following)):
        return _Kind.INTRODUCED
    return _Kind.OWN


def _begins_headers(line: str, following: str) -> bool:
    """Whether a mail is quoted from here on with its headers, of which the sender is the first or the second."""
    if _FROM.match(line):
        return "@" in line or _HEADER.match(following) is not None
    return _FIRST.match(line) is not None and _FROM.match(following) is not None and "@" in following
