"""The page about play by mail is true: its letters are what the program answers."""

from __future__ import annotations

import pytest

import letters

pytestmark = pytest.mark.anyio


async def test_the_letters_of_the_page_are_up_to_date() -> None:
    page = letters.PAGE.read_text("utf-8")
    assert page == await letters.rewritten(page), "run: .venv/bin/python tools/letters.py"
    assert len(letters.BLOCK.findall(page)) >= 10
