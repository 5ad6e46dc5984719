"""While a player looks at a table: a stream is cut, a token is lost, the turn closes, the server is new."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.running import Server
from tests.system.browser.chromium import end_sessions
from tests.system.browser.conftest import OpenBrowser, OpenTab, open_game, pass_deadline
from tests.system.browser.proxy import NEXT_FOLDER, Proxy, running_proxy
from tests.system.browser.tab import Tab
from tests.system.browser.test_table_offline import wait_until_kept
from tests.system.flows.client import Person

STREAM = re.compile(r"/stream\?")
LOADED = """() => performance.getEntriesByType('resource').map((one) => new URL(one.name).pathname)
  .filter((path) => path.startsWith('/static/table.')).map((path) => path.split("/")[2])"""
VERSION_2 = {"parts/frame.js": ("<span>${SITE.name}</span>", "<span>${SITE.name} 2</span>")}
NEXT = NEXT_FOLDER.split("/")[2]
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
def context(open_browser: OpenBrowser) -> BrowserContext:
    return open_browser(service_workers="allow")


@pytest.fixture
def proxy(server: Server) -> Iterator[Proxy]:
    with running_proxy(server.url) as made:
        yield made


@pytest.fixture
def tab(open_tab: OpenTab, context: BrowserContext, proxy: Proxy, ann: Person) -> Tab:
    return open_tab(ann, context=context, url=proxy.url, is_documented=False)


def seal_first_card(turn: int, game: str, *people: Person) -> None:
    for person in people:
        card = person.sees(game)["mine"]["hand"][0]
        person.seals(game, turn, {"type": "play", "card": card})


def test_a_stream_that_is_cut_goes_on_where_it_was(
    proxy: Proxy, tab: Tab, ann: Person, bob: Person, game: str
) -> None:
    tab.open(f"/game/{game}")
    tab.page.locator(".hand").wait_for()
    proxy.cut()
    tab.page.get_by_text("Not connected.").wait_for()
    seal_first_card(1, game, ann, bob)
    proxy.mend()
    # Nobody has touched the page: what has happened since is there.
    tab.wait_for_turn(2)
    tab.page.get_by_text("Not connected.").wait_for(state="detached")
    expect(tab.page.locator(".history h2")).to_have_text("Turn 1")
    # And it is followed again, not only asked once.
    seal_first_card(2, game, ann, bob)
    tab.wait_for_turn(3)


def test_tabs_of_one_browser_hold_one_stream_and_hand_it_on(
    open_tab: OpenTab, context: BrowserContext, ann: Person
) -> None:
    game, streams = open_game(ann), list[str]()
    context.on("request", lambda one: streams.append(one.url) if STREAM.search(one.url) else None)
    tabs = [open_tab(ann, context=context, is_documented=False) for _ in range(3)]
    for tab in tabs:
        tab.open(f"/game/{game}")
    first, *others = tabs
    first.choose_card(4)
    first.press("Seal")
    for tab in tabs:
        tab.wait_for_turn(2)
    assert len(streams) == 1
    # The tab that holds it goes, and another one follows from where it was.
    first.page.close()
    seal_first_card(2, game, ann)
    for tab in others:
        tab.wait_for_turn(3)


def test_without_streams_it_asks_and_behind_a_proxy_without_a_server_it_waits(
    open_tab: OpenTab, ann: Person, bob: Person
) -> None:
    game = ann.opens("turn_the_tide", {}, 3, start="host")["id"]
    tab = open_tab(ann, is_documented=False)
    page, seats = tab.page, tab.page.locator(".seats", has_text=str(bob.name))
    down = {"status": 502, "content_type": "text/html", "body": "Bad Gateway"}
    page.route("**/api/v1/games/**", lambda route: route.fulfill(**down))
    tab.open(f"/game/{game}")
    page.get_by_text("The server cannot be reached.").first.wait_for()
    page.unroute("**/api/v1/games/**")
    page.route(STREAM, lambda route: route.abort())
    page.get_by_text("Waiting for players").wait_for()
    bob.joins(game)
    seats.wait_for()


def test_a_player_who_loses_the_token_signs_in_and_has_the_same_card_chosen(
    context: BrowserContext, tab: Tab, ann: Person
) -> None:
    page, game = tab.page, open_game(ann, private=True)
    tab.open(f"/game/{game}")
    words = tab.choose_card(4)
    end_sessions(context.browser, ann.url, ann)
    page.get_by_text(f"{ann.name}, you have been signed out.").wait_for()
    page.locator(".hand").wait_for(state="detached")
    page.locator(".notice.late").get_by_role("button", name="Sign in").click()
    tab.log_in(ann)
    page.wait_for_url(f"**/game/{game}")
    page.locator(".seal-bar .choice", has_text=words).wait_for()
    tab.press("Seal")
    tab.wait_for_turn(2)


def test_a_turn_that_closes_before_the_move_is_said_also_in_a_translated_page(
    tab: Tab, ann: Person
) -> None:
    page, game = tab.page, open_game(ann)
    page.add_init_script(TRANSLATOR)
    tab.open(f"/game/{game}")
    tab.choose_card(4)
    pass_deadline(ann, game)
    page.get_by_text("Turn 1 closed before you sealed your move").wait_for()
    expect(page.locator(".seal-bar .choice")).to_have_text("Choose a card.")
    words = tab.choose_card(2)
    expect(page.locator(".seal-bar .choice")).to_have_text(words)
    page.locator(".notice.late").wait_for(state="detached")
    tab.press("Seal")
    # A turn that the player closes is no news.
    tab.wait_for_turn(3)
    expect(page.locator(".notice.late")).to_have_count(0)


def test_a_view_that_is_refused_when_a_turn_closes_is_read_again(
    tab: Tab, ann: Person, bob: Person, game: str
) -> None:
    page, view = tab.page, re.compile(rf"/api/v1/games/{game}$")
    tab.open(f"/game/{game}")
    page.locator(".hand").wait_for()
    busy = {"code": "busy", "status": 503, "detail": "Too much at once.", "instance": "one"}
    refusal = {"status": 503, "json": busy, "headers": {"Retry-After": "1"}}
    page.route(view, lambda route: route.fulfill(**refusal))
    seal_first_card(1, game, ann, bob)
    said = page.get_by_role("alert").get_by_text("The server is busy.")
    expect(said).to_be_visible()
    tab.wait_for_turn(1)
    # All wait for the two of them, so no event would bring it.
    page.unroute(view)
    tab.wait_for_turn(2)
    expect(said).to_have_count(0)


def test_a_new_version_is_there_at_the_next_visit_and_never_mixed_with_the_old(
    proxy: Proxy, tab: Tab, ann: Person
) -> None:
    page, shown = tab.page, tab.page.get_by_text("tideapi 2", exact=True)
    games = [open_game(ann, ruleset=ruleset) for ruleset in ("turn_the_tide", "high_tide")]
    tab.open("/home")
    page.locator(".entry").first.wait_for()
    page.evaluate(CONTROLLED)
    proxy.deploy(VERSION_2)
    # A page that is open goes on with its own version, also with what it has not loaded before.
    for game in games:
        page.locator(f'a[href="/game/{game}"]').click()
        page.locator("form.table").wait_for()
        page.get_by_role("link", name="My games").first.click()
    folders = {*page.evaluate(LOADED)}
    assert len(folders - {NEXT}) == len(folders) == 1
    # The next visit has the next one, and nothing but it.
    for _ in range(VISITS):
        tab.open(f"/game/{games[0]}")
        page.locator("form.table").wait_for()
        folders = {*page.evaluate(LOADED)}
        assert len(folders) == 1
        if folders == {NEXT}:
            break
        # A machine too busy to send the page in time is no fault: the one that is kept was shown.
    shown.wait_for()
    # So it is without a net, once its service worker has come, and what is seen there is kept.
    page.evaluate(KEPT_2)
    wait_until_kept(page, ann.name, f"game {games[0]}")
    proxy.cut()
    tab.open(f"/game/{games[0]}")
    shown.wait_for()
    page.locator("form.table").wait_for()
    assert {*page.evaluate(LOADED)} == {NEXT}
