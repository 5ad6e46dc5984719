"""A table is opened with each step changed, and it is so; what is refused is said at its field."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from tests.system.browser.chromium import PATIENCE
from tests.system.browser.conftest import Come
from tests.system.browser.visiting import Visitor
from tests.system.flows.client import Person

ZONE = "Europe/Berlin"


@pytest.fixture
def visitor(come: Come, ann: Person) -> Visitor:
    return come(ann, timezone_id=ZONE)


def step(page: Page, title: str) -> None:
    page.locator("summary", has_text=title).click()


def chip(page: Page, group: str, words: str) -> None:
    found = page.locator("fieldset.group").filter(has=page.get_by_text(group, exact=True))
    found.locator("label.chip").filter(has=page.get_by_text(words, exact=True)).click()


def opened(visitor: Visitor, ann: Person) -> Any:
    """Press the button twice; the game as the API has it, and there is one more."""
    before = len(ann.get("/me/games", page_size=100)["results"])
    visitor.page.get_by_role("button", name="Open the table").dblclick()
    visitor.page.wait_for_url("**/game/*")
    assert len(ann.get("/me/games", page_size=100)["results"]) == before + 1
    return ann.sees(visitor.page.url.rpartition("/")[2])


def test_a_game_with_hidden_surfers_shows_a_player_their_own_tile_alone(
    visitor: Visitor, ann: Person
) -> None:
    page = visitor.page
    visitor.opens("/open")
    chip(page, "Game", "High Tide")
    tiles = page.get_by_role("group", name="Surfer tiles")
    expect(tiles).to_have_count(0)
    chip(page, "Expansions", "Surfer")
    expect(tiles).to_have_count(1)
    chip(page, "Surfer tiles", "face down")
    expect(page.locator(".summary")).to_contain_text("High Tide, Surfer, Surfer tiles: face down")
    for seat in ("Seat 2", "Seat 3"):
        page.get_by_label(seat).select_option("careful")
    game = opened(visitor, ann)
    assert game["options"]["surfers"] == "hidden"
    players = page.locator(".high-tide .players li")
    own = game["mine"]["surfer"]
    expect(players.nth(game["mine"]["seat"])).to_contain_text(f"Surfs on {own} (only you see this)")
    expect(players.filter(has_text="Surfer tile face down")).to_have_count(2)
    expect(page.locator(f".beach.c-{own}")).to_contain_text("surf")
    expect(page.locator(".beach .tag", has_text="surf")).to_have_count(1)
    visitor.check()


def test_every_step_is_changed_and_the_game_is_so(visitor: Visitor, ann: Person) -> None:
    page = visitor.page
    visitor.opens("/open")
    chip(page, "Game", "High Tide")
    for one in ("Coins", "Surfer"):
        chip(page, "Expansions", one)
    page.get_by_text("House rules").click()
    page.get_by_label("Dry spaces of each beach").fill("24")
    page.get_by_label("How far each shark pushes a chair back").fill("1, 1, 1, 2, 2, 2, 5")
    chip(page, "Players", "5")
    page.get_by_label("Seat 3").select_option("careful")
    page.get_by_label("Seat 5").select_option("random")
    chip(page, "The game starts", "when I start it")
    step(page, "3. Time")
    chip(page, "Time for each move", "another …")
    page.get_by_label("Time for each move: how many").fill("36")
    page.get_by_label("Time for each move: unit").select_option("H")
    chip(page, "Reserve time for each player", "3 days")
    chip(page, "Added back to the reserve with each move", "60 minutes")
    chip(page, "More time for the first move", "24 hours")
    chip(page, "Hours of play", "at certain hours")
    chip(page, "Days", "Sun")
    page.get_by_label("From", exact=True).fill("09:30")
    step(page, "4. Watching and messages")
    chip(page, "Who can watch", "only the players: the table is not listed")
    chip(page, "Messages at the table", "no messages")
    chip(page, "Who can take a seat", "people only")
    step(page, "5. If a player is away")
    chip(page, "A bot takes over after missed moves in a row:", "5 moves")
    chip(page, "Vacations", "do not stop the clock")
    chip(page, "Players who join must have answered", "80 of 100")
    summary = page.locator(".summary")
    for said in (
        "High Tide, Coins, Surfer, Dry spaces of each beach: 24, How far each shark pushes",
        "You, 2 more people, Careful bot",
        "Random bot; you start the game.",
        "36 hours for each move; a reserve of 3 days for each player; 60 minutes of it is added back",
        "24 hours more for the first move; the clock runs Mon\N{EN DASH}Sat, 09:30 to 22:00 (Europe/Berlin).",
        "Private: not listed, and only its players can see the game; no messages",
        "After 5 missed moves in a row a bot plays on; vacations do not stop the clock; for players",
    ):
        expect(summary).to_contain_text(said)
    game = opened(visitor, ann)
    assert game["ruleset"] == "high_tide"
    assert game["options"]["expansions"] == ["coins", "surfer"]
    assert game["options"]["beach_length"] == 24
    assert game["options"]["shark_distances"] == [1, 1, 1, 2, 2, 2, 5]
    seats = {one["seat"]: one["bot"] or one["player"] for one in game["seats"]}
    assert (game["seat_count"], seats) == (5, {0: ann.name, 3: "careful", 4: "random"})
    assert (game["start"], game["private"], game["messages"], game["bot_accounts"]) == (
        *("host", True),
        *(False, False),
    )
    days = ["mon", "tue", "wed", "thu", "fri", "sat"]
    hours = {"zone": ZONE, "days": days, "from": "09:30", "to": "22:00"}
    lengths = [game["clock"][one] for one in ("per_turn", "bank", "increment", "grace")]
    assert (lengths, game["clock"]["hours"]) == (["PT36H", "PT72H", "PT1H", "PT24H"], hours)
    absence = {name: game["absence"][name] for name in ("bot_after", "vacations")}
    assert absence == {"bot_after": 5, "vacations": False}
    assert game["absence"]["least_reliability"] == 80
    visitor.check()


def test_the_last_table_is_offered_again_to_whoever_has_opened_it(
    visitor: Visitor, ann: Person
) -> None:
    page = visitor.page
    visitor.opens("/open?ruleset=high_tide")
    chip(page, "Expansions", "Shark alert")
    page.get_by_label("Seat 2").select_option("random")
    first = opened(visitor, ann)
    visitor.opens("/open")
    expect(page.locator(".summary")).to_contain_text("Turn the Tide")
    page.get_by_text("Last time: High Tide, Shark alert").wait_for()
    visitor.presses("As last time")
    again = opened(visitor, ann)
    same = ("ruleset", "options", "seat_count", "clock", "absence")
    assert [again[name] for name in same] == [first[name] for name in same]
    assert [one["bot"] for one in again["seats"]] == [one["bot"] for one in first["seats"]]
    bob = Person.signs_up(ann.url, f"bob-{uuid4().hex[:8]}")
    other = Visitor(page.context, ann.url)
    other.plays_as(bob)
    other.opens("/open")
    other.page.locator(".summary").wait_for()
    expect(other.page.get_by_text("Last time:")).to_have_count(0)
    visitor.check()


Change = Callable[[Page], None]


def no_days(page: Page) -> None:
    chip(page, "Hours of play", "at certain hours")
    for day in ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"):
        chip(page, "Days", day)


def no_zone(page: Page) -> None:
    chip(page, "Hours of play", "at certain hours")
    page.get_by_label("Time zone").fill("Atlantis/Harbour")


def too_long(page: Page) -> None:
    chip(page, "Reserve time for each player", "another …")
    page.get_by_label("Reserve time for each player: how many").fill("900")
    page.get_by_label("Reserve time for each player: unit").select_option("D")


@pytest.mark.parametrize(
    ("change", "said", "name"),
    [
        (no_days, None, "day"),
        (no_zone, "Choose a time zone from the list", "zone"),
        (too_long, "This server does not allow these settings:", "bank-number"),
    ],
)
def test_what_is_refused_is_said_at_its_field_and_the_step_opens(
    visitor: Visitor, change: Change, said: str | None, name: str
) -> None:
    page = visitor.page
    visitor.opens("/open")
    step(page, "3. Time")
    change(page)
    step(page, "3. Time")
    expect(page.locator(".fault")).to_have_count(0)
    visitor.presses("Open the table")
    fault = page.locator(".fault")
    fault.wait_for()
    if said:
        expect(fault).to_contain_text(said)
    # The focus is at the field, and the field says which fault is its own.
    expect(page.locator(":focus")).to_have_attribute("name", name, timeout=PATIENCE)
    described = page.evaluate("document.activeElement.getAttribute('aria-describedby')")
    assert described == fault.get_attribute("id")
    assert page.url.endswith("/open")
    visitor.check()


def test_a_number_out_of_range_is_refused_at_its_field(visitor: Visitor) -> None:
    page = visitor.page
    visitor.opens("/open?ruleset=high_tide")
    page.get_by_text("House rules").click()
    page.get_by_label("Dry spaces of each beach").fill("400")
    visitor.presses("Open the table")
    page.locator(".fault").wait_for()
    expect(page.locator(":focus")).to_have_attribute("name", "beach_length", timeout=PATIENCE)
    visitor.check()


def test_a_table_for_friends_is_found_by_its_link_alone(
    come: Come, visitor: Visitor, ann: Person
) -> None:
    page, friend = visitor.page, come()
    # What was begun for a table of another kind does not make this one public.
    visitor.opens("/open")
    page.get_by_label("Seat 3").select_option("random")
    visitor.opens("/")
    page.get_by_role("link", name="With friends Turn the Tide").click()
    expect(page.locator(".summary")).to_contain_text("Private: not listed")
    game = opened(visitor, ann)
    assert game["private"] is True
    listed = Person(ann.url).get("/games", status="open", page_size=100)["results"]
    assert game["id"] not in [one["id"] for one in listed]
    friend.opens("/lobby?ruleset=turn_the_tide")
    friend.page.locator(".lobby [role=status]").wait_for()
    expect(friend.page.locator(f"[data-game='{game['id']}']")).to_have_count(0)
    link = page.get_by_label("Address").input_value()
    friend.opens(link.removeprefix(ann.url))
    friend.presses("Join as a guest")
    page.locator(".seats", has_text="guest-").wait_for()
    visitor.opens("/open")
    visitor.presses("As last time")
    assert opened(visitor, ann)["private"] is True
    visitor.check()
    friend.check()


def test_somebody_without_an_account_opens_a_table_as_a_guest(come: Come) -> None:
    visitor = come()
    visitor.opens("/")
    visitor.page.get_by_role("link", name="With friends High Tide").click()
    visitor.presses("Continue as a guest")
    visitor.presses("Open the table")
    visitor.page.get_by_text("Waiting for players").wait_for()
    visitor.page.get_by_role("heading", name="High Tide", exact=True).wait_for()
    visitor.check()
