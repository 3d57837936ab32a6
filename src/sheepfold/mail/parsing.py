"""Mails as they come in, whatever program or person wrote them: who writes, what they want, and in their own words.

A linear scan checks the size of a mail before the parser sees it, and the parser runs in a worker process. Nothing that
is in a mail raises anything here: what cannot be read reads as empty.
"""

from __future__ import annotations

import pickle
import re
from dataclasses import dataclass
from email import message_from_bytes
from email.errors import MessageError
from email.header import decode_header
from email.message import Message
from email.policy import Compat32
from email.utils import getaddresses
from hashlib import blake2b
from typing import Any, Final

from sheepfold.core.words.lookalikes import visible
from sheepfold.mail.bodies import LONGEST, decoded, own_words, parts, text_of
from sheepfold.play.host.background import WorkerPool

# -- bounds --------------------------------------------------------------------------------------
#
# Python's parser asks for every line whether it ends any of the parts that are open, and looks headers up one by one:
# its time goes with lines times depth. Within these bounds that is less than a second.

LARGEST: Final = 2 * 1024 * 1024
"""Bytes of a mail: many programs send the picture back that stood in what they answer, beside what they sign with."""
HEAD: Final = 100_000
"""Bytes of the headers."""
HEADERS: Final = 1_000
"""Lines of the headers."""
LINES: Final = 30_000
"""Lines of the whole; two megabytes of encoded pictures have 27,000."""
PARTS: Final = 1_000
"""Lines that begin as one between two parts does."""
NESTED: Final = 20
"""Parts that say that they hold parts, or mails. No part can lie deeper than there are such."""

_HOLDING: Final = (b"multipart/", b"message/")
_ENDS_OF_HEAD: Final = (b"\n\r\n", b"\n\n", b"\r\r")


def too_much(raw: bytes) -> str:
    """Of what a mail has more than is parsed, as words; empty: of nothing."""
    if len(raw) > LARGEST:
        return "bytes"
    head = raw[: min((at for end in _ENDS_OF_HEAD if (at := raw.find(end)) >= 0), default=len(raw))]
    if len(head) > HEAD or _lines(head) > HEADERS:
        return "headers"
    if _lines(raw) > LINES:
        return "lines"
    if raw.count(b"\n--") + raw.count(b"\r--") > PARTS:
        return "parts"
    small = raw.lower()
    if sum(small.count(kind) for kind in _HOLDING) > NESTED:
        return "parts within parts"
    return ""


def _lines(raw: bytes) -> int:
    """An end of a line is either sign, or both."""
    return raw.count(b"\n") + raw.count(b"\r") - raw.count(b"\r\n")


# -- headers -------------------------------------------------------------------------------------

_PREFIX: Final = re.compile(
    r"^\s*(?:(?:re|aw|antwort|rv|r|i|enc|doorst|sv|antw|fwd?|wg|tr|rif|vs|res|ref|odp|ynt|vb|回复|答复|转发)(?:\[\d+\])?\s*[:：]\s*)+",
    re.IGNORECASE,
)
_OURS: Final = re.compile(r"^(?:nag:\s+|new\s+)?\S.* board \d+(?:\s.*)?$", re.IGNORECASE)
_AWAY: Final = re.compile(
    r"\W*(?:auto(?:matic|matische|matisch)?[ -]?(?:reply|response|antwort)|out of (?:the )?office|abwesen(?:d|heit)"
    r"|réponse automatique|respuesta automática|risposta automatica|automatisch antwoord)",
    re.IGNORECASE,
)
"""Subjects of those who are away and whose programs do not say so as they should."""
_GREETING: Final = re.compile(
    r"(?:hello|hi|hey|dear|good|hallo|liebe[rs]?|guten|grüß|servus|moin|bonjour|salut|hola|ciao)\b[^:\d]{0,40}[,!]",
    re.IGNORECASE,
)
"""How many begin a letter; with its comma it is not a move of any game."""
_ADDRESS: Final = re.compile(r"[^\s@<>,;:\"\\]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63}){1,8}")
_MESSAGE_ID: Final = re.compile(r"<[!-;=?-~]{1,250}>")
_MACHINES: Final = ("List-Id", "X-Auto-Response-Suppress", "X-Autoreply", "X-Autorespond", "X-Loop")
"""Headers that no person's mail has."""
_BULK: Final = frozenset({"bulk", "junk", "list", "auto_reply"})


LONGEST_HEADER: Final = 8_000
"""Characters of a header: decoding one takes time with the square of them."""


class _ShortHeaders(Compat32):
    """Cuts headers off."""

    def header_source_parse(self, sourcelines: list[str]) -> tuple[str, str]:
        name, value = super().header_source_parse(sourcelines)
        return name, value[:LONGEST_HEADER]


_POLICY: Final = _ShortHeaders()


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
    """What it answers to, the last one last."""
    digest: str
    """The same for the same mail, however often it comes."""
    automatic: str
    """Why it must not be answered; empty: a person wrote it."""
    failure: str = ""
    """What a report of delivery says of an address to which nothing can be brought; empty: it is none."""
    failed: str = ""
    """That address, where the report names it."""

    @property
    def command(self) -> tuple[str, str]:
        """The line that is a command, and what goes with it: from the subject, or in an answer from the body."""
        own = _PREFIX.sub("", self.subject).strip()
        if own == self.subject.strip() and own and not _OURS.match(own):
            return own, self.words
        line, *rest = self.words.split("\n")
        if rest and _GREETING.fullmatch(line.strip()):
            line, *rest = "\n".join(rest).strip().split("\n")
        while rest and rest[0].strip() and line.endswith(","):  # a long move, broken on its way
            line += rest.pop(0).strip()
        return line.strip(), "\n".join(rest).strip()


def read(raw: bytes, envelope: str | None, house: str) -> Incoming:
    """A mail from its bytes and the sender that the envelope names. ``house``: the address that our mails come from."""
    try:
        mail: Message[str, str] = message_from_bytes(raw, policy=_POLICY)
        return _read(mail, raw, envelope, house)
    except (MessageError, LookupError, ValueError, TypeError, AttributeError, RecursionError, AssertionError):
        return Incoming("", "", "", "", (), _digest(raw), "cannot be read")


def _read(mail: Message[str, str], raw: bytes, envelope: str | None, house: str) -> Incoming:
    message_id = _first(_MESSAGE_ID, _header(mail, "Message-ID"))
    references = _MESSAGE_ID.findall(_header(mail, "References"))
    answered = _first(_MESSAGE_ID, _header(mail, "In-Reply-To"))
    sender = _sender(mail)
    said, failed = ("", "") if envelope else _failure(mail)
    return Incoming(
        sender=sender,
        subject=" ".join(visible(_header(mail, "Subject")).split())[:LONGEST],
        words=own_words(text_of(mail), house),
        message_id=message_id,
        references=_in_order(references, answered),
        digest=_digest(message_id.encode() + sender.encode() if message_id else raw),
        automatic=_automatic(mail, envelope, sender, message_id, house.rpartition("@")[2].lower()),
        failure=said,
        failed=failed,
    )


def _in_order(references: list[str], answered: str) -> tuple[str, ...]:
    """The last of them, each once, and last of all the mail that is answered, which some programs name elsewhere."""
    found = [each for each in dict.fromkeys(references) if each != answered]
    return tuple([*found, answered][-10:] if answered else found[-10:])


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
            piece if isinstance(piece, str) else decoded(piece, charset) for piece, charset in decode_header(found)
        ]
    except (MessageError, ValueError, LookupError):
        pieces = [str(found)]
    return "".join(pieces).replace("\r", " ").replace("\n", " ")


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
    if _header(mail, "Precedence").strip().lower() in _BULK or any(name in mail for name in _MACHINES):
        return "sent to many, or by a machine"
    if _AWAY.match(_header(mail, "Subject")):
        return "sent by a machine"
    if mail.get_content_type() in ("multipart/report", "message/delivery-status"):
        return "a report of delivery"
    local, _, domain = sender.lower().rpartition("@")
    if domain == host or message_id.lower().endswith(f"@{host}>"):
        return "our own"
    return "sent by a machine" if local in ("mailer-daemon", "postmaster") or not sender else ""


def _failure(mail: Message[str, str]) -> tuple[str, str]:
    """Of a report of delivery (RFC 3464) what was said for good, and of which address."""
    if mail.get_content_type() != "multipart/report":
        return "", ""
    for part in parts(mail, attached=True):
        status = _header(part, "Status").strip()
        if _header(part, "Action").strip().lower() == "failed" and unreachable(status):
            said = _header(part, "Diagnostic-Code").partition(";")[2]
            failed = _header(part, "Final-Recipient").partition(";")[2].strip()
            return visible(" ".join(f"{status} {said}".split())), failed
    return "", ""


def unreachable(status: str) -> bool:
    """Whether an enhanced status (RFC 3463) says that mail cannot be brought to the address, now and later."""
    return re.match(r"5\.[0124]\.", status) is not None


# -- the worker process --------------------------------------------------------------------------

TIMEOUT: Final = 20.0
"""Seconds for one mail. Its bounds keep it far below: a worker that takes longer waits for the machine."""


class Parsers:
    """Parses mails in a worker process, one at a time; it is killed if it takes too long."""

    def __init__(self) -> None:
        self._workers = WorkerPool("sheepfold.mail.parsing:parsed", 1, TIMEOUT)

    async def read(self, raw: bytes, envelope: str, house: str) -> Incoming:
        """As ``read``. Raises WorkerDied."""
        found: Incoming = pickle.loads(await self._workers.ask(pickle.dumps((raw, envelope, house))))
        return found

    async def close(self) -> None:
        await self._workers.close()


def parsed(request: bytes) -> bytes:
    """The worker's end: what ``read`` finds, both pickled."""
    raw, envelope, house = pickle.loads(request)
    return pickle.dumps(read(raw, envelope, house))
