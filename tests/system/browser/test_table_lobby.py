"""The lobby in two browsers: filters that show and hide, pages, invitations, the waiting room."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from tests.running import Server
from tests.system.browser.chromium import PATIENCE
from tests.system.browser.conftest import Come
from tests.system.flows.client import PASSWORD, Person

IN_ORDER = """(wanted) => {
  const shown = [...document.querySelectorAll('[data-game]')].map((one) => one.dataset.game);
  return String(shown.filter((one) => wanted.includes(one))) === String(wanted);
}"""


@pytest.fixture
def person(server: Server) -> Callable[[str], Person]:
    return lambda name: Person.signs_up(server.url, f"{name}-{uuid4().hex[:8]}")


@pytest.fixture
def ann(person: Callable[[str], Person]) -> Person:
    return person("ann")


@pytest.fixture
def bob(person: Callable[[str], Person]) -> Person:
    return person("bob")


def friends(one: Person, other: Person) -> None:
    one.call("PATCH", f"/me/relations/{other.name}", {"friend": True}).ok()
    other.call("PATCH", f"/me/relations/{one.name}", {"friend": True}).ok()


def shows(page: Page, *games: str) -> None:
    """Wait until of these tables the list has this one and no other."""
    for game in games:
        page.locator(f"[data-game='{game}']").wait_for()


def hides(page: Page, *games: str) -> None:
    for game in games:
        expect(page.locator(f"[data-game='{game}']")).to_have_count(0, timeout=PATIENCE)


def test_each_filter_shows_what_fits_and_hides_the_rest(
    come: Come, ann: Person, bob: Person
) -> None:
    friends(ann, bob)
    cat = Person.signs_up(ann.url, f"cat-{uuid4().hex[:8]}")
    slow = cat.opens("turn_the_tide", {"edition": "bga"}, 6, clock={"per_turn": "P7D"})["id"]
    botty = cat.opens("turn_the_tide", {}, 3, bots=["random"], clock={"per_turn": "PT10M"})["id"]
    coins = bob.opens("high_tide", {"expansions": ["coins"]}, 4)["id"]
    every = {slow, botty, coins}
    visitor = come(ann)
    page = visitor.page
    visitor.opens("/lobby")
    shows(page, *every)
    for name, value, fits in (
        ("variant", "bga", slow),
        ("variant", "coins", coins),
        ("seats", "6", slow),
        ("pace", "quick", botty),
        ("pace", "slow", slow),
        ("company", "bots", botty),
    ):
        field = page.locator(f"select[name={name}]")
        field.select_option(value)
        hides(page, *(every - {fits}))
        shows(page, fits)
        # What is wished for is in the address: another tab shows the same.
        page.reload()
        shows(page, fits)
        expect(field).to_have_value(value, timeout=PATIENCE)
        hides(page, *(every - {fits}))
        field.select_option("")
        shows(page, *every)
    page.locator("label.chip", has_text="Tables with friends").click()
    hides(page, slow, botty)
    shows(page, coins)
    page.locator("label.chip", has_text="Tables with friends").click()
    shows(page, *every)
    ann.call("POST", f"/games/{slow}/join").ok()
    page.locator("label.chip", has_text="Tables I can join").click()
    hides(page, slow)
    shows(page, botty, coins)
    page.locator("label.chip", has_text="Tables I can join").click()
    ann.call("POST", f"/games/{slow}/leave").ok()
    # The table with one bot of three lacks one player, and the others three and five.
    page.locator("label.chip", has_text="Fullest first").click()
    page.wait_for_function(IN_ORDER, arg=[botty, coins, slow])
    page.locator("label.chip", has_text="Fullest first").click()
    page.locator("label.chip", has_text="Turn the Tide").click()
    hides(page, coins)
    shows(page, slow, botty)
    assert "ruleset=turn_the_tide" in page.url
    card = page.locator(f"[data-game='{slow}']")
    for said in ("Board Game Arena edition", str(cat.name), "7 days for each move", "5 seats free"):
        expect(card).to_contain_text(said)
    expect(card).to_contain_text("after 3 missed moves in a row a bot plays on", ignore_case=True)
    visitor.check()


def test_further_tables_are_a_page_with_an_address_of_its_own(come: Come, bob: Person) -> None:
    games = [bob.opens("turn_the_tide", {}, 3)["id"] for _ in range(51)]
    visitor = come()
    page = visitor.page
    visitor.opens("/lobby?ruleset=turn_the_tide")
    shows(page, games[-1])
    hides(page, games[0])
    page.get_by_role("link", name="Older tables").click()
    shows(page, games[0])
    hides(page, games[-1])
    page.reload()
    shows(page, games[0])
    page.go_back()
    shows(page, games[-1])
    visitor.check()


def test_running_games_are_there_to_watch_and_finished_ones_of_mine_to_look_at(
    come: Come, server: Server, ann: Person, bob: Person
) -> None:
    running = bob.opens("turn_the_tide", {}, 3, bots=["random", "random"])["id"]
    hidden = bob.opens("turn_the_tide", {}, 3, bots=["random", "random"], private=True)["id"]
    over = ann.opens("turn_the_tide", {}, 3, bots=["random", "random"])["id"]
    while (seen := ann.waits_for(over, is_over_or_asked, 120))["status"] != "finished":
        ann.seals(over, seen["turn"]["number"], seen["mine"]["legal_actions"][0])
    visitor = come()
    page = visitor.page
    visitor.opens("/lobby?show=mine")
    page.get_by_text("Sign in to see them.").wait_for()
    # Another tab signs in: they are here long before the list is asked for again.
    visitor.plays_as(ann)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator(f"[data-game='{over}']")).to_be_visible(timeout=20_000)
    visitor.opens("/lobby?show=running")
    shows(page, running)
    hides(page, hidden, over)
    page.get_by_role("link", name="My finished games").click()
    shows(page, over)
    hides(page, running)
    expect(page.locator(f"[data-game='{over}']")).to_contain_text("Most points:")
    page.get_by_role("link", name="Games to watch").click()
    page.locator(f"[data-game='{running}']").get_by_role("link", name="Watch").click()
    page.locator(".swimmer").first.wait_for()
    visitor.check()


def is_over_or_asked(now: dict[str, Any]) -> bool:
    return now["status"] == "finished" or bool(now["mine"]["legal_actions"])


def test_a_link_seats_somebody_without_an_account_and_ends_when_it_is_used(
    come: Come, ann: Person
) -> None:
    game = ann.opens("turn_the_tide", {}, 3, bots=["random"], private=True)["id"]
    hosts, guests, late = come(ann), come(), come()
    hosts.opens(f"/game/{game}")
    hosts.page.get_by_label("A link for this many players").fill("1")
    hosts.page.get_by_label("valid for").select_option("P1D")
    hosts.presses("Create a link")
    hosts.page.get_by_text("1 use left").wait_for()
    address = hosts.page.locator(".made input.address").input_value()
    (made,) = ann.get(f"/games/{game}/invitations")["results"]
    assert address.endswith(f"/invitation/{made['code']}")
    assert (made["uses_left"], made["player"]) == (1, None)
    path = address.removeprefix(ann.url)
    late.opens(path)
    guests.opens(path)
    guests.page.get_by_role("heading", name=f"{ann.name} invites you to Turn the Tide").wait_for()
    guests.presses("Take a seat as a guest")
    # The table is full with her, so it begins, on the host's screen too.
    guests.page.locator(".hand").wait_for()
    hosts.page.locator(".hand").wait_for()
    late.presses("Take a seat as a guest")
    late.page.get_by_text("This invitation is used up").wait_for()
    for visitor in (hosts, guests, late):
        visitor.check()


def test_somebody_who_signs_up_comes_back_to_her_invitation(come: Come, ann: Person) -> None:
    game = ann.opens("high_tide", {}, 3, start="host")["id"]
    code = ann.call("POST", f"/games/{game}/invitations", {"uses": 2}).ok()["code"]
    visitor = come()
    page, name = visitor.page, f"eve-{uuid4().hex[:8]}"
    visitor.opens(f"/invitation/{code}")
    visitor.presses("Sign up")
    page.fill("input[name=username]", name)
    page.fill("input[name=password1]", PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/invitation/{code}")
    visitor.presses("Take a seat")
    page.locator(".seats", has_text=name).wait_for()
    assert [one["player"] for one in ann.sees(game)["seats"]] == [ann.name, name]
    visitor.check()


def test_an_invitation_by_name_is_seen_in_the_lobby_and_accepted_or_declined(
    come: Come, ann: Person, bob: Person
) -> None:
    wanted = ann.opens("high_tide", {}, 4, private=True, start="host")["id"]
    other = ann.opens("turn_the_tide", {}, 4, private=True, start="host")["id"]
    hosts, guests = come(ann), come(bob)
    hosts.opens(f"/game/{wanted}")
    hosts.page.get_by_label("Name of a player").fill("nobody-at-all")
    hosts.presses("Invite")
    # What is refused is said at the field.
    fault = hosts.page.locator(".fault", has_text="There is no such player.")
    fault.wait_for()
    field = hosts.page.get_by_label("Name of a player")
    assert field.get_attribute("aria-describedby") == fault.get_attribute("id")
    field.fill(str(bob.name))
    hosts.presses("Invite")
    hosts.page.get_by_text("has not answered yet").wait_for()
    ann.call("POST", f"/games/{other}/invitations", {"player": bob.name}).ok()
    guests.opens("/lobby")
    guests.page.get_by_text("You have 2 invitations").wait_for()
    entry = guests.page.locator(".invited li")
    entry.filter(has_text="Turn the Tide").get_by_role("button", name="Decline").click()
    entry.filter(has_text="Turn the Tide").wait_for(state="detached")
    (declined,) = ann.get(f"/games/{other}/invitations")["results"]
    assert declined["declined_at"] is not None
    entry.filter(has_text="High Tide").get_by_role("button", name="Take a seat").click()
    hosts.page.locator(".seats", has_text=str(bob.name)).wait_for()
    hosts.check()
    guests.check()


def test_the_host_takes_invitations_back_starts_early_and_others_leave(
    come: Come, ann: Person, bob: Person
) -> None:
    game = ann.opens("turn_the_tide", {}, 4, bots=["random"], start="host")["id"]
    ann.call("POST", f"/games/{game}/invitations", {"player": bob.name}).ok()
    hosts, guests = come(ann), come(bob)
    hosts.opens(f"/game/{game}")
    hosts.page.get_by_role("button", name=f"Take back {bob.name}").click()
    hosts.page.get_by_text("Invited so far").wait_for(state="detached")
    assert ann.get(f"/games/{game}/invitations")["results"] == []
    # A start that would be refused is not offered; how many are needed is said instead.
    hosts.page.get_by_text("It can start once 3 sit here.").wait_for()
    expect(
        hosts.page.get_by_role("button", name="Start with the players who are here")
    ).to_have_count(0)
    guests.opens("/lobby")
    guests.page.locator(f"[data-game='{game}']").get_by_role("button", name="Join").click()
    hosts.page.locator(".seats", has_text=str(bob.name)).wait_for()
    guests.presses("Leave")
    expect(hosts.page.locator(".seats")).not_to_contain_text(str(bob.name), timeout=PATIENCE)
    guests.presses("Join")
    hosts.page.locator(".seats", has_text=str(bob.name)).wait_for()
    hosts.presses("Start with the players who are here")
    hosts.page.locator(".hand").wait_for()
    guests.page.locator(".hand").wait_for()
    hosts.check()
    guests.check()


def test_a_table_to_which_nobody_comes_is_filled_with_bots_or_called_off(
    come: Come, ann: Person
) -> None:
    clock = {"per_turn": "PT8H", "bank": "PT24H"}
    options = {"expansions": ["surfer"]}
    alone = ann.opens("high_tide", options, 4, bots=["careful"], clock=clock, private=True)["id"]
    off = ann.opens("turn_the_tide", {}, 3)["id"]
    visitor = come(ann)
    visitor.opens(f"/game/{alone}")
    visitor.page.get_by_label("Bots in the free seats").select_option("random")
    visitor.presses("Open a new table and start")
    visitor.page.locator(".high-tide").wait_for()
    begun = ann.sees(visitor.page.url.rpartition("/")[2])
    assert [one["bot"] for one in begun["seats"]] == [None, "random", "random", "careful"]
    before = ann.sees(alone)
    settled = ("options", "clock", "absence", "private", "messages", "bot_accounts")
    assert [begun[name] for name in settled] == [before[name] for name in settled]
    assert before["status"] == "cancelled"
    visitor.opens(f"/game/{off}")
    visitor.presses("Cancel the game")
    visitor.presses("Yes, cancel it")
    visitor.page.get_by_text("✓ This game was cancelled.").wait_for()
    visitor.check()
