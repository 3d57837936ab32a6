"""The text of a mail, from whichever parts, letters and markup a program has written it in."""

from __future__ import annotations

import re
from codecs import lookup
from collections.abc import Iterator
from email.message import Message
from html.parser import HTMLParser
from typing import Any, Final

from sheepfold.mail.quoting import LONGEST

_OF_HOSTS: Final = ("punycode", "idna")
"""Codes of hosts' names, in which no mail is written: reading them takes time with the square of their length."""
MOST_PARTS: Final = 50
"""Parts of a mail that are looked at."""


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
        return raw.decode("latin-1" if codec in _OF_HOSTS else codec, "replace" if given else "strict")
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
