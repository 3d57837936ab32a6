"""Who speaks: a door's own proof, a password, or a token in its place."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from sheepfold.command.forms import Verb
from sheepfold.command.sender import Counting, Sender
from sheepfold.command.striking import TOKEN
from sheepfold.command.syntax import Understood, parse
from sheepfold.play.errors import Forbidden, NotFound
from sheepfold.play.people.users import LONGEST, User, name_key
from sheepfold.play.service import Service
from sheepfold.play.terms import UserId

ACCOUNT: Final = ("change", "signoff")
"""What a token may do only if it was made for that, and nobody without their password."""
FOR_ALL: Final = ("preview",)
"""What anybody may ask for, though some need to say who they are."""
LOOKING: Final = ("showas",)
MOST_NAMES: Final = 12
"""Words of a line that are looked up."""
_TOKEN: Final = re.compile(TOKEN + "[A-Za-z0-9_-]{20,100}")
WRONG: Final = "The userid or the password is wrong."


class Unproven(Forbidden):
    """A userid and a password that do not belong together."""


class Unasked(Forbidden):
    """A command of somebody whose address alone is known, which anybody can write: they must be asked first."""

    def __init__(self, user: UserId) -> None:
        super().__init__("That needs your password, or a token: write your name as USERID:PASSWORD.")
        self.user = user


async def holder(service: Service, line: str) -> UserId | None:
    """Whose living token stands in a line; None: nobody's."""
    written = _TOKEN.search(line)
    found = None if written is None else await service.credentials.token(written[0])
    return None if found is None else found[0].id


async def understood(service: Service, sender: Sender, form: Verb, game: str | None, words: list[str]) -> Understood:
    """The words in their places: whether userid and password are among them. Raises NotUnderstood."""
    if form.name == "seek" and sender.user is None and not words:
        return parse(form, game, words, proof=False)
    left_out = (may_leave_out(sender, form) or form.name in FOR_ALL) and not await _given(service, form, words)
    return parse(form, game, words, proof=not left_out)


def may_leave_out(sender: Sender, form: Verb) -> bool:
    """Whether the sender may leave userid and password out of a command that has them."""
    return sender.user is not None and form.proof is not None and "new" not in form.shape and form.name not in ACCOUNT


async def _given(service: Service, form: Verb, words: list[str]) -> bool:
    """Whether somebody who could leave them out gave a userid and a password: the name of an account, and what is
    none."""
    plain = [word for word in words if not form.is_option(word)]
    at = form.proof or 0
    if len(plain) < len(form.shape) + 1 + form.least:
        return False
    return await _is_account(service, plain[at]) and not await _is_account(service, plain[at + 1])


async def _is_account(service: Service, name: str) -> bool:
    try:
        await service.accounts.user_named(name)
    except NotFound:
        return False
    return True


async def accounts_among(service: Service, words: Sequence[str]) -> frozenset[str]:
    """Those of the first words that are names of accounts, also before a colon."""
    likely = {name for word in words[:MOST_NAMES] if len(name := word.partition(":")[0]) <= LONGEST}
    return frozenset([name for name in likely if await _is_account(service, name)])


async def speaker(service: Service, sender: Sender, counting: Counting, asked: Understood) -> User | None:
    """Who gives the command; None: nobody needs to know. Raises Unproven, TooMany."""
    if "who" not in asked.form.shape:
        return None if sender.user is None else await service.accounts.user(sender.user)
    if not asked.name:
        return None if sender.user is None else await service.accounts.user(sender.user)
    return await proven(service, sender, counting, asked.form, asked.name, asked.secret)


async def proven(service: Service, sender: Sender, counting: Counting, form: Verb, name: str, secret: str) -> User:
    """Whose name and password, or token in its place, these are. Raises Unproven, TooMany."""
    if not secret.startswith(TOKEN):
        return await _by_password(counting, name, secret)
    found = await service.credentials.token(secret, sender.client)
    if found is None or name_key(found[0].name) != name_key(name):
        return await _by_password(counting, name, secret)  # counted, and as slow as any wrong password
    user, scopes = found
    wanted = ("account",) if form.name in ACCOUNT else ("play", "mail")
    wanted = (*wanted, "read") if form.name in LOOKING else wanted
    if not set(wanted) & set(scopes):
        raise Unproven("This token was not made for that: use one that may play, or your password.")
    return user


async def _by_password(counting: Counting, name: str, password: str) -> User:
    try:
        return await counting.log_in(name, password)
    except Forbidden as error:
        closed = "closed" in str(error)
        raise Unproven(str(error) if closed else WRONG) from None
