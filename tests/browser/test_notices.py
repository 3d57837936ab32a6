"""Notices when no page is open: off until asked for, shown by a worker that does nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from browser.conftest import WHOLE, Visitor, launched
from patience import patiently
from serving import ServerProcess

SERVICE = """
const keys = { p256dh: "B" + "A".repeat(86), auth: "A".repeat(22) };
const endpoint = "https://fcm.googleapis.com/fcm/send/one";
const made = { endpoint, toJSON: () => ({ endpoint, keys }), unsubscribe: async () => localStorage.removeItem("made") };
PushManager.prototype.getSubscription = async () => localStorage.getItem("made") && made;
PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
  if (!userVisibleOnly || applicationServerKey.length !== 65) throw new Error("not so");
  localStorage.setItem("made", "yes");
  return made;
};
"""
"""The browser's own push service, which is far away, plays no part here."""
SHOWN = """async () => {
  const worker = await navigator.serviceWorker.ready;
  return (await worker.getNotifications()).map(each => [each.title, each.body, each.tag]);
}"""


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """Only the whole browser shows notices."""
    with launched(WHOLE) as browser:
        yield browser


def test_a_browser_is_told_when_it_asks_and_shows_what_its_worker_is_sent(
    visitor: Visitor, server: ServerProcess
) -> None:
    page = visitor("/sign-up")
    page.context.grant_permissions(["notifications"])
    page.context.add_init_script(SERVICE)
    page.locator("main [name=name]").fill("Nora")
    page.locator("main [name=password]").fill("a long way to the fold")
    page.locator("main form button").first.click()
    page.wait_for_url(lambda address: "/sign-up" not in address)
    page.goto("/settings")
    page.get_by_role("button", name="Turn on notifications").click()
    expect(page.locator("#push-said")).to_contain_text("Notifications are on in this browser until you log out")
    expect(page.get_by_role("button", name="Turn off notifications")).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="Turn off notifications")).to_be_visible()

    found: list[str] = []
    line = page.context.new_cdp_session(page)
    line.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: found.extend(each["registrationId"] for each in told["registrations"]),
    )
    line.send("ServiceWorker.enable")
    patiently(lambda: bool(page.evaluate("1")) and bool(found))

    def deliver(path: str) -> None:
        told = json.dumps({"title": "Mutton", "body": "It is your turn.", "path": path})
        where = {"origin": server.url, "registrationId": found[0], "data": told}
        line.send("ServiceWorker.deliverPushMessage", where)

    deliver("/settings")  # whoever looks at the page has it before their eyes
    deliver("/table/elsewhere")
    patiently(lambda: page.evaluate(SHOWN) == [["Mutton", "It is your turn.", "/table/elsewhere"]])
    page.get_by_role("button", name="Turn off notifications").click()
    expect(page.locator("#push-said")).to_have_text("Notifications are off in this browser.")
    page.get_by_role("button", name="Turn on notifications").click()
    expect(page.get_by_role("button", name="Turn off notifications")).to_be_visible()
    # Logged out, the browser still has its address; whoever comes next is not told by it, and reads so.
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Log out", exact=True).click()
    page.wait_for_url("**/")
    page.get_by_role("button", name="Play a bot").first.click()
    page.wait_for_url("**/table/*")
    page.goto("/settings")
    expect(page.get_by_role("button", name="Turn on notifications")).to_be_visible()
    manifest = page.context.request.get(f"{server.url}/app.webmanifest")
    assert (manifest.headers["content-type"], manifest.json()["start_url"]) == ("application/manifest+json", "/")
