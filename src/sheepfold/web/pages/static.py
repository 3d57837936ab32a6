"""Static files: read once, named by what is in them, kept by browsers for good."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from sheepfold.core.drawing.pen import SYMBOLS, symbols
from sheepfold.core.drawing.svg import SPACE
from sheepfold.games import SHELF, Shelf

SPRITE: Final = "beasts.svg"
"""Every drawing of the house in one file, fetched once and used by all pages."""
FOLDER: Final = Path(__file__).parent.parent / "static"
MEDIA: Final = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
FOR_GOOD: Final = "public, max-age=31536000, immutable"


@dataclass(frozen=True, slots=True)
class StaticFiles:
    """All files, plain and compressed, under one address that changes when any of them does."""

    version: str
    files: dict[str, tuple[bytes, bytes]]

    def optional(self, name: str) -> str | None:
        """The address of a file that need not be there."""
        return self.url(name) if name in self.files else None

    def url(self, name: str) -> str:
        """The address of a file. Modules that import each other by relative addresses stay within one version."""
        return f"/static/{self.version}/{name}"


@cache
def shelf() -> StaticFiles:
    """The files of the package and the drawings made by it. Kept: they are read and compressed once."""
    found = {str(path.relative_to(FOLDER)): path.read_bytes() for path in FOLDER.rglob("*") if path.suffix in MEDIA}
    own = ((f"games/{address}", file) for address, file in page_files(SHELF) if Path(file.name).suffix in MEDIA)
    found |= {name: file.read_bytes() for name, file in own}
    found |= {
        SPRITE: f'<svg xmlns="{SPACE}">{symbols()}</svg>'.encode(),
        "icon.svg": f'<svg xmlns="{SPACE}" viewBox="0 0 48 48">{SYMBOLS["crest"][1]}</svg>'.encode(),
    }
    stamp = blake2b(digest_size=6)
    for name in sorted(found):
        stamp.update(name.encode() + found[name])
    return StaticFiles(stamp.hexdigest(), {name: (body, gzip.compress(body, mtime=0)) for name, body in found.items()})


def page_files(shelf: Shelf) -> Iterator[tuple[str, Traversable]]:
    """What the games bring along for their pages, by its address below ``games/``."""
    for name in shelf:
        folder = shelf.folder(name)
        page = None if folder is None else folder.joinpath("page")
        if page is not None and page.is_dir():
            yield from ((f"{name}/{file.name}", file) for file in page.iterdir() if file.is_file())


async def serve(request: Request) -> Response:
    """A file by name. An old version's address still gives the file as it is now, only not for good."""
    request.scope["sheepfold.route"] = "/static"
    found = shelf()
    name = request.path_params["name"]
    if name not in found.files:
        return Response("There is no such file.", 404, media_type="text/plain")
    plain, packed = found.files[name]
    current = request.path_params["version"] == found.version
    return sent(request, plain, packed, MEDIA[Path(name).suffix], FOR_GOOD if current else "no-cache")


def sent(request: Request, plain: bytes, packed: bytes, media: str, kept: str) -> Response:
    """A file, compressed for those who can read that. ``kept``: for how long browsers keep it."""
    headers = {"cache-control": kept, "vary": "accept-encoding"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(plain, headers=headers, media_type=media)
    return Response(packed, headers=headers | {"content-encoding": "gzip"}, media_type=media)
