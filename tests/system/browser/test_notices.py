"""The page of notices: every way of being told is switched on there, and a push opens the card."""

import json
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit
from urllib.request import urlopen

import http_ece
import pytest
from icalendar import Calendar
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect

from tests.app.notifications.channels.ways import BROWSER, KEYS, SHARED
from tests.receiver import Arrived, Receiver, receiving
from tests.running import Server
from tests.system.browser import chromium
from tests.system.browser.conftest import OpenBrowser, OpenTab, open_game
from tests.system.browser.tab import Tab
from tests.system.flows.client import Person

SUBSCRIBE = """([endpoint, keys]) => {
  const made = {endpoint, expirationTime: null, keys};
  window.PushManager.prototype.subscribe = async (wish) => {
    window.wishedKey = wish.applicationServerKey;
    const unsubscribe = async () => { window.subscribed = null; };
    const plain = atob(wish.applicationServerKey.replaceAll("-", "+").replaceAll("_", "/"));
    const options = {applicationServerKey: Uint8Array.from(plain, (one) => one.charCodeAt(0)).buffer};
    window.subscribed = {endpoint, options, toJSON: () => made, unsubscribe};
    return window.subscribed;
  };
  window.PushManager.prototype.getSubscription = async () => window.subscribed ?? null;
  window.Notification.requestPermission = async () => "granted";
}"""
"""A browser subscribes with a push service far away; here it gets an address on this machine."""
WATCH = """() => {
  const show = registration.showNotification.bind(registration);
  self.isShown = new Promise((done) => {
    registration.showNotification = (...wish) => show(...wish).then(done);
  });
}"""
"""For the service worker. Chromium may forget a notification of which one asks before it is shown."""
READ_SHOWN = """async () => {
  await self.isShown;
  const shown = await registration.getNotifications();
  return shown.map(({title, tag, actions}) => ({title, tag, actions: actions.map((one) => one.title)}));
}"""
PRESS = """async () => {
  // Chromium lets a worker bring a window to the front only after a real press.
  WindowClient.prototype.focus = async function () { return this; };
  const [notification] = await registration.getNotifications();
  dispatchEvent(new NotificationEvent("notificationclick", {notification, action: "open"}));
}"""
TURN_ON, TURN_OFF = (f"Turn {one} notifications in this browser" for one in ("on", "off"))


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """A browser that shows notifications."""
    with chromium.launch(playwright, chromium.WHOLE) as started:
        yield started


@pytest.fixture
def context(open_browser: OpenBrowser, server: Server) -> BrowserContext:
    made = open_browser(service_workers="allow")
    made.grant_permissions(["notifications"], origin=server.url)
    return made


@pytest.fixture
def tab(open_tab: OpenTab, context: BrowserContext, ann: Person) -> Tab:
    """A tab that shows the page of notices."""
    tab = open_tab(ann, context=context)
    tab.open("/notices")
    return tab


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving(lambda _: 201) as found:
        yield found


def wait_for_message(
    page: Page, receiver: Receiver, fits: Callable[[Arrived], bool] = lambda _: True
) -> Arrived:
    """The first request that fits, as soon as it is there."""
    while not (found := [one for one in receiver.arrived if fits(one)]):
        page.wait_for_timeout(50)
    return found[0]


def decrypt(arrived: Arrived) -> str:
    text: bytes = http_ece.decrypt(arrived.body, private_key=BROWSER, auth_secret=SHARED)
    return text.decode()


def turn_on(tab: Tab, receiver: Receiver) -> None:
    tab.page.evaluate(SUBSCRIBE, [f"{receiver.url}/push/of-ann", KEYS])
    tab.press(TURN_ON)
    tab.page.get_by_role("button", name=TURN_OFF).wait_for()


def push(context: BrowserContext, tab: Tab, data: str) -> None:
    """Hand a message to the service worker, as the push service would."""
    session, found = context.new_cdp_session(tab.page), list[str]()
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda said: found.extend(one["registrationId"] for one in said["registrations"]),
    )
    session.send("ServiceWorker.enable")
    while not found:
        tab.page.wait_for_timeout(50)
    message = {"origin": tab.url, "registrationId": found[0], "data": data}
    session.send("ServiceWorker.deliverPushMessage", message)


def test_a_push_is_shown_and_a_press_on_it_opens_the_card(
    context: BrowserContext, tab: Tab, receiver: Receiver, ann: Person
) -> None:
    turn_on(tab, receiver)
    assert len(tab.page.evaluate("window.wishedKey")) == 87
    game = open_game(ann)
    data = decrypt(wait_for_message(tab.page, receiver, lambda one: game in decrypt(one)))
    (worker,) = context.service_workers
    worker.evaluate(WATCH)
    push(context, tab, data)
    (shown,) = worker.evaluate(READ_SHOWN)
    title = "Your turn in Turn the Tide"
    assert shown == {"title": title, "tag": f"game-{game}", "actions": ["Open"]}
    worker.evaluate(PRESS)
    tab.page.locator(".hand").wait_for()
    assert urlsplit(tab.page.url).path == f"/game/{game}"


def test_another_channel_is_added_tried_switched_off_and_removed(
    tab: Tab, receiver: Receiver
) -> None:
    page = tab.page
    tab.press("Add ntfy")
    page.get_by_label("Address").fill(f"{receiver.url}/")
    page.get_by_label("Name", exact=True).fill("my phone")
    tab.press("Add and send a test")
    page.locator(".adding .refused").wait_for()
    page.get_by_label("Address").fill(f"{receiver.url}/topic-of-ann")
    tab.press("Add and send a test")
    said: Any = json.loads(wait_for_message(page, receiver).body)
    assert (said["topic"], "actions" in said) == ("topic-of-ann", False)
    page.get_by_text("ntfy: my phone").first.wait_for()
    page.get_by_role("checkbox", name="A game is over: ntfy").click()
    tab.press("On ntfy: my phone")
    page.get_by_text("Switched off.").wait_for()
    tab.press("Remove ntfy: my phone")
    page.get_by_text("Nowhere yet.").wait_for()


def test_a_calendar_is_made_and_ended_hours_are_chosen_and_a_game_is_left_out(
    tab: Tab, ann: Person
) -> None:
    page, game = tab.page, open_game(ann)
    tab.press("Create an address Calendar")
    field = page.get_by_label("The address, shown only this once")
    with urlopen(tab.url + urlsplit(field.input_value()).path) as said:
        (entry,) = Calendar.from_ical(said.read()).walk("VEVENT")
    assert str(entry["SUMMARY"]) == "Your turn in Turn the Tide"
    tab.press("Stop sharing Calendar")
    page.get_by_role("button", name="Create an address Calendar").wait_for()
    expect(field).to_have_count(0)
    page.get_by_label("Once a day, in one mail").check()
    page.get_by_label("When that mail is sent").wait_for()
    page.get_by_label("Quiet at night").check()
    page.get_by_label("Quiet until").fill("06:30")
    page.get_by_label("Quiet until").press("Tab")
    page.get_by_label("Language of notifications").select_option("de")
    tab.open(f"/game/{game}")
    page.get_by_text("Notifications for this game").click()
    page.get_by_label("Notify me about this game").uncheck()
    page.get_by_role("link", name="All notification settings").click()
    page.get_by_text("Nowhere yet.").wait_for()
    expect(page.locator(".notices .example")).to_have_count(0)
    kept = ann.get("/me/notifications")
    assert (kept["mode"], kept["quiet"]["until"], kept["language"]) == ("digest", "06:30", "de")
    assert ann.get(f"/games/{game}?include=viewer")["viewer"]["notifications"] == "off"
