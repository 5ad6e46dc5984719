"""Whoever is signed in says once more who she is, where a page asks for it."""

from typing import Any

from django.test import Client

from tests.app.oauth.app import form
from tests.people import PASSWORD

PATH = "/account/reauthenticate/"


def says_who_she_is(who: Client, **more: str) -> Any:
    """Give the password once more."""
    return who.post(PATH, form(who.get(PATH).content) | {"password": PASSWORD, **more})
