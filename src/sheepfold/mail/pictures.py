"""Pictures as PNG, which every mail program shows. Takes a tenth of a second and never lets others run meanwhile: to be
called in a process of its own."""

from __future__ import annotations

from importlib.resources import files

import resvg_py

WIDTH = 640
FAMILY = "Source Sans Pro"


def png(document: str, width: int = WIDTH) -> bytes:
    """An SVG document without variables, its own paper, so that it can be read on any background."""
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
