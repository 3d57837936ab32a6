"""Letters written as mails: a text part of 72 columns, and an HTML part with the picture inside.

Everything in a mail follows from its letter, byte for byte. What people typed cannot become a header: each is one line
of visible characters.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from datetime import UTC, datetime
from email.errors import MessageError
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP, SMTPUTF8
from email.utils import format_datetime
from html import escape
from itertools import groupby
from typing import Final

from sheepfold.core.unseen import visible
from sheepfold.mail.letter import Letter, Unwritten
from sheepfold.mail.pictures import png

COLUMNS: Final = 72
LONGEST_SUBJECT: Final = 120
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

_GAP: Final = re.compile(r"^ |  |^-?\d+ \|", re.MULTILINE)
"""Only what is drawn, or stands in columns, has several blanks, or one before it."""
_OWN_LINE: Final = re.compile(r"(?<=[>\n])  (https?://[^\s<>\"]+)(?=\n|</pre>)")
"""A web address in a line of its own, as only we write it: nobody's talk becomes a link."""
_URL: Final = re.compile(r"https?://[^\s<>\"]+")


def compose(letter: Letter) -> bytes:
    """The mail as it goes over the wire. Raises Unwritten."""
    try:
        return _composed(letter)
    except (MessageError, ValueError, LookupError) as error:
        raise Unwritten(type(error).__name__) from error


def _composed(letter: Letter) -> bytes:
    mail = EmailMessage(policy=SMTP if letter.to.isascii() else SMTPUTF8)
    mail["From"] = Address(NAME, addr_spec=letter.sender)
    mail["To"] = _address(letter.to)
    mail["Subject"] = one_line(letter.subject)[:LONGEST_SUBJECT]
    mail["Date"] = format_datetime(datetime.fromtimestamp(int(letter.at), UTC))
    mail["Message-ID"] = letter.message_id
    if letter.reply_to:
        mail["Reply-To"] = Address(addr_spec=letter.reply_to)
    if letter.in_reply_to:
        mail["In-Reply-To"] = letter.in_reply_to
    if letter.references:
        mail["References"] = " ".join(letter.references)
    if letter.list_id:
        mail["List-Id"] = letter.list_id
    if letter.unsubscribe:
        mail["List-Unsubscribe"] = ", ".join(f"<{address}>" for address in letter.unsubscribe)
        if any(address.startswith("https:") for address in letter.unsubscribe):
            mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    mail["Auto-Submitted"] = "auto-replied" if letter.answer else "auto-generated"
    mail["X-Auto-Response-Suppress"] = "All"
    _fill(mail, letter)
    return mail.as_bytes()


def _address(text: str) -> Address:
    """Other letters than a to z are not taken as a whole; what is checked otherwise is checked here."""
    if text.isascii():
        return Address(addr_spec=text)
    local, _, domain = text.rpartition("@")
    return Address(username=local, domain=domain)


def _fill(mail: EmailMessage, letter: Letter) -> None:
    mark = letter.message_id.strip("<>").partition("@")[0]
    mail.set_content(text_part(letter), cte="quoted-printable")
    image = f"board.{mark}@picture" if letter.picture else ""
    mail.add_alternative(html_part(letter, image), subtype="html", cte="quoted-printable")
    if letter.picture is not None:
        drawn, related = png(letter.picture.document), mail.get_payload()[1]  # type: ignore[index]
        related.add_related(drawn, "image", "png", cid=f"<{image}>", disposition="inline", filename="board.png")  # type: ignore[union-attr]
        related.set_boundary(f"=_related.{mark}")  # type: ignore[union-attr]
    mail.set_boundary(f"=_parts.{mark}")


def one_line(text: str) -> str:
    """What can stand in a header: visible characters and single blanks."""
    return " ".join(visible(text).split())


def text_part(letter: Letter) -> str:
    """The text below its first line, and what it ends with below another."""
    lines = "\n\n".join(filter(None, (letter.lead, letter.text.rstrip("\n"))))
    return f"{lines}\n\n-- \n{folded(letter.footer)}\n" if letter.footer else f"{lines}\n"


def folded(text: str) -> str:
    """Prose within the columns; an address is never broken."""
    return "\n".join(
        "\n".join(textwrap.wrap(line, COLUMNS, break_long_words=False, break_on_hyphens=False)) or ""
        for line in text.splitlines()
    )


def html_part(letter: Letter, image: str) -> str:
    """The picture and the same words; nothing is fetched from anywhere."""
    shown = f'<img src="cid:{escape(image)}" width="640" alt="{_words(letter)}">' if image else ""
    lead = f'<p class="lead">{escape(letter.lead)}</p>' if letter.lead else ""
    footer = f"<footer>{_linked(letter.footer)}</footer>" if letter.footer else ""
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">'
        f'<meta name="viewport" content="width=device-width"><title>{escape(one_line(letter.subject))}</title>'
        f"<style>{STYLE}</style></head><body><main>{lead}{shown}"
        f"{''.join(_blocks(letter.text.rstrip()))}{footer}</main></body></html>\n"
    )


def _blocks(text: str) -> Iterator[str]:
    """Prose as paragraphs that fit any window, and what is drawn or stands in columns as it is."""
    for drawn, blocks in groupby(text.split("\n\n"), lambda block: _GAP.search(block) is not None):
        if drawn:
            whole = "\n\n".join(blocks)
            yield _OWN_LINE.sub(r'  <a href="\1">\1</a>', f"<pre>{escape(whole)}</pre>")
        else:
            yield from (f"<p>{'<br>'.join(map(escape, _sentences(block)))}</p>" for block in blocks)


def _sentences(block: str) -> list[str]:
    """The lines of a paragraph without those breaks that only keep it within its columns."""
    first, *rest = block.split("\n")
    lines, before = [first], first
    for line in rest:
        if len(before) + 1 + len(line.split(" ")[0]) > COLUMNS:
            lines[-1] += f" {line}"
        else:
            lines.append(line)
        before = line
    return lines


def _words(letter: Letter) -> str:
    """What a screen reader says in the picture's place; the text that follows says the rest."""
    return escape(letter.picture.words) if letter.picture else ""


def _linked(text: str) -> str:
    """Text with its web addresses as links."""
    pieces, last = [], 0
    for found in _URL.finditer(text):
        url = escape(found[0])
        pieces += [escape(text[last : found.start()]), f'<a href="{url}">{url}</a>']
        last = found.end()
    return "".join((*pieces, escape(text[last:])))
