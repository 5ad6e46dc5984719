"""What a token may do: every call needs one scope, and a token without it is told which."""

from typing import Any

import pytest

from common.rest.scopes import LENT, SCOPES
from tests.app.api.refusals import nothing_changes, refused
from tests.people import PASSWORD, Person

pytestmark = pytest.mark.django_db


def holding(*scopes: str) -> Person:
    """Ann, with another token that has these scopes alone."""
    body = {"username": "ann", "password": PASSWORD, "scopes": list(scopes)}
    said = Person().post("/me/tokens", body)
    assert said.status == 201, said.json
    return Person(said.json["token"], "ann")


def sent_moves(*, moves: bool) -> dict[str, Any]:
    """A receiver by ntfy, with or without moves as buttons."""
    url = "https://ntfy.example/anns-long-secret-topic"
    return {"channel": "ntfy", "address": {"url": url, "moves": moves}}


def test_a_token_without_the_scope_is_refused_and_told_which_it_needs(ann: Person) -> None:
    reader = holding("game:read")
    assert reader.get("/me").status == 200
    with nothing_changes():
        said = reader.patch("/me", {"about": "Taken over."})
    refused(said, 403, "insufficient_scope")
    wanted = 'Bearer error="insufficient_scope", scope="profile:write"'
    assert said.headers["WWW-Authenticate"].startswith(wanted)


def test_no_token_that_an_app_may_have_takes_all_data_along(ann: Person) -> None:
    app = holding(*LENT)
    made = ann.post("/me/exports").json["id"]
    with nothing_changes():
        refused(app.post("/me/exports"), 403, "insufficient_scope")
    for path in ("", f"/{made}", f"/{made}/archives/1"):
        refused(app.get(f"/me/exports{path}"), 403, "insufficient_scope")


def test_a_public_call_is_refused_too_where_the_token_sent_does_not_allow_it(ann: Person) -> None:
    refused(holding("notice:write").get("/games"), 403, "insufficient_scope")
    assert Person().get("/games").status == 200


@pytest.mark.parametrize(
    ("scopes", "missing"),
    [
        (["notice:write"], "game:read"),
        (["notice:write", "game:read"], "message:read"),
        (["notice:write", "game:read", "message:read"], "game:play"),
        (["notice:write", "message:read", "game:play"], "game:read"),
    ],
)
def test_no_token_is_sent_moves_that_may_not_see_and_play_them_itself(
    ann: Person, scopes: list[str], missing: str
) -> None:
    app = holding(*scopes)
    with nothing_changes():
        said = app.post("/me/receivers", sent_moves(moves=True))
    refused(said, 403, "insufficient_scope")
    assert f'scope="{missing}"' in said.headers["WWW-Authenticate"]
    assert (
        missing != "game:play" or app.post("/me/receivers", sent_moves(moves=False)).status == 201
    )
    allowed = holding("notice:write", "game:read", "message:read", "game:play")
    assert allowed.post("/me/receivers", sent_moves(moves=True)).status == 201


def test_a_receiver_of_moves_is_enabled_again_by_a_token_that_may_see_and_play_them(
    ann: Person,
) -> None:
    path = f"/me/receivers/{ann.post('/me/receivers', sent_moves(moves=True)).json['id']}"
    app = holding("notice:write")
    assert app.patch(path, {"enabled": False, "note": "my phone"}).status == 200
    with nothing_changes():
        refused(app.patch(path, {"enabled": True}), 403, "insufficient_scope")
    assert ann.patch(path, {"enabled": True}).json["enabled"] is True


HOOK = {"channel": "webhook", "address": {"url": "https://bots.example/tide"}}


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/me/receivers", HOOK),
        ("PATCH", "/me/receivers/{hook}", {"enabled": True}),
        (
            "PATCH",
            "/me/receivers/{hook}",
            {"address": {"url": "https://bots.example/elsewhere"}, "note": "mine"},
        ),
        ("POST", "/me/receivers/{hook}/secret", None),
        ("POST", "/me/subscriptions", {"kind": "calendar"}),
        ("POST", "/me/subscriptions", {"kind": "news"}),
    ],
    ids=["a webhook", "enabled", "turned", "a secret", "a calendar", "news"],
)
def test_no_token_has_a_feed_sent_or_shown_that_may_not_read_it_itself(
    ann: Person, method: str, path: str, body: dict[str, Any] | None
) -> None:
    hook = ann.post("/me/receivers", HOOK).json["id"]
    ann.patch(f"/me/receivers/{hook}", {"enabled": False})
    app, address = holding("notice:write"), path.format(hook=hook)
    with nothing_changes():
        said = app.call(method, address, body)
    refused(said, 403, "insufficient_scope")
    assert 'scope="game:read"' in said.headers["WWW-Authenticate"]
    assert ann.get("/me/subscriptions").json["results"] == []
    allowed = holding("notice:write", "game:read", "message:read")
    assert allowed.call(method, address, body).status in {200, 201}


def test_a_webhook_is_looked_at_and_quieted_by_a_token_that_may_not_read_its_feed(
    ann: Person,
) -> None:
    path = f"/me/receivers/{ann.post('/me/receivers', HOOK).json['id']}"
    app = holding("notice:write")
    assert app.post(f"{path}/test").status == 202
    (shown,) = app.get(f"{path}/deliveries").json["results"]
    assert "body" not in shown
    wish = {"note": "my bot", "events": ["finished"], "enabled": False}
    assert app.patch(path, wish).json["enabled"] is False
    assert app.delete(path).status == 204


def test_a_token_by_password_has_all_scopes_unless_fewer_are_asked_for(ann: Person) -> None:
    holding("game:read", "game:play", "game:read")
    listed = ann.get("/me/tokens").json["results"]
    assert [one["scopes"] for one in listed] == [["game:read", "game:play"], list(SCOPES)]
