"""A table as one viewer sees it, ready to be rendered: plates, board, prompt, panel, what happened."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import cached_property
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from sheepfold.bots import KnownBot, known_bot
from sheepfold.core.contract import Seat
from sheepfold.core.duel import DuelView
from sheepfold.core.face import Face, Fact, Pieces
from sheepfold.core.interlude import Interlude
from sheepfold.core.look.scene import Scene
from sheepfold.core.look.svg import still, svg
from sheepfold.core.memory import Beside
from sheepfold.core.progress import AnyGame
from sheepfold.core.verdict import board_text, ending, verdict
from sheepfold.play.counsel import silence
from sheepfold.play.service import Service
from sheepfold.play.terms import Choices, Conditional, OfferKind, OpenOffer, SeatClock, SeatInfo, Sight, Status
from sheepfold.web.pages import static
from sheepfold.web.pages.anchors import anchor
from sheepfold.web.pages.faces import Faces
from sheepfold.web.pages.guiding import Guide, guide
from sheepfold.web.pages.rendering import pieces, put_together, sprite_url, template

LOW: Final = {"live": 30.0, "days": 86_400.0}
"""Below so many seconds a clock is called low."""


class Plate(NamedTuple):
    """A seat as its ear tag shows it."""

    seat: Seat
    kind: str
    left: bool
    """Whether whoever sat there has gone."""
    name: str
    role: str
    head: str
    you: bool
    turn: bool
    seconds: float | None
    """What is left on the clock; None: there is none."""
    running: bool
    low: bool
    score: str
    bot: KnownBot | None
    """Which, if one sits there."""


class PageModel:
    """Everything the table page shows. ``hidden``: the viewer's own secrets are left out, for shared screens.

    ``late``: seconds since the clocks were set; 0 leaves it to the page's script to let them run on.
    """

    def __init__(self, service: Service, faces: Faces, sight: Sight, late: float = 0.0) -> None:
        self.service, self.faces, self.late = service, faces, late
        self.update, self.position, self.info, self.own = sight.update, sight.position, sight.info, sight.own
        self.last, self.hidden, self.opened = sight.last, sight.hidden, sight.opened
        self.game: AnyGame = service.game(sight.info.terms.game)
        self.names: Mapping[Seat, str] = sight.info.names

    @property
    def face(self) -> Face:
        """How the game is shown; a broken face is put aside while the page is made."""
        return self.faces.of(self.game.name)

    @property
    def view(self) -> Any:
        return self.position.view

    @property
    def now(self) -> Any:
        """The view of the round being played; None while bids are made."""
        return self.view.now if isinstance(self.view, DuelView) else self.view

    @property
    def over(self) -> bool:
        return self.info.status is Status.OVER

    @property
    def seat(self) -> Seat | None:
        """Where the viewer sits; None: a spectator."""
        return None if self.own is None else self.own.seat

    @property
    def choices(self) -> Choices | None:
        return None if self.own is None else self.own.choices

    @property
    def turn(self) -> bool:
        """Whether the game waits for the viewer."""
        return self.choices is not None and self.seat in self.position.to_move

    @property
    def left(self) -> bool:
        """Whether the viewer has left the seat and could come back."""
        return self.own is not None and not self.over and self.info.seats[self.own.seat - 1].left

    @property
    def others(self) -> list[SeatInfo]:
        """The people at the table beside the viewer, also those who left."""
        return [seat for seat in self.info.seats if seat.user is not None and seat.seat != self.seat]

    @property
    def voters(self) -> list[SeatInfo]:
        """Whom else an offer of the viewer needs."""
        return [seat for seat in self.others if not seat.left]

    @property
    def deserted(self) -> list[SeatInfo]:
        """Seats for which the viewer could propose a bot."""
        standing = any(offer.kind is OfferKind.TAKEOVER for offer in self.info.offers)
        if self.own is None or self.over or self.left or standing or not self.bots:
            return []
        return [seat for seat in self.others if seat.left]

    @property
    def rematch_offer(self) -> OpenOffer | None:
        """That another game was proposed, if it was."""
        return next((offer for offer in self.info.offers if offer.kind is OfferKind.REMATCH), None)

    @property
    def may_ask_why(self) -> bool:
        """Whether a bot here would say why it moved: nothing is hidden, and the result does not count."""
        bots = any(seat.kind == "bot" for seat in self.info.seats)
        return bots and not self.over and not silence(self.info.status, self.game.hides, self.info.rated)

    @property
    def adviser(self) -> str:
        """Who would advise the viewer, as people call them; nobody at some tables."""
        found = self.service.counsel.adviser(self.game, self.info.terms, self.info.rated)
        return "" if found is None else found.title

    @property
    def bots(self) -> tuple[str, ...]:
        return self.service.bots(self.game.name)

    @property
    def ready(self) -> tuple[Conditional, ...]:
        """The viewer's moves kept ready."""
        return () if self.own is None else self.own.ready

    @property
    def keeps_ready(self) -> bool:
        """Whether moves may be kept ready: only who waits for people, and does not hide secrets, has a use for it."""
        return self.own is not None and bool(self.others) and not (self.over or self.left or self.hidden)

    @cached_property
    def _plate_names(self) -> Mapping[Seat, str]:
        return self.info.plate_names

    @cached_property
    def plates(self) -> list[Plate]:
        clocks = {clock.seat: clock for clock in self.position.clocks if clock.left is not None}
        return [self._plate(seat, clocks.get(seat.seat)) for seat in self.info.seats]

    def _plate(self, seat: SeatInfo, clock: SeatClock | None) -> Plate:
        number, view, face = seat.seat, self.view, self.face
        role = self.game.role(view, number) if view is not None else ""
        seconds = None if clock is None else self._by_now(clock)
        return Plate(
            seat=number,
            kind=seat.kind,
            left=seat.left,
            name=self._plate_names[number],
            role=role,
            head=face.heads.get(role, ""),
            you=number == self.seat,
            turn=number in self.position.to_move,
            seconds=seconds,
            running=clock is not None and clock.running,
            low=seconds is not None and seconds < LOW.get(self.info.terms.clock.kind, 0.0),
            score="" if view is None else face.score(view, number),
            bot=known_bot(self.game.name, seat.name) if seat.kind == "bot" else None,
        )

    def _by_now(self, clock: SeatClock) -> float:
        """What is left on a clock while the page is made."""
        left = clock.left or 0.0
        return max(0.0, round(left - self.late, 3)) if clock.running else left

    @property
    def headline(self) -> str:
        """Whose turn it is and what to do, or how it ended."""
        outcome = self.position.outcome
        if outcome is not None:
            return verdict(self.game, outcome, self.names, self.seat)
        if self.left:
            return "You have left. Come back to play on."
        if self.hidden:
            return "Your secrets are hidden. Show them again to move."
        return self.position.prompt.headline

    @property
    def detail(self) -> str:
        """The rest of the prompt, or what was told last."""
        if self.position.outcome is not None:
            return ""
        return self.position.prompt.detail or " ".join(self.last)

    @property
    def aids(self) -> bool:
        """Whether the viewer may be shown what could be worked out; never where the result counts."""
        return self.info.terms.aids and not self.info.rated and self.seat is not None and not self.hidden

    @cached_property
    def guide(self) -> Guide | None:
        """What a pupil is told; None at every table but that of a first game."""
        return guide(self.game, self.face.lesson, self.info, self.position, self.own)

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        return () if self.view is None else tuple(self.face.facts(self.view, self.names))

    @cached_property
    def picture(self) -> Scene | None:
        """The board, for a game that does not bring a stage of its own."""
        return None if self.face.own_stage else self.game.board(self.opened or self.view, self.names)

    @property
    def board(self) -> Markup:
        """The board as markup, its drawings taken from the sprite."""
        return Markup("" if self.picture is None else svg(self.picture, sprite_url()))

    @property
    def text(self) -> str:
        """The same in words."""
        return board_text(self.game, self.view, self.opened, self.names)

    def made_of(self, name: str) -> tuple[Hashable, ...]:
        """All that a piece which has to do with people is made of, with the table's card."""
        own = self.own
        match name:
            case "offers":
                return (self.seat,)
            case "ready":
                return self.seat, self.hidden, self.ready
            case "actions":
                return self.seat, self.hidden, own is not None and (own.begun, own.undo)
        raise AssertionError(name)

    @cached_property
    def interlude(self) -> Interlude | None:
        """The game or round that is over, or the end of it all; None while there is nothing to look back on."""
        if self.view is None:
            return None
        if self.position.outcome is not None:
            return ending(self.game, self.position.outcome, self.view, self.names, self.seat)
        return self.game.interlude(self.view, self.names)

    @property
    def past(self) -> Markup:
        """What an interlude is shown with: the board as it was at the end, or what the game brings for it."""
        if self.interlude is None or self.over:
            return Markup("")
        if own := self.face.past(self.view, self.names):
            return Markup(put_together(self.game.name, own))
        return Markup("" if self.interlude.board is None else _PAST.of_equal(self.interlude.board, _written))

    def region(self, name: str) -> str:
        """A piece of the page as scripts get it, who know the token for its forms."""
        if name == "interlude" and self.interlude is None:
            return ""
        match name:
            case "plates":
                return pieces("table/plate.html", self.plates)
            case "facts":
                return pieces("table/fact.html", self.facts)
            case "stage":
                return put_together(self.game.name, self._stage())
        return template(f"table/{name}.html").render(model=self, csrf="", open_ready=False, open_guide=False)

    def _stage(self) -> Pieces:
        if self.opened is None:
            return self.face.stage(self.view, self.names)
        return self.face.left(self.view, self.opened, self.names)

    def panel(self, unfolded: bool) -> str:
        """What stands beside the board; ``unfolded``: with what could be worked out."""
        aids = None if not self.aids else unfolded
        own = self.seat is not None and not self.over
        return put_together(self.game.name, self.face.panel(self.view, self.names, own=own, aids=aids))

    def fixed(self) -> dict[str, Any]:
        """What the browser's modules work with that stays as long as the table's card and the viewer's seat."""
        return {
            "table": self.info.id,
            "module": static.shelf().optional(f"games/{self.game.name}/table.js"),
            "marks": self.face.marks,
            "mark_words": dict(self.face.mark_words),
            "status": self.info.status.value,
            "seat": self.seat,
            "names": {str(seat): name for seat, name in self.names.items()},
            "rematch": self.info.rematch,
        }

    def data(self) -> dict[str, Any]:
        """What they work with beside that."""
        return {
            "number": self.update.position.number,
            "turn": self.turn,
            "hidden": self.hidden,
            "headline": self.headline,
            "detail": self.detail,
            "choices": None if self.choices is None else {"parts": self.choices.parts, "complete": False, "text": ""},
            "view": self.face.module(self.view),
            "section": anchor(self.face.section(self.view)),
            "ready": len(self.ready),
            "advised": None if self.guide is None else self.guide.advised,
        }


def _written(board: Scene) -> str:
    return still(board, sprite_url())


_PAST: Final[Beside[Scene, str]] = Beside(64)
"""Boards of rounds that are over, as long as somebody looks back on them."""
