"""A table is opened with each step changed, and it is so; what is refused is said at its field."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.system.browser.conftest import OpenTab
from tests.system.browser.tab import Tab
from tests.system.flows.client import Person

ZONE = "Europe/Berlin"


@pytest.fixture
def tab(open_tab: OpenTab, ann: Person) -> Tab:
    return open_tab(ann, timezone_id=ZONE)


def press_step(page: Page, title: str) -> None:
    page.locator("summary", has_text=title).click()


def choose(page: Page, group: str, *words: str) -> None:
    """Press chips of a group."""
    chips = page.locator("fieldset.group").filter(has=page.get_by_text(group, exact=True))
    for one in words:
        chips.locator("label.chip").filter(has=page.get_by_text(one, exact=True)).click()


def submit_twice(tab: Tab, ann: Person, button: str = "Open the table") -> Any:
    """Press the button twice; the game as the API has it, and there is one more."""
    before = len(ann.get("/me/games", page_size=100)["results"])
    tab.page.get_by_role("button", name=button).dblclick()
    tab.page.wait_for_url("**/game/*")
    assert len(ann.get("/me/games", page_size=100)["results"]) == before + 1
    return ann.sees(tab.page.url.rpartition("/")[2])


def test_every_step_is_changed_and_the_game_is_so(tab: Tab, ann: Person) -> None:
    page = tab.page
    tab.open("/open")
    choose(page, "Game", "High Tide")
    choose(page, "Expansions", "Coins", "Surfer")
    page.get_by_text("House rules").click()
    page.get_by_label("Dry spaces of each beach").fill("24")
    page.get_by_label("How far each shark pushes a chair back").fill("1, 1, 1, 2, 2, 2, 5")
    choose(page, "Players", "5")
    page.get_by_label("Seat 3").select_option("careful")
    page.get_by_label("Seat 5").select_option("random")
    choose(page, "The game starts", "when I start it")
    press_step(page, "3. Time")
    choose(page, "Time for each move", "another …")
    page.get_by_label("Time for each move: how many").fill("36")
    page.get_by_label("Time for each move: unit").select_option("H")
    choose(page, "Reserve time for each player", "3 days")
    choose(page, "Added back to the reserve with each move", "60 minutes")
    choose(page, "More time for the first move", "24 hours")
    choose(page, "Hours of play", "at certain hours")
    choose(page, "Days", "Sun")
    page.get_by_label("From", exact=True).fill("09:30")
    press_step(page, "4. Watching and messages")
    choose(page, "Who can watch", "only the players: the table is not listed")
    choose(page, "Messages at the table", "no messages")
    choose(page, "Who can take a seat", "people only")
    press_step(page, "5. If a player is away")
    choose(page, "A bot takes over after missed moves in a row:", "5 moves")
    choose(page, "Vacations", "do not stop the clock")
    choose(page, "Players who join must have answered", "80 of 100")
    summary = "High Tide, Coins, Surfer, Dry spaces of each beach: 24, How far each shark pushes"
    expect(page.locator(".summary")).to_contain_text(summary)
    game = submit_twice(tab, ann)
    options = {name: game["options"][name] for name in ("expansions", "beach_length")}
    assert options == {"expansions": ["coins", "surfer"], "beach_length": 24}
    assert game["options"]["shark_distances"] == [1, 1, 1, 2, 2, 2, 5]
    seats = {one["seat"]: one["bot"] or one["player"] for one in game["seats"]}
    assert (game["seat_count"], seats) == (5, {0: ann.name, 3: "careful", 4: "random"})
    settings = [game[one] for one in ("start", "private", "chat", "bot_accounts")]
    assert settings == ["host", True, "none", False]
    days = ["mon", "tue", "wed", "thu", "fri", "sat"]
    hours = {"zone": ZONE, "days": days, "from": "09:30", "to": "22:00"}
    clock = [game["clock"][one] for one in ("per_turn", "bank", "increment", "grace", "hours")]
    assert clock == ["PT36H", "PT72H", "PT1H", "PT24H", hours]
    absence = [game["absence"][one] for one in ("bot_after", "vacations", "least_reliability")]
    assert absence == [5, False, 80]


def test_the_last_table_is_offered_again_to_its_host_alone(
    open_tab: OpenTab, tab: Tab, ann: Person, bob: Person
) -> None:
    page = tab.page
    tab.open("/open?ruleset=high_tide")
    choose(page, "Expansions", "Shark alert")
    page.get_by_label("Seat 2").select_option("random")
    first = submit_twice(tab, ann)
    tab.open("/open")
    page.get_by_text("Last time: High Tide, Shark alert").wait_for()
    tab.press("As last time")
    again = submit_twice(tab, ann)
    for same in ("ruleset", "options", "seat_count", "clock", "absence"):
        assert again[same] == first[same]
    assert [one["bot"] for one in again["seats"]] == [one["bot"] for one in first["seats"]]
    other = open_tab(bob, context=page.context)
    other.open("/open")
    other.page.locator(".summary").wait_for()
    expect(other.page.get_by_text("Last time:")).to_have_count(0)


def choose_no_day(page: Page) -> None:
    choose(page, "Hours of play", "at certain hours")
    choose(page, "Days", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


def enter_wrong_zone(page: Page) -> None:
    choose(page, "Hours of play", "at certain hours")
    page.get_by_label("Time zone").fill("Atlantis/Harbour")


def enter_long_reserve(page: Page) -> None:
    choose(page, "Reserve time for each player", "another …")
    page.get_by_label("Reserve time for each player: how many").fill("900")
    page.get_by_label("Reserve time for each player: unit").select_option("D")


@pytest.mark.parametrize(
    ("change", "said", "name"),
    [
        (choose_no_day, "", "day"),
        (enter_wrong_zone, "Choose a time zone from the list", "zone"),
        (enter_long_reserve, "This server does not allow these settings:", "bank-number"),
    ],
)
def test_what_is_refused_is_said_at_its_field_and_the_step_opens(
    tab: Tab, change: Callable[[Page], None], said: str, name: str
) -> None:
    page, fault = tab.page, tab.page.locator(".fault")
    tab.open("/open")
    press_step(page, "3. Time")
    change(page)
    press_step(page, "3. Time")
    expect(fault).to_have_count(0)
    tab.press("Open the table")
    expect(fault).to_contain_text(said)
    # The focus is at the field, and the field says which fault is its own.
    expect(page.locator(":focus")).to_have_attribute("name", name)
    described = page.evaluate("document.activeElement.getAttribute('aria-describedby')")
    assert described == fault.get_attribute("id")
    assert page.url.endswith("/open")


def test_a_table_for_friends_is_found_by_its_link_alone(
    open_tab: OpenTab, tab: Tab, ann: Person
) -> None:
    page, friend = tab.page, open_tab()
    page.add_init_script("navigator.share = async ({url}) => { window.shared = url; };")
    # What was begun for a table of another kind does not make this one public.
    tab.open("/open")
    page.get_by_label("Seat 3").select_option("random")
    tab.open("/")
    page.get_by_role("link", name="With friends Turn the Tide").click()
    choose(page, "Players", "4")
    game = submit_twice(tab, ann, "Get the link")
    assert game["seat_count"] == 4
    assert game["private"] is True
    tab.press("Share …")
    link = page.evaluate("window.shared")
    expect(page.get_by_label("Address")).to_have_value(link)
    expect(page.get_by_role("button", name="Copy")).to_have_count(0)
    friend.open(link.removeprefix(ann.url))
    friend.press("Join as a guest")
    expect(page.locator(".told")).to_contain_text("is here.")
    joined = page.locator(".seats li", has_text=re.compile(r"^[A-Z][a-z]+ [A-Z][a-z]+$"))
    expect(joined.locator("svg.face")).to_be_visible()
    tab.open("/open")
    tab.press("As last time")
    assert submit_twice(tab, ann)["private"] is True


def test_a_guest_opens_a_table(open_tab: OpenTab) -> None:
    tab = open_tab()
    tab.open("/")
    tab.page.get_by_role("link", name="With friends High Tide").click()
    tab.press("Get the link")
    tab.page.get_by_text("Waiting for players").wait_for()
