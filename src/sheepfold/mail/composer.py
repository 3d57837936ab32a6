"""The process in which mails are written and drawn: letters in, mails out. Started by ``mail.composers``."""

from __future__ import annotations

import os
import pickle
import sys

from sheepfold.mail.compose import compose
from sheepfold.play.thinker import be_modest, read_frame, write_frame


def main() -> None:
    """Write letters until the pipe closes."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    be_modest()
    while (request := read_frame(sys.stdin.buffer)) is not None:
        write_frame(answers, compose(pickle.loads(request)))


if __name__ == "__main__":
    main()
