"""Every page of the table: signing in, the lobby, an undrawn game, a cut stream; and what axe says."""

import re
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Route, expect

from tests.running import Server
from tests.sampling import sample
from tests.system.browser import axe
from tests.system.browser.chromium import PATIENCE
from tests.system.browser.conftest import Come
from tests.system.browser.visiting import SOON
from tests.system.flows.client import PASSWORD, Person

STREAM = re.compile(r"/stream\?")
EVENTS = re.compile(r"/events\?")
FILLED = {
    "game": ".panel, .hand",
    "lobby": ".table-card",
    "open": ".summary, .sign-in",
    "player": "table, .panel",
    "invitation": ".terms",
}
"""What is there once the page has read what it shows."""


def test_one_signs_up_and_comes_back_to_where_one_was(come: Come) -> None:
    visitor = come()
    page, name = visitor.page, f"eve-{uuid4().hex[:8]}"
    visitor.opens("/lobby")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name="Sign up").first.click()
    page.fill("input[name=username]", name)
    page.fill("input[name=password1]", PASSWORD)
    if page.locator("input[name=password2]").count():
        page.fill("input[name=password2]", PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url("**/lobby")
    page.get_by_role("link", name=name).wait_for()
    visitor.opens("/home")
    page.get_by_text("You are not in any game yet.").wait_for()
    visitor.presses("Sign out")
    page.wait_for_url("**/")
    visitor.check()


@pytest.mark.parametrize("connected", [True, False])
def test_who_comes_after_her_is_asked_for_name_and_password(
    come: Come, ann: Person, connected: bool
) -> None:
    visitor = come(service_workers="allow")
    page = visitor.page
    page.add_init_script(SOON)
    visitor.opens("/lobby")
    page.locator(".who").get_by_role("button", name="Sign in").click()
    page.fill("input[name=login]", str(ann.name))
    page.fill("input[name=password]", PASSWORD)
    page.keyboard.press("Enter")
    page.locator("a.name", has_text=ann.name).wait_for()
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.context.set_offline(not connected)
    visitor.presses("Sign out")
    page.locator("a.name").wait_for(state="detached")
    page.context.set_offline(False)
    page.locator(".who").get_by_role("button", name="Sign in").click()
    page.locator("input[name=login]").wait_for()
    visitor.opens("/account/")
    assert page.url.startswith(f"{visitor.url}/account/login/")
    visitor.check()


def test_a_guest_keeps_her_games_with_a_name_and_a_password(come: Come) -> None:
    visitor = come()
    page, name = visitor.page, f"eve-{uuid4().hex[:8]}"
    visitor.opens("/")
    visitor.presses("Play now against bots Turn the Tide")
    page.locator(".hand").wait_for()
    page.get_by_role("link", name="My games").click()
    page.fill("input[name=username]", name)
    page.fill("input[name=password]", PASSWORD)
    visitor.presses("Keep them")
    page.locator("a.name", has_text=name).wait_for()
    expect(page.locator(".entry")).to_have_count(1)
    visitor.check()


def test_a_table_is_opened_found_in_the_lobby_joined_and_begins_on_both_screens(
    come: Come, server: Server, ann: Person
) -> None:
    hosts, guests = come(), come()
    bob = Person.signs_up(server.url, f"bob-{uuid4().hex[:8]}")
    hosts.plays_as(ann)
    guests.plays_as(bob)
    hosts.opens("/open")
    hosts.page.get_by_label("Seat 3").select_option("random")
    hosts.presses("Open the table")
    hosts.page.get_by_text("Waiting for players").wait_for()
    guests.opens("/lobby")
    guests.page.locator("li.entry", has_text=str(ann.name)).get_by_role("button").click()
    guests.page.locator(".hand").wait_for()
    # The host has not touched anything meanwhile.
    hosts.page.locator(".hand").wait_for()
    expect(hosts.page.locator(".swimmer")).to_have_count(3)
    hosts.check()
    guests.check()


def test_whoever_plays_many_games_finds_all_of_them(come: Come, ann: Person) -> None:
    for _ in range(26):
        ann.opens("turn_the_tide", {}, 3, bots=["random", "random"])
    visitor = come()
    page = visitor.page
    visitor.plays_as(ann)
    visitor.opens("/home")
    expect(page.locator(".entry")).to_have_count(25)
    expect(page).to_have_title(re.compile(r"^\(26\) "))
    page.get_by_role("button", name="More games").click()
    expect(page.locator(".entry")).to_have_count(26)
    expect(page.get_by_role("button", name="More games")).to_have_count(0)
    expect(page.get_by_role("link", name="My finished games")).to_have_count(0)
    visitor.opens("/absence")
    page.get_by_label("Until").fill("2099-01-01T12:00")
    page.get_by_role("button", name="What would it do?").click()
    expect(page.get_by_text("Your clock is stopped in 26 of your games.")).to_be_visible()
    visitor.check()


def test_whoever_has_more_games_than_a_page_takes_is_led_to_those_that_are_over(
    come: Come, ann: Person
) -> None:
    ann.opens("turn_the_tide", {}, 3, bots=["random", "random"])

    def cut(route: Route) -> None:
        # An answer that says that nothing is new has nothing to be changed in.
        asked = {**route.request.headers, "if-none-match": ""}
        said = route.fetch(headers=asked)
        further = f"{ann.url}/api/v1/me/games?cursor=x"
        route.fulfill(response=said, json={**said.json(), "next": further})

    visitor = come()
    page = visitor.page
    page.route(re.compile(r"/me/games\?"), cut)
    visitor.plays_as(ann)
    visitor.opens("/home")
    page.get_by_role("button", name="More games").click()
    page.get_by_role("link", name="My finished games").click()
    page.wait_for_url("**/lobby?show=mine")
    page.unroute_all(behavior="wait")


def test_a_sealed_card_is_shown_and_can_be_taken_back(come: Come, ann: Person) -> None:
    game = ann.opens("turn_the_tide", {}, 3, bots=["random"])["id"]
    Person.signs_up(ann.url, f"bob-{uuid4().hex[:8]}").joins(game)
    visitor = come()
    visitor.plays_as(ann)
    visitor.opens(f"/game/{game}")
    visitor.page.locator(".hand input").nth(4).check()
    visitor.presses("Seal")
    visitor.page.locator(".card.sealed").wait_for()
    assert ann.sees(game)["mine"]["submission"] is not None
    # Nobody has to remember it: it is there after the page was loaded anew.
    visitor.opens(f"/game/{game}")
    visitor.page.locator(".card.sealed").wait_for()
    visitor.presses("Take back")
    visitor.page.get_by_text("Nothing chosen yet.").wait_for()
    assert ann.sees(game)["mine"]["submission"] is None
    visitor.check()


def test_what_waits_is_in_the_title_and_one_goes_from_game_to_game(come: Come, ann: Person) -> None:
    other = Person.signs_up(ann.url, f"bob-{uuid4().hex[:8]}")
    games = [ann.opens("turn_the_tide", {}, 3, bots=["random"])["id"] for _ in range(2)]
    for game in games:
        other.joins(game)
    visitor = come()
    visitor.plays_as(ann)
    visitor.opens("/home")
    expect(visitor.page).to_have_title(re.compile(r"^\(2\) "), timeout=PATIENCE)
    unread = {one["id"]: one["mine"]["unread"] for one in ann.get("/me/games")["results"]}
    # Who opens a game has read what her list knew of it.
    with visitor.page.expect_request_finished(lambda one: one.url.endswith("/me/read")):
        visitor.page.locator(".entry a").first.click()
    opened = visitor.page.url.rpartition("/")[2]
    now = {one["id"]: one["mine"]["unread"] for one in ann.get("/me/games")["results"]}
    assert now[opened] < unread[opened]
    visitor.page.locator(".hand input").first.check()
    # One press seals here and leads to the next; who seals alone finds it afterwards.
    here = visitor.page.url
    visitor.presses("Seal and next")
    visitor.page.wait_for_url(lambda url: url != here)
    expect(visitor.page).to_have_title(re.compile(r"^\(1\) "), timeout=PATIENCE)
    assert ann.sees(opened)["mine"]["submission"] is not None
    visitor.page.locator(".hand").wait_for()
    expect(visitor.page.get_by_role("heading", name="Turn the Tide")).to_be_focused()
    expect(visitor.page.get_by_role("button", name="Seal and next")).to_have_count(0)
    ann.call("DELETE", f"/games/{opened}/turns/1/submission").ok()
    visitor.opens(f"/game/{opened}")
    visitor.page.locator(".hand input").first.check()
    visitor.presses("Seal")
    visitor.page.get_by_role("link", name="Next game").click()
    visitor.page.wait_for_url(lambda url: url != here)
    expect(visitor.page).to_have_title(re.compile(r"^\(1\) "), timeout=PATIENCE)
    visitor.check()


def test_a_game_that_nobody_has_drawn_explains_itself_and_can_be_played(
    come: Come, ann: Person
) -> None:
    game = ann.opens("goofspiel", {}, 3, bots=["random", "random"])["id"]
    visitor = come()
    visitor.plays_as(ann)
    visitor.opens(f"/game/{game}")
    page = visitor.page
    # A stranger reads who has what, what is to be decided, and what each kind of answer means.
    page.get_by_role("group", name="You decide: which card to bid").wait_for()
    page.get_by_text("Bid a card for the prize.").wait_for()
    heads = page.locator(".general thead th").all_inner_texts()
    assert [one.lower() for one in heads[:2]] == ["seat", "hand"]
    rows = page.locator(".general tbody tr td:first-child").all_inner_texts()
    assert rows == ["you", "Random bot 2", "Random bot 3"]
    while visitor.waits_until_asked():
        turn = visitor.turn()
        visitor.tabs_to_choice()
        page.keyboard.press("Space")
        card = page.locator(".option.chosen").inner_text()
        assert page.locator(".seal-bar .choice").inner_text() == card
        page.keyboard.press("Enter")
        visitor.waits_for_the_next(turn)
        page.locator(".happened", has_text="bids opened").wait_for()
    expect(page.locator(".outcome li")).to_have_count(3)
    visitor.check()


def test_where_streams_do_not_come_through_it_asks(come: Come, ann: Person) -> None:
    game = ann.opens("turn_the_tide", {}, 3, start="host")["id"]
    visitor = come()
    visitor.page.route(STREAM, lambda route: route.abort())
    visitor.plays_as(ann)
    visitor.opens(f"/game/{game}")
    visitor.page.get_by_text("Waiting for players").wait_for()
    name = f"bob-{uuid4().hex[:8]}"
    Person.signs_up(ann.url, name).joins(game)
    visitor.page.locator(".seats", has_text=name).wait_for()


def test_without_a_connection_it_says_so_and_goes_on_by_itself(come: Come, ann: Person) -> None:
    game = ann.opens("turn_the_tide", {}, 3, start="host")["id"]
    visitor = come()
    visitor.plays_as(ann)
    visitor.page.route(STREAM, lambda route: route.abort())
    visitor.page.route(EVENTS, lambda route: route.abort())
    visitor.opens(f"/game/{game}")
    visitor.page.get_by_text("Not connected.").wait_for()
    visitor.page.unroute(STREAM)
    visitor.page.get_by_text("Not connected.").wait_for(state="detached")


def test_a_proxy_without_a_server_behind_it_is_no_connection(come: Come, ann: Person) -> None:
    game = ann.opens("turn_the_tide", {}, 3, start="host")["id"]
    visitor = come()
    visitor.plays_as(ann)
    visitor.page.route(
        "**/api/v1/games/**",
        lambda route: route.fulfill(status=502, content_type="text/html", body="Bad Gateway"),
    )
    visitor.opens(f"/game/{game}")
    visitor.page.get_by_text("The server cannot be reached.").first.wait_for()
    visitor.page.unroute("**/api/v1/games/**")
    visitor.page.get_by_text("Waiting for players").wait_for()
    assert visitor.faults == []


def test_a_stranger_may_watch_a_public_game_and_sees_nothing_of_a_private_one(
    come: Come, ann: Person
) -> None:
    bots = ["random", "random"]
    shown = ann.opens("turn_the_tide", {}, 3, bots=bots)["id"]
    hidden = ann.opens("turn_the_tide", {}, 3, bots=bots, private=True)["id"]
    visitor = come()
    visitor.opens(f"/game/{shown}")
    visitor.page.get_by_text("You are watching.").wait_for()
    expect(visitor.page.locator(".hand")).to_have_count(0)
    visitor.check()
    visitor.opens(f"/game/{hidden}")
    visitor.page.get_by_text("There is no table at this address, or it is private").wait_for()


def test_it_speaks_german_to_whoever_does(come: Come, ann: Person) -> None:
    game = ann.opens("turn_the_tide", {}, 3, bots=["random", "careful"])["id"]
    visitor = come(locale="de-DE")
    visitor.plays_as(ann)
    visitor.opens(f"/game/{game}")
    visitor.page.get_by_text("Deine Karten").wait_for()
    visitor.page.get_by_label("Sprache").select_option("en")
    visitor.page.get_by_text("Your hand").wait_for()
    assert visitor.page.get_attribute("html", "lang") == "en"
    visitor.check()


UNFOLD = """() => {
  for (const one of document.querySelectorAll("main details")) one.open = true;
}"""


@pytest.mark.parametrize(("width", "scheme"), sample(axe.SCREENS, 1))
def test_axe_finds_nothing_and_nothing_is_wider_than_the_screen(
    come: Come, ann: Person, width: int, scheme: str
) -> None:
    axe.needed()
    everything = {"expansions": ["coins", "shark_alert", "surfer", "baywatch"]}
    games = [
        ann.opens("turn_the_tide", {}, 3, bots=["random", "random"])["id"],
        ann.opens("high_tide", everything, 3, bots=["random", "random"])["id"],
        ann.opens("goofspiel", {}, 3, bots=["random", "random"])["id"],
        ann.opens("turn_the_tide", {}, 3)["id"],
    ]
    bob = Person.signs_up(ann.url, f"bob-{uuid4().hex[:8]}")
    bob.call("PATCH", f"/me/relations/{ann.name}", {"friend": True}).ok()
    private = bob.opens("high_tide", everything, 3, private=True)["id"]
    bob.call("POST", f"/games/{private}/invitations", {"player": ann.name}).ok()
    link = ann.call("POST", f"/games/{games[3]}/invitations", {"uses": 2}).ok()["code"]
    card = ann.sees(games[0])["mine"]["hand"][0]
    ann.seals(games[0], 1, {"type": "play", "card": card})
    visitor = come(bypass_csp=True, color_scheme=scheme, viewport={"width": width, "height": 900})
    found = dict[str, Any]()
    for signed_in in (False, True):
        if signed_in:
            visitor.plays_as(ann)
        paths = [
            *("/", "/home", "/lobby", "/open", "/people", "/settings", "/nowhere"),
            *(f"/player/{one.name}" for one in (ann, bob)),
            *(f"/invitation/{link}", *(f"/game/{one}" for one in games)),
        ]
        for path in paths:
            visitor.opens(path)
            visitor.page.wait_for_load_state("load")
            if filled := FILLED.get(path.split("/")[1]):
                visitor.page.locator(filled).first.wait_for()
            visitor.page.evaluate(UNFOLD)
            if faults := axe.faults(visitor.page):
                found[f"{path} {signed_in}"] = faults
    assert found == {}


@pytest.mark.parametrize("width", sample([390, 1280], 1))
def test_text_twice_as_large_loses_nothing(come: Come, ann: Person, width: int) -> None:
    axe.needed()
    bots = ["random", "random"]
    games = [
        ann.opens("turn_the_tide", {}, 3, bots=bots)["id"],
        ann.opens("high_tide", {"expansions": ["coins", "surfer"]}, 3, bots=bots)["id"],
        ann.opens("turn_the_tide", {}, 3)["id"],
    ]
    visitor = come(bypass_csp=True, viewport={"width": width, "height": 800})
    visitor.plays_as(ann)
    found = dict[str, Any]()
    for path in (
        *("/", "/home", "/lobby", "/open", "/people", "/settings", "/rules/turn_the_tide"),
        *(f"/game/{one}" for one in games),
    ):
        visitor.opens(path)
        visitor.page.wait_for_load_state("load")
        if filled := FILLED.get(path.split("/")[1]):
            visitor.page.locator(filled).first.wait_for()
        visitor.page.evaluate(UNFOLD)
        visitor.page.evaluate("document.documentElement.style.fontSize = '200%'")
        if faults := axe.faults(visitor.page):
            found[path] = faults
    assert found == {}
