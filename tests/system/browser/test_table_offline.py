"""Without a connection: what was seen last is shown, a move is kept and sent later, none sees another's."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import BrowserContext, Dialog, Page, Request, Route, expect

from tests.running import Server
from tests.system.browser.conftest import Opened
from tests.system.browser.login import end_session_elsewhere
from tests.system.browser.visiting import SOON, Visitor
from tests.system.flows.client import PASSWORD, Person
from tideapi.local.up import ROOT

PUT = re.compile(r"/submission$")
ATTEMPTS = 3
APART = 4_000
"""Milliseconds that lie at least between attempts of its own accord: the page waits for five seconds."""
_EVERY = re.findall(r"EVERY = ([\d_]+)", (ROOT / "web/offline/index.js").read_text())[0]
OFTEN = f"""const repeat = window.setInterval;
window.setInterval = (call, ms, ...values) => repeat(call, ms === {_EVERY} ? 200 : ms, ...values);"""
"""For a page: what waits to be sent is looked for often."""
KEPT = """async ({path, call, values}) => {
  const root = document.querySelector('script[src$="main.js"]').src.replace('main.js', '');
  const found = await import(root + path);
  return await found[call](...values);
}"""
UNTIL_KEPT = """async ({values}) => {
  const root = document.querySelector('script[src$="main.js"]').src.replace('main.js', '');
  const {keptView} = await import(root + 'offline/views.js');
  while (!await keptView(...values)) await new Promise((done) => setTimeout(done, 50));
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


def test_a_window_that_is_opened_anew_shows_what_the_last_player_saw(
    context: BrowserContext, visitor: Visitor, ann: Person, game: str
) -> None:
    looks(visitor, game, ann.name)
    context.set_offline(True)
    other = Visitor(context, visitor.url)
    visitor.page.close()
    other.opens(f"/game/{game}")
    other.page.locator(".hand").wait_for()
    other.page.get_by_text(re.compile(r"This is how it was")).wait_for()
    expect(other.page.locator("a.name")).to_have_text(str(ann.name))


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
    expect(page.locator(".fates .notice")).to_have_count(0)


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


def test_a_move_that_is_refused_says_why_and_one_made_elsewhere_counts(
    context: BrowserContext, visitor: Visitor, ann: Person, game: str
) -> None:
    page = visitor.page
    looks(visitor, game, ann.name)
    context.set_offline(True)
    words = chooses(page, 3)
    visitor.presses("Seal")
    page.get_by_text(f"Kept on this device: {words}.").wait_for()
    problem = {"code": "not_your_card", "status": 422, "detail": "That card is another player's."}
    page.route(PUT, lambda route: route.fulfill(status=422, json=problem))
    context.set_offline(False)
    page.get_by_text(f"“{words}” was refused. That card is another player's.").wait_for()
    page.unroute(PUT)
    context.set_offline(True)
    words, other = chooses(page, 3), card(page, 4)
    visitor.presses("Seal")
    page.get_by_text(f"Kept on this device: {words}.").wait_for()
    ann.seals(game, 1, other)
    context.set_offline(False)
    page.get_by_text(f"“{words}” was not sent: you have sealed another move since").wait_for()
    assert ann.sees(game)["mine"]["submission"]["action"] == other


def test_a_move_that_a_proxy_swallows_is_kept_and_tried_again_now_and_then(
    visitor: Visitor, ann: Person, game: str
) -> None:
    page, swallowed = visitor.page, list[Request]()

    def swallow_move(route: Route) -> None:
        swallowed.append(route.request)
        route.fulfill(status=403, content_type="text/html", body="<h1>Sorry</h1>")

    page.add_init_script(OFTEN)
    visitor.opens(f"/game/{game}")
    page.route(PUT, swallow_move)
    words = chooses(page, 3)
    visitor.presses("Seal")
    page.get_by_text(f"Kept on this device: {words}.").wait_for()
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


def test_what_she_has_sealed_and_what_waits_for_her_are_not_shown_once_she_has_signed_out(
    context: BrowserContext, visitor: Visitor, ann: Person, game: str
) -> None:
    page = visitor.page
    ann.opens("turn_the_tide", {}, 3, bots=["random", "random"])
    looks(visitor, game, ann.name)
    context.set_offline(True)
    words = chooses(page, 3)
    visitor.presses("Seal")
    page.get_by_text(f"Kept on this device: {words}.").wait_for()
    context.set_offline(False)
    page.get_by_text(f"“{words}” was sent and is sealed.").wait_for()
    expect(page).to_have_title(re.compile(r"^\(\d\) "))
    visitor.presses("Sign out")
    page.wait_for_url("**/")
    expect(page.locator(".fates .notice")).to_have_count(0)
    expect(page).to_have_title(re.compile(r"^[^(]"))
    page.get_by_role("button", name="Play now against bots Turn the Tide").click()
    page.locator(".hand").wait_for()
    expect(page.locator(".fates .notice")).to_have_count(0)


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


@pytest.mark.parametrize("within", [".foot", ".settings"])
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
    wanted = {"path": "offline/sending.js", "call": "movesOf", "values": [ann.name]}
    assert [one["words"] for one in page.evaluate(KEPT, wanted)] == [words]
    expect(page.locator("a.name")).to_have_count(1)
    asked_and_answers(visitor, within, accept=True)
    page.locator("a.name").wait_for(state="detached")
    assert page.evaluate(KEPT, wanted) == []


@pytest.mark.parametrize("is_over", [False, True], ids=["session", "no session"])
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
        other.page.locator(".fates").get_by_role("button", name="Sign in").click()
        other.page.fill("input[name=login]", str(ann.name))
        other.page.fill("input[name=password]", PASSWORD)
        other.page.keyboard.press("Enter")
    other.page.get_by_text(f"“{words}” was sent and is sealed.").wait_for()


def test_whoever_takes_another_name_keeps_her_seats_and_what_she_has_not_sent(
    context: BrowserContext, visitor: Visitor, ann: Person, game: str
) -> None:
    page, name = visitor.page, f"eve-{uuid4().hex[:8]}"
    hosted = ann.opens("turn_the_tide", {}, 3)["id"]
    looks(visitor, game, ann.name)
    page.route(PUT, lambda route: route.abort())
    words, action = chooses(page, 5), card(page, 5)
    visitor.presses("Seal")
    page.get_by_text(f"Kept on this device: {words}.").wait_for()
    visitor.opens("/settings")
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
    visitor.opens(f"/game/{hosted}")
    expect(page.get_by_role("button", name="Cancel the game")).to_be_visible()
    expect(page.get_by_role("button", name="Join")).to_have_count(0)


def test_a_guest_who_takes_a_name_keeps_what_she_has_not_sent(
    context: BrowserContext, server: Server
) -> None:
    guest = Visitor(context, server.url)
    page, name = guest.page, f"eve-{uuid4().hex[:8]}"
    guest.opens("/")
    guest.presses("Play now against bots Turn the Tide")
    page.locator(".hand").wait_for()
    page.route(PUT, lambda route: route.abort())
    words = chooses(page, 3)
    guest.presses("Seal")
    page.get_by_text(f"Kept on this device: {words}.").wait_for()
    page.get_by_role("link", name="My games").click()
    page.fill("input[name=username]", name)
    page.fill("input[name=password]", PASSWORD)
    guest.presses("Keep them")
    page.locator("a.name", has_text=name).wait_for()
    page.unroute(PUT)
    page.get_by_text(f"“{words}” was sent and is sealed.").wait_for()


def time_passes(person: Person, game: str) -> None:
    """The deadline of the open turn passes, on a server that is a sandbox."""
    body = {"username": person.name, "password": PASSWORD, "test": True}
    tester = Person(person.url, person.call("POST", "/me/tokens", body).ok()["token"])
    tester.call("POST", f"/games/{game}/clock/forward", {"by": "PT24H"}).ok()
