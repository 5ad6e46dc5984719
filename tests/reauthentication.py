"""The page on which a player who is signed in gives the password once more."""

from typing import Any

from django.test import Client

from tests.app.oauth.app import form
from tests.people import PASSWORD

PATH = "/account/reauthenticate/"


def reauthenticate(client: Client, **more: str) -> Any:
    """Give the password once more."""
    return client.post(PATH, form(client.get(PATH).content) | {"password": PASSWORD, **more})
