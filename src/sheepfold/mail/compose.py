"""Letters written as mails: a text part of 72 columns, and an HTML part with the picture inside.

Everything in a mail follows from its letter, byte for byte. What people typed cannot become a header: each is one line
of visible characters.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email.errors import MessageError
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP, SMTPUTF8
from email.utils import format_datetime
from functools import lru_cache
from html import escape
from itertools import groupby
from typing import Final

from sheepfold.core.drawing.scene import Scene
from sheepfold.core.drawing.svg import plain, png, svg
from sheepfold.core.words.lookalikes import visible
from sheepfold.core.words.paragraphs import MAIL, Diagram, Line, Paragraph, Text, as_mail, laid_out, written
from sheepfold.play.host.background import WorkerDied, WorkerPool


class CannotCompose(Exception):
    """A letter of which no mail can be made, or none just now: no fault of any other."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing as a document of its own, and the same in words."""

    document: str
    words: str

    @classmethod
    def of(cls, scene: Scene) -> Picture:
        """Takes some milliseconds."""
        return cls(plain(svg(scene)), scene.description or scene.title)


@dataclass(frozen=True, slots=True)
class Letter:
    """All that a mail says; ``compose`` writes it."""

    sender: str
    to: str
    subject: str
    paragraphs: Text
    message_id: str
    at: float
    """When it is sent."""
    lead: str = ""
    """The line above which its answer is written; empty: it is not answered."""
    picture: Picture | None = None
    envelope: str = ""
    """The address that it comes back to if nobody can bring it; empty: the sender."""
    reply_to: str = ""
    in_reply_to: str = ""
    references: tuple[str, ...] = ()
    unsubscribe: tuple[str, ...] = ()
    """Addresses (https and mailto) by which the reader ends such mails with one click."""
    answer: bool = False
    """Whether it answers a mail: programs then say so, and nobody's machine answers back."""
    footer: Paragraph = ()
    """What stands below a line at the end, in the text and in the HTML part alike."""
    further: tuple[str, ...] = ()
    """Further addresses of its reader."""


LONGEST_SUBJECT: Final = 200
NAME: Final = "Sheepfold"

STYLE: Final = """
:root{color-scheme:light dark}
body{margin:0;padding:16px;background:#fcf8ee;color:#22261f;font:16px/1.45 Seravek,Ubuntu,Calibri,sans-serif}
main{max-width:640px;margin:0 auto}
p{margin:0 0 14px;overflow-wrap:anywhere}
.lead,footer{font-size:14px;color:#55574a}
img{display:block;width:100%;max-width:640px;height:auto;margin:0 0 14px;border:0;border-radius:6px}
pre{margin:0 0 14px;overflow-x:auto;font:13px/1.3 ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace}
footer{border-top:1px solid #857a5f;padding-top:8px;white-space:pre-line;overflow-wrap:anywhere}
@media (max-width:480px){pre{font-size:11px}}
a{color:#1f568c}
@media (prefers-color-scheme:dark){
body{background:#1b1e19;color:#ece5d3}
.lead,footer{color:#b9b29f}
a{color:#9cc4ea}
}
"""
"""Its own colours by day and by night. Programs that know no style sheets show black on white, or their own."""


def compose(letter: Letter) -> bytes:
    """The mail as it goes over the wire. Raises CannotCompose."""
    try:
        return _composed(letter)
    except (MessageError, ValueError, LookupError) as error:
        raise CannotCompose(type(error).__name__) from error


def _composed(letter: Letter) -> bytes:
    to = (letter.to, *letter.further)
    mail = EmailMessage(policy=SMTP if "".join(to).isascii() else SMTPUTF8)
    one_click = any(address.startswith("https:") for address in letter.unsubscribe)
    headers: dict[str, str | Address | tuple[Address, ...]] = {
        "From": Address(NAME, addr_spec=letter.sender),
        "To": tuple(map(_address, to)),
        "Subject": one_line(letter.subject)[:LONGEST_SUBJECT],
        "Date": format_datetime(datetime.fromtimestamp(int(letter.at), UTC)),
        "Message-ID": letter.message_id,
        "Reply-To": Address(addr_spec=letter.reply_to) if letter.reply_to else "",
        "In-Reply-To": letter.in_reply_to,
        "References": " ".join(letter.references),
        "List-Unsubscribe": ", ".join(f"<{address}>" for address in letter.unsubscribe),
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" if one_click else "",
        "Auto-Submitted": "auto-replied" if letter.answer else "auto-generated",
        "X-Auto-Response-Suppress": "All",
    }
    for name, value in headers.items():
        if value:
            mail[name] = value
    mark = letter.message_id.strip("<>").partition("@")[0]
    mail.set_content(text_part(letter), cte="quoted-printable")
    image = f"board.{mark}@picture" if letter.picture else ""
    mail.add_alternative(html_part(letter, image), subtype="html", cte="quoted-printable")
    if letter.picture is not None:
        content, related = rendered(letter.picture.document), mail.get_payload()[1]  # type: ignore[index]
        related.add_related(content, "image", "png", cid=f"<{image}>", disposition="inline", filename="board.png")  # type: ignore[union-attr]
        related.set_boundary(f"=_related.{mark}")  # type: ignore[union-attr]
    mail.set_boundary(f"=_parts.{mark}")
    return mail.as_bytes()


def _address(text: str) -> Address:
    """Other letters than a to z are not taken as a whole; what is checked otherwise is checked here."""
    if text.isascii():
        return Address(addr_spec=text)
    local, _, domain = text.rpartition("@")
    return Address(username=local, domain=domain)


def one_line(text: str) -> str:
    """What can stand in a header: visible characters and single blanks."""
    return " ".join(visible(text).split())


def text_part(letter: Letter) -> str:
    """The text below its first line, and what it ends with below another."""
    lines = "\n\n".join(filter(None, (letter.lead, as_mail(letter.paragraphs).rstrip("\n"))))
    return f"{lines}\n\n-- \n{written((letter.footer,), MAIL)}\n" if letter.footer else f"{lines}\n"


def html_part(letter: Letter, image: str) -> str:
    """The picture and the same words; nothing is fetched from anywhere."""
    alt = escape(letter.picture.words) if letter.picture else ""  # for screen readers; the text says the rest
    shown = f'<img src="cid:{escape(image)}" width="640" alt="{alt}">' if image else ""
    lead = f'<p class="lead">{escape(letter.lead)}</p>' if letter.lead else ""
    below = "\n".join(_unbroken(letter.footer))
    footer = f"<footer>{below}</footer>" if below else ""
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">'
        f'<meta name="viewport" content="width=device-width"><title>{escape(one_line(letter.subject))}</title>'
        f"<style>{STYLE}</style></head><body><main>{lead}{shown}"
        f"{''.join(_html(letter.paragraphs))}{footer}</main></body></html>\n"
    )


def _html(text: Text) -> Iterator[str]:
    """Prose as paragraphs that fit any window; what is drawn or stands in columns as it is."""
    for as_it_is, paragraphs in groupby(text, _is_drawn):
        if as_it_is:
            blocks = ("\n".join(_linked(part, lines) for part, lines in laid_out(each)) for each in paragraphs)
            whole = "\n\n".join(blocks)
            yield f"<pre>{whole}</pre>"
        else:
            yield from (f"<p>{'<br>'.join(_unbroken(each))}</p>" for each in paragraphs)


def _is_drawn(paragraph: Paragraph) -> bool:
    return any(isinstance(part, Diagram) or part.first or part.whole for part in paragraph)


def _unbroken(paragraph: Paragraph) -> Iterator[str]:
    return (_linked(part, lines) for part, lines in laid_out(paragraph, None))


def _linked(part: Line | Diagram, lines: str) -> str:
    """A line with its web address as a link. Addresses in talk do not become links."""
    link = part.link if isinstance(part, Line) else ""
    before, found, after = lines.partition(link) if link else (lines, "", "")
    return escape(before) + (f'<a href="{escape(found)}">{escape(found)}</a>' if found else "") + escape(after)


# -- pictures ------------------------------------------------------------------------------------

KEPT: Final = 32
"""Drawings that a worker process keeps, of up to 130 kB each: letters that show the same view draw it once. A mail with
a new picture of Mutton takes 107 ms of processor time to compose, with one that is kept 4.5, without any 1.4."""


@lru_cache(KEPT)
def rendered(document: str) -> bytes:
    """The picture as PNG, which every mail program shows."""
    return png(document)


# -- worker processes ----------------------------------------------------------------------------

TIMEOUT: Final = 60.0
"""Seconds for one letter."""


def compose_pickled(request: bytes) -> bytes:
    """The worker's end: the mail of a pickled letter; nothing where it cannot be composed."""
    try:
        return compose(pickle.loads(request))
    except CannotCompose:
        return b""


class Composers:
    """Composes mails in worker processes, by default one for each core: drawing a picture holds Python's lock."""

    def __init__(self, count: int | None = None) -> None:
        self._workers = WorkerPool("sheepfold.mail.compose:compose_pickled", count or os.cpu_count() or 1, TIMEOUT)

    async def compose(self, letter: Letter) -> bytes:
        """The mail as it goes over the wire. Raises CannotCompose."""
        try:
            mail = await self._workers.ask(pickle.dumps(letter))
        except WorkerDied:
            raise CannotCompose("the process that writes mails died") from None
        if not mail:
            raise CannotCompose("it cannot be written as a mail")
        return mail

    async def close(self) -> None:
        await self._workers.close()
