"""What axe says of each page and dialog, and that nothing is wider than the screen, also with larger text."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.receiver import receiving
from tests.sampling import sample
from tests.system.browser import axe
from tests.system.browser.conftest import OpenTab, open_game
from tests.system.browser.tab import Tab
from tests.system.flows.client import Person

EXPANSIONS = {"expansions": ["coins", "shark_alert", "surfer", "baywatch"]}
FILLED = {
    "game": ".panel, .hand",
    "lobby": ".table-card",
    "open": ".summary, .sign-in",
    "player": "table, .panel",
    "invitation": ".terms",
    "rules": ".rules h2",
}
"""What is there once the page has read what it shows."""
UNFOLD = """() => {
  for (const one of document.querySelectorAll("main details")) one.open = true;
}"""
REFERENCE = [
    *("/api/docs/games", "/api/docs/deliveries", "/api/docs/events", "/api/docs/schemas/"),
    *("/api/docs/schemas/Action", "/docs/", "/docs/write-a-bot", "/docs/problems/throttled"),
    "/docs/nothing",
]
TOO_WIDE = """() => [document.documentElement, document.querySelector("dialog")].some(
  (one) => one && one.scrollWidth > one.clientWidth + 1)"""
OpenScreen = Callable[..., "Screen"]


class Screen:
    """A tab whose faults are collected, by the names of what is looked at."""

    def __init__(self, tab: Tab) -> None:
        self.tab, self.page = tab, tab.page
        self.faults = dict[str, Any]()

    def look(self, name: str) -> None:
        faults = axe.faults(self.page)
        if self.page.evaluate(TOO_WIDE):
            faults.append("too wide")
        if faults:
            self.faults[name] = faults

    def visit(self, *paths: str, name: str = "", script: str = UNFOLD) -> None:
        """Look at these pages, each after it has read what it shows and the script has run."""
        for path in paths:
            self.tab.open(path)
            self.page.wait_for_load_state("load")
            if filled := FILLED.get(path.split("/")[1]):
                self.page.locator(filled).first.wait_for()
            self.page.evaluate(UNFOLD)
            self.page.evaluate(script)
            self.look(f"{path} {name}")


@pytest.fixture(
    params=[pytest.param(one, id=f"{one[0]} {one[1]}") for one in sample(axe.SCREENS, 1)]
)
def open_screen(request: pytest.FixtureRequest, open_tab: OpenTab) -> Iterator[OpenScreen]:
    """Open a browser of such a width and colour scheme; in the end nothing is wrong with it."""
    axe.require()
    width, scheme = request.param
    look = {"color_scheme": scheme, "viewport": {"width": width, "height": 900}}
    screens: list[Screen] = []

    def opened(person: Person | None = None, **more: Any) -> Screen:
        tab = open_tab(person, is_documented=False, bypass_csp=True, **{**look, **more})
        screens.append(Screen(tab))
        return screens[-1]

    yield opened
    for screen in screens:
        assert screen.faults == {}


def test_every_page_of_the_table_is_sound(
    open_screen: OpenScreen, ann: Person, bob: Person
) -> None:
    games = [
        open_game(ann),
        open_game(ann, ruleset="high_tide", options=EXPANSIONS),
        open_game(ann, ruleset="goofspiel"),
        open_game(ann, bots=[]),
    ]
    bob.call("PATCH", f"/me/relations/{ann.name}", {"friend": True}).ok()
    private = bob.opens("high_tide", EXPANSIONS, 3, private=True)["id"]
    bob.call("POST", f"/games/{private}/invitations", {"player": ann.name}).ok()
    link = ann.call("POST", f"/games/{games[3]}/invitations", {"uses": 2}).ok()["code"]
    ann.seals(games[0], 1, {"type": "play", "card": ann.sees(games[0])["mine"]["hand"][0]})
    screen = open_screen()
    for name in ("stranger", "player"):
        screen.visit(
            *("/", "/home", "/lobby", "/open", "/people", "/settings", "/nowhere"),
            *(f"/player/{one.name}" for one in (ann, bob)),
            *(f"/invitation/{link}", *(f"/game/{one}" for one in games)),
            name=name,
        )
        screen.tab.sign_in(ann)


@pytest.mark.parametrize("width", sample([390, 1280], 1))
def test_text_twice_as_large_loses_nothing(open_tab: OpenTab, ann: Person, width: int) -> None:
    axe.require()
    games = [
        open_game(ann),
        open_game(ann, ruleset="high_tide", options={"expansions": ["coins", "surfer"]}),
        open_game(ann, bots=[]),
    ]
    screen = Screen(open_tab(ann, bypass_csp=True, viewport={"width": width, "height": 800}))
    screen.visit(
        *("/", "/home", "/lobby", "/open", "/people", "/settings", "/rules/turn_the_tide"),
        *(f"/game/{one}" for one in games),
        script="document.documentElement.style.fontSize = '200%'",
    )
    assert screen.faults == {}


def test_the_rules_are_sound_as_a_page_and_beside_a_table(
    open_screen: OpenScreen, ann: Person
) -> None:
    screen = open_screen(ann)
    for ruleset in ("turn_the_tide", "high_tide"):
        screen.visit(f"/rules/{ruleset}")
        screen.tab.open(f"/game/{open_game(ann, ruleset=ruleset)}")
        screen.page.locator(".note").wait_for()
        screen.page.keyboard.press("?")
        screen.page.locator(".sheet summary").click()
        screen.look(f"{ruleset} beside the table")


def test_every_dialog_of_the_menu_is_sound(
    open_screen: OpenScreen, ann: Person, bob: Person, game: str
) -> None:
    bob.call("PUT", f"/games/{game}/pause", {"length": "PT72H"}).ok()
    bob.call("POST", f"/games/{game}/messages", {"text": "The tide is high."}).ok()
    other = open_game(ann, ruleset="high_tide", options={"expansions": ["coins", "baywatch"]})
    screen = open_screen(ann)
    tab, page, dialog = screen.tab, screen.page, screen.page.get_by_role("dialog")
    for table in (game, other):
        tab.open_table(table)
        if table == game:
            page.locator(".notices .notice").first.wait_for()
            screen.look("notices")
        expect(page.locator(".game-menu button").last).to_have_text("Resign")
        for name in page.locator(".game-menu button").all_inner_texts():
            page.locator(".game-menu").get_by_role("button", name=name.split("\n")[0]).first.click()
            dialog.locator("p, li, ul").first.wait_for()
            screen.look(f"{name} {table}")
            if dialog.get_by_role("button", name="Write one").count():
                tab.press("Write one")
                for add in dialog.get_by_role("button", name="Add").all():
                    add.click()
                screen.look(f"writing an order {table}")
                tab.press("What would it do?")
                screen.look(f"confirming an order {table}")
            tab.close_dialog()
    tab.open("/absence")
    page.locator("form").wait_for()
    screen.look("absence")


def test_the_page_of_notices_is_sound(open_screen: OpenScreen, ann: Person) -> None:
    with receiving(lambda _: 201) as receiver:
        address = {"url": f"{receiver.url}/a-topic-with-a-long-name-that-nobody-can-guess-at-all"}
        wish = {"channel": "ntfy", "address": address, "note": "my phone"}
        ann.call("POST", "/me/receivers", wish).ok()
    screen = open_screen(ann, locale="de-DE")
    page = screen.page
    screen.tab.open("/notices")
    page.locator(".example").wait_for()
    page.get_by_role("button", name="Matrix hinzufügen").click()
    page.get_by_text("Nachts still sein").click()
    page.get_by_role("button", name="Adresse anlegen Kalender").click()
    page.locator("input[readonly]").wait_for()
    page.locator("input[type=time]").first.wait_for()
    screen.look("notices")


def test_the_reference_is_sound(open_screen: OpenScreen) -> None:
    screen = open_screen()
    screen.visit(*REFERENCE)
    screen.tab.open("/api/docs/turns")
    screen.page.locator("#submit_answer").get_by_role("button", name="Send").click()
    screen.page.locator("#submit_answer textarea").wait_for()
    screen.look("a call")
    screen.tab.open("/api/docs/")
    screen.page.get_by_role("combobox").fill("turn")
    screen.page.get_by_role("option").first.wait_for()
    screen.look("a search")
