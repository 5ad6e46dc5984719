"""The session of a browser: all of its tabs play as the same player, and none once that one has left."""

from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from tests.system.browser.conftest import Come
from tests.system.browser.visiting import Visitor
from tests.system.flows.client import PASSWORD, Person

PLAY = "Play now against bots Turn the Tide"
BLOCKED = """
const refuse = () => { throw new DOMException("Access is denied.", "SecurityError"); };
for (const name of ["localStorage", "sessionStorage", "indexedDB"])
  Object.defineProperty(window, name, {get: refuse});
Object.defineProperty(Navigator.prototype, "serviceWorker", {get: refuse});
Object.defineProperty(Document.prototype, "cookie", {get: () => "", set: () => {}});
LockManager.prototype.request = async () => refuse();
"""
"""As Chromium does where all cookies are blocked."""
FULL = """
Storage.prototype.setItem = () => { throw new DOMException("It is full.", "QuotaExceededError"); };
"""


def signs_in(page: Page, person: Person) -> None:
    page.fill("input[name=login]", str(person.name))
    page.fill("input[name=password]", PASSWORD)
    page.keyboard.press("Enter")


def asked_game(person: Person) -> str:
    """A game in which this player is asked, and somebody else who takes his time."""
    game: str = person.opens("turn_the_tide", {}, 3, bots=["random"])["id"]
    Person.signs_up(person.url, f"bob-{uuid4().hex[:8]}").joins(game)
    return game


def test_a_second_tab_is_signed_in_and_signing_out_in_one_ends_it_in_all(
    come: Come, ann: Person
) -> None:
    game = asked_game(ann)
    one = come()
    two = Visitor(one.page.context, one.url)
    for tab in (one, two):
        tab.opens("/lobby")
        tab.page.locator(".who").get_by_role("button", name="Sign in").click()
        tab.page.locator("input[name=login]").wait_for()
    signs_in(one.page, ann)
    one.page.locator("a.name", has_text=ann.name).wait_for()
    # The other form was made before; it leads on to where that tab wanted to go.
    signs_in(two.page, ann)
    two.page.wait_for_url("**/lobby")
    two.page.locator("a.name", has_text=ann.name).wait_for()
    # A third tab that is opened anew, and one that is duplicated, play at once.
    for tab in (one, two):
        tab.opens(f"/game/{game}")
        tab.page.locator(".hand").wait_for()
    kept = "Object.values({...localStorage, ...sessionStorage}).join() + document.cookie"
    assert "tideo_" not in one.page.evaluate(kept)
    one.page.locator(".hand input").first.check()
    two.presses("Sign out")
    two.page.locator("a.name").wait_for(state="detached")
    one.page.get_by_text(f"{ann.name}, you have been signed out.").wait_for()
    expect(one.page.locator(".hand")).to_have_count(0)
    assert ann.sees(game)["mine"]["submission"] is None
    for tab in (one, two):
        tab.check()


def test_going_back_after_signing_out_on_the_pages_of_the_account_plays_no_card(
    come: Come, ann: Person
) -> None:
    game = asked_game(ann)
    visitor = come()
    page = visitor.page
    visitor.plays_as(ann)
    visitor.opens(f"/game/{game}")
    page.locator(".hand input").first.check()
    page.get_by_role("link", name="My account").click()
    page.get_by_role("button", name="Sign out").click()
    page.locator("input[name=login]").wait_for()
    while page.url != f"{visitor.url}/game/{game}":
        page.go_back()
    page.locator(".sign-in").first.wait_for()
    expect(page.get_by_role("button", name="Seal", exact=True)).to_have_count(0)
    assert ann.sees(game)["mine"]["submission"] is None
    visitor.check()


def test_a_tab_becomes_the_player_who_signs_in_in_another(come: Come, ann: Person) -> None:
    game = asked_game(ann)
    eve = Person.signs_up(ann.url, f"eve-{uuid4().hex[:8]}")
    one = come()
    one.plays_as(ann)
    one.opens(f"/game/{game}")
    one.page.locator(".hand input").first.check()
    one.plays_as(eve)
    # The tab is looked at again; where it is not, it finds out when something is to be sent.
    one.page.evaluate("dispatchEvent(new Event('focus'))")
    one.page.locator("a.name", has_text=eve.name).wait_for()
    one.page.get_by_text(f"{ann.name}, {eve.name} has signed in on this browser").wait_for()
    expect(one.page.locator(".hand")).to_have_count(0)
    assert ann.sees(game)["mine"]["submission"] is None
    one.check()


def test_a_guest_comes_back_and_is_asked_before_the_account_is_lost(come: Come) -> None:
    visitor = come()
    visitor.opens("/")
    visitor.presses(PLAY)
    visitor.page.locator(".hand").wait_for()
    game, guest = visitor.page.url, visitor.page.locator("a.name").inner_text()
    # The tab is closed; another one is opened later, be it by an app on the home screen.
    page = Visitor(visitor.page.context, visitor.url).page
    visitor.page.close()
    page.goto(game)
    page.locator(".hand").wait_for()
    expect(page.locator("a.name")).to_have_text(guest)
    page.get_by_role("button", name="Sign out", exact=True).click()
    dialog = page.get_by_role("dialog", name="Sign out for good?")
    dialog.get_by_text("After signing out you cannot come back").wait_for()
    dialog.get_by_role("button", name="Stay").click()
    expect(dialog).to_have_count(0)
    page.get_by_role("button", name="Sign out", exact=True).click()
    name = f"gil-{uuid4().hex[:8]}"
    dialog.get_by_label("Name").fill(name)
    dialog.get_by_label("Password").fill(PASSWORD)
    dialog.get_by_role("button", name="Keep them").click()
    page.locator("a.name", has_text=name).wait_for()
    expect(dialog).to_have_count(0)
    page.locator(".hand").wait_for()
    page.goto(f"{visitor.url}/account/")
    page.get_by_role("heading", name=name).wait_for()


@pytest.mark.parametrize("script", [BLOCKED, FULL], ids=["blocked", "full"])
def test_where_the_browser_keeps_nothing_the_page_says_so_and_can_be_played(
    come: Come, ann: Person, script: str
) -> None:
    game = ann.opens("turn_the_tide", {}, 3, bots=["random"])["id"]
    invitation = ann.call("POST", f"/games/{game}/invitations", {"uses": 1}).ok()
    visitor = come()
    page = visitor.page
    page.add_init_script(script)
    visitor.opens("/")
    if script == BLOCKED:
        page.get_by_text("This browser blocks cookies, so you cannot sign in here").wait_for()
        page.get_by_text("Signing in needs cookies, and this browser blocks them.").first.wait_for()
    visitor.opens(f"/invitation/{invitation['code']}")
    visitor.presses("Take a seat as a guest")
    page.locator(".hand input").first.check()
    if script == FULL:
        page.get_by_text("This browser's storage is full").wait_for()
    turn = visitor.turn()
    visitor.presses("Seal")
    page.get_by_text("Sealed: ").wait_for()
    # It is another player who closes the turn, so the page has to hear of it.
    ann.seals(game, int(turn), ann.sees(game)["mine"]["fallback"])
    visitor.waits_for_the_next(turn)
    visitor.opens("/settings")
    visitor.check()
