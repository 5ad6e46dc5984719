"""Somebody at the table in a browser: what she does, and what her page has called meanwhile."""

import re
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Error, Page, Request

from tests import document
from tests.system.browser.login import sign_in
from tests.system.flows.client import Person
from tideapi.local.up import ROOT

_LATER = re.findall(r"LATE_LOAD_DELAY = (\d+)", (ROOT / "web/preloads.js").read_text())[0]
SOON = f"""const set = window.setTimeout;
window.setTimeout = (call, ms, ...values) => set(call, ms === {_LATER} ? 200 : ms, ...values);"""
"""For a page: what it does some seconds after its first view, it does at once."""
ASKED = "form.table .status.asked, .outcome"
STREAMS = re.compile(r"/stream$")
BESIDE = ("/static/", "/session/", "/account/", "/docs/", "/api/docs/")
PAGE = re.compile(
    r"/(?:home|lobby|open|people|settings|absence|notices|rules|(?:game|player|invitation|rules)/[\w-]+)?"
)
NO_FAULT = re.compile(r"Failed to load resource|Service Worker registration blocked by Playwright")
"""What Chromium says of answers above 399, which the document judges, and of a worker that is not wanted."""


class Visitor:
    """One tab. `check` fails unless all that it has called is documented, and nothing went wrong in it."""

    def __init__(self, context: BrowserContext, url: str) -> None:
        self.page: Page = context.new_page()
        self.url = url
        self.called: list[Request] = []
        self.faults: list[str] = []
        self.page.on("requestfinished", self._call)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", self._hear)

    def _call(self, request: Request) -> None:
        self.called.append(request)

    def _hear(self, message: Any) -> None:
        if message.type in {"error", "warning"} and not NO_FAULT.search(message.text):
            self.faults.append(message.text)

    # -- what she does

    def opens(self, path: str) -> None:
        self.page.goto(self.url + path)
        self.page.wait_for_selector("h1")

    def plays_as(self, person: Person) -> None:
        """Sign this person in in the browser, from the next page on, instead of who was there."""
        sign_in(self.page.context, self.url, person)

    def presses(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def plays(self) -> None:
        """Press the button that seals what is chosen, or plays it at once, whatever it says."""
        self.page.locator(".seal-bar button.main").click()

    def focused(self) -> Any:
        """What has the focus: its role-giving parts."""
        return self.page.evaluate(
            "() => ({tag: document.activeElement.tagName, name: document.activeElement.name ?? ''})"
        )

    def tabs_to_choice(self) -> None:
        """Press Tab until something that can be played has the focus."""
        for _ in range(60):
            if self.focused()["name"] == "action":
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"no choice was reached by Tab, but {self.focused()}")

    def turn(self) -> str:
        found = self.page.get_attribute("form.table", "data-turn")
        assert found is not None
        return found

    def waits_until_asked(self) -> bool:
        """True once she is asked, False once the game is over."""
        self.page.wait_for_selector(ASKED)
        return self.page.locator(".outcome").count() == 0

    def waits_for_the_next(self, turn: str) -> None:
        self.page.wait_for_selector(f'form.table:not([data-turn="{turn}"])')

    # -- what her page did

    def check(self) -> None:
        assert self.faults == []
        for request in self.called:
            parts = urlsplit(request.url)
            if parts.path.startswith("/api/v1"):
                _check(request, parts.path)
            else:
                assert parts.path.startswith(BESIDE) or PAGE.fullmatch(parts.path), request.url


def _check(request: Request, path: str) -> None:
    """Hold a call and its answer against the document."""
    answer = request.response()
    assert answer is not None
    if STREAMS.search(path):
        assert path == "/api/v1/me/stream" or path.startswith("/api/v1/games/"), path
        return
    assert "cookie" not in request.headers
    headers = {_NAMES.get(name, name.title()): value for name, value in answer.headers.items()}
    sent = request.post_data_buffer or b""
    try:
        body = b"" if answer.status in {204, 304} else answer.body()
    except Error:
        return  # Chromium keeps the newest bodies only.
    document.check(document.Said(request.method, path, sent, answer.status, headers, body))


_NAMES = {
    "ratelimit": "RateLimit",
    "ratelimit-policy": "RateLimit-Policy",
    "etag": "ETag",
    "www-authenticate": "WWW-Authenticate",
}
