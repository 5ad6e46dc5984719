"""The page of notices: every way of being told is switched on there, and a push opens the card."""

import json
import os
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
from tests.sampling import sample
from tests.system.browser import axe, chromium
from tests.system.browser.conftest import Come, Opened
from tests.system.browser.visiting import Visitor
from tests.system.flows.client import Person

SUBSCRIBED = """([endpoint, keys]) => {
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
WATCHED = """() => {
  const show = registration.showNotification.bind(registration);
  self.isShown = new Promise((done) => {
    registration.showNotification = (...wish) => show(...wish).then(done);
  });
}"""
"""For the service worker. Chromium may forget a notification of which one asks before it is shown."""
SHOWN = """async () => {
  await self.isShown;
  const shown = await registration.getNotifications();
  return shown.map(({title, body, tag, actions}) => ({title, body, tag, actions}));
}"""
PRESSED = """async () => {
  // Chromium lets a worker bring a window to the front only after a real press.
  WindowClient.prototype.focus = async function () { return this; };
  const [notification] = await registration.getNotifications();
  dispatchEvent(new NotificationEvent("notificationclick", {notification, action: "open"}));
}"""


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """A browser that shows notifications."""
    with chromium.launch(playwright, chromium.WHOLE) as started:
        yield started


@pytest.fixture
def context(open_browser: Opened, server: Server) -> BrowserContext:
    made = open_browser(service_workers="allow")
    made.grant_permissions(["notifications"], origin=server.url)
    return made


@pytest.fixture
def visitor(context: BrowserContext, server: Server, ann: Person) -> Iterator[Visitor]:
    made = Visitor(context, server.url)
    made.plays_as(ann)
    yield made
    made.check()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving(lambda _: 201) as found:
        yield found


def arrives(
    page: Page, receiver: Receiver, fits: Callable[[Arrived], bool] = lambda _: True
) -> Arrived:
    """The first request that fits, as soon as it is there."""
    while not (found := [one for one in receiver.arrived if fits(one)]):
        page.wait_for_timeout(50)
    return found[0]


def opened(arrived: Arrived) -> Any:
    return json.loads(http_ece.decrypt(arrived.body, private_key=BROWSER, auth_secret=SHARED))


def test_a_push_is_shown_and_a_press_on_it_opens_the_card(
    context: BrowserContext, visitor: Visitor, receiver: Receiver, ann: Person
) -> None:
    page = visitor.page
    visitor.opens("/notices")
    page.evaluate(SUBSCRIBED, [f"{receiver.url}/push/of-ann", KEYS])
    visitor.presses("Turn on notifications in this browser")
    page.get_by_role("button", name="Turn off notifications in this browser").wait_for()
    assert len(page.evaluate("window.wishedKey")) == 87
    game = ann.opens("turn_the_tide", {}, 3, bots=["random", "random"])["id"]
    pushed = arrives(page, receiver, lambda one: game in json.dumps(opened(one)))
    session = context.new_cdp_session(page)
    found: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda said: found.extend(one["registrationId"] for one in said["registrations"]),
    )
    session.send("ServiceWorker.enable")
    while not found:
        page.wait_for_timeout(50)
    data = json.dumps(opened(pushed))
    message = {"origin": visitor.url, "registrationId": found[0], "data": data}
    (worker,) = context.service_workers
    worker.evaluate(WATCHED)
    session.send("ServiceWorker.deliverPushMessage", message)
    (shown,) = worker.evaluate(SHOWN)
    assert (shown["title"], shown["tag"]) == ("Your turn in Turn the Tide", f"game-{game}")
    assert [one["title"] for one in shown["actions"]] == ["Open"]
    worker.evaluate(PRESSED)
    page.locator(".hand").wait_for()
    assert urlsplit(page.url).path == f"/game/{game}"


def test_no_notice_comes_to_this_browser_once_she_has_signed_out(
    visitor: Visitor, receiver: Receiver, ann: Person
) -> None:
    page = visitor.page
    visitor.opens("/notices")
    page.evaluate(SUBSCRIBED, [f"{receiver.url}/push/of-ann", KEYS])
    visitor.presses("Turn on notifications in this browser")
    page.get_by_role("button", name="Turn off notifications in this browser").wait_for()
    assert [one["channel"] for one in ann.get("/me/receivers")["results"]] == ["web_push"]
    # The subscription outlives its receiver, and is of no use then.
    page.get_by_role("button", name="Remove").click()
    visitor.presses("Turn on notifications in this browser")
    page.get_by_role("button", name="Turn off notifications in this browser").wait_for()
    visitor.presses("Sign out")
    page.locator("a.name").wait_for(state="detached")
    assert page.evaluate("window.subscribed") is None
    assert ann.get("/me/receivers")["results"] == []


def test_another_channel_is_added_tried_switched_off_and_removed(
    visitor: Visitor, receiver: Receiver
) -> None:
    page = visitor.page
    visitor.opens("/notices")
    visitor.presses("Add ntfy")
    page.get_by_label("Address").fill(f"{receiver.url}/")
    page.get_by_label("Name", exact=True).fill("my phone")
    visitor.presses("Add and send a test")
    page.locator(".adding .refused").wait_for()
    page.get_by_label("Address").fill(f"{receiver.url}/topic-of-ann")
    visitor.presses("Add and send a test")
    said = json.loads(arrives(page, receiver).body)
    assert (said["topic"], "actions" in said) == ("topic-of-ann", False)
    assert "This is a test" in said["message"]
    page.get_by_text("ntfy: my phone").first.wait_for()
    page.get_by_role("checkbox", name="A game is over: ntfy").click()
    visitor.presses("On ntfy: my phone")
    page.get_by_text("Switched off.").wait_for()
    visitor.presses("Remove ntfy: my phone")
    page.get_by_text("Nowhere yet.").wait_for()


def test_hours_are_chosen_and_shown_by_an_example(visitor: Visitor, ann: Person) -> None:
    page = visitor.page
    visitor.opens("/notices")
    page.get_by_text("by mail: now").wait_for()
    page.get_by_label("Once a day, in one mail").check()
    page.get_by_label("When that mail is sent").wait_for()
    page.get_by_label("Quiet at night").check()
    page.get_by_label("Quiet until").fill("06:30")
    page.get_by_label("Quiet until").press("Tab")
    page.get_by_label("Language of notifications").select_option("de")
    visitor.opens("/notices")
    page.get_by_label("Quiet until").wait_for()
    kept = ann.get("/me/notifications")
    assert (kept["mode"], kept["quiet"]["until"], kept["language"]) == ("digest", "06:30", "de")


def test_a_calendar_is_made_shown_once_and_ended(visitor: Visitor, ann: Person) -> None:
    page = visitor.page
    ann.opens("turn_the_tide", {}, 3, bots=["random", "random"])
    visitor.opens("/notices")
    visitor.presses("Create an address Calendar")
    field = page.get_by_label("The address, shown only this once")
    path = urlsplit(field.input_value()).path
    with urlopen(visitor.url + path) as said:
        (entry,) = Calendar.from_ical(said.read()).walk("VEVENT")
    assert str(entry["SUMMARY"]) == "Your turn in Turn the Tide"
    visitor.presses("Stop sharing Calendar")
    page.get_by_role("button", name="Create an address Calendar").wait_for()
    expect(page.get_by_label("The address, shown only this once")).to_have_count(0)


def test_a_game_can_be_left_out_where_it_is_played(visitor: Visitor, ann: Person) -> None:
    page = visitor.page
    game = ann.opens("turn_the_tide", {}, 3, bots=["random", "random"])["id"]
    visitor.opens(f"/game/{game}")
    page.get_by_text("Notifications for this game").click()
    page.get_by_label("Notify me about this game").uncheck()
    page.get_by_role("link", name="All notification settings").click()
    page.locator(".notices .example").wait_for()
    assert ann.get(f"/games/{game}?include=viewer")["viewer"]["notifications"] == "off"


@pytest.mark.parametrize(("width", "scheme"), sample(axe.SCREENS, 1))
def test_axe_finds_nothing_and_nothing_is_wider_than_the_screen(
    come: Come, ann: Person, receiver: Receiver, width: int, scheme: str
) -> None:
    axe.needed()
    address = {"url": f"{receiver.url}/a-topic-with-a-long-name-that-nobody-can-guess-at-all"}
    ann.call("POST", "/me/receivers", {"channel": "ntfy", "address": address, "note": "my phone"})
    look: Any = {"color_scheme": scheme, "viewport": {"width": width, "height": 900}}
    visitor = come(ann, bypass_csp=True, locale="de-DE", **look)
    page = visitor.page
    visitor.opens("/notices")
    page.locator(".example").wait_for()
    page.get_by_role("button", name="Matrix hinzufügen").click()
    page.get_by_text("Nachts still sein").click()
    page.get_by_role("button", name="Adresse anlegen Kalender").click()
    page.locator("input[readonly]").wait_for()
    page.locator("input[type=time]").first.wait_for()
    assert axe.faults(page) == []
    if into := os.environ.get("SHOTS"):
        page.screenshot(path=f"{into}/notices-{width}-{scheme}.png", full_page=True)
