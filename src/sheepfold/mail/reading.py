"""Mails as they come in, whatever program or person wrote them: who writes, what they want, and in their own words.

Nothing that is in a mail raises anything here: what cannot be read reads as empty.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from email import message_from_bytes
from email.errors import MessageError
from email.header import decode_header
from email.message import Message
from email.policy import compat32
from email.utils import getaddresses
from hashlib import blake2b
from html.parser import HTMLParser
from typing import Any, Final

from sheepfold.core.unseen import visible
from sheepfold.mail.relay import unreachable

MOST_PARTS: Final = 50
"""Parts of a mail that are looked at."""
LONGEST: Final = 20_000
"""Characters of a body; nobody has more to say to a board."""

_PREFIX: Final = re.compile(r"^\s*(?:(?:re|aw|sv|antw|fwd?|wg|tr|rif|vs)(?:\[\d+\])?\s*:\s*)+", re.IGNORECASE)
_OURS: Final = re.compile(r"^(?:nag:\s+|new\s+)?\S.* board \d+(?:\s.*)?$", re.IGNORECASE)
_QUOTED: Final = re.compile(
    r"^(?:>|\||-{2,}\s*(?:original|forwarded|ursprüngliche|weitergeleitete)|_{10,}$|(?:from|von|de):\s.+@)",
    re.IGNORECASE,
)
_WROTE: Final = re.compile(
    r"^(?:on|am|le|el|il|op|den)\b.{4,300}\b(?:wrote|schrieb|écrit|escribió|scritto|schreef|skrev)\b.{0,80}:\s*$",
    re.IGNORECASE | re.DOTALL,
)
_ADDRESS: Final = re.compile(r"[^\s@<>,;:\"\\]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63}){1,8}")
_MESSAGE_ID: Final = re.compile(r"<[!-;=?-~]{1,250}>")
_BULK: Final = frozenset({"bulk", "junk", "list", "auto_reply"})


@dataclass(frozen=True, slots=True)
class Incoming:
    """A mail, as far as it matters."""

    sender: str
    """The address that it says it comes from; empty: none that could be answered."""
    subject: str
    words: str
    """What was written, without what was quoted, and without a signature."""
    message_id: str
    references: tuple[str, ...]
    digest: str
    """The same for the same mail, however often it comes."""
    automatic: str
    """Why it must not be answered; empty: a person wrote it."""
    failure: str = ""
    """What a report of delivery says of an address to which nothing can be brought; empty: it is none."""

    @property
    def command(self) -> tuple[str, str]:
        """The line that is a command, and what goes with it: from the subject, or in an answer from the body."""
        own = _PREFIX.sub("", self.subject).strip()
        if own == self.subject.strip() and own and not _OURS.match(own):
            return own, self.words
        first, _, rest = self.words.partition("\n")
        return first.strip(), rest.strip()


def read(raw: bytes, envelope: str | None, host: str) -> Incoming:
    """A mail from its bytes and the sender that the envelope names."""
    try:
        mail: Message[str, str] = message_from_bytes(raw, policy=compat32)
        return _read(mail, raw, envelope, host)
    except (MessageError, LookupError, ValueError, TypeError, AttributeError, RecursionError, AssertionError):
        return Incoming("", "", "", "", (), _digest(raw), "cannot be read")


def _read(mail: Message[str, str], raw: bytes, envelope: str | None, host: str) -> Incoming:
    message_id = _first(_MESSAGE_ID, _header(mail, "Message-ID"))
    references = tuple(_MESSAGE_ID.findall(_header(mail, "References")))[-10:]
    sender = _sender(mail)
    return Incoming(
        sender=sender,
        subject=" ".join(visible(_header(mail, "Subject")).split())[:LONGEST],
        words=_own_words(_text(mail))[:LONGEST],
        message_id=message_id,
        references=references,
        digest=_digest(message_id.encode() + sender.encode() if message_id else raw),
        automatic=_automatic(mail, envelope, sender, message_id, host),
        failure="" if envelope else _failure(mail),
    )


def _digest(about: bytes) -> str:
    return blake2b(about, digest_size=16).hexdigest()


def _first(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.search(text)
    return found[0] if found else ""


def _header(mail: Message[str, str], name: str) -> str:
    """A header in plain characters; broken ones as far as they can be read."""
    found: Any = mail.get(name)
    if found is None:
        return ""
    try:
        pieces = [
            piece if isinstance(piece, str) else _decoded(piece, charset) for piece, charset in decode_header(found)
        ]
    except (MessageError, ValueError, LookupError):
        pieces = [str(found)]
    return "".join(pieces).replace("\r", " ").replace("\n", " ")


def _decoded(raw: bytes, charset: str | None) -> str:
    given = None if charset == "unknown-8bit" else charset
    try:
        return raw.decode(given or "utf-8", "replace" if given else "strict")
    except (LookupError, ValueError):
        return raw.decode("latin-1")


def _sender(mail: Message[str, str]) -> str:
    given = _header(mail, "From")
    for _, address in getaddresses([given]):
        whole = address in given  # words that follow a broken address are not part of it
        if whole and len(address) <= 254 and visible(address) == address and _ADDRESS.fullmatch(address):
            return address
    return ""


def _automatic(mail: Message[str, str], envelope: str | None, sender: str, message_id: str, host: str) -> str:
    """Why nobody waits for an answer: a machine wrote it, or we did."""
    if not envelope:
        return "a report of delivery"
    if _header(mail, "Auto-Submitted").split(";")[0].strip().lower() not in ("", "no"):
        return "sent by a machine"
    if _header(mail, "Precedence").strip().lower() in _BULK or "List-Id" in mail or "X-Auto-Response-Suppress" in mail:
        return "sent to many, or by a machine"
    if mail.get_content_type() in ("multipart/report", "message/delivery-status"):
        return "a report of delivery"
    local, _, domain = sender.lower().rpartition("@")
    if domain == host or message_id.lower().endswith(f"@{host}>"):
        return "our own"
    return "sent by a machine" if local in ("mailer-daemon", "postmaster") or not sender else ""


def _failure(mail: Message[str, str]) -> str:
    """Of a report of delivery (RFC 3464) what was said for good."""
    if mail.get_content_type() != "multipart/report":
        return ""
    for part in _parts(mail):
        status = _header(part, "Status").strip()
        if _header(part, "Action").strip().lower() == "failed" and unreachable(status):
            said = _header(part, "Diagnostic-Code").partition(";")[2]
            return visible(" ".join(f"{status} {said}".split()))
    return ""


# -- what was written ----------------------------------------------------------------------------


def _text(mail: Message[str, str]) -> str:
    """The first part that is text, else the first that is HTML as text; attachments are not looked at."""
    html = ""
    for part in _parts(mail):
        kind = part.get_content_type()
        if part.get_content_disposition() == "attachment" or kind not in ("text/plain", "text/html"):
            continue
        payload: Any = part.get_payload(decode=True)
        if not isinstance(payload, bytes):
            continue
        charset = part.get_content_charset()
        text = _decoded(payload[: 4 * LONGEST], charset)
        if kind == "text/plain" and text.strip():
            return text
        html = html or text
    return _plain(html) if html else ""


def _parts(mail: Message[str, str]) -> Iterator[Message[str, str]]:
    """The parts in order, as many as are worth a look."""
    waiting, seen = [mail], 0
    while waiting and seen < MOST_PARTS:
        part, seen = waiting.pop(0), seen + 1
        inside: Any = part.get_payload() if part.is_multipart() else None
        if isinstance(inside, list):
            waiting[:0] = [each for each in inside[:MOST_PARTS] if isinstance(each, Message)]
        else:
            yield part


class _Text(HTMLParser):
    """The words of HTML; quotations and what is not shown are left out."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[str] = []
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        if tag in ("blockquote", "style", "script", "head", "title"):
            self._hidden += 1
        elif tag in ("br", "p", "div", "tr", "li", "h1", "h2", "h3"):
            self.pieces.append("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag in ("blockquote", "style", "script", "head", "title"):
            self._hidden = max(0, self._hidden - 1)
        elif tag in ("p", "div", "tr", "li"):
            self.pieces.append("\n")

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.pieces.append(" ".join(data.split()) if data.strip() else " " if data else "")


def _plain(html: str) -> str:
    reader = _Text()
    reader.feed(html[: 4 * LONGEST])
    return "".join(reader.pieces)


def _own_words(text: str) -> str:
    """What stands before the quotation and the signature."""
    lines: list[str] = []
    given = [visible(line.replace("\xa0", " ")).rstrip() for line in text[: 4 * LONGEST].splitlines()]
    for index, line in enumerate(given):
        two = f"{line} {given[index + 1]}" if index + 1 < len(given) else line
        if line in ("--", "-- ") or _QUOTED.match(line) or _WROTE.match(line) or _WROTE.match(two):
            break
        lines.append(line)
    return "\n".join(lines).strip()
