"""The pages to which letters and sign-ups lead, in the language of who reads them."""

import re
from collections.abc import Iterator

import pytest

from tests.pages.visitor import Page, Visitor, letters, link
from tests.people import PASSWORD

pytestmark = pytest.mark.django_db

GERMAN = "de-AT,de;q=0.9,en;q=0.5"
ENGLISH = re.compile(
    r"\b(the|you|your|is|of|to|and|sign|address|password|letter|sessions|none)\b",
    re.IGNORECASE,
)
TAGS = re.compile(r"<script.*?</script>|<[^>]*>", re.DOTALL)


@pytest.fixture
def reader(db: None) -> Visitor:
    """Somebody whose browser is German."""
    visitor = Visitor()
    visitor.client.defaults["HTTP_ACCEPT_LANGUAGE"] = GERMAN
    return visitor


def english(page: Page) -> list[str]:
    return ENGLISH.findall(TAGS.sub(" ", page.html))


def all_pages(visitor: Visitor, name: str) -> Iterator[Page]:
    """From the first page to a new password, with what is said when a form is not right."""
    yield visitor.visit("/account/signup/")
    yield visitor.signs_up("?", email="no address")
    yield visitor.signs_up(name, email=f"{name}@tide.example")
    yield visitor.visit("/account/email/")
    (letter,) = letters()
    verifies = link(letter)
    yield visitor.visit(verifies)
    yield visitor.fill(verifies)
    yield visitor.visit(verifies)
    yield visitor.visit("/account/")
    yield visitor.visit("/account/email/")
    yield visitor.fill("/account/email/", email=f"{name}@else.example", action_add="")
    # That takes the password again.
    yield visitor.visit("/account/reauthenticate/")
    yield visitor.visit("/account/logout/")
    yield visitor.fill("/account/logout/")
    yield visitor.visit("/account/login/")
    yield visitor.signs_in(name, "wrong-and-long-enough")
    yield visitor.visit("/account/password/reset/")
    letters()
    yield visitor.fill("/account/password/reset/", email=f"{name}@tide.example")
    (letter,) = letters()
    yield visitor.visit(link(letter))
    yield visitor.fill(link(letter), password1="1234")
    yield visitor.fill(link(letter), password1=f"{PASSWORD}-2")
    yield visitor.visit(link(letter))


def test_a_german_browser_is_shown_german(reader: Visitor, name: str) -> None:
    for page in all_pages(reader, name):
        assert page.status == 200, page.path
        assert '<html lang="de">' in page.html, page.path
        assert english(page) == [], page.path


def test_everybody_else_is_shown_english(db: None, name: str) -> None:
    for page in all_pages(Visitor(), name):
        assert '<html lang="en">' in page.html, page.path
        assert english(page), page.path


def test_pages_that_have_no_german_are_english_throughout(reader: Visitor, name: str) -> None:
    reader.signs_up(name)
    for path in ("/account/sessions/", "/account/2fa/", "/account/recovery/", "/account/leave/"):
        page = reader.visit(path)
        assert page.status == 200, path
        assert '<html lang="en">' in page.html
        assert "Abmelden" not in page.html


def test_who_verifies_an_address_knows_what_comes_there(reader: Visitor, name: str) -> None:
    reader.signs_up(name, email=f"{name}@tide.example")
    (letter,) = letters()
    assert "was in deinen Spielen auf dich wartet" in " ".join(letter.body.split())
