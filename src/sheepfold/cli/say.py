"""What the command says: streams that take any character, one-line complaints, results in words."""

from __future__ import annotations

import io
import sys
import unicodedata


def forgiving_streams() -> None:
    """Let the standard streams show ``?`` for what they cannot show, instead of failing."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def safe(text: str) -> str:
    """Text from a stranger without characters that would steer the terminal."""
    return "".join("?" if unicodedata.category(c) in ("Cc", "Cf", "Cs") and c not in "\n\t" else c for c in text)


def complain(sentence: str) -> None:
    """One line on stderr."""
    sys.stderr.write(f"sheepfold: {' '.join(safe(sentence).split())}\n")
