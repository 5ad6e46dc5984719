"""While somebody looks at a table: a stream is cut, a token is lost, the turn closes, the server is new."""

import re
from collections.abc import Iterator
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.running import Server
from tests.system.browser.between import Between, between
from tests.system.browser.chromium import PATIENCE
from tests.system.browser.conftest import Opened
from tests.system.browser.login import end_session_elsewhere
from tests.system.browser.test_table_offline import UNTIL_KEPT, chooses, time_passes
from tests.system.browser.visiting import Visitor
from tests.system.flows.client import PASSWORD, Person

LOADED = """() => performance.getEntriesByType('resource').map((one) => new URL(one.name).pathname)
  .filter((path) => path.startsWith('/static/table.'))"""
VERSION_2 = {"parts/frame.js": ("<span>tideapi</span>", "<span>tideapi 2</span>")}
CONTROLLED = """async () => {
  while (!navigator.serviceWorker.controller) await new Promise((done) => setTimeout(done, 50));
}"""
KEPT_2 = """async () => {
  const kept = () => caches.match('/', {cacheName: '/static/table.ffffffffffff/'});
  const isBusy = async () => {
    const {installing, waiting, active} = await navigator.serviceWorker.getRegistration();
    return installing || waiting || active?.state !== 'activated';
  };
  while (!await kept() || await isBusy()) await new Promise((done) => setTimeout(done, 50));
}"""
VISITS = 20
TRANSLATOR = """(() => {
  const SKIPPED = 'font, script, style, textarea';
  function translate() {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts) {
      if (!/[a-z]/i.test(text.data) || text.parentElement.closest(SKIPPED)) continue;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.textContent = text.data;
      outer.append(inner);
      text.parentNode.replaceChild(outer, text);
    }
  }
  document.addEventListener('DOMContentLoaded', () => {
    const all = {childList: true, subtree: true, characterData: true};
    new MutationObserver(translate).observe(document.body, all);
  });
})()"""
"""Puts an element in the place of each text, as a browser's translator does; into the same language."""


@pytest.fixture
def context(open_browser: Opened) -> BrowserContext:
    return open_browser(service_workers="allow")


@pytest.fixture
def net(server: Server) -> Iterator[Between]:
    with between(server.url) as made:
        yield made


@pytest.fixture
def visitor(context: BrowserContext, net: Between, ann: Person) -> Visitor:
    made = Visitor(context, net.url)
    made.plays_as(ann)
    return made


def test_a_stream_that_is_cut_in_mid_game_goes_on_where_it_was(
    net: Between, visitor: Visitor, ann: Person
) -> None:
    page = visitor.page
    game = ann.opens("turn_the_tide", {}, 3, bots=["random"])["id"]
    bob = Person.signs_up(ann.url, f"bob-{uuid4().hex[:8]}")
    bob.joins(game)
    visitor.opens(f"/game/{game}")
    page.locator(".hand").wait_for()
    net.cuts()
    page.get_by_text("Not connected.").wait_for()
    for person in (ann, bob):
        hand = person.sees(game)["mine"]["hand"]
        person.seals(game, 1, {"type": "play", "card": hand[0]})
    net.mends()
    # Nobody has touched the page: what has happened meanwhile is there.
    page.locator('form.table[data-turn="2"]').wait_for()
    page.get_by_text("Not connected.").wait_for(state="detached")
    expect(page.locator(".history h2")).to_have_text("Turn 1", timeout=PATIENCE)
    # And it is followed again, not only asked once.
    for person in (ann, bob):
        hand = person.sees(game)["mine"]["hand"]
        person.seals(game, 2, {"type": "play", "card": hand[0]})
    page.locator('form.table[data-turn="3"]').wait_for()
    assert visitor.faults == []


def test_eight_tabs_over_http_1_1_hold_one_stream_and_none_waits(
    server: Server, context: BrowserContext, ann: Person
) -> None:
    game = ann.opens("turn_the_tide", {}, 3, bots=["random", "random"])["id"]
    streams: list[str] = []
    context.on("request", lambda one: streams.append(one.url) if "/stream?" in one.url else None)
    tabs = [Visitor(context, server.url) for _ in range(8)]
    for tab in tabs:
        tab.plays_as(ann)
        tab.opens(f"/game/{game}")
    first = tabs[0]
    first.page.locator(".hand").wait_for()
    chooses(first.page, 4)
    first.presses("Seal")
    for tab in tabs:
        tab.page.locator('form.table[data-turn="2"]').wait_for()
    assert len(streams) == 1
    # Who holds it goes, and another tab follows from where it was.
    first.page.close()
    ann.seals(game, 2, {"type": "play", "card": ann.sees(game)["mine"]["hand"][0]})
    for tab in tabs[1:]:
        tab.page.locator('form.table[data-turn="3"]').wait_for()
    assert [tab.faults for tab in tabs] == [[]] * 8


def test_who_loses_her_token_signs_in_and_is_back_with_the_same_card_chosen(
    context: BrowserContext, visitor: Visitor, ann: Person
) -> None:
    page, name = visitor.page, ann.name
    game = ann.opens("turn_the_tide", {}, 3, bots=["random", "random"], private=True)["id"]
    visitor.opens(f"/game/{game}")
    words = chooses(page, 4)
    end_session_elsewhere(context.browser, ann.url, ann)
    page.get_by_text(f"{name}, you have been signed out.").wait_for()
    # Her hand is nobody's to see now.
    page.locator(".hand").wait_for(state="detached")
    page.locator(".notice.late").get_by_role("button", name="Sign in").click()
    page.fill("input[name=login]", str(name))
    page.fill("input[name=password]", PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/game/{game}")
    page.locator(".seal-bar .choice", has_text=words).wait_for()
    assert page.locator(".card.chosen input").get_attribute("aria-label") == words
    visitor.presses("Seal")
    page.locator('form.table[data-turn="2"]').wait_for()


def test_a_turn_that_closes_while_she_chooses_is_said_translated_too(
    visitor: Visitor, ann: Person
) -> None:
    page = visitor.page
    page.add_init_script(TRANSLATOR)
    game = ann.opens("turn_the_tide", {}, 3, bots=["random", "random"])["id"]
    visitor.opens(f"/game/{game}")
    page.locator(".hand").wait_for()
    chooses(page, 4)
    time_passes(ann, game)
    page.get_by_text(
        "Turn 1 closed before you sealed your move, so the server played for you."
    ).wait_for()
    choice = page.locator(".seal-bar .choice")
    expect(choice).to_have_text("Nothing chosen yet.")
    words = chooses(page, 2)
    expect(choice).to_have_text(words)
    page.locator(".notice.late").wait_for(state="detached")
    visitor.presses("Seal")
    # What she closes herself is no news.
    page.locator('form.table[data-turn="3"]').wait_for()
    expect(page.locator(".notice.late")).to_have_count(0)
    visitor.check()


def test_a_look_that_is_refused_when_a_turn_closes_is_said_and_taken_again(
    visitor: Visitor, ann: Person
) -> None:
    page = visitor.page
    game = ann.opens("turn_the_tide", {}, 3, bots=["random"])["id"]
    bob = Person.signs_up(ann.url, f"bob-{uuid4().hex[:8]}")
    bob.joins(game)
    visitor.opens(f"/game/{game}")
    page.locator(".hand").wait_for()
    look = re.compile(rf"/api/v1/games/{game}$")
    busy = {"code": "busy", "status": 503, "detail": "Too much at once.", "instance": "one"}
    page.route(
        look, lambda route: route.fulfill(status=503, json=busy, headers={"Retry-After": "1"})
    )
    for person in (ann, bob):
        hand = person.sees(game)["mine"]["hand"]
        person.seals(game, 1, {"type": "play", "card": hand[0]})
    refused = page.get_by_role("alert").get_by_text("The server is busy.")
    expect(refused).to_be_visible()
    expect(page.locator('form.table[data-turn="1"]')).to_be_visible()
    # All wait for the two of them, so no event would bring it.
    page.unroute(look)
    expect(page.locator('form.table[data-turn="2"]')).to_be_visible()
    expect(refused).to_have_count(0)
    assert visitor.faults == []


def test_a_new_version_is_there_at_the_next_visit_and_never_mixed_with_the_old(
    net: Between, visitor: Visitor, ann: Person
) -> None:
    page = visitor.page
    games = [
        ann.opens(ruleset, {}, 3, bots=["random", "random"])["id"]
        for ruleset in ("turn_the_tide", "high_tide")
    ]
    visitor.opens("/home")
    page.locator(".entry").first.wait_for()
    page.evaluate(CONTROLLED)
    net.deploys(VERSION_2)
    # A page that is open goes on with its own version, also with what it has not loaded before.
    for game in games:
        page.locator(f'a[href="/game/{game}"]').click()
        page.locator("form.table").wait_for()
        page.get_by_role("link", name="My games").first.click()
    folders = {urlsplit(one).path.split("/")[2] for one in page.evaluate(LOADED)}
    assert len(folders) == 1
    assert "table.ffffffffffff" not in folders
    # The next visit has the next one, and nothing but it.
    for _ in range(VISITS):
        visitor.opens(f"/game/{games[0]}")
        page.locator("form.table").wait_for()
        folders = {one.split("/")[2] for one in page.evaluate(LOADED)}
        assert len(folders) == 1
        if folders == {"table.ffffffffffff"}:
            break
        # A machine too busy to send the page in time is no fault: the one that is kept was shown.
    page.get_by_text("tideapi 2", exact=True).wait_for()
    # So it is without a net, once its service worker has come, and what is seen there is kept.
    page.evaluate(KEPT_2)
    page.evaluate(UNTIL_KEPT, {"values": [ann.name, f"game {games[0]}"]})
    net.cuts()
    visitor.opens(f"/game/{games[0]}")
    page.get_by_text("tideapi 2", exact=True).wait_for()
    page.locator("form.table").wait_for()
    assert {one.split("/")[2] for one in page.evaluate(LOADED)} == {"table.ffffffffffff"}
