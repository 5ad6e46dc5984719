"""A client on a page from elsewhere: what it sends arrives, and what it needs to read it can read."""

from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Page

from tests.running import Server
from tests.system.flows.client import Person

CALL = """
async ({url, method = "GET", headers = {}, body}) => {
  const said = await fetch(url, {
    method, headers: {"Content-Type": "application/json", ...headers}, body, cache: "no-store",
  });
  const text = await said.text();
  return {status: said.status, headers: Object.fromEntries(said.headers), text};
}
"""
STREAM = """
async ({url, headers, messages}) => {
  const gone = new AbortController();
  const said = await fetch(url, {headers, signal: gone.signal});
  const reader = said.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while ((text.match(/^data: /mg) || []).length < messages || !text.endsWith("\\n\\n")) {
    const {value, done} = await reader.read();
    if (done) break;
    text += value;
  }
  gone.abort();
  return [...text.matchAll(/^id: (\\d+)\\ndata: /mg)].map((found) => Number(found[1]));
}
"""


@pytest.fixture
def ann(server: Server) -> Person:
    return Person.signs_up(server.url, f"ann-{uuid4().hex[:8]}")


def calls(page: Page, server: Server, path: str, **what: Any) -> Any:
    return page.evaluate(CALL, {"url": f"{server.url}/api/v1{path}", **what})


def bearer(person: Person, **more: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {person.token}", **more}


def test_a_game_is_opened_with_a_key_and_its_address_is_read(
    elsewhere: Page, server: Server, ann: Person
) -> None:
    sent = {
        "method": "POST",
        "headers": bearer(ann, **{"Idempotency-Key": "one", "X-Request-Id": "from-elsewhere"}),
        "body": '{"ruleset": "turn_the_tide", "seat_count": 3}',
    }
    first = calls(elsewhere, server, "/games", **sent)
    assert first["status"] == 201
    headers = first["headers"]
    assert headers["location"].startswith("/api/v1/games/")
    assert headers["x-request-id"] == "from-elsewhere"
    assert {"ratelimit", "ratelimit-policy"} <= set(headers)
    again = calls(elsewhere, server, "/games", **sent)
    assert again["text"] == first["text"]
    assert again["headers"]["idempotency-replayed"] == "true"
    # What nobody has named stays hidden: so it is the browser that decides here.
    assert "x-frame-options" not in headers


def test_a_refusal_is_read_with_what_it_asks_for(elsewhere: Page, server: Server) -> None:
    said = calls(elsewhere, server, "/me")
    assert said["status"] == 401
    assert said["headers"]["www-authenticate"].startswith("Bearer resource_metadata=")
    assert said["headers"]["content-type"] == "application/problem+json"


def test_a_poll_that_brings_nothing_new_is_304(
    elsewhere: Page, server: Server, ann: Person
) -> None:
    game = ann.opens("turn_the_tide", {}, 3)["id"]
    for path in (f"/games/{game}", f"/games/{game}/events"):
        tag = calls(elsewhere, server, path, headers=bearer(ann))["headers"]["etag"]
        known = bearer(ann, **{"If-None-Match": tag})
        again = calls(elsewhere, server, path, headers=known)
        assert (again["status"], again["text"], again["headers"]["etag"]) == (304, "", tag)
    ann.call("POST", f"/games/{game}/cancel").ok()
    assert calls(elsewhere, server, path, headers=known)["status"] == 200


def test_a_stream_goes_on_where_it_was_lost(elsewhere: Page, server: Server, ann: Person) -> None:
    game = ann.opens("turn_the_tide", {}, 3, bots=["random", "random"])["id"]
    url = f"{server.url}/api/v1/games/{game}/stream"
    seen = elsewhere.evaluate(STREAM, {"url": url, "headers": bearer(ann), "messages": 2})
    assert seen[:2] == [1, 2]
    # As after a lost connection; what was sent with the second message need not have arrived.
    others = {"Cache-Control": "no-cache", "Sentry-Trace": "1-2-1", "X-Some-Library": "1"}
    known = bearer(ann, **{"Last-Event-ID": "2"}, **others)
    more = elsewhere.evaluate(STREAM, {"url": url, "headers": known, "messages": 2})
    assert more[:2] == [3, 4]
