"""The mail on the page about play by mail is what the program sends."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mail.conftest import Post, confirmed

pytestmark = pytest.mark.anyio

PAGE = Path(__file__).parents[2] / "docs" / "mail.md"


async def test_the_mail_of_the_page_is_what_bob_gets(shelf_door: Post) -> None:
    door = shelf_door
    for old in (door.ann, door.bob):
        await door.service.accounts.delete(old)
    for name in ("ann", "bob"):
        await confirmed(door.service, name, f"{name}@example.org")
    await door.drop_all()
    await door.begin("ann@example.org", "mutton challenge -size=2 -num_sheep=4 -num_wolves=1 ann bob", "Have fun!")
    mail = next(mail for mail in await door.send() if mail.to == "bob@example.org")
    table = await door.service.boards.find(101)
    heads = "".join(f"{name}: {mail.mail[name]}\n" for name in ("From", "To", "Subject", "Reply-To"))
    text = "\n".join(mail.text.splitlines())
    told = f"{heads}\n{text}\n".replace(table, "TABLE")
    told = re.sub(r"[0-9a-z]{26}@", "SIGNATURE@", re.sub(r"[0-9]+-[0-9a-f]+-[0-9a-z]{26}", "SIGNATURE", told))
    told = "\n".join(line.rstrip() for line in told.split("\n"))
    assert f"```mail\n{told}```\n" in PAGE.read_text("utf-8"), told
