"""Ways in which programs and people send a letter back: from the letter to a mail's own headers and body."""

from __future__ import annotations

import re
from base64 import encodebytes
from collections.abc import Callable, Mapping
from html import escape
from quopri import encodestring
from textwrap import wrap

from catching import Caught

Way = Callable[[Caught, str], tuple[str, bytes]]
"""From a letter, and what its reader writes above it, to the headers and the body of an answer."""

PLAIN = "Content-Type: text/plain; charset=utf-8"
HTML = "Content-Type: text/html; charset=utf-8"
WROTE = {
    "none": "",
    "Russian": "Понедельник, 1 января 2024, 10:00 +03:00 от Sheepfold:",
    "Russian headers": "Кому: ann\nДата: 1 января\nТема: Board",
    "Ukrainian": "1 січня 2024 р. о 10:00 Sheepfold пише:",
    "Polish": "Dnia 1 stycznia 2024 10:00 Sheepfold napisał(a):",
    "Polish headers": "Wiadomość napisana przez Sheepfold w dniu 01.01.2024, o godz. 10:00",
    "Portuguese": "Em seg., 1 de jan. de 2024 às 10:00, Sheepfold escreveu:",
    "Brazilian": "Citando Sheepfold",
    "Czech": "Dne 1. 1. 2024 v 10:00 Sheepfold napsal",
    "Hungarian headers": "Feladó: Sheepfold\nElküldve: hétfő\nTárgy: Board",
    "Turkish": "Sheepfold, 1 Oca 2024 Pzt, 10:00 tarihinde şunu yazdı",
    "Finnish": "ma 1. tammik. 2024 klo 10.00 Sheepfold kirjoitti",
    "Greek": "Στις Δευ 1 Ιαν 2024 στις 10:00, ο Sheepfold έγραψε",
    "Japanese": "2024年1月1日(月) 10:00 Sheepfold のメッセージ",
    "Chinese": "在 2024年1月1日，Sheepfold 写道",
    "Korean": "2024년 1월 1일 (월) 10:00, Sheepfold 님이 작성",
    "Hebrew": "ב-1 בינואר 2024 כתב Sheepfold",
    "begin message": "--- Begin Message ---",
    "forwarded in Russian": "-------- Пересылаемое сообщение --------",
    "forwarded in Portuguese": "-----Mensagem Original-----",
    "a rule": "=============================",
    "stars": "*** Reply to message from Sheepfold ***",
}
MARKS = ("> ", "| ", ": ", "S> ", "AB> ", "» ", "＞ ", "    ", "\t", "* ", "% ", "# ", "] ", "-> ")
LANGUAGES = "Чтобы сделать ход, ответьте на это письмо и напишите свой ход над этой строкой."


def bare(letter: Caught) -> list[str]:
    """The lines of a letter without its first one, which says where to write."""
    lines = letter.text.splitlines()
    return lines[1:] if "above this line" in lines[0] else lines


def _body(own: str, *blocks: str) -> bytes:
    return "\n\n".join((own, *blocks)).encode()


def _headed(head: str) -> Way:
    return lambda letter, own: (PLAIN, _body(own, head, "\n".join(bare(letter))))


def _marked(mark: str) -> Way:
    return lambda letter, own: (PLAIN, _body(own, "\n".join(mark + line for line in bare(letter))))


def _lines(change: Callable[[list[str]], list[str]]) -> Way:
    return lambda letter, own: (PLAIN, _body(own, "\n".join(change(bare(letter)))))


def _wrapped(width: int, mark: str = "") -> Way:
    return _lines(lambda lines: [mark + part for line in lines for part in wrap(line, width) or [""]])


def _joined(width: int) -> Way:
    return _lines(lambda lines: wrap(" ".join(" ".join(lines).split()), width))


def _spelt(change: Callable[[str], str]) -> Way:
    return _lines(lambda lines: [change(line) for line in lines])


def _named(charset: str, written: str = "utf-8") -> Way:
    """As ``written``, under the name of another charset."""

    def way(letter: Caught, own: str) -> tuple[str, bytes]:
        text = "\n\n".join((own, "\n".join(bare(letter))))
        return f"Content-Type: text/plain; charset={charset}", text.encode(written, "replace")

    return way


def _html(change: Callable[[str], str]) -> Way:
    def way(letter: Caught, own: str) -> tuple[str, bytes]:
        inside = re.sub(r'<p class="lead">.*?</p>', "", letter.html.partition("<main>")[2].partition("</main>")[0])
        above = "".join(f"<div>{escape(line)}</div>" for line in own.split("\n"))
        return HTML, f"<html><body>{above}{change(inside)}</body></html>".encode()

    return way


def _words_apart(html: str) -> str:
    return re.sub(r"(<[^>]*>)|(\w+)", lambda found: found[1] or f"<span>{found[2]}</span>", html)


WAYS: Mapping[str, Way] = {
    **{f"below {name}": _headed(head) for name, head in WROTE.items()},
    **{f"marked with {mark!r}": _marked(mark) for mark in MARKS},
    "translated first line": _headed(LANGUAGES),
    "broken at 60": _wrapped(60),
    "broken at 40": _wrapped(40),
    "broken at 30, marked": _wrapped(30, "> "),
    "broken at 20": _wrapped(20),
    "joined, broken at 65": _joined(65),
    "joined, broken at 25": _joined(25),
    "in one line": _joined(100_000),
    "no blanks at the end": _spelt(str.rstrip),
    "blanks at the end": _spelt(lambda line: line + "   "),
    "blanks that do not break": _spelt(lambda line: line.replace(" ", "\xa0")),
    "blanks nobody sees": _spelt(lambda line: line.replace(" ", "\u200b \u200b")),
    "tabs": _spelt(lambda line: line.replace("  ", "\t")),
    "soft hyphens": _spelt(lambda line: re.sub(r"(\w{4})(?=\w)", "\\1\xad", line)),
    "capitals": _spelt(str.upper),
    "wide letters": _spelt(lambda line: line.translate({code: code + 0xFEE0 for code in range(33, 127)})),
    "in columns of HTML entities": _spelt(lambda line: escape(line).replace(" ", "&nbsp;")),
    "no empty lines": _lines(lambda lines: [line for line in lines if line.strip()]),
    "empty lines between": _lines(lambda lines: [each for line in lines for each in (line, "")]),
    "without drawings": _lines(lambda lines: [line for line in lines if len(line.split()) > 3]),
    "without its beginning": _lines(lambda lines: lines[len(lines) // 3 :]),
    "its second half": _lines(lambda lines: lines[len(lines) // 2 :]),
    "its first half": _lines(lambda lines: lines[: len(lines) // 2]),
    "quoted-printable, undone by nobody": _lines(
        lambda lines: encodestring("\n".join(lines).encode(), quotetabs=True).decode().splitlines()
    ),
    "quoted-printable with its breaks": _lines(
        lambda lines: encodestring("\n".join(lines).encode()).decode().splitlines()
    ),
    "base64, undone by nobody": _lines(lambda lines: encodebytes("\n".join(lines).encode()).decode().splitlines()),
    "latin-1": _named("iso-8859-1"),
    "koi8-r": _named("koi8-r"),
    "windows-1251": _named("windows-1251"),
    "no charset at all": _named("x-unknown"),
    "named utf-16": _named("utf-16le"),
    "named utf-32": _named("utf-32"),
    "named ebcdic": _named("cp037"),
    "really utf-16": _named("utf-8", "utf-16"),
    "really utf-16 without a mark": _named("us-ascii", "utf-16le"),
    "really utf-7": _named("us-ascii", "utf-7"),
    "HTML without a quotation": _html(str),
    "HTML below a heading": _html(lambda inside: f"<p>Пн, 1 янв. 2024, Sheepfold:</p><div>{inside}</div>"),
    "HTML in a table": _html(lambda inside: f"<table><tr><td>{inside}</td></tr></table>"),
    "HTML in spans": _html(_words_apart),
    "HTML with blanks that do not break": _html(lambda inside: re.sub(r" (?![^<]*>)", "&nbsp;", inside)),
    "HTML shown as text": lambda letter, own: (PLAIN, _body(own, letter.html.partition("<main>")[2])),
}
