"""The process in which mails are written and drawn: letters in, mails out. Started by ``mail.composers``."""

from __future__ import annotations

import os
import pickle
import sys

from sheepfold.mail.compose import compose
from sheepfold.mail.letter import Unwritten
from sheepfold.play.thinker import be_modest, read_frame, write_frame


def main() -> None:
    """Write letters until the pipe closes; nothing, where one cannot be written."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    be_modest()
    while (request := read_frame(sys.stdin.buffer)) is not None:
        try:
            mail = compose(pickle.loads(request))
        except Unwritten:
            mail = b""
        write_frame(answers, mail)


if __name__ == "__main__":
    main()
