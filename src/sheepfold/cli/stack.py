"""Several pictures in one: the views of all seats, one above the other."""

from __future__ import annotations

import re
from collections.abc import Sequence

GAP = 16


def _size(picture: str) -> tuple[float, float]:
    """Width and height of an SVG document's drawing, from its viewBox."""
    found = re.search(r'viewBox="[-0-9.]+ [-0-9.]+ ([0-9.]+) ([0-9.]+)"', picture)
    return (float(found[1]), float(found[2])) if found else (800.0, 600.0)


def stacked(pictures: Sequence[str]) -> str:
    """One standalone SVG document with the others nested in it."""
    rows, top = [], 0.0
    width = max(_size(picture)[0] for picture in pictures)
    for picture in pictures:
        across, down = _size(picture)
        inner = picture[picture.index("<svg") :]
        head, rest = inner[: inner.index(">")], inner[inner.index(">") :]
        head = re.sub(r'\s(?:width|height|x|y)="[^"]*"', "", head)
        rows.append(f'{head} x="0" y="{top:g}" width="{across:g}" height="{down:g}"{rest}')
        top += down + GAP
    size = f'width="{width:g}" height="{top - GAP:g}" viewBox="0 0 {width:g} {top - GAP:g}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(rows)}</svg>'
