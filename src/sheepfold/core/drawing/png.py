"""Pictures as PNG, for programs that show no SVG."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

WIDTH: Final = 640
FAMILY: Final = "Source Sans Pro"


def png(document: str, width: int = WIDTH) -> bytes:
    """The picture of an SVG document as PNG, on its own paper, so that it can be read on any background.

    Takes a tenth of a second and holds Python's lock: servers call it in a worker process.
    """
    import resvg_py  # only worker processes draw

    folder = files("font_source_sans_pro") / "files"
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=document,
            width=width,
            skip_system_fonts=True,
            font_files=[str(folder / f"SourceSansPro-{weight}.ttf") for weight in ("Regular", "Bold")],
            font_family=FAMILY,
            sans_serif_family=FAMILY,
            serif_family=FAMILY,
        )
    )
