"""A real server and a real browser for the tests of the pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from patience import PATIENCE
from serving import ServerProcess
from sheepfold_bench.load import somewhere

CHROMIUM, WHOLE = Path("/usr/bin/chromium-headless-shell"), Path("/usr/bin/chromium")
"""The whole browser also draws windows that nobody sees, which takes more than a third of all the time."""
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # No processes for what one can do, and none that wait for a page that never comes. The compositor keeps its own: it
    # crashed now and then while windows changed their size, and took the whole browser along where it shared a process.
    "--enable-features=NetworkServiceInProcess2",
    "--disable-features=SpareRendererForSitePerProcess,Translate,OptimizationHints,MediaRouter",
)
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}

PLACES = count()

Visitor = Callable[..., Page]

expect.set_options(timeout=PATIENCE * 1000)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server on an empty database, with a bot's worker; it can be killed and started again."""
    database = f"sqlite:///{tmp_path_factory.mktemp('server') / 'fold.db'}"
    made = ServerProcess(database, bot_workers="1", bot_pace="0", trusted_proxies="127.0.0.1")
    made.start()
    yield made
    made.kill()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """A browser for one file of tests: while it is open its event loop runs, and no other test may start one."""
    with launched(CHROMIUM) as browser:
        yield browser


@contextmanager
def launched(program: Path) -> Iterator[Browser]:
    if not program.exists():
        pytest.fail(f"These tests need {program}; ./test installs it.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def visitor(server: ServerProcess, chromium: Browser) -> Iterator[Visitor]:
    """Opens browsers of different people. Whatever a page logs as an error fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def arrive(
        path: str = "/",
        *,
        phone: bool = False,
        theme: str = "light",
        quiet: bool = True,
        script: bool = True,
        beats: str = "once",
    ) -> Page:
        context = chromium.new_context(
            base_url=server.url,
            viewport=PHONE if phone else DESK,  # type: ignore[arg-type]
            has_touch=phone,
            color_scheme=theme,  # type: ignore[arg-type]
            reduced_motion="reduce",
            java_script_enabled=script,
            extra_http_headers={"X-Forwarded-For": somewhere(next(PLACES))},  # as a proxy says it: rate limits are on
        )
        context.add_cookies([{"name": "sheepfold-look", "value": f"beats={beats}", "url": server.url}])
        context.set_default_timeout(PATIENCE * 1000)
        contexts.append(context)
        page = context.new_page()
        if quiet:
            page.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
            page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(path)
        return page

    yield arrive
    for context in contexts:
        context.close()
    assert not complaints, complaints
