"""One table, three doors: a page, a mailbox, a shell."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect

from browser.conftest import DESK
from browser.hands import MINE, fold
from mail_server import HOUSE, PASSWORD, Caught, open_mail_server
from patience import patiently


def test_one_plays_at_the_page_one_by_mail_and_one_at_the_shell(chromium: Browser, tmp_path: Path) -> None:
    with open_mail_server(tmp_path, public_url="") as mail_server:
        page = chromium.new_context(base_url=mail_server.url, viewport=DESK).new_page()  # type: ignore[arg-type]
        page.goto("/sign-up")
        page.locator("main [name=name]").fill("Kim")
        page.locator("main [name=password]").fill(PASSWORD)
        page.locator("main form button").first.click()
        page.wait_for_url(lambda address: "/sign-up" not in address)
        lou = mail_server.by_mail("Lou")
        mail_server.typed(f"signup Mia {PASSWORD}")
        mail_server.write(lou, HOUSE, f"fold challenge lou:{PASSWORD} kim mia")

        def turns() -> list[Caught]:
            """Lou's mails that say that it is Lou's turn."""
            return [mail for mail in mail_server.relay.to(lou) if "To move, answer this mail" in mail.text]

        for count in (1, 2):
            patiently(lambda count=count: len(turns()) >= count)  # type: ignore[misc]
            asked = turns()[-1]
            mail_server.write(
                lou, str(asked.mail["Reply-To"]), f"Re: {asked.mail['Subject']}", "random\n\nYour tile, Kim."
            )
            if count == 1:
                page.goto("/")
                page.locator("main a[href^='/table/']").first.click()
            expect(page.locator(MINE)).to_be_visible()
            expect(page.locator("#chat")).to_contain_text("Your tile, Kim.")
            fold(page)
            expect(page.locator(MINE)).to_be_hidden()
            answered = mail_server.typed(f"fold move 101 Mia {PASSWORD} random")
            assert "Lou is laying" in answered
        expect(page.locator("#told")).to_contain_text("Mia")
        page.context.close()
