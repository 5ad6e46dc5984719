"""Where the links of letters lead: to TIDE_URL, whichever host a request names."""

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.conf import settings as django_settings
from django.test import Client, RequestFactory

from players.models import Player
from tests.app.pages.visitor import Visitor, letters, link
from tests.people import PASSWORD

pytestmark = pytest.mark.django_db
FORGED = "localhost:9999"
HEADERS = {"Host": FORGED, "X-Forwarded-Host": FORGED}
URL = re.compile(r"https?://[^/\s]+")
TEMPLATES = Path(django_settings.BASE_DIR) / "players" / "templates"
LETTERS = sorted(
    f"{one.parent.parent.name}/email/{one.name.removesuffix('_message.txt')}"
    for one in TEMPLATES.glob("*/email/*_message.txt")
)


@pytest.fixture(autouse=True)
def address_of_the_server(settings: Any) -> None:
    settings.TIDE_URL = "https://tide.example"
    settings.ALLOWED_HOSTS = ["*"]


class Forger(Visitor):
    """A browser that names a host of its own choice with each request."""

    def __init__(self, address: str = "198.51.100.1") -> None:
        sent = {**HEADERS, "X-Forwarded-For": address}
        self.client = Client(enforce_csrf_checks=True, headers=sent)


def led(letter: Any) -> set[str]:
    """The servers to which a letter leads; its words name no other."""
    assert "9999" not in letter.subject + letter.body
    return set(URL.findall(letter.body))


def test_the_pages_that_send_links_send_them_to_the_servers_own_address(name: str) -> None:
    forger = Forger()
    forger.signs_up(name, email=f"{name}@tide.example")
    (welcome,) = letters()
    assert led(welcome) == {"https://tide.example"}
    Visitor().fill(link(welcome))
    forger.fill("/account/password/reset/", email=f"{name}@tide.example")
    (reset,) = letters()
    assert led(reset) == {"https://tide.example"}
    assert "at tide.example." in reset.body
    assert "Your password is changed" in Visitor().fill(link(reset), password1="a-new-one").html
    letters()
    forger.signs_in(name, "a-new-one")
    page = forger.fill("/account/email/", action_add="", email=f"{name}@new.example")
    forger.fill(page.path, password="a-new-one", next="/account/email/")
    told = letters()
    assert [led(one) for one in told if "new.example" in one.to[0]] == [{"https://tide.example"}]
    assert all(led(one) <= {"https://tide.example"} for one in told)


def test_so_do_calls(name: str) -> None:
    client = Client(enforce_csrf_checks=True, headers=HEADERS)
    wish = {"username": name, "password": PASSWORD, "email": f"{name}@tide.example"}
    assert client.post("/api/v1/players", wish, content_type="application/json").status_code == 201
    (letter,) = letters()
    assert led(letter) == {"https://tide.example"}


@pytest.mark.parametrize("template", LETTERS)
def test_no_letter_names_the_host_of_the_request(template: str, name: str) -> None:
    player = Player.objects.create_user(name, password=PASSWORD)
    row = EmailAddress.objects.create(user=player, email=f"{name}@tide.example", primary=True)
    request = RequestFactory(headers=HEADERS).get("/account/")
    adapter = get_adapter(request)
    adapter.request = request
    shown = {
        "user": player,
        "activate_url": adapter.get_email_confirmation_url(request, EmailConfirmationHMAC(row)),
        "password_reset_url": "",
        "due_at": datetime(2026, 11, 30, tzinfo=UTC),
    }
    adapter.send_mail(template, row.email, shown)
    (letter,) = letters()
    assert led(letter) <= {"https://tide.example"}
    assert "tide.example" in letter.body.partition("\n-- \n")[2]
