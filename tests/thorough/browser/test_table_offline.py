"""Without a connection: the rarer courses of a kept move, at a table and under another name."""

import re
from itertools import pairwise
from uuid import uuid4

from playwright.sync_api import BrowserContext, Request, Route, expect

from tests.system.browser.conftest import OpenTab, open_game
from tests.system.browser.tab import Tab
from tests.system.browser.test_table_offline import PUT, card_action, open_kept, seal_offline
from tests.system.flows.client import PASSWORD, Person
from tideapi.local.up import ROOT

ATTEMPTS = 3
APART = 4_000
"""Milliseconds that lie at least between attempts of its own accord: the page waits for five seconds."""
_EVERY = re.findall(r"EVERY = ([\d_]+)", (ROOT / "web/offline/index.js").read_text())[0]
OFTEN = f"""const repeat = window.setInterval;
window.setInterval = (call, ms, ...values) => repeat(call, ms === {_EVERY} ? 200 : ms, ...values);"""
"""For a page: what waits to be sent is looked for often."""


def test_a_window_that_is_opened_anew_shows_what_the_last_player_saw(
    open_tab: OpenTab, context: BrowserContext, tab: Tab, ann: Person, game: str
) -> None:
    open_kept(tab, game, ann.name)
    context.set_offline(True)
    other = open_tab(context=context, is_documented=False)
    tab.page.close()
    other.open(f"/game/{game}")
    other.page.locator(".hand").wait_for()
    other.page.get_by_text(re.compile(r"This is how it was")).wait_for()
    expect(other.page.locator("a.name")).to_have_text(str(ann.name))


def test_a_move_that_is_refused_says_why_and_one_made_elsewhere_counts(
    context: BrowserContext, tab: Tab, ann: Person, game: str
) -> None:
    page = tab.page
    open_kept(tab, game, ann.name)
    context.set_offline(True)
    words = seal_offline(tab, 3)
    problem = {"code": "not_your_card", "status": 422, "detail": "That card is another player's."}
    page.route(PUT, lambda route: route.fulfill(status=422, json=problem))
    context.set_offline(False)
    page.get_by_text(f"“{words}” was refused. That card is another player's.").wait_for()
    page.unroute(PUT)
    context.set_offline(True)
    other = card_action(page, 4)
    words = seal_offline(tab, 3)
    ann.seals(game, 1, other)
    context.set_offline(False)
    page.get_by_text(f"“{words}” was not sent: you have sealed another move since").wait_for()
    assert ann.sees(game)["mine"]["submission"]["action"] == other


def test_a_move_that_a_proxy_swallows_is_kept_and_tried_again_now_and_then(
    tab: Tab, ann: Person, game: str
) -> None:
    page, swallowed = tab.page, list[Request]()

    def swallow_move(route: Route) -> None:
        swallowed.append(route.request)
        route.fulfill(status=403, content_type="text/html", body="<h1>Sorry</h1>")

    page.add_init_script(OFTEN)
    tab.open(f"/game/{game}")
    page.route(PUT, swallow_move)
    words = seal_offline(tab, 3)
    # The first was her press. The others are of their own accord, and none follows at the heels of another.
    while len(swallowed) < ATTEMPTS:
        with page.expect_request(PUT):
            pass
    page.unroute(PUT)
    began = [one.timing["startTime"] for one in swallowed[1:]]
    assert all(later - sooner > APART for sooner, later in pairwise(began)), began
    page.evaluate("dispatchEvent(new Event('online'))")
    page.get_by_text(f"Sealed: {words}").wait_for()
    assert ann.sees(game)["mine"]["submission"] is not None


def test_what_is_sealed_and_what_waits_are_not_shown_after_signing_out(
    context: BrowserContext, tab: Tab, ann: Person, game: str
) -> None:
    page = tab.page
    open_game(ann)
    open_kept(tab, game, ann.name)
    context.set_offline(True)
    words = seal_offline(tab, 3)
    context.set_offline(False)
    page.get_by_text(f"“{words}” was sent and is sealed.").wait_for()
    expect(page).to_have_title(re.compile(r"^\(\d\) "))
    tab.press("Sign out")
    page.wait_for_url("**/")
    expect(page.locator(".unsent-moves .notice")).to_have_count(0)
    expect(page).to_have_title(re.compile(r"^[^(]"))
    page.get_by_role("button", name="Play now against bots Turn the Tide").click()
    page.locator(".hand").wait_for()
    expect(page.locator(".unsent-moves .notice")).to_have_count(0)


def test_a_player_who_takes_another_name_keeps_seats_and_unsent_moves(
    tab: Tab, ann: Person, game: str
) -> None:
    page, name = tab.page, f"eve-{uuid4().hex[:8]}"
    hosted = ann.opens("turn_the_tide", {}, 3)["id"]
    open_kept(tab, game, ann.name)
    page.route(PUT, lambda route: route.abort())
    words, action = seal_offline(tab, 5), card_action(page, 5)
    tab.open("/settings")
    page.get_by_role("link", name="Change my name").click()
    page.fill("input[name=username]", name)
    page.get_by_role("button", name="Take this name").click()
    page.get_by_text(f"You are {name} now.").wait_for()
    page.go_back()
    page.go_back()
    expect(page.locator("a.name")).to_have_text(name)
    page.get_by_role("link", name="My games").click()
    page.locator(f'.entry a[href="/game/{game}"]').click()
    page.get_by_text(f"Kept on this device: {words}.").wait_for()
    for thing in ("Messages", "Standing order", "Resign"):
        expect(page.get_by_role("button", name=thing)).to_be_visible()
    page.unroute(PUT)
    page.get_by_text(f"Sealed: {words}").wait_for()
    assert ann.sees(game)["mine"]["submission"]["action"] == action
    tab.open(f"/game/{hosted}")
    expect(page.get_by_role("button", name="Cancel the game")).to_be_visible()
    expect(page.get_by_role("button", name="Join")).to_have_count(0)


def test_a_guest_who_takes_a_name_keeps_unsent_moves(
    open_tab: OpenTab, context: BrowserContext
) -> None:
    guest = open_tab(context=context, is_documented=False)
    page, name = guest.page, f"eve-{uuid4().hex[:8]}"
    guest.open("/")
    guest.press("Play now against bots Turn the Tide")
    page.locator(".hand").wait_for()
    page.route(PUT, lambda route: route.abort())
    words = seal_offline(guest, 3)
    page.get_by_role("link", name="My games").click()
    guest.fill(username=name, password=PASSWORD)
    guest.press("Keep them")
    page.locator("a.name", has_text=name).wait_for()
    page.unroute(PUT)
    page.get_by_text(f"“{words}” was sent and is sealed.").wait_for()
