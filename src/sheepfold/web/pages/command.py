"""The form for commands of play by mail: one line and a body in, the letter out."""

from __future__ import annotations

from typing import Final

from starlette.responses import Response

from sheepfold.command import Reply, Sender, obey
from sheepfold.play.people.users import User
from sheepfold.play.terms import UserId
from sheepfold.web.admission import PASSWORD, log_in
from sheepfold.web.pages.visit import Visit, page

PATIENCE: Final = 3.0
"""Seconds for which the reply waits for bots."""


class CountedForm:
    """Counts a form's commands as all other forms are counted, and has passwords paid for."""

    def __init__(self, visit: Visit) -> None:
        self._visit = visit

    async def log_in(self, name: str, password: str) -> User:
        await self._visit.pay(PASSWORD)
        return await log_in(self._visit.site, self._visit.request, name[:254], password[:200])

    async def count(self, what: str, user: UserId | None) -> None:
        if what == "sign-up":
            await self._visit.pay(PASSWORD)
        await self._visit.count(what)


@page("GET", "/command", cost=2)
async def form(visit: Visit) -> Response:
    return show(visit, "", "", None)


def show(visit: Visit, line: str, body: str, reply: Reply | None) -> Response:
    status = 200 if reply is None or reply.ok else 422
    return visit.render("command.html", status, line=line, body=body, reply=reply)


@page("POST", "/command", cost=40)
async def obeyed(visit: Visit) -> Response:
    """Carry out what was typed. What is wrong stays in the form, without its password."""
    line, body = " ".join(visit.form.get("line", "").split()), visit.form.get("body", "").replace("\r\n", "\n")
    sender = Sender("page", visit.user_id, client=visit.client, patience=PATIENCE, key=visit.key)
    reply = await obey(visit.service, sender, line, body, CountedForm(visit))
    return show(visit, reply.line, "" if reply.ok else body, reply)
