"""Who speaks: a door's own proof, a password, or a token in its place."""

from __future__ import annotations

from typing import Final

from sheepfold.command.forms import Verb
from sheepfold.command.sender import Counting, Sender
from sheepfold.command.striking import TOKEN
from sheepfold.command.syntax import Understood, parse
from sheepfold.play.errors import Forbidden, NotFound
from sheepfold.play.names import name_key
from sheepfold.play.service import Service
from sheepfold.play.users import User

ACCOUNT: Final = ("change", "signoff")
"""What a token may do only if it was made for that, and nobody without their password."""
LOOKING: Final = ("showas",)
WRONG: Final = "The userid or the password is wrong."


class Unproven(Forbidden):
    """A userid and a password that do not belong together."""


async def understood(service: Service, sender: Sender, form: Verb, game: str | None, words: list[str]) -> Understood:
    """The words in their places: whether userid and password are among them. Raises NotUnderstood."""
    if form.proof is None or "new" in form.shape or form.name in ACCOUNT:
        return parse(form, game, words, proof=True)
    if form.name == "seek" and sender.user is None and not words:
        return parse(form, game, words, proof=False)
    if sender.user is None or await _given(service, form, words):
        return parse(form, game, words, proof=True)
    return parse(form, game, words, proof=False)


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


async def speaker(service: Service, sender: Sender, counting: Counting, asked: Understood) -> User | None:
    """Who gives the command; None: nobody needs to know. Raises Unproven, TooMany."""
    if "who" not in asked.form.shape:
        return None if sender.user is None else await service.accounts.user(sender.user)
    if not asked.name:
        return None if sender.user is None else await service.accounts.user(sender.user)
    if not asked.secret.startswith(TOKEN):
        return await _by_password(counting, asked.name, asked.secret)
    found = await service.credentials.token(asked.secret, sender.whence)
    if found is None or name_key(found[0].name) != name_key(asked.name):
        return await _by_password(counting, asked.name, asked.secret)  # counted, and as slow as any wrong password
    user, scopes = found
    wanted = ("account",) if asked.form.name in ACCOUNT else ("play", "mail")
    wanted = (*wanted, "read") if asked.form.name in LOOKING else wanted
    if not set(wanted) & set(scopes):
        raise Unproven("This token was not made for that: use one that may play, or your password.")
    return user


async def _by_password(counting: Counting, name: str, password: str) -> User:
    try:
        return await counting.log_in(name, password)
    except Forbidden as error:
        closed = "closed" in str(error)
        raise Unproven(str(error) if closed else WRONG) from None
