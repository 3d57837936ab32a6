"""The process in which mails are written and drawn: letters in, mails out. Started by ``mail.composers``."""

from __future__ import annotations

import pickle

from sheepfold.mail.compose import compose
from sheepfold.mail.letter import Unwritten
from sheepfold.mail.workers import serve


def composed(request: bytes) -> bytes:
    """The mail; nothing, where the letter cannot be written."""
    try:
        return compose(pickle.loads(request))
    except Unwritten:
        return b""


if __name__ == "__main__":
    serve(composed)
