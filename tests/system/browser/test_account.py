"""An account and its mail in a real browser: a forgotten password, a passkey, a move by one press."""

import os
import re
from collections.abc import Iterator
from typing import Literal
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from tests.people import PASSWORD
from tests.postbox import Postbox, opened
from tests.running import SETTINGS, MortalServer, mortal_server
from tests.sampling import sample
from tests.system.browser import axe
from tests.system.browser.conftest import OpenBrowser, open_game, sign_up_at

ACCOUNT = re.compile(r"/account/\S+")
SEAT = re.compile(r"/play/seat/\S+")
ANSWER = re.compile(r"/play/[a-z2-7]{26}/\d+")
SCREENS: list[tuple[int, Literal["light", "dark"]]] = [
    *((320, "dark"), (390, "light")),
    *((320, "light"), (390, "dark")),
]
"""Widths and colour schemes."""
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture(scope="module")
def postbox() -> Iterator[Postbox]:
    with opened() as box:
        yield box


@pytest.fixture(scope="module")
def mailing(postbox: Postbox) -> Iterator[MortalServer]:
    """A server that sends its mail to the postbox."""
    url = f"smtp://127.0.0.1:{postbox.port}"
    with mortal_server({**os.environ, **SETTINGS, "MAIL_URL": url}) as server:
        server.start()
        yield server
        assert server.tracebacks() == []


@pytest.fixture
def page(open_browser: OpenBrowser) -> Page:
    return open_browser(bypass_csp=True).new_page()


@pytest.fixture
def site(mailing: MortalServer) -> str:
    """The server's address with a name: passkeys belong to names."""
    return f"http://localhost:{mailing.port}"


@pytest.fixture
def name() -> str:
    return f"ann-{uuid4().hex[:8]}"


def wait_for_link(page: Page, postbox: Postbox, name: str, link: re.Pattern[str]) -> str:
    """The path of such a link, as soon as a mail to this player has it; that mail is taken out of the box."""
    while True:
        for mail in postbox.taken:
            part = mail.get_body(("plain",))
            found = link.search(part.get_content()) if part and name in mail["To"] else None
            if found:
                postbox.taken.remove(mail)
                return urlsplit(found[0]).path
        page.wait_for_timeout(100)


def press(page: Page, button: str) -> None:
    page.get_by_role("button", name=button, exact=True).click()


def sign_up(page: Page, site: str, name: str) -> None:
    page.goto(f"{site}/account/signup/")
    page.get_by_label("Username").fill(name)
    page.get_by_label("Address for mail").fill(f"{name}@tide.example")
    page.get_by_label("Password").fill(PASSWORD)
    press(page, "Sign up")
    page.wait_for_url(f"{site}/account/")


def sign_in(page: Page, name: str, password: str) -> None:
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password").fill(password)
    press(page, "Sign in")


def test_a_passkey_is_added_and_signs_in(open_browser: OpenBrowser, site: str, name: str) -> None:
    page, faults = open_browser().new_page(), list[str]()
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda one: faults.append(one.text) if "Content Sec" in one.text else None)
    protocol = page.context.new_cdp_session(page)
    protocol.send("WebAuthn.enable")
    key = protocol.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    sign_up(page, site, name)
    page.goto(f"{site}/account/2fa/webauthn/add/")
    page.get_by_label("Password").fill(PASSWORD)
    press(page, "Go on")
    press(page, "Add it")
    expect(page.get_by_role("heading", name="Spare codes")).to_be_visible()
    held = protocol.send("WebAuthn.getCredentials", {"authenticatorId": key["authenticatorId"]})
    assert [one["isResidentCredential"] for one in held["credentials"]] == [True]
    press(page, "Sign out")
    press(page, "Sign in with a passkey")
    page.wait_for_url(f"{site}/account/")
    # From now on the password alone signs nobody in, and the passkey is the other half.
    press(page, "Sign out")
    sign_in(page, name, PASSWORD)
    page.wait_for_url(f"{site}/account/2fa/authenticate/")
    press(page, "Use a passkey")
    page.wait_for_url(f"{site}/account/")
    assert faults == []


def check_look(page: Page, name: str) -> None:
    """Hold a page against axe, on narrow screens and in dark and light."""
    for width, scheme in sample(SCREENS, 1):
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": 800})
        assert axe.faults(page) == [], f"{name}, {scheme}, {width}"


def test_a_seat_and_an_answer_are_a_press_each_and_a_dead_address_is_said(
    mailing: MortalServer, postbox: Postbox, page: Page, name: str
) -> None:
    axe.require()
    site = mailing.url
    sign_up(page, site, name)
    page.goto(site + wait_for_link(page, postbox, name, ACCOUNT))
    press(page, "Yes, it is mine")
    page.wait_for_url(f"{site}/account/**")
    bob = sign_up_at(site, "bob")
    game = open_game(bob, bots=["random"], private=True)
    bob.call("POST", f"/games/{game}/invitations", {"player": name}).ok()
    page.goto(site + wait_for_link(page, postbox, name, SEAT))
    page.get_by_role("heading", name="Turn the Tide").wait_for()
    check_look(page, "seat")
    page.get_by_role("button", name="Take a seat").press("Enter")
    page.get_by_role("status").filter(has_text="You have a seat").wait_for()
    check_look(page, "seat taken")
    answer = wait_for_link(page, postbox, name, ANSWER)
    page.goto(site + answer)
    page.get_by_role("button", name="Seal this answer").wait_for()
    check_look(page, "answer")
    page.get_by_role("button", name="Seal this answer").press("Enter")
    page.get_by_role("status").filter(has_text="Sealed").wait_for()
    check_look(page, "answer sealed")
    page.goto(site + answer.rpartition("/")[0])
    hand = len(bob.sees(game)["mine"]["hand"])
    expect(page.get_by_role("radio")).to_have_count(hand)
    check_look(page, "answers")
    page.goto(f"{site}/play/{'a' * 26}")
    page.get_by_text("no longer works").wait_for()
    check_look(page, "nowhere")
    postbox.refuses = "550 5.1.1 No such user"
    bob.seals(game, 1, bob.sees(game)["mine"]["legal_actions"][0])
    page.goto(f"{site}/account/")
    while not page.get_by_text("Mail to it comes back").count():
        page.wait_for_timeout(100)
        page.reload()
    check_look(page, "account of a dead address")
    page.goto(f"{site}/account/email/")
    page.get_by_text("came back").wait_for()
    check_look(page, "dead address")
