"""Without a connection: what was seen last is shown, a move is kept and sent later, none sees another's."""

import re
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Dialog, Page, Request, expect

from tests.sampling import sample
from tests.system.browser.chromium import end_sessions
from tests.system.browser.conftest import OpenBrowser, OpenTab, SignUp, pass_deadline
from tests.system.browser.tab import LOAD_SOON, Tab
from tests.system.flows.client import Person

PUT = re.compile(r"/submission$")
IMPORT = """async ([path, call, values, until]) => {
  const root = document.querySelector('script[src$="main.js"]').src.replace('main.js', '');
  const {[call]: read} = await import(root + path);
  for (;;) {
    const found = await read(...values);
    if (until === null || (Array.isArray(found) ? found.length > 0 : Boolean(found)) === until) return found;
    await new Promise((done) => setTimeout(done, 50));
  }
}"""
"""What a function of a module returns; until it is something, or nothing, if that is asked for."""


def unsent_moves(page: Page, player: str | None) -> list[str]:
    found = page.evaluate(IMPORT, ["offline/index.js", "unsentMovesOf", [player], None])
    return [one["words"] for one in found]


def wait_until_kept(page: Page, player: str | None, view: str) -> None:
    page.evaluate(IMPORT, ["offline/views.js", "readView", [player, view], True])


def wait_until_forgotten(page: Page, player: str | None) -> None:
    page.evaluate(IMPORT, ["offline/store.js", "keysOf", ["view", player], False])


@pytest.fixture
def context(open_browser: OpenBrowser) -> BrowserContext:
    made = open_browser(service_workers="allow")
    made.add_init_script(LOAD_SOON)
    return made


@pytest.fixture
def tab(open_tab: OpenTab, context: BrowserContext, ann: Person) -> Tab:
    return open_tab(ann, context=context, is_documented=False)


def open_kept(tab: Tab, game: str, player: str | None) -> None:
    """Open a game, until its view and the shell are kept."""
    tab.open(f"/game/{game}")
    tab.page.locator(".hand").wait_for()
    tab.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    wait_until_kept(tab.page, player, f"game {game}")


def seal_offline(tab: Tab, number: int) -> str:
    """Seal a card while there is no connection; its words."""
    words = tab.choose_card(number)
    tab.press("Seal")
    tab.page.get_by_text(f"Kept on this device: {words}.").wait_for()
    return words


def card_action(page: Page, number: int) -> dict[str, Any]:
    label = page.locator(".hand input").nth(number).get_attribute("aria-label") or ""
    found = re.search(r"\d+", label)
    assert found, label
    return {"type": "play", "card": int(found[0])}


def test_a_game_and_the_list_of_games_are_shown_as_they_were(
    context: BrowserContext, tab: Tab, ann: Person, game: str
) -> None:
    page, old = tab.page, re.compile(r"This is how it was \d+ (second|minute)s? ago")
    tab.open("/home")
    page.locator(".entry").wait_for()
    wait_until_kept(page, ann.name, "home")
    open_kept(tab, game, ann.name)
    hand = page.locator(".hand").inner_html()
    context.set_offline(True)
    tab.open(f"/game/{game}")
    page.get_by_text("Not connected.").wait_for()
    page.get_by_text(old).wait_for()
    assert page.locator(".hand").inner_html() == hand
    page.get_by_role("link", name="My games").first.click()
    page.locator(".entry").wait_for()
    page.get_by_text(old).wait_for()
    # What was never looked at is not there.
    tab.open("/game/nobodys")
    page.get_by_text("The server cannot be reached.").wait_for()
    context.set_offline(False)
    tab.open(f"/game/{game}")
    page.locator(".hand").wait_for()
    expect(page.get_by_text("Not connected.")).to_have_count(0)


def test_what_a_player_has_seen_is_not_shown_to_another_and_is_gone_after_signing_out(
    open_tab: OpenTab, context: BrowserContext, tab: Tab, ann: Person, game: str, sign_up: SignUp
) -> None:
    open_kept(tab, game, ann.name)
    other = open_tab(sign_up("eve"), context=context, is_documented=False)
    context.set_offline(True)
    other.open(f"/game/{game}")
    other.page.get_by_text("The server cannot be reached.").wait_for()
    expect(other.page.locator(".hand")).to_have_count(0)
    wait_until_forgotten(other.page, ann.name)
    context.set_offline(False)
    tab.sign_in(ann)
    open_kept(tab, game, ann.name)
    tab.press("Sign out")
    tab.page.wait_for_url("**/")
    expect(tab.page.locator("a.name")).to_have_count(0)
    wait_until_forgotten(tab.page, ann.name)


def test_a_move_without_a_connection_is_kept_and_sent_later(
    context: BrowserContext, tab: Tab, ann: Person, game: str
) -> None:
    page = tab.page
    open_kept(tab, game, ann.name)
    context.set_offline(True)
    tab.open(f"/game/{game}")
    words = seal_offline(tab, 3)
    # It is there after the page was loaded anew, and can be taken back.
    tab.open(f"/game/{game}")
    page.get_by_text(f"Kept on this device: {words}.").wait_for()
    tab.press("Take back")
    page.get_by_text("Kept on this device").wait_for(state="detached")
    words, action = seal_offline(tab, 5), card_action(page, 5)
    context.set_offline(False)
    page.get_by_text(f"“{words}” was sent and is sealed.").wait_for()
    page.get_by_text(f"Sealed: {words}").wait_for()
    assert ann.sees(game)["mine"]["submission"]["action"] == action
    tab.press("OK")
    expect(page.locator(".unsent-moves .notice")).to_have_count(0)


def test_a_move_that_comes_too_late_says_that_the_clock_has_played(
    context: BrowserContext, tab: Tab, ann: Person, game: str
) -> None:
    open_kept(tab, game, ann.name)
    context.set_offline(True)
    words = seal_offline(tab, 3)
    pass_deadline(ann, game)
    context.set_offline(False)
    said = f"Too late for “{words}”: your time ran out in turn 1, and the server played for you."
    tab.page.get_by_text(said).wait_for()
    tab.wait_for_turn(2)


def test_two_tabs_send_a_move_once(
    open_tab: OpenTab, context: BrowserContext, tab: Tab, ann: Person, game: str
) -> None:
    open_kept(tab, game, ann.name)
    other, sent = open_tab(ann, context=context, is_documented=False), list[str]()
    other.open(f"/game/{game}")
    other.page.locator(".hand").wait_for()
    context.set_offline(True)
    words = seal_offline(tab, 3)
    # The other tab knows it at once.
    other.page.get_by_text(f"Kept on this device: {words}.").wait_for()

    def note_move(call: Request) -> None:
        if call.method == "PUT" and PUT.search(call.url):
            sent.append(call.url)

    context.on("request", note_move)
    context.set_offline(False)
    for one in (tab, other):
        one.page.get_by_text(f"Sealed: {words}").wait_for()
    assert len(sent) == 1


def sign_out(tab: Tab, within: str, *, accept: bool) -> str:
    """Sign out by the button in this part of the page; the question that is asked then."""

    def answer(dialog: Dialog) -> None:
        dialog.accept() if accept else dialog.dismiss()

    # At once: the page stands still until then, and with it the press, if that is not over yet.
    tab.page.once("dialog", answer)
    with tab.page.expect_event("dialog") as asked:
        tab.page.locator(within).get_by_role("button", name="Sign out").click()
    said: str = asked.value.message
    return said


@pytest.mark.parametrize("within", sample([".foot", ".settings"], 1))
def test_signing_out_throws_an_unsent_move_away_after_asking(
    context: BrowserContext, tab: Tab, ann: Person, game: str, within: str
) -> None:
    page = tab.page
    open_kept(tab, game, ann.name)
    context.set_offline(True)
    words = seal_offline(tab, 3)
    if within == ".settings":
        page.get_by_role("link", name="Settings").click()
    said = sign_out(tab, within, accept=False)
    assert said.startswith("1 move on this device is not sent yet")
    assert unsent_moves(page, ann.name) == [words]
    expect(page.locator("a.name")).to_have_count(1)
    sign_out(tab, within, accept=True)
    page.locator("a.name").wait_for(state="detached")
    assert unsent_moves(page, ann.name) == []


@pytest.mark.parametrize(
    "is_over", sample([pytest.param(True, id="no session"), pytest.param(False, id="session")], 1)
)
def test_a_move_of_a_window_that_was_opened_without_a_connection_is_sent_by_its_player(
    open_tab: OpenTab, context: BrowserContext, tab: Tab, ann: Person, game: str, is_over: bool
) -> None:
    open_kept(tab, game, ann.name)
    context.set_offline(True)
    other = open_tab(context=context, is_documented=False)
    tab.page.close()
    other.open(f"/game/{game}")
    words = seal_offline(other, 3)
    if is_over:
        end_sessions(context.browser, ann.url, ann)
    context.set_offline(False)
    if is_over:
        other.page.get_by_text(f"{ann.name} has made a move here that is not sent yet.").wait_for()
        other.page.locator(".unsent-moves").get_by_role("button", name="Sign in").click()
        other.log_in(ann)
    other.page.get_by_text(f"“{words}” was sent and is sealed.").wait_for()
