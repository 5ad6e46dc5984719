"""Somebody with a browser that runs no scripts."""

import re
from html import unescape
from typing import Any

from django.core import mail
from django.test import Client

from players.mail import sender
from tests.people import PASSWORD

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')
LINK = re.compile(r"^https?://[^/\s]+(/account/\S+)$", re.MULTILINE)


class Page:
    """What came back after all redirects."""

    def __init__(self, response: Any) -> None:
        self.status: int = response.status_code
        self.headers = response.headers
        self.html: str = unescape(response.content.decode())
        chain = getattr(response, "redirect_chain", [])
        self.path: str = chain[-1][0] if chain else response.request["PATH_INFO"]


class Visitor:
    """Fills forms in as they are on the page, so a form without its token is refused."""

    def __init__(self, address: str = "198.51.100.1") -> None:
        self.client = Client(enforce_csrf_checks=True, headers={"X-Forwarded-For": address})

    def visit(self, path: str) -> Page:
        return Page(self.client.get(path, follow=True))

    def fill(self, path: str, **fields: str) -> Page:
        """Open the page and send its form with these fields."""
        page = self.visit(path)
        return self.submit(page, page.path, **fields)

    def submit(self, page: Page, path: str, **fields: str) -> Page:
        """Send a form of a page that is open."""
        found = TOKEN.search(page.html)
        assert found, page.html
        sent = {**fields, "csrfmiddlewaretoken": found[1]}
        return Page(self.client.post(path, sent, follow=True))

    def confirm(self, page: Page, path: str) -> Page:
        """Give the password once more if the page asks for it before it leads on to the path."""
        if page.path.startswith("/account/reauthenticate/"):
            return self.fill(page.path, password=PASSWORD, next=path)
        return page

    def signs_up(self, name: str, **more: str) -> Page:
        return self.fill("/account/signup/", username=name, password1=PASSWORD, **more)

    def signs_in(self, name: str, password: str = PASSWORD) -> Page:
        return self.fill("/account/login/", login=name, password=password)

    def is_in(self) -> bool:
        """Return whether the player is signed in."""
        return self.visit("/account/").path == "/account/"


def letters() -> list[Any]:
    """Return the letters that were written since the last time, as they arrive."""
    mail.outbox.clear()
    sender.send_due()
    return list(mail.outbox)


def link(letter: Any) -> str:
    """Return the path that a letter wants opened."""
    found = LINK.search(letter.body)
    assert found, letter.body
    return found[1]
