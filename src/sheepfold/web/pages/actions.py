"""What is done at a table beside moving: offers, giving up, leaving, talk, notes, moves kept ready.

Every action is a plain form, so it works without any script; where scripts run, the page sends the same form
and stays where it is.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from urllib.parse import quote

from starlette.responses import Response

from sheepfold.bots import known_bot
from sheepfold.play.errors import BadRequest, Forbidden, NotNow
from sheepfold.play.terms import Conditional, OfferKind, Status, TableId, UserId
from sheepfold.web.pages.phrases import SURE
from sheepfold.web.pages.visit import Visit, page, whole


def _who(visit: Visit) -> tuple[TableId, UserId]:
    """The table that the address names, and who acts. Raises Forbidden for a nameless visitor."""
    if visit.user_id is None:
        raise Forbidden("Take a seat first.")
    return visit.request.path_params["table"], visit.user_id


def _back(visit: Visit, more: str = "") -> Response:
    """To the table again, with the invitation of who only looks on."""
    invite = visit.form.get("invite", "")
    more = more or (f"?invite={quote(invite, safe='')}" if invite else "")
    return visit.go(f"/table/{visit.request.path_params['table']}{more}")


@page
async def why(visit: Visit) -> Response:
    """Why the bot made its last move."""
    table, invite = visit.request.path_params["table"], visit.request.query_params.get("invite") or None
    reason = await visit.service.counsel.why(table, visit.user_id, invite)
    info = await visit.service.info(table, visit.user_id, invite)
    return visit.render("why.html", reason=reason, who=info.names[reason.seat], table=table, invite=invite)


@page
async def advice(visit: Visit) -> Response:
    """What a strong bot would do in the visitor's place, with a button that does it."""
    table, user = _who(visit)
    found = await visit.service.counsel.advice(table, user)
    info = await visit.service.info(table, user)
    return visit.render("advice.html", advice=found, adviser=known_bot(info.terms.game, found.bot), table=table)


# -- offers ------------------------------------------------------------------------------------


def offer_kind(word: str) -> OfferKind:
    """What the word names. Raises BadRequest."""
    try:
        return OfferKind(word)
    except ValueError:
        raise BadRequest("What can be offered is a draw, an undo, a takeover or a rematch.") from None


@page
async def offer(visit: Visit) -> Response:
    """Propose something to the others."""
    table, user = _who(visit)
    await visit.count("chat")
    kind, about = offer_kind(visit.form.get("kind", "")), whole(visit.form.get("about", "")) or None
    await visit.service.offer(table, user, kind, about, visit.form.get("bot", ""))
    return await _onward(visit, table, user, kind)


@page
async def answer(visit: Visit) -> Response:
    """Accept what is offered, decline it, or withdraw one's own."""
    table, user = _who(visit)
    kind = offer_kind(visit.form.get("kind", ""))
    await visit.service.answer(table, user, kind, visit.form.get("accept", "") == "yes")
    return await _onward(visit, table, user, kind)


async def _onward(visit: Visit, table: TableId, user: UserId, kind: OfferKind) -> Response:
    """Whoever asked for another game, or agreed to it, is taken there as soon as it is set up."""
    following = (await visit.service.info(table, user)).rematch if kind is OfferKind.REMATCH else None
    return _back(visit) if following is None else visit.go(f"/table/{following}")


# -- what cannot be taken back -----------------------------------------------------------------


async def _surely(visit: Visit, what: str, act: Callable[[TableId, UserId], Awaitable[object]]) -> Response:
    """Ask once more, unless the form says that this was done already."""
    table, user = _who(visit)
    if visit.form.get("sure", "") != "yes":
        return visit.render("sure.html", table=table, what=what, question=SURE[what])
    await act(table, user)
    return _back(visit)


@page
async def resign(visit: Visit) -> Response:
    return await _surely(visit, "resign", visit.service.resign)


@page
async def abort(visit: Visit) -> Response:
    return await _surely(visit, "abort", visit.service.abort)


@page
async def leave(visit: Visit) -> Response:
    """Give up the seat; before the game begins that is no great matter."""
    table, user = _who(visit)
    await visit.count("seats")
    if (await visit.service.info(table, user)).status is not Status.WAITING:
        return await _surely(visit, "leave", visit.service.leave)
    await visit.service.leave(table, user)
    return visit.go("/")


# -- moves kept ready --------------------------------------------------------------------------

NOTHING_WRITTEN = "Write the move that is to be kept ready, just as you would type it in your turn."
YOUR_TURN = "It is your turn, so nothing was kept ready: play your move on the board."
CHANGED = "Your moves kept ready have changed meanwhile, so nothing was done. Look at them again."


@page
async def ready(visit: Visit) -> Response:
    """One more move kept ready, one less, or none at all."""
    table, user = _who(visit)
    kept = await visit.service.queue(table, user)
    fresh = changed(kept, visit.form)
    position = (await visit.service.look(table, user)).position
    if len(fresh) > len(kept) and position.seat in position.to_move:
        raise NotNow(YOUR_TURN)  # it would be tried at once, and dropped without a word if it does not fit
    await visit.service.set_queue(table, user, fresh)
    return _back(visit, "?ready=open#ready")


def changed(kept: Sequence[Conditional], form: Mapping[str, str]) -> tuple[Conditional, ...]:
    """The moves kept ready as the form wants them. ``at`` says which place the sender saw: a form that was sent
    twice, or from an older page, changes nothing. Raises BadRequest or NotNow."""
    text, when, at = _line(form, "move"), _line(form, "when"), whole(form.get("at", ""))
    match form.get("do", ""):
        case "keep":
            if not text:
                raise BadRequest(NOTHING_WRITTEN)
            if at != len(kept):
                raise NotNow(CHANGED)
            return (*kept, Conditional(text, when))
        case "drop":
            if at >= len(kept) or kept[at].text != text:
                raise NotNow(CHANGED)
            return (*kept[:at], *kept[at + 1 :])
        case "clear":
            return ()
    raise BadRequest("Moves can be kept ready, dropped one by one, or cleared.")


def _line(form: Mapping[str, str], name: str) -> str:
    """A field as one line."""
    return " ".join(_clean(form.get(name, "")).split())


def _clean(text: str) -> str:
    """Without control characters, which terminals choke on; line breaks and tabs stay."""
    return "".join(sign for sign in text if sign in "\n\t" or (sign >= " " and sign != "\x7f"))


# -- talk and notes ----------------------------------------------------------------------------


@page
async def say(visit: Visit) -> Response:
    """Say something, to the table or in the gallery."""
    table, user = _who(visit)
    await visit.count("chat")
    await visit.service.say(table, user, _line(visit.form, "text"), visit.key, visit.form.get("invite") or None)
    return _back(visit)


@page
async def note(visit: Visit) -> Response:
    """Keep a private note."""
    table, user = _who(visit)
    await visit.service.set_note(table, user, _clean(visit.form.get("text", "")))
    return _back(visit)
