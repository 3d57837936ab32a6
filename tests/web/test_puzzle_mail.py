"""The link in a letter with the puzzle of the day."""

from __future__ import annotations

import pytest

from observer import Fold, Somebody

pytestmark = pytest.mark.anyio


async def test_the_link_of_a_letter_ends_puzzles_by_mail_and_nothing_else(new_database):
    async with Fold.open(new_database("sqlite")) as fold:
        await _ends(fold)


async def _ends(fold):
    service = fold.inside.state.site.service
    una = (await service.accounts.register("Una", "crook and bell", "una@mail.example")).id
    await service.addresses.confirm(await service.addresses.link("confirm", una))
    await service.mail_wishes.want_puzzles(una, wanted=True)
    path = f"/unsubscribe/puzzles/{await service.addresses.link('unsubscribe', una, 'puzzles')}"
    assert (await Somebody(fold).ask("GET", path)).status == 200
    assert (await service.accounts.user(una)).puzzle_mail
    assert (await Somebody(fold).ask("POST", path)).status == 200
    found = await service.accounts.user(una)
    assert (found.puzzle_mail, found.mail_wish) == (False, "each")
