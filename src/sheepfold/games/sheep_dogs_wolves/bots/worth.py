"""What an animal adds to the score that is to be expected, by the class that it falls into and the tiles still to lay.

Learned from games of the search against itself: the score at the end, fitted to how many animals of each class there
were (``learn.py`` beside the tests). With an even number of tiles left the Sheep is to lay, else the Wolf.
"""

from __future__ import annotations

from typing import Final

LOST: Final = 0
SAVED: Final = 11
CLASSES: Final = 20
"""The classes of sheep, then those of wolves:

- 0: lost; 1 to 3: in danger of one wolf that can be scared from so many cells; 4 to 6: of several, by the one that is
  hardest to scare; 7 to 10: open to attack from one to four cells; 11: saved;
- 12: scared; 13 to 15: safe from dogs, with room for none, one or more sheep beside it; 16, 17: can be scared from one
  cell, with room for one sheep at most, or more; 18, 19: the same, from several cells.
"""

_LEARNED: Final = """
0.00 0.00 0.00 0.00 0.00 0.00 0.00 0.00 0.00 0.00 0.00 1.00 0.00 0.00 0.00 0.00 0.00 0.00 0.00 0.00 0.00
0.02 0.10 0.22 0.40 0.15 0.27 0.30 0.90 0.87 0.82 0.65 1.05 0.06 0.01 -0.03 -0.03 -0.01 -0.01 0.02 -0.01 -1.04
-0.09 0.30 0.49 0.40 0.11 0.26 0.30 0.84 0.80 0.72 0.65 0.96 0.06 0.01 -0.03 -0.04 -0.01 -0.01 0.01 0.02 1.96
0.02 0.10 0.19 0.40 0.14 0.25 0.30 0.92 0.88 0.83 0.65 1.07 0.06 0.02 -0.03 -0.03 -0.02 -0.01 0.02 0.00 -0.33
-0.09 0.30 0.49 0.40 0.11 0.25 0.30 0.84 0.80 0.73 0.65 0.97 0.06 0.03 -0.02 -0.04 -0.02 -0.01 0.00 0.02 2.66
0.02 0.10 0.17 0.40 0.18 0.24 0.30 0.91 0.88 0.83 0.65 1.08 0.06 0.03 -0.02 -0.03 -0.03 -0.01 0.00 0.01 0.72
-0.09 0.27 0.47 0.40 0.16 0.24 0.30 0.84 0.80 0.74 0.65 0.98 0.06 0.04 -0.02 -0.04 -0.03 -0.02 -0.01 0.02 3.48
0.00 0.15 0.15 0.40 0.18 0.25 0.30 0.90 0.87 0.83 0.65 1.09 0.06 0.05 -0.01 -0.04 -0.04 -0.03 -0.01 0.01 1.85
-0.09 0.28 0.45 0.40 0.17 0.25 0.30 0.82 0.79 0.74 0.65 0.99 0.06 0.06 -0.01 -0.05 -0.03 -0.03 -0.01 0.02 4.39
0.00 0.17 0.17 0.40 0.13 0.25 0.30 0.89 0.86 0.82 0.65 1.10 0.06 0.08 0.00 -0.05 -0.05 -0.04 0.00 0.00 2.91
-0.10 0.31 0.44 0.40 0.14 0.25 0.30 0.82 0.79 0.74 0.65 1.01 0.07 0.08 -0.01 -0.05 -0.04 -0.06 0.00 0.01 5.22
0.00 0.21 0.18 0.40 0.10 0.25 0.30 0.88 0.85 0.81 0.65 1.12 0.07 0.11 0.02 -0.05 -0.08 -0.07 0.01 -0.01 3.96
-0.10 0.38 0.42 0.40 0.12 0.23 0.30 0.81 0.77 0.74 0.65 1.02 0.08 0.12 0.00 -0.06 -0.06 -0.09 0.00 0.01 6.12
0.00 0.20 0.19 0.40 0.12 0.24 0.30 0.87 0.84 0.80 0.65 1.13 0.08 0.16 0.03 -0.05 -0.12 -0.09 0.00 -0.02 5.05
-0.10 0.42 0.38 0.40 0.13 0.21 0.30 0.80 0.77 0.74 0.65 1.03 0.09 0.15 0.01 -0.07 -0.10 -0.10 0.00 0.02 6.98
0.02 0.18 0.19 0.40 0.16 0.24 0.30 0.85 0.84 0.80 0.65 1.13 0.09 0.20 0.03 -0.06 -0.12 -0.11 0.00 -0.03 6.17
-0.09 0.44 0.35 0.40 0.15 0.19 0.30 0.79 0.78 0.74 0.65 1.05 0.12 0.21 0.01 -0.10 -0.16 -0.11 0.00 0.03 7.87
0.04 0.16 0.19 0.40 0.15 0.26 0.30 0.83 0.83 0.81 0.65 1.14 0.10 0.25 0.02 -0.08 -0.11 -0.14 0.00 -0.04 7.40
-0.07 0.41 0.32 0.40 0.13 0.21 0.30 0.80 0.79 0.73 0.65 1.07 0.14 0.26 -0.01 -0.12 -0.20 -0.08 0.00 0.02 8.86
0.08 0.18 0.20 0.40 0.19 0.26 0.30 0.82 0.78 0.75 0.65 1.15 0.13 0.29 0.07 -0.06 -0.13 -0.21 0.00 -0.10 8.81
-0.03 0.35 0.30 0.40 0.15 0.24 0.30 0.85 0.77 0.67 0.65 1.10 0.17 0.26 -0.05 -0.11 -0.15 -0.06 0.00 -0.05 10.13
0.17 0.24 0.27 0.40 0.20 0.26 0.30 0.84 0.65 0.61 0.65 1.17 0.19 0.27 0.11 -0.01 -0.13 -0.24 0.00 -0.20 10.42
0.02 0.29 0.29 0.40 0.18 0.25 0.30 0.91 0.76 0.62 0.65 1.09 0.21 0.18 -0.10 -0.12 -0.06 -0.03 0.00 -0.09 9.46
"""
"""A row for every number of tiles left, from none on: the classes in order, then what is to come."""
_PER_TILE: Final = 0.5
"""What every further tile adds in a longer game than was learned from: half of all sheep live."""


def table(most: int) -> list[tuple[float, ...]]:
    """A row for each number of tiles left, up to ``most``."""
    rows = [tuple(map(float, row.split())) for row in _LEARNED.split("\n") if row]
    *classes, to_come = rows[-1]
    return rows + [(*classes, to_come + _PER_TILE * more) for more in range(1, most + 2 - len(rows))]
