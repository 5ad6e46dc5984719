"""Without a connection: what was seen last is shown, a move is kept and sent later, none sees another's."""

import re
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import BrowserContext, Dialog, Page, Request, expect

from tests.running import Server
from tests.sampling import sample
from tests.system.browser.conftest import Opened
from tests.system.browser.login import end_session_elsewhere
from tests.system.browser.visiting import SOON, Visitor
from tests.system.flows.client import PASSWORD, Person

PUT = re.compile(r"/submission$")
KEPT = """async ({path, call, values}) => {
  const root = document.querySelector('script[src$="main.js"]').src.replace('main.js', '');
  const found = await import(root + path);
  return await found[call](...values);
}"""
UNTIL_KEPT = """async ({values}) => {
  const root = document.querySelector('script[src$="main.js"]').src.replace('main.js', '');
  const {readView} = await import(root + 'offline/views.js');
  while (!await readView(...values)) await new Promise((done) => setTimeout(done, 50));
}"""

UNTIL_GONE = """async ({values}) => {
  const root = document.querySelector('script[src$="main.js"]').src.replace('main.js', '');
  const {keysOf} = await import(root + 'offline/store.js');
  while ((await keysOf(...values)).length) await new Promise((done) => setTimeout(done, 50));
}"""


@pytest.fixture
def context(open_browser: Opened) -> BrowserContext:
    made = open_browser(service_workers="allow")
    made.add_init_script(SOON)
    return made


@pytest.fixture
def ann(server: Server) -> Person:
    return Person.signs_up(server.url, f"ann-{uuid4().hex[:8]}")


@pytest.fixture
def game(ann: Person) -> str:
    """One in which ann is asked, and bob, who takes his time."""
    made: str = ann.opens("turn_the_tide", {}, 3, bots=["random"])["id"]
    Person.signs_up(ann.url, f"bob-{uuid4().hex[:8]}").joins(made)
    return made


@pytest.fixture
def visitor(context: BrowserContext, server: Server, ann: Person) -> Iterator[Visitor]:
    made = Visitor(context, server.url)
    made.plays_as(ann)
    yield made
    assert made.faults == []


def looks(visitor: Visitor, game: str, player: str | None) -> None:
    """Open a game, until its view and the shell are kept."""
    visitor.opens(f"/game/{game}")
    visitor.page.locator(".hand").wait_for()
    visitor.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    visitor.page.evaluate(UNTIL_KEPT, {"values": [player, f"game {game}"]})


def chooses(page: Page, number: int) -> str:
    """By keyboard, so that nothing depends on where the cards lie while notices come and go."""
    one = page.locator(".hand input").nth(number)
    words = one.get_attribute("aria-label") or ""
    one.focus()
    page.keyboard.press("Space")
    page.locator(".seal-bar .choice", has_text=words).wait_for()
    return words


def card(page: Page, number: int) -> dict[str, Any]:
    label = page.locator(".hand input").nth(number).get_attribute("aria-label") or ""
    found = re.search(r"\d+", label)
    assert found, label
    return {"type": "play", "card": int(found[0])}


def test_a_game_and_the_list_of_games_are_shown_as_they_were(
    context: BrowserContext, visitor: Visitor, ann: Person, game: str
) -> None:
    page = visitor.page
    visitor.opens("/home")
    page.locator(".entry").wait_for()
    page.evaluate(UNTIL_KEPT, {"values": [ann.name, "home"]})
    looks(visitor, game, ann.name)
    hand = page.locator(".hand").inner_html()
    context.set_offline(True)
    visitor.opens(f"/game/{game}")
    page.get_by_text("Not connected.").wait_for()
    page.get_by_text(re.compile(r"This is how it was \d+ (second|minute)s? ago")).wait_for()
    assert page.locator(".hand").inner_html() == hand
    page.get_by_role("link", name="My games").first.click()
    page.locator(".entry").wait_for()
    page.get_by_text(re.compile(r"This is how it was")).wait_for()
    # What was never looked at is not there.
    visitor.opens("/game/nobodys")
    page.get_by_text("The server cannot be reached.").wait_for()
    context.set_offline(False)
    visitor.opens(f"/game/{game}")
    page.locator(".hand").wait_for()
    expect(page.get_by_text("Not connected.")).to_have_count(0)


def test_what_one_has_seen_is_not_shown_to_another_and_gone_once_she_signs_out(
    context: BrowserContext, visitor: Visitor, ann: Person, game: str
) -> None:
    looks(visitor, game, ann.name)
    eve = Person.signs_up(ann.url, f"eve-{uuid4().hex[:8]}")
    other = Visitor(context, visitor.url)
    other.plays_as(eve)
    context.set_offline(True)
    other.opens(f"/game/{game}")
    other.page.get_by_text("The server cannot be reached.").wait_for()
    expect(other.page.locator(".hand")).to_have_count(0)
    other.page.evaluate(UNTIL_GONE, {"values": ["view", ann.name]})
    context.set_offline(False)
    visitor.plays_as(ann)
    looks(visitor, game, ann.name)
    visitor.presses("Sign out")
    visitor.page.wait_for_url("**/")
    expect(visitor.page.locator("a.name")).to_have_count(0)
    visitor.page.evaluate(UNTIL_GONE, {"values": ["view", ann.name]})


def test_a_move_without_a_connection_is_kept_and_sent_later(
    context: BrowserContext, visitor: Visitor, ann: Person, game: str
) -> None:
    page = visitor.page
    looks(visitor, game, ann.name)
    context.set_offline(True)
    visitor.opens(f"/game/{game}")
    words, action = chooses(page, 3), card(page, 3)
    visitor.presses("Seal")
    page.get_by_text(f"Kept on this device: {words}.").wait_for()
    # It is there after the page was loaded anew, and can be taken back.
    visitor.opens(f"/game/{game}")
    page.get_by_text(f"Kept on this device: {words}.").wait_for()
    visitor.presses("Take back")
    page.get_by_text("Kept on this device").wait_for(state="detached")
    words, action = chooses(page, 5), card(page, 5)
    visitor.presses("Seal")
    page.get_by_text(f"Kept on this device: {words}.").wait_for()
    context.set_offline(False)
    page.get_by_text(f"“{words}” was sent and is sealed.").wait_for()
    page.get_by_text(f"Sealed: {words}").wait_for()
    assert ann.sees(game)["mine"]["submission"]["action"] == action
    visitor.presses("OK")
    expect(page.locator(".unsent-moves .notice")).to_have_count(0)


def test_a_move_that_comes_too_late_says_that_the_clock_has_played(
    context: BrowserContext, visitor: Visitor, ann: Person, game: str
) -> None:
    page = visitor.page
    looks(visitor, game, ann.name)
    context.set_offline(True)
    words = chooses(page, 3)
    visitor.presses("Seal")
    page.get_by_text(f"Kept on this device: {words}.").wait_for()
    time_passes(ann, game)
    context.set_offline(False)
    said = f"Too late for “{words}”: your time ran out in turn 1, and the server played for you."
    page.get_by_text(said).wait_for()
    page.locator('form.table[data-turn="2"]').wait_for()


def test_two_tabs_send_a_move_once(
    context: BrowserContext, visitor: Visitor, ann: Person, game: str
) -> None:
    looks(visitor, game, ann.name)
    other = Visitor(context, visitor.url)
    other.plays_as(ann)
    other.opens(f"/game/{game}")
    other.page.locator(".hand").wait_for()
    context.set_offline(True)
    words = chooses(visitor.page, 3)
    visitor.presses("Seal")
    # The other tab knows it at once.
    for one in (visitor, other):
        one.page.get_by_text(f"Kept on this device: {words}.").wait_for()
    sent = list[str]()

    def noted(call: Request) -> None:
        if call.method == "PUT" and PUT.search(call.url):
            sent.append(call.url)

    for one in (visitor, other):
        one.page.on("request", noted)
    context.set_offline(False)
    for one in (visitor, other):
        one.page.get_by_text(f"Sealed: {words}").wait_for()
    assert len(sent) == 1


def asked_and_answers(visitor: Visitor, within: str, *, accept: bool) -> str:
    """Sign out by the button in this part of the page, and answer what she is asked then; what that was."""

    def answer(dialog: Dialog) -> None:
        dialog.accept() if accept else dialog.dismiss()

    # At once: the page stands still until then, and with it the press, if that is not over yet.
    visitor.page.once("dialog", answer)
    with visitor.page.expect_event("dialog") as asked:
        visitor.page.locator(within).get_by_role("button", name="Sign out").click()
    said: str = asked.value.message
    return said


@pytest.mark.parametrize("within", sample([".foot", ".settings"], 1))
def test_signing_out_throws_an_unsent_move_away_after_asking(
    context: BrowserContext, visitor: Visitor, ann: Person, game: str, within: str
) -> None:
    page = visitor.page
    looks(visitor, game, ann.name)
    context.set_offline(True)
    words = chooses(page, 3)
    visitor.presses("Seal")
    page.get_by_text(f"Kept on this device: {words}.").wait_for()
    if within == ".settings":
        page.get_by_role("link", name="Settings").click()
    said = asked_and_answers(visitor, within, accept=False)
    assert said.startswith("1 move on this device is not sent yet")
    wanted = {"path": "offline/index.js", "call": "unsentMovesOf", "values": [ann.name]}
    assert [one["words"] for one in page.evaluate(KEPT, wanted)] == [words]
    expect(page.locator("a.name")).to_have_count(1)
    asked_and_answers(visitor, within, accept=True)
    page.locator("a.name").wait_for(state="detached")
    assert page.evaluate(KEPT, wanted) == []


@pytest.mark.parametrize(
    "is_over", sample([pytest.param(False, id="session"), pytest.param(True, id="no session")], 1)
)
def test_a_move_of_a_window_that_was_opened_without_a_connection_is_sent_by_its_player(
    context: BrowserContext, visitor: Visitor, ann: Person, game: str, is_over: bool
) -> None:
    looks(visitor, game, ann.name)
    context.set_offline(True)
    other = Visitor(context, visitor.url)
    visitor.page.close()
    other.opens(f"/game/{game}")
    words = chooses(other.page, 3)
    other.presses("Seal")
    other.page.get_by_text(f"Kept on this device: {words}.").wait_for()
    if is_over:
        end_session_elsewhere(context.browser, visitor.url, ann)
    context.set_offline(False)
    if is_over:
        other.page.get_by_text(f"{ann.name} has made a move here that is not sent yet.").wait_for()
        other.page.locator(".unsent-moves").get_by_role("button", name="Sign in").click()
        other.page.fill("input[name=login]", str(ann.name))
        other.page.fill("input[name=password]", PASSWORD)
        other.page.keyboard.press("Enter")
    other.page.get_by_text(f"“{words}” was sent and is sealed.").wait_for()


def time_passes(person: Person, game: str) -> None:
    """The deadline of the open turn passes, on a server that is a sandbox."""
    body = {"username": person.name, "password": PASSWORD, "test": True}
    tester = Person(person.url, person.call("POST", "/me/tokens", body).ok()["token"])
    tester.call("POST", f"/games/{game}/clock/forward", {"by": "PT24H"}).ok()
