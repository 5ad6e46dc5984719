"""What mails lead to, in a real browser: a seat and an answer by one press, and an address that is dead."""

import os
import re
import secrets
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from typing import Literal
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page

from tests.people import PASSWORD
from tests.postbox import Postbox, opened
from tests.running import SETTINGS, MortalServer, mortal_server
from tests.sampling import sample
from tests.system.browser import axe
from tests.system.browser.conftest import Opened
from tests.system.flows.client import Person

VERIFIES = re.compile(r"/account/\S+")
SEAT = re.compile(r"/play/seat/\S+")
SCREENS: list[tuple[int, Literal["light", "dark"]]] = [
    (320, "dark"),
    (390, "light"),
    (320, "light"),
    (390, "dark"),
]
"""Widths and colour schemes."""
ANSWER = re.compile(r"/play/[a-z2-7]{26}/\d+")


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
def page(open_browser: Opened) -> Page:
    axe.needed()
    return open_browser(bypass_csp=True).new_page()


@pytest.fixture
def ann(mailing: MortalServer, postbox: Postbox, page: Page) -> Person:
    """Somebody who is told of things by mail."""
    name, site = f"ann-{secrets.token_hex(4)}", mailing.url
    page.goto(f"{site}/account/signup/")
    page.get_by_label("Username").fill(name)
    page.get_by_label("Address for mail").fill(f"{name}@post.example")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign up", exact=True).click()
    page.goto(site + found(page, postbox, VERIFIES, lambda mail: "Verify" in mail["Subject"]))
    page.get_by_role("button", name="Yes, it is mine").click()
    page.wait_for_url(f"{site}/account/**")
    said = Person(site).call("POST", "/me/tokens", {"username": name, "password": PASSWORD}).ok()
    return Person(site, said["token"], name)


def found(
    page: Page,
    postbox: Postbox,
    link: re.Pattern[str],
    fits: Callable[[EmailMessage], bool] = lambda _: True,
) -> str:
    """The path of such a link, as soon as a mail has it; that mail is taken out of the box."""
    while True:
        for mail in [*postbox.taken]:
            part = mail.get_body(("plain",))
            there = link.search(part.get_content()) if part is not None and fits(mail) else None
            if there:
                postbox.taken.remove(mail)
                return urlsplit(there[0]).path
        page.wait_for_timeout(100)


def looks_right(page: Page, name: str) -> None:
    """On the narrowest screen and on a telephone, in dark and light."""
    for width, scheme in sample(SCREENS, 1):
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": 800})
        assert axe.faults(page) == [], f"{name}, {scheme}, {width}"
        if into := os.environ.get("SHOTS"):
            page.screenshot(path=f"{into}/{name}-{width}-{scheme}.png", full_page=True)


def test_a_seat_and_an_answer_are_a_press_each_and_a_dead_address_is_said(
    mailing: MortalServer, postbox: Postbox, page: Page, ann: Person
) -> None:
    site = mailing.url
    bob = Person.signs_up(site, f"bob-{secrets.token_hex(4)}")
    game = bob.opens("turn_the_tide", {}, 3, bots=["random"], private=True)["id"]
    bob.call("POST", f"/games/{game}/invitations", {"player": ann.name}).ok()
    page.goto(site + found(page, postbox, SEAT))
    page.get_by_role("heading", name="Turn the Tide").wait_for()
    looks_right(page, "seat")
    page.get_by_role("button", name="Take a seat").press("Enter")
    page.get_by_role("status").filter(has_text="You have a seat").wait_for()
    looks_right(page, "seat-taken")
    answer = found(page, postbox, ANSWER)
    page.goto(site + answer)
    page.get_by_role("button", name="Seal this answer").wait_for()
    looks_right(page, "answer")
    page.get_by_role("button", name="Seal this answer").press("Enter")
    page.get_by_role("status").filter(has_text="Sealed").wait_for()
    looks_right(page, "answer-sealed")
    page.goto(site + answer.rpartition("/")[0])
    assert page.get_by_role("radio").count() == len(ann.get(f"/games/{game}")["mine"]["hand"])
    looks_right(page, "answers")
    page.goto(f"{site}/play/{'a' * 26}")
    page.get_by_text("no longer works").wait_for()
    looks_right(page, "nowhere")
    postbox.refuses = "550 5.1.1 No such user"
    bob.seals(game, 1, bob.sees(game)["mine"]["legal_actions"][0])
    page.goto(f"{site}/account/")
    while not page.get_by_text("Mail to it comes back").count():
        page.wait_for_timeout(100)
        page.reload()
    looks_right(page, "account-returned")
    page.goto(f"{site}/account/email/")
    page.get_by_text("came back").wait_for()
    looks_right(page, "address-returned")
