"""A call that is going to be removed: its answers and the document say so."""

from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.urls import path
from drf_spectacular.generators import SchemaGenerator
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from tests.people import Person
from tideapi import urls
from tideapi.rest.describe import Deprecated, SuccessAnswer, call
from tideapi.rest.view import View

pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]

END = Deprecated(date(2027, 1, 1), date(2028, 1, 2), "Use `GET /players/{username}`.")
HEADERS = {"Deprecation": "@1798761600", "Sunset": "Sun, 02 Jan 2028 00:00:00 GMT"}


class Old(View):
    permission_classes = [AllowAny]

    @call(
        name="old",
        tag="players",
        summary="Look a player up, as it was done once",
        answer=SuccessAnswer(200, "Profile", "The player."),
        deprecated=END,
    )
    def get(self, request: Request) -> Response:
        return Response({})

    @call(
        name="new",
        tag="players",
        summary="Something else at the same address",
        answer=SuccessAnswer(200, "Profile", "The player."),
    )
    def post(self, request: Request) -> Response:
        return Response({})


OLD = path("api/v1/old", Old.as_view())
urlpatterns = [OLD, *urls.urlpatterns]


def end_of(said: Any) -> dict[str, str]:
    return {name: said.headers[name] for name in HEADERS if name in said.headers}


def test_every_answer_of_a_deprecated_call_says_since_when_and_until_when() -> None:
    client = Client()
    assert end_of(client.get("/api/v1/old")) == HEADERS
    assert end_of(client.head("/api/v1/old")) == HEADERS
    refused = client.get("/api/v1/old?x=1")
    assert (refused.status_code, end_of(refused)) == (400, HEADERS)
    stranger = client.get("/api/v1/old", headers={"Authorization": "Bearer tide_nobody"})
    assert (stranger.status_code, end_of(stranger)) == (401, HEADERS)


def test_no_other_call_says_so(ann: Person) -> None:
    assert end_of(Client().post("/api/v1/old")) == {}
    assert end_of(ann.get("/me")) == {}


def test_a_client_in_a_browser_may_read_it() -> None:
    said = Client().get("/api/v1/old", headers={"Origin": "https://client.example"})
    readable = said.headers["Access-Control-Expose-Headers"].split(", ")
    assert set(HEADERS) <= set(readable)


def test_the_document_says_what_to_use_instead() -> None:
    made = SchemaGenerator(patterns=[OLD]).get_schema(public=True)
    old, new = (made["paths"]["/api/v1/old"][method] for method in ("get", "post"))
    assert old["deprecated"] is True
    assert (
        "Deprecated since 2027-01-01; it answers until 2028-01-02. "
        "Use `GET /players/{username}`." in old["description"]
    )
    assert set(HEADERS) <= set(old["responses"]["200"]["headers"])
    assert "deprecated" not in new
    assert not set(HEADERS) & set(new["responses"]["200"]["headers"])


@pytest.mark.parametrize("sunset", [date(2026, 12, 31), date(2027, 12, 31)])
def test_none_ends_sooner_than_was_promised(sunset: date) -> None:
    with pytest.raises(ValueError, match="365 days"):
        Deprecated(date(2027, 1, 1), sunset, "Use another.")
