"""NumPy as the bots use it: on one thread, since their matrices are small and threads would wait for each other.

Nothing but a bot that is about to think may load this room.
"""

from __future__ import annotations

import os
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # read once, when NumPy is loaded for the first time

import numpy as np

__all__ = ["Array", "np"]

Array = np.ndarray[Any, Any]
