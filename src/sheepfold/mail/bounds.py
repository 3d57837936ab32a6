"""How much of a mail is parsed: bounds that a linear scan of its bytes checks before any parser sees it.

Python's parser asks for every line whether it ends any of the parts that are open, and looks headers up one by one: its
time goes with lines times depth. Within these bounds that is less than a second.
"""

from __future__ import annotations

from typing import Final

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
