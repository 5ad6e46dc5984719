"""A tab of a browser at the running server: what a person does in it, and what its page has called."""

import re
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Error, Locator, Page, Request

from tests import document
from tests.system.browser.chromium import sign_in
from tests.system.flows.client import PASSWORD, Person
from tideapi.local.up import ROOT

_DELAY = re.findall(r"LATE_LOAD_DELAY = (\d+)", (ROOT / "web/preloads.js").read_text())[0]
LOAD_SOON = f"""const set = window.setTimeout;
window.setTimeout = (call, ms, ...values) => set(call, ms === {_DELAY} ? 200 : ms, ...values);"""
"""For a page: what it loads some seconds after its first view, it loads at once."""
BESIDE = ("/static/", "/session/", "/account/", "/docs/", "/api/docs/")
PAGE = re.compile(
    r"/(?:home|lobby|open|people|settings|absence|notices|rules|(?:game|player|invitation|rules)/[\w-]+)?"
)
NO_FAULT = re.compile(r"Failed to load resource|Service Worker registration blocked by Playwright")
"""What Chromium says of answers above 399, which the document judges, and of a worker that is not wanted."""
HEADERS = {
    "ratelimit": "RateLimit",
    "ratelimit-policy": "RateLimit-Policy",
    "etag": "ETag",
    "www-authenticate": "WWW-Authenticate",
}


class Tab:
    """One tab; `check` fails unless all that it has called is documented, and nothing went wrong in it.

    Where a test answers calls in the server's place, they are not held against the document.
    """

    def __init__(self, context: BrowserContext, url: str, *, is_documented: bool = True) -> None:
        self.page: Page = context.new_page()
        self.url = url
        self.is_documented = is_documented
        self.called: list[Request] = []
        self.faults: list[str] = []
        self.page.on("requestfinished", self._note_call)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", self._note_fault)

    def _note_call(self, request: Request) -> None:
        if request.resource_type != "xhr":  # The page has `fetch`: the others are axe's, of styles.
            self.called.append(request)

    def _note_fault(self, message: Any) -> None:
        if message.type in {"error", "warning"} and not NO_FAULT.search(message.text):
            self.faults.append(message.text)

    def check(self) -> None:
        assert self.faults == []
        for request in self.called if self.is_documented else []:
            path = urlsplit(request.url).path
            if path.startswith("/api/v1"):
                check_call(request, path)
            else:
                assert path.startswith(BESIDE) or PAGE.fullmatch(path), request.url

    def sign_in(self, person: Person) -> None:
        """Sign this person in, from the next page on, instead of the player before."""
        sign_in(self.page.context, self.url, person)

    def open(self, path: str) -> None:
        self.page.goto(self.url + path)
        self.page.wait_for_selector("h1")

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def fill(self, **fields: str) -> None:
        """Fill in fields by their names."""
        for name, value in fields.items():
            self.page.fill(f"input[name={name}]", value)

    def log_in(self, person: Person) -> None:
        """Fill in and send the server's own form."""
        self.fill(login=str(person.name), password=PASSWORD)
        self.page.keyboard.press("Enter")

    # -- the menu of a game

    def open_table(self, game: str) -> None:
        """Open a game, until its menu is there."""
        self.open(f"/game/{game}")
        self.page.locator(".game-menu button").first.wait_for()

    def open_dialog(self, name: str) -> Locator:
        self.page.locator(".game-menu").get_by_role("button", name=name).click()
        dialog = self.page.get_by_role("dialog", name=name)
        dialog.wait_for()
        return dialog

    def close_dialog(self) -> None:
        self.page.keyboard.press("Escape")
        self.page.get_by_role("dialog").wait_for(state="detached")

    # -- the moves of a game

    def is_asked(self) -> bool:
        """Wait for a question, which is true, or for the end of the game."""
        self.page.wait_for_selector("form.table .status.asked, .outcome")
        return self.page.locator(".outcome").count() == 0

    def turn(self) -> str:
        found = self.page.get_attribute("form.table", "data-turn")
        assert found is not None
        return found

    def wait_for_turn(self, turn: int) -> None:
        self.page.locator(f'form.table[data-turn="{turn}"]').wait_for()

    def wait_for_turn_after(self, turn: str) -> None:
        self.page.wait_for_selector(f'form.table:not([data-turn="{turn}"])')

    def choose_card(self, number: int) -> str:
        """Choose one by keyboard, wherever the cards lie while notices come and go; its words."""
        card = self.page.locator(".hand input").nth(number)
        words = card.get_attribute("aria-label") or ""
        card.focus()
        self.page.keyboard.press("Space")
        self.page.locator(".seal-bar .choice", has_text=words).wait_for()
        return words

    def submit(self) -> None:
        """Press the button that seals what is chosen, or plays it at once, whatever it says."""
        self.page.locator(".seal-bar button.main").click()

    def tab_to_choice(self) -> None:
        """Press Tab until something that can be played has the focus."""
        for _ in range(60):
            if self.page.evaluate("document.activeElement.name") == "action":
                return
            self.page.keyboard.press("Tab")
        raise AssertionError("no choice was reached by Tab")


def check_call(request: Request, path: str) -> None:
    """Hold a call and its answer against the document."""
    if path.endswith("/stream"):
        assert path == "/api/v1/me/stream" or path.startswith("/api/v1/games/"), path
        return
    assert "cookie" not in request.headers
    try:
        answer = request.response()
        assert answer is not None
        body = b"" if answer.status in {204, 304} else answer.body()
    except Error:
        return  # Chromium keeps the newest bodies only.
    headers = {HEADERS.get(name, name.title()): value for name, value in answer.headers.items()}
    sent = request.post_data_buffer or b""
    document.check(document.Said(request.method, path, sent, answer.status, headers, body))
