"""A person's account in a real browser: a forgotten password, and a passkey."""

import os
import secrets
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.app.pages.visitor import LINK
from tests.people import PASSWORD
from tests.postbox import Postbox, opened
from tests.running import SETTINGS, MortalServer, mortal_server

ANEW = "barnacle-bill-below"
PATIENCE = 300.0
"""Seconds. A busy machine may take its time."""


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
def site(mailing: MortalServer) -> str:
    """Where the server is, by a name: passkeys belong to names."""
    return f"http://localhost:{mailing.port}"


@pytest.fixture
def name() -> str:
    return f"ann-{secrets.token_hex(4)}"


def link_to(postbox: Postbox, address: str, subject: str) -> str:
    """The address that the letter wants opened, once it has come."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        for letter in postbox.taken:
            if (letter["To"], letter["Subject"]) == (address, subject):
                found = LINK.search(letter.get_content().replace("\r\n", "\n"))
                assert found
                return found[1]
        time.sleep(0.1)
    raise AssertionError([(one["To"], one["Subject"]) for one in postbox.taken])


def press(page: Page, button: str) -> None:
    page.get_by_role("button", name=button, exact=True).click()


def signs_up(page: Page, site: str, name: str) -> None:
    page.goto(f"{site}/account/signup/")
    page.get_by_label("Username").fill(name)
    page.get_by_label("Address for mail").fill(f"{name}@tide.example")
    page.get_by_label("Password").fill(PASSWORD)
    press(page, "Sign up")
    page.wait_for_url(f"{site}/account/")


def test_a_forgotten_password_is_reset_through_a_mail_server(
    page: Page, site: str, postbox: Postbox, name: str
) -> None:
    signs_up(page, site, name)
    page.goto(site + link_to(postbox, f"{name}@tide.example", "Verify your address"))
    press(page, "Yes, it is mine")
    press(page, "Sign out")
    page.get_by_role("link", name="Forgotten your password?").click()
    page.get_by_label("Your address").fill(f"{name}@tide.example")
    press(page, "Send me the letter")
    page.goto(site + link_to(postbox, f"{name}@tide.example", "Set a new password"))
    page.get_by_label("New password").fill(ANEW)
    press(page, "Set the password")
    page.get_by_role("main").get_by_role("link", name="Sign in").click()
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password").fill(ANEW)
    press(page, "Sign in")
    page.wait_for_url(f"{site}/account/")
    expect(page.get_by_role("heading", name=name)).to_be_visible()


def test_a_passkey_is_added_and_signs_in(page: Page, site: str, name: str) -> None:
    said: list[str] = []
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on(
        "console", lambda line: said.append(line.text) if "Content Security" in line.text else None
    )
    protocol = page.context.new_cdp_session(page)
    protocol.send("WebAuthn.enable")
    key = protocol.send(
        "WebAuthn.addVirtualAuthenticator",
        {
            "options": {
                "protocol": "ctap2",
                "transport": "internal",
                "hasResidentKey": True,
                "hasUserVerification": True,
                "isUserVerified": True,
                "automaticPresenceSimulation": True,
            }
        },
    )
    signs_up(page, site, name)
    page.goto(f"{site}/account/2fa/webauthn/add/")
    page.get_by_label("Password").fill(PASSWORD)
    press(page, "Go on")
    press(page, "Add it")
    expect(page.get_by_role("heading", name="Spare codes")).to_be_visible()
    held = protocol.send("WebAuthn.getCredentials", {"authenticatorId": key["authenticatorId"]})[
        "credentials"
    ]
    assert [one["isResidentCredential"] for one in held] == [True]
    press(page, "Sign out")
    press(page, "Sign in with a passkey")
    page.wait_for_url(f"{site}/account/")
    expect(page.get_by_role("heading", name=name)).to_be_visible()
    # From now on the password alone signs nobody in, and the passkey is the other half.
    press(page, "Sign out")
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    press(page, "Sign in")
    page.wait_for_url(f"{site}/account/2fa/authenticate/")
    press(page, "Use a passkey")
    page.wait_for_url(f"{site}/account/")
    assert said == []
