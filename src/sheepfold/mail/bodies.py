"""The text of a mail, from whichever parts, charsets and markup a program has written it in; and which of its words are
its writer's own, not what they answer to nor what their program puts below.

What is quoted may hold what nobody but the writer may know, and what they write goes to the other players. Programs
quote in many ways and languages; so every mail of ours that holds secrets begins with a line above which answers stand,
and whatever follows such a line is never taken for anybody's words.
"""

from __future__ import annotations

import re
from codecs import lookup
from collections.abc import Iterator, Sequence
from email.message import Message
from enum import Enum, auto
from html.parser import HTMLParser
from typing import Any, Final

from sheepfold.core.words.lookalikes import visible
from sheepfold.mail.addresses import IN_TEXTS

LONGEST: Final = 20_000
"""Characters of a body; nobody has more to say to a board."""
MOST_PARTS: Final = 50
"""Parts of a mail that are looked at."""
_QUADRATIC: Final = ("punycode", "idna")
"""Codecs of host names, in which no mail is written: decoding takes time with the square of the length."""


def text_of(mail: Message[str, str]) -> str:
    """The first part that is text, else the first that is HTML as text; attachments are not looked at."""
    html = ""
    for part in parts(mail):
        kind = part.get_content_type()
        if kind not in ("text/plain", "text/html"):
            continue
        payload: Any = part.get_payload(decode=True)
        if not isinstance(payload, bytes):
            continue
        text = decoded(payload[: 4 * LONGEST], part.get_content_charset())
        if kind == "text/plain" and text.strip():
            return _unfolded(text, part)
        html = html or text
    return _plain(html) if html else ""


def parts(mail: Message[str, str], *, attached: bool = False) -> Iterator[Message[str, str]]:
    """The parts in order, as many as are worth a look. ``attached``: what hangs on the mail too, as reports have it."""
    waiting, seen = [mail], 0
    while waiting and seen < MOST_PARTS:
        part, seen = waiting.pop(0), seen + 1
        hangs = part.get_content_disposition() == "attachment" or part.get_content_maintype() == "message"
        if hangs and not attached:
            continue
        inside: Any = part.get_payload() if part.is_multipart() else None
        if isinstance(inside, list):
            waiting[:0] = [each for each in inside[:MOST_PARTS] if isinstance(each, Message)]
        else:
            yield part


def decoded(raw: bytes, charset: str | None) -> str:
    """Bytes as text, as far as they can be read; as UTF-8 where they cannot be in the charset that is named."""
    given = None if charset == "unknown-8bit" or _misnamed(raw, charset) else charset
    try:
        codec = lookup(given or "utf-8").name
        return raw.decode("latin-1" if codec in _QUADRATIC else codec, "replace" if given else "strict")
    except (LookupError, ValueError):
        return raw.decode("latin-1")


_HIGH: Final = bytes(range(128, 256))
"""What a letter may be left of where a text is cut off."""


def _misnamed(raw: bytes, charset: str | None) -> bool:
    """Whether plain text goes by the name of a charset in which its letters would be others."""
    try:
        plain = b"az09".decode(charset or "ascii", "replace") == "az09"
        return not plain and b"\0" not in raw and bool(raw.rstrip(_HIGH).decode())
    except (LookupError, ValueError):
        return False


def _unfolded(text: str, part: Message[str, str]) -> str:
    """Lines as they were written, where the program broke them on its own (format=flowed, RFC 3676)."""
    if str(part.get_param("format", "")).lower() != "flowed":
        return text
    glue = "" if str(part.get_param("delsp", "")).lower() == "yes" else " "
    lines: list[str] = []
    goes_on = False
    for given in text.splitlines():
        line = given[1:] if given.startswith(" ") else given
        goes_on = goes_on and not line.startswith(">") and line != "-- "
        if goes_on:
            lines[-1] = lines[-1].removesuffix(" ") + glue + line
        else:
            lines.append(line)
        goes_on = line.endswith(" ") and line != "-- " and not line.startswith(">")
    return "\n".join(lines)


# -- HTML ----------------------------------------------------------------------------------------

_UNSHOWN: Final = ("head", "title", "style", "script")
_BLOCKS: Final = frozenset(
    ("address", "article", "aside", "br", "div", "dd", "dl", "dt", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6",
     "header", "li", "main", "ol", "p", "pre", "section", "table", "tr", "ul")
)  # fmt: skip
_QUOTES: Final = ("appendonsend", "divrplyfwdmsg", "mail-editor-reference-message-container")
"""What programs call the element from which on a mail is quoted as it is."""


class _Text(HTMLParser):
    """The words of HTML. Where something is quoted stands the sign of a quotation in a line, and where a rule is drawn,
    one."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[str] = []
        self._hidden: list[str] = []
        self._as_it_is = 0

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        if tag == "body":
            self._hidden = []  # the end of the head may be left out
        if str(dict(attrs).get("id") or "").lower() in _QUOTES:
            self._write("\n__________\n")
        if tag == "blockquote":
            self._write("\n>\n")
        if tag == "blockquote" or tag in _UNSHOWN:
            self._hidden.append(tag)
        elif tag in _BLOCKS:
            self._write("\n")
        elif tag == "hr":
            self._write("\n__________\n")
        elif tag == "td":
            self._write(" ")
        self._as_it_is += tag == "pre"

    def handle_endtag(self, tag: str) -> None:
        if tag in self._hidden:
            while self._hidden.pop() != tag:
                pass
        elif tag in _BLOCKS:
            self._write("\n")
        self._as_it_is = max(0, self._as_it_is - (tag == "pre"))

    def handle_data(self, data: str) -> None:
        self._write(data if self._as_it_is else re.sub(r"\s+", " ", data))

    def _write(self, words: str) -> None:
        if not self._hidden:
            self.pieces.append(words)


def _plain(html: str) -> str:
    reader, html = _Text(), _without_comments(html[: 4 * LONGEST])
    end = html.rfind(">") + 1
    reader.feed(html[:end] + html[end:].replace("<", "&lt;"))  # an open end takes the parser very long
    reader.close()
    return "".join(reader.pieces)


def _without_comments(html: str) -> str:
    """One that is never closed hides all that follows; many such would take the parser very long."""
    pieces, at = [], 0
    while (begin := html.find("<!--", at)) >= 0:
        pieces.append(html[at:begin])
        end = html.find("-->", begin + 4)
        if end < 0:
            return "".join(pieces)
        at = end + 3
    return "".join((*pieces, html[at:]))


# -- quotations ----------------------------------------------------------------------------------

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
    addresses = re.compile(f"{IN_TEXTS}{re.escape(host)}" + (f"|{re.escape(house)}" if "@" in house else ""), re.I)
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
