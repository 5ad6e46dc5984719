"""What the reference gives its script, so that each call can be sent from its place."""

import json
import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from players.page_session import SCOPES
from tideapi.reference.calls import ENDS
from tideapi.reference.document import operations_by_name, tag_descriptions

pytestmark = pytest.mark.django_db

FORM = re.compile(r'<form class="send" data-call="([^"]+)" aria-label="Send (\w+)" hidden>')


def forms(client: Client) -> dict[str, dict[str, Any]]:
    """Return what the script of each page is told of each call, by its name."""
    found = dict[str, dict[str, Any]]()
    for tag in tag_descriptions():
        page = client.get(f"/api/docs/{tag}").content.decode()
        found |= {name: json.loads(unescape(parts)) for parts, name in FORM.findall(page)}
        assert ("data-send=" in page, "data-renewal=" in page) == (True, True)
    return found


def test_every_call_can_be_sent(client: Client) -> None:
    found = forms(client)
    calls = {name: call for name, call in operations_by_name().items() if call.path}
    assert found.keys() == calls.keys()
    for name, call in calls.items():
        parts = found[name]
        assert (parts["method"], parts["path"]) == (call.method, call.path)
        assert [one for one, *_ in parts.get("query", [])] == [
            one["name"] for one in call.parameters_in("query")
        ]
        assert ("body" in parts) == bool(call.body), name
        if "body" in parts:
            assert json.loads(parts["body"]) == next(iter(call.bodies.values()))


def test_what_cannot_be_undone_is_asked_about(client: Client) -> None:
    found = forms(client)
    asked = {name for name, parts in found.items() if "ends" in parts}
    deleted = {name for name, parts in found.items() if parts["method"] == "DELETE"}
    assert asked == deleted | ENDS.keys()


def test_what_the_sign_in_of_a_browser_does_not_give_is_named(client: Client) -> None:
    found = forms(client)
    assert found["list_tokens"]["lacks"] == ["token:write"]
    assert "lacks" not in found["submit_answer"]
    for name, call in operations_by_name().items():
        lacking = {*call.scopes} - {*SCOPES.split()}
        assert {*found.get(name, {}).get("lacks", [])} == lacking, name
