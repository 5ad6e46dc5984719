"""Signing up, in and out: all tabs of a browser play as the same player, and none once that one has left."""

from uuid import uuid4

import pytest
from playwright.sync_api import expect

from tests.system.browser.conftest import OpenTab, SignUp, open_game
from tests.system.browser.tab import Tab
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


def test_signing_out_in_one_tab_ends_the_session_in_all(
    open_tab: OpenTab, ann: Person, game: str
) -> None:
    one = open_tab()
    two = open_tab(context=one.page.context)
    for tab in (one, two):
        tab.open("/lobby")
        tab.page.locator(".who").get_by_role("button", name="Sign in").click()
        tab.page.locator("input[name=login]").wait_for()
    # The second form was made before the first was sent; it leads on to where that tab wanted to go.
    for tab in (one, two):
        tab.log_in(ann)
        tab.page.wait_for_url("**/lobby")
        tab.page.locator("a.name", has_text=ann.name).wait_for()
    for tab in (one, two):
        tab.open(f"/game/{game}")
        tab.page.locator(".hand").wait_for()
    kept = "Object.values({...localStorage, ...sessionStorage}).join() + document.cookie"
    assert "tideo_" not in one.page.evaluate(kept)
    one.page.locator(".hand input").first.check()
    two.press("Sign out")
    two.page.locator("a.name").wait_for(state="detached")
    one.page.get_by_text(f"{ann.name}, you have been signed out.").wait_for()
    expect(one.page.locator(".hand")).to_have_count(0)
    assert ann.sees(game)["mine"]["submission"] is None


def test_the_pages_of_an_account_look_as_the_table_does(tab: Tab, ann: Person) -> None:
    page = tab.page
    tab.open("/settings")
    page.locator("input[name=theme][value=dark]").check(force=True)
    ground = "getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(ground)
    for path in ("/account/", "/docs/"):
        page.goto(tab.url + path)
        expect(page.locator(".bar .name:visible")).to_have_text(str(ann.name))
        expect(page.locator(".bar").get_by_role("link", name="Sign in")).to_have_count(0)
        assert page.evaluate(ground) == dark, path
        assert page.evaluate("document.fonts.load('600 1em Fredoka').then((some) => some.length)")


def test_going_back_after_signing_out_plays_no_card(tab: Tab, ann: Person, game: str) -> None:
    page = tab.page
    tab.open(f"/game/{game}")
    page.locator(".hand input").first.check()
    page.get_by_role("link", name="My account").click()
    page.get_by_role("button", name="Sign out").click()
    page.locator("input[name=login]").wait_for()
    while page.url != f"{tab.url}/game/{game}":
        page.go_back()
    page.locator(".sign-in").first.wait_for()
    expect(page.get_by_role("button", name="Seal", exact=True)).to_have_count(0)
    assert ann.sees(game)["mine"]["submission"] is None


def test_a_tab_becomes_the_player_who_signs_in_in_another(
    tab: Tab, ann: Person, game: str, sign_up: SignUp
) -> None:
    eve = sign_up("eve")
    tab.open(f"/game/{game}")
    tab.page.locator(".hand input").first.check()
    tab.sign_in(eve)
    # The tab is looked at again; where it is not, it finds out when something is to be sent.
    tab.page.evaluate("dispatchEvent(new Event('focus'))")
    tab.page.locator("a.name", has_text=eve.name).wait_for()
    tab.page.get_by_text(f"{ann.name}, {eve.name} has signed in on this browser").wait_for()
    expect(tab.page.locator(".hand")).to_have_count(0)
    assert ann.sees(game)["mine"]["submission"] is None


def test_a_guest_comes_back_and_is_asked_before_the_account_is_lost(
    open_tab: OpenTab, ann: Person
) -> None:
    first = open_tab()
    first.open("/")
    first.press(PLAY)
    first.page.locator(".hand").wait_for()
    game, guest = first.page.url, first.page.locator("a.name").inner_text()
    # The tab is closed; another one is opened later, be it by an app on the home screen.
    tab = open_tab(context=first.page.context)
    page, name = tab.page, f"gil-{uuid4().hex[:8]}"
    first.page.close()
    page.goto(game)
    page.locator(".hand").wait_for()
    expect(page.locator("a.name")).to_have_text(guest)
    tab.press("Sign out")
    dialog = page.get_by_role("dialog", name="Sign out for good?")
    dialog.get_by_role("button", name="Stay").click()
    expect(dialog).to_have_count(0)
    tab.press("Sign out")
    keep = dialog.get_by_role("button", name="Keep them")
    # Each refusal names its rule at its field, and none asks for an operator.
    for username, password, fault in (
        (str(ann.name), PASSWORD, "has this username"),
        ("eve!", PASSWORD, "2 to 30 letters, digits, _ or -"),
        (name, "short", "at least 8 characters"),
        (name, PASSWORD, None),
    ):
        dialog.get_by_label("Name").fill(username)
        dialog.get_by_label("Password").fill(password)
        keep.click()
        if fault:
            page.locator(".fault", has_text=fault).wait_for()
            expect(page.get_by_text("For the operator")).to_have_count(0)
    page.locator("a.name", has_text=name).wait_for()
    expect(dialog).to_have_count(0)
    page.locator(".hand").wait_for()


@pytest.mark.parametrize("script", [BLOCKED, FULL], ids=["blocked", "full"])
def test_where_the_browser_keeps_nothing_the_page_says_so_and_can_be_played(
    open_tab: OpenTab, ann: Person, script: str
) -> None:
    game = open_game(ann, bots=["random"])
    invitation = ann.call("POST", f"/games/{game}/invitations", {"uses": 1}).ok()
    tab = open_tab()
    page = tab.page
    page.add_init_script(script)
    tab.open("/")
    if script == BLOCKED:
        page.get_by_text("This browser blocks cookies, so you cannot sign in here").wait_for()
    tab.open(f"/invitation/{invitation['code']}")
    tab.press("Take a seat as a guest")
    page.locator(".hand input").first.check()
    if script == FULL:
        page.get_by_text("This browser's storage is full").wait_for()
    turn = tab.turn()
    tab.press("Seal")
    page.get_by_text("Sealed: ").wait_for()
    # It is another player who closes the turn, so the page has to hear of it.
    ann.seals(game, int(turn), ann.sees(game)["mine"]["fallback"])
    tab.wait_for_turn_after(turn)
