"""Where the `type` of a problem leads: a page about its code."""

import json
import re
from html import unescape

import pytest
from django.test import Client

from common.rest.error_codes import CODES, register_codes
from tests import document
from tideapi.guides import views

pytestmark = pytest.mark.django_db


def page(client: Client, address: str) -> str:
    said = client.get(address)
    assert said.status_code == 200, address
    assert said.headers["Content-Type"] == "text/html; charset=utf-8"
    return unescape(said.content.decode())


def test_a_code_is_declared_by_one_room() -> None:
    with pytest.raises(ValueError, match="declared already: turn_closed"):
        register_codes({"turn_closed": CODES["turn_closed"]})


def test_what_rules_do_not_allow_names_the_games(client: Client) -> None:
    assert "The rules of High Tide do not allow it" in page(client, "/docs/problems/not_on_offer")


@pytest.mark.parametrize("code", CODES)
def test_every_code_has_a_page(client: Client, code: str) -> None:
    known = CODES[code]
    shown = page(client, f"/docs/problems/{code}")
    for part in (
        known.title,
        f"<code>{code}</code>",
        str(known.status),
        "What it means",
        "What to do",
    ):
        assert part in shown


def test_the_type_of_a_problem_is_the_address_of_its_page(client: Client) -> None:
    said = client.get("/api/v1/games/nowhere").json()
    assert said["code"] == "game_not_found"
    shown = page(client, said["type"])
    assert said["title"] in shown
    assert "private one" in shown


def test_the_page_names_the_calls_that_give_it(client: Client) -> None:
    shown = page(client, "/docs/problems/turn_closed")
    assert "PUT /api/v1/games/{game}/turns/{number}/submission" in shown
    assert "/api/docs/turns#submit_answer" in shown
    assert "POST /api/v1/players" not in shown


def test_a_code_that_is_said_of_no_call_says_where_it_comes_from(client: Client) -> None:
    anywhere = {"bad_request", "method_not_allowed", "permission_denied", "internal_error"}
    unstated = {code for code in CODES if not views.code_page(code)["calls"]}
    assert unstated == {*anywhere, "precondition_failed"}
    for code in anywhere:
        assert "the server answers so to any request" in page(client, f"/docs/problems/{code}")
    shown = page(client, "/docs/problems/precondition_failed")
    assert "Each call that only reads, for a request with <code>If-Match</code>." in shown
    assert "any request" not in shown


def test_the_example_on_the_page_is_a_problem(client: Client) -> None:
    shown = page(client, "/docs/problems/unknown_field")
    example = re.split("<pre[^>]*><code>", shown)[1].partition("</code>")[0]
    document.fits({"$ref": "#/components/schemas/Problem"}, json.loads(example), shown)


def test_all_codes_are_listed_with_their_pages(client: Client) -> None:
    shown = page(client, "/docs/problems/")
    for code in CODES:
        assert f'href="/docs/problems/{code}"' in shown
