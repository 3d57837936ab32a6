"""Takes the screenshots of the documentation anew: a server of its own, a browser, a few moves, both themes."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final
from urllib.error import URLError
from urllib.request import urlopen

from playwright.sync_api import Browser, Page, sync_playwright

from pictures import portrait
from sheepfold.games import SHELF

ROOT: Final = Path(__file__).resolve().parent.parent
SHOTS: Final = ROOT / "docs" / "shots"
PORT: Final = 18_181
URL: Final = f"http://127.0.0.1:{PORT}"
FLAGS: Final = (
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
SIZES: Final = {"desk": (1280, 800), "phone": (390, 844)}
MOVE: Final = """
async (table) => {
  const csrf = document.querySelector('meta[name="csrf"]').content;
  const headers = { "x-csrf-token": csrf, "content-type": "application/json" };
  const parts = [];
  for (;;) {
    const query = new URLSearchParams(parts.map((part) => ["so_far", part]));
    const now = await (await fetch(`/api/v1/tables/${table}/choices?${query}`)).json();
    if (now.complete && (parts.length || !now.parts.length)) break;
    const real = now.parts.filter((part) => part !== "pass");
    parts.push((real.length ? real : now.parts)[Math.floor(real.length / 2)]);
  }
  await fetch(`/api/v1/tables/${table}/moves`, { method: "POST", headers, body: JSON.stringify({ move: parts }) });
}
"""
"""Any legal move, always the same one."""


def main() -> None:
    SHOTS.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        settings = {
            "SHEEPFOLD_DATABASE": f"sqlite:///{folder}/fold.db",
            "SHEEPFOLD_PORT": str(PORT),
            "SHEEPFOLD_LOG_LEVEL": "error",
        }
        server = subprocess.Popen([sys.executable, "-m", "sheepfold.web.server"], env=os.environ | settings)
        try:
            wait()
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
                take_all(browser)
                browser.close()
        finally:
            server.terminate()
            server.wait(20)


def wait() -> None:
    """Until the server answers."""
    for _ in range(300):
        try:
            urlopen(f"{URL}/login", timeout=2).read()
        except (URLError, OSError):
            time.sleep(0.1)
        else:
            return
    raise SystemExit("The server does not answer.")


def take_all(browser: Browser) -> None:
    page = browser.new_page(base_url=URL, reduced_motion="reduce")
    for path, name in (("/", "home"), (f"/rules/{next(iter(SHELF))}", "rules")):
        page.goto(path)
        take(page, name)
    for name, shown in ((name, portrait(name)) for name in SHELF):
        if shown is None:
            continue
        page.goto("/")
        page.locator(f"form[action='/play/{name}'] button").click()
        page.wait_for_url("**/table/*")
        table = page.url.rpartition("/")[2]
        for _ in range(shown.moves):
            page.wait_for_selector("#prompt.mine")
            before = page.locator("#board").get_attribute("data-number")
            page.evaluate(MOVE, table)
            page.wait_for_function("before => board.dataset.number !== before", arg=before)
        page.wait_for_selector("#prompt.mine")
        take(page, name)


def take(page: Page, name: str) -> None:
    """By day on a desk, by night on a phone."""
    for (size, (width, height)), theme in zip(SIZES.items(), ("light", "dark"), strict=True):
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        page.wait_for_timeout(300)
        page.screenshot(path=SHOTS / f"{name}-{size}.png")


if __name__ == "__main__":
    main()
