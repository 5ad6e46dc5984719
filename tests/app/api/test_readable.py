"""Calls that cannot be read as they were sent, and calls that come at a bad time."""

from typing import Any

import pytest
from django.db import connection, transaction

from common.rest.error_codes import CODES
from common.rest.errors import ApiError
from games.visibility.game_view import GameView
from tests.app.api.refusals import refused
from tests.people import Person
from tideapi.errors import Problem

pytestmark = pytest.mark.django_db


def test_a_body_whose_length_nobody_knows_is_refused(ann: Person) -> None:
    # What a server for plain WSGI makes of chunks: it counts as no body at all.
    said = ann.call(
        "PATCH", "/me", raw=b"", headers={"Transfer-Encoding": "chunked", "Content-Length": ""}
    )
    refused(said, 411, "length_required")


@pytest.mark.parametrize(
    ("code", "status"),
    [
        ("53100", 503),  # the disk is full
        ("53300", 503),  # too many connections
        ("57P01", 503),  # it is being stopped
        ("58030", 503),  # the disk fails
        ("25006", 503),  # a copy that takes no writes
        ("40P01", 500),  # a deadlock is a mistake of ours
        ("23505", 500),
        ("42601", 500),
    ],
)
def test_what_is_the_databases_trouble_is_no_mistake_of_ours(
    ann: Person, monkeypatch: pytest.MonkeyPatch, code: str, status: int
) -> None:
    def fails(*_: Any) -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '{code}'; END $$")

    game = ann.opens(3)
    monkeypatch.setattr(GameView, "get_game", fails)
    said = ann.call("GET", f"/games/{game}", fault=True)
    refused(said, status, "unavailable" if status == 503 else "internal_error")
    assert said.headers.get("Retry-After") == ("5" if status == 503 else None)


def test_whatever_is_refused_for_now_says_until_when() -> None:
    for code, known in CODES.items():
        assert ("Retry-After" in Problem(ApiError(code, ""))) == (
            known.status in {429, 503} or code == "idempotency_key_in_use"
        ), code
