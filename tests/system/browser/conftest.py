"""Browsers, tabs at the running server, and the people in them."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
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
from tests.system.browser.tab import Tab
from tests.system.flows.client import Person

OpenBrowser = Callable[..., BrowserContext]
OpenTab = Callable[..., Tab]
SignUp = Callable[[str], Person]


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    """What drives browsers. While it runs, this process cannot use Django's ORM.

    Playwright keeps an event loop in the thread, and Django refuses to wait for a database in one. So it
    ends with the package, and tests in a browser call a running server.
    """
    expect.set_options(timeout=chromium.TIMEOUT)
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Chromium, without a window: its shell, if there is one."""
    with chromium.launch(playwright, chromium.NAMES) as started:
        yield started


@pytest.fixture(scope="package")
def used_contexts() -> list[BrowserContext]:
    """Contexts that earlier tests have left: nothing is stored in them, but their caches have all modules."""
    return []


@pytest.fixture
def open_browser(
    browser: Browser, server: Server, used_contexts: list[BrowserContext]
) -> Iterator[OpenBrowser]:
    """Open a browser without cookies and storage; after the test it is closed, or left to the next test.

    It takes what Playwright takes. The page's service worker loads every module once more in each of them,
    a fifth of the time of these tests: where a test is about the worker, `service_workers="allow"`.
    """
    with ExitStack() as stack:

        def opened(**more: Any) -> BrowserContext:
            if used_contexts and not more:
                context = used_contexts.pop()
            else:
                usual = {"reduced_motion": "reduce", "locale": "en-GB", "service_workers": "block"}
                context = browser.new_context(**{**usual, **more})
                context.set_default_timeout(chromium.TIMEOUT)
            stack.callback(context.close) if more else stack.callback(leave, context)
            return context

        def leave(context: BrowserContext) -> None:
            last = context.new_page()
            for page in context.pages:
                if page != last:
                    page.close()
            stored = {"origin": server.url, "storageTypes": "local_storage,indexeddb"}
            context.new_cdp_session(last).send("Storage.clearDataForOrigin", stored)
            context.clear_cookies()
            context.set_offline(False)
            last.close()
            used_contexts.append(context)

        yield opened


@pytest.fixture
def page(open_browser: OpenBrowser) -> Page:
    return open_browser().new_page()


@pytest.fixture
def open_tab(open_browser: OpenBrowser, server: Server) -> Iterator[OpenTab]:
    """Open a tab in a browser of its own, or in `context`, signed in if a person is given.

    At the end of the test each tab is checked.
    """
    tabs: list[Tab] = []

    def opened(
        person: Person | None = None,
        *,
        context: BrowserContext | None = None,
        url: str = server.url,
        is_documented: bool = True,
        **more: Any,
    ) -> Tab:
        tab = Tab(context or open_browser(**more), url, is_documented=is_documented)
        tabs.append(tab)
        if person is not None:
            tab.sign_in(person)
        return tab

    yield opened
    for tab in tabs:
        tab.check()


@pytest.fixture
def tab(open_tab: OpenTab, ann: Person) -> Tab:
    """A tab in which ann is signed in."""
    return open_tab(ann)


@pytest.fixture
def sign_up(server: Server) -> SignUp:
    """Make a player whose name begins so."""
    return partial(sign_up_at, server.url)


def sign_up_at(url: str, name: str) -> Person:
    return Person.signs_up(url, f"{name}-{uuid4().hex[:8]}")


@pytest.fixture
def ann(sign_up: SignUp) -> Person:
    return sign_up("ann")


@pytest.fixture
def bob(sign_up: SignUp) -> Person:
    return sign_up("bob")


@pytest.fixture
def game(ann: Person, bob: Person) -> str:
    """One that waits for ann, and for bob, who takes his time."""
    return open_game(ann, bob)


def open_game(host: Person, *others: Person, **wish: Any) -> str:
    """A game of three, or of so many `seats`: bots sit beside these people, unless `bots` says else."""
    seats, ruleset = wish.pop("seats", 3), wish.pop("ruleset", "turn_the_tide")
    bots = wish.pop("bots", ["random"] * (seats - 1 - len(others)))
    game: str = host.opens(ruleset, wish.pop("options", {}), seats, bots=bots, **wish)["id"]
    for other in others:
        other.joins(game)
    return game


def play_out(game: str, *people: Person) -> None:
    """Have them all play the first of their legal actions each time, to the end."""
    while True:
        for one in people:
            # Another may be asked alone, if this player is eliminated.
            seen = one.waits_for(game, lambda now: now["status"] == "finished" or now["turn"], 240)
            if seen["status"] == "finished":
                return
            if seen["mine"]["submission"] is None and seen["mine"]["legal_actions"]:
                one.seals(game, seen["turn"]["number"], seen["mine"]["legal_actions"][0])


def pass_deadline(person: Person, game: str) -> None:
    """Have the deadline of the open turn pass, on a server that is a sandbox."""
    body = {"username": person.name, "password": "rock-pool-and-anemone", "test": True}
    tester = Person(person.url, person.call("POST", "/me/tokens", body).ok()["token"])
    tester.call("POST", f"/games/{game}/clock/forward", {"by": "PT24H"}).ok()
