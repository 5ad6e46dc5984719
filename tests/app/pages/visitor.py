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
NAMES = iter(range(10**9))


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
        found = TOKEN.search(page.html)
        assert found, page.html
        sent = {**fields, "csrfmiddlewaretoken": found[1]}
        return Page(self.client.post(page.path, sent, follow=True))

    def signs_up(self, name: str, **more: str) -> Page:
        return self.fill("/account/signup/", username=name, password1=PASSWORD, **more)

    def signs_in(self, name: str, password: str = PASSWORD) -> Page:
        return self.fill("/account/login/", login=name, password=password)

    def is_in(self) -> bool:
        """Whether she is signed in."""
        return self.visit("/account/").path == "/account/"


def letters() -> list[Any]:
    """The letters that were written since the last time, as they arrive."""
    mail.outbox.clear()
    sender.send_due()
    return list(mail.outbox)


def link(letter: Any) -> str:
    """The address that a letter wants opened."""
    found = LINK.search(letter.body)
    assert found, letter.body
    return found[1]
