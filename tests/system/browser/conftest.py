"""A browser, and a page of a site that is not the server's."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    Playwright,
    expect,
    sync_playwright,
)

from tests.running import Server
from tests.system.browser import chromium
from tests.system.browser.chromium import PATIENCE
from tests.system.browser.visiting import Visitor
from tests.system.flows.client import Person
from tideapi.local.up import HOST

Come = Callable[..., Visitor]
Opened = Callable[..., BrowserContext]


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    """What drives browsers. While it runs, this process cannot use Django's ORM.

    Playwright keeps an event loop in the thread, and Django refuses to wait for a database in one. So it
    ends with the package, and tests in a browser call a running server.
    """
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Chromium, without a window: its shell, if there is one."""
    with chromium.launch(playwright, chromium.NAMES) as started:
        yield started


@pytest.fixture
def open_browser(browser: Browser) -> Iterator[Opened]:
    """Return what opens a browser without cookies and with an empty cache; it is closed after the test.

    It takes what Playwright takes. The page's service worker loads every module once more in each of them,
    a fifth of the time of these tests: where a test is about the worker, `service_workers="allow"`.
    """
    with ExitStack() as stack:

        def opened(**more: Any) -> BrowserContext:
            usual = {"reduced_motion": "reduce", "locale": "en-GB", "service_workers": "block"}
            context = browser.new_context(**{**usual, **more})
            context.set_default_timeout(PATIENCE)
            stack.callback(context.close)
            return context

        yield opened


@pytest.fixture
def page(open_browser: Opened) -> Page:
    return open_browser().new_page()


class Empty(BaseHTTPRequestHandler):
    """Answers everything with an empty page."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def elsewhere(page: Page) -> Iterator[Page]:
    """The page, showing a site with another origin than the server's."""
    with ThreadingHTTPServer((HOST, 0), Empty) as site:
        thread = Thread(target=site.serve_forever)
        thread.start()
        try:
            page.goto(f"http://{HOST}:{site.server_port}/")
            yield page
        finally:
            site.shutdown()
            thread.join()


@pytest.fixture
def come(open_browser: Opened, server: Server) -> Come:
    """Return what opens a browser for a visitor, signed in if a person is given."""

    def opened(person: Person | None = None, **more: Any) -> Visitor:
        visitor = Visitor(open_browser(**more), server.url)
        if person is not None:
            visitor.plays_as(person)
        return visitor

    return opened


@pytest.fixture
def ann(server: Server) -> Person:
    return Person.signs_up(server.url, f"ann-{uuid4().hex[:8]}")
