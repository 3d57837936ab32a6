"""The form of a table in which pages hold it, and what leads from one form to the next.

A form is all that a page shows of a table beside what was told and said: pieces of the page, the data that its scripts
work with, and the board. Its ``mark`` is made of its contents, so that a page can tell any server which form it has.
What several viewers see alike is worked out once, and so is what leads them all from one form to the next.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from math import inf
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from sheepfold.core.contract import Seat
from sheepfold.core.duel import DuelView
from sheepfold.core.face import Face
from sheepfold.core.look.change import difference, for_page
from sheepfold.core.look.scene import Scene
from sheepfold.core.look.svg import svg
from sheepfold.core.memory import Memory
from sheepfold.play.service import Service
from sheepfold.play.terms import Own, Position, Sight, TableId, TableInfo
from sheepfold.web.heavy import Heavy
from sheepfold.web.pages.edits import Edit, edits, patch, wording
from sheepfold.web.pages.faces import Faces
from sheepfold.web.pages.page_model import PageModel
from sheepfold.web.pages.rendering import sprite_url
from sheepfold.web.problems import TooOften
from sheepfold.web.wire import encode

KEPT: Final = 1024
"""Forms that are remembered, for viewers who come and for pages whose line broke."""
VIEWERS: Final = 3
"""How many different boards of a table are seen at once, as a rule: two seats', and what spectators see."""
QUICK: Final = 0.001
"""Seconds of work that the event loop may be kept from everything else."""


@dataclass(frozen=True, slots=True)
class Form:
    """One table for one viewer at one time."""

    table: TableId
    mark: str
    """Made of its contents, and of nothing else."""
    data: Mapping[str, Any]
    """What the page's scripts work with."""
    regions: Mapping[str, str]
    """Pieces of the page by the name of their place."""
    picture: Scene | None
    """The board; None: it is one of the pieces."""
    digests: Mapping[str, bytes]
    """Of the pieces: what stays need not be looked at again for the next mark."""

    def html(self, name: str) -> Markup:
        """A piece of the page."""
        return Markup(self.regions[name])


PEOPLE: Final = ("offers", "ready", "actions")
"""The pieces that seldom change."""


class Unfolded(NamedTuple):
    """What somebody has opened on a page: it is only made for those who did."""

    text: bool = False
    """The board as text."""
    aids: bool = False
    """What could be worked out, where the table allows it."""


FOLDED: Final = Unfolded()


class _Key(NamedTuple):
    """For whom a form is: all for whom this is the same see the same."""

    table: TableId
    seat: Seat | None
    hidden: bool
    unfolded: Unfolded


class _Kind(NamedTuple):
    """Which forms take about as long."""

    game: str
    new: bool
    """Whether most of it has to be made anew: it is the first, a round is over, or all is."""
    unfolded: Unfolded


class _Source(NamedTuple):
    """What a form was made of."""

    position: Position
    info: TableInfo
    own: Own | None


class Forms:
    """One per process. Forms are made where they cost the event loop nothing that anybody could feel."""

    def __init__(self, service: Service, faces: Faces, drawing: Heavy) -> None:
        self._service, self._faces, self._drawing = service, faces, drawing
        self._latest: Memory[_Key, tuple[_Source, Form]] = Memory(KEPT)
        self._known: Memory[tuple[TableId, str], Form] = Memory(KEPT)
        self._pictures: Memory[TableId, tuple[Any, Scene | None]] = Memory(KEPT)
        self._drawn: Memory[TableId, tuple[Scene | None, ...]] = Memory(KEPT)
        self._around: Memory[tuple[Hashable, ...], tuple[TableInfo, str]] = Memory(len(PEOPLE) * KEPT)
        self._fixed: Memory[tuple[int, Seat | None, Face], tuple[TableInfo, dict[str, Any]]] = Memory(KEPT)
        self._passages: Memory[tuple[TableId, str, str], bytes] = Memory(KEPT)
        self._changes: Memory[tuple[int, int], tuple[Scene, Scene, dict[str, Any]]] = Memory(KEPT)
        self._making: dict[_Key, tuple[_Source, asyncio.Task[Form]]] = {}
        self._seconds: dict[_Kind, float] = {}
        """How long it takes to make a form of each kind, in the mean; of the first, which loads templates, unknown."""

    async def of(self, sight: Sight, payer: str, unfolded: Unfolded = FOLDED) -> Form:
        """The form of what is seen, with what is ``unfolded``. ``payer``: whose address pays if it takes long. Raises
        TooOften."""
        seat = sight.position.seat if sight.own is None else sight.own.seat
        key, source = _Key(sight.info.id, seat, sight.hidden, unfolded), _Source(sight.position, sight.info, sight.own)
        latest = self._latest.get(key)
        if latest is not None and latest[0] == source:
            return latest[1]
        game, before = sight.info.terms.game, None if latest is None else latest[1]
        new = latest is None or _chapter(latest[0].position) != _chapter(sight.position)
        kind = _Kind(game, new, unfolded)

        def make() -> Form:
            begun = time.thread_time()
            made = self._faces.shown(
                game, lambda: self._made(PageModel(self._service, self._faces, sight), unfolded, before)
            )
            taken = time.thread_time() - begun
            self._seconds[kind] = 0.9 * self._seconds.get(kind, taken) + 0.1 * taken
            self._latest.keep(key, (source, made))
            return self._known.keep((made.table, made.mark), made)

        if self._seconds.get(kind, inf) <= QUICK:
            return make()
        making = self._making.get(key)
        if making is None or making[0] != source:
            work = asyncio.create_task(self._drawing.run(payer, make))
            making = self._making[key] = source, work
            work.add_done_callback(lambda _: self._making.pop(key, None))
        try:
            return await asyncio.shield(making[1])
        except TooOften:  # of whoever asked for it first
            return await self._drawing.run(payer, make)

    def known(self, table: TableId, mark: str) -> Form | None:
        """The form of that mark, if it was made here not long ago."""
        return self._known.get((table, mark))

    def _made(self, model: PageModel, unfolded: Unfolded, before: Form | None) -> Form:
        regions = {name: self._beside(model, name) for name in PEOPLE}
        regions |= {name: model.region(name) for name in _regions(model)}
        if model.face.tab:
            regions["panel"] = model.panel(unfolded.aids)
        if unfolded.text:
            regions["text"] = model.region("text")
        data = self._fixed_data(model) | model.data()
        digests = {name: _digest(name, piece, model.info.id, before) for name, piece in regions.items()}
        said = encode(data).replace(model.info.id.encode(), b"")
        mark = blake2b(b"".join((said, *digests.values())), digest_size=9).hexdigest()
        if before is not None and before.mark == mark:
            return before
        return Form(model.info.id, mark, data, regions, self._picture(model), digests)

    def _fixed_data(self, model: PageModel) -> dict[str, Any]:
        """The fields of the data that stay as long as the table's card does."""
        key = id(model.info), model.seat, model.face
        kept = self._fixed.get(key)  # it holds the card, so that no other can have its number
        if kept is None:
            kept = self._fixed.keep(key, (model.info, model.fixed()))
        return kept[1]

    def _beside(self, model: PageModel, name: str) -> str:
        """A piece that stays as it is, or comes again, as long as nobody sits down, leaves or proposes anything."""
        key = name, id(model.info), *model.made_of(name)
        kept = self._around.get(key)  # it holds the card, so that no other can have its number
        if kept is None:
            kept = self._around.keep(key, (model.info, model.region(name)))
        return kept[1]

    def _picture(self, model: PageModel) -> Scene | None:
        """The board; where nothing is hidden it is drawn once for all seats, and elsewhere compared once for all who
        see the same."""
        if model.face.own_stage:
            return None
        if model.game.hides:
            drawn, latest = model.picture, self._drawn.get(model.info.id) or ()
            if drawn not in latest:
                self._drawn.keep(model.info.id, (drawn, *latest[: VIEWERS - 1]))
            return next((scene for scene in latest if scene == drawn), drawn)
        number, kept = (model.position.number, model.info), self._pictures.get(model.info.id)
        if kept is None or kept[0] != number:
            kept = self._pictures.keep(model.info.id, (number, model.picture))
        return kept[1]

    # -- as they are sent ----------------------------------------------------------------------

    def whole(self, form: Form, drawn: bool) -> bytes:
        """All of it as JSON; ``drawn``: the page has the board already, and only needs to know its pieces."""
        found: dict[str, Any] = {"to": form.mark, "data": form.data, "regions": form.regions}
        if form.picture is not None and not drawn:
            found["svg"] = svg(form.picture, sprite_url())
        return encode(found)

    def passage(self, before: Form, after: Form) -> bytes:
        """What leads from one form to another, as JSON; where the board is drawn in another way, all of the other."""
        if (before.picture is None) != (after.picture is None):  # a face broke, and was put aside
            return self.whole(after, drawn=False)
        marks = after.table, before.mark, after.mark
        return self._passages.get(marks) or self._passages.keep(marks, self._led(before, after))

    def _led(self, before: Form, after: Form) -> bytes:
        old, new = before.regions, after.regions
        regions: dict[str, list[Edit] | str | None] = {
            name: edits(old[name], text) if name in old else text for name, text in new.items() if old.get(name) != text
        }
        regions |= {name: None for name in old if name not in new}
        found = {
            "from": before.mark,
            "to": after.mark,
            "data": patch(before.data, after.data),
            "regions": regions,
            "scene": self._change(before.picture, after.picture),
        }
        return encode({name: value for name, value in found.items() if value})

    def _change(self, before: Scene | None, after: Scene | None) -> dict[str, Any]:
        """What changed on the board; the same for all who see the same board."""
        if before is None or after is None or before is after:
            return {}
        pair = id(before), id(after)
        kept = self._changes.get(pair)  # it holds both pictures, so that no others can have their numbers
        if kept is None:
            found = for_page(difference(before, after), sprite_url())
            for words in ("title", "description"):  # whole sentences, of which mostly a number changes
                if words in found:
                    found[words] = wording(getattr(before, words), getattr(after, words))
            kept = self._changes.keep(pair, (before, after, found))
        return kept[2]


def _chapter(position: Position) -> tuple[int | None, int, bool]:
    """What stays the same while little of a page changes from move to move."""
    view = position.view
    rounds = len(view.rounds) if isinstance(view, DuelView) else 0
    return position.prompt.round, rounds, position.outcome is None


def _digest(name: str, piece: str, table: TableId, before: Form | None) -> bytes:
    if before is not None and before.regions.get(name) == piece:
        return before.digests[name]
    return blake2b(piece.replace(table, "").encode(), digest_size=9, person=name.encode()).digest()


def _regions(model: PageModel) -> list[str]:
    """The pieces of a page that change with the position, whatever is unfolded."""
    return [
        "plates",
        "facts",
        "interlude",
        *(["stage"] if model.face.own_stage else []),
        *(["guide", "steps"] if model.guide is not None else []),
    ]
