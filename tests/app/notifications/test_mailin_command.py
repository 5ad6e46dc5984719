"""`manage.py mailin` where it cannot begin."""

import socket
from typing import Any

import pytest
from django.core.management import CommandError, call_command

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("place", ["nowhere", "127.0.0.1:99999", "/no/such/folder/lmtp", "{taken}"])
def test_a_place_where_no_mail_can_be_taken_is_said_in_a_sentence(
    settings: Any, place: str
) -> None:
    settings.TIDE_REPLY_DOMAIN = "tide.example"
    with socket.create_server(("127.0.0.1", 0)) as other:
        listen = place.format(taken=f"127.0.0.1:{other.getsockname()[1]}")
        with pytest.raises(CommandError, match="No mail is taken at"):
            call_command("mailin", "--listen", listen)


@pytest.mark.parametrize(
    ("domain", "asked", "said"),
    [("", (), "Set TIDE_REPLY_DOMAIN"), ("tide.example", ("--imap",), "Set TIDE_IMAP_URL")],
)
def test_without_its_settings_it_says_which_is_missing(
    settings: Any, domain: str, asked: tuple[str, ...], said: str
) -> None:
    settings.TIDE_REPLY_DOMAIN, settings.TIDE_IMAP_URL = domain, ""
    with pytest.raises(CommandError, match=said):
        call_command("mailin", *asked)
