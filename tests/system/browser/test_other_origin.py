"""Pages of other origins: what a client there sends and reads, and an app that signs a player in.

The app is the code of docs/apps.md, with this server's address in it.
"""

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.running import Server
from tests.system.browser.conftest import open_game
from tests.system.flows.client import PASSWORD, Person
from tests.unit.docs.pages import page as page_of_docs
from tideapi.local.up import HOST

PAGE = """<!DOCTYPE html><title>Board</title>
<script type="module">import * as app from "/app.js"; window.app = app;</script>"""
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
LISTEN = """
async ({url, headers}) => {
  const reader = (await fetch(url, {headers})).body.getReader();
  await reader.read();
  window.ended = (async () => { while (!(await reader.read()).done) {} return true; })();
}
"""


@pytest.fixture
def board(page: Page, server: Server) -> Iterator[str]:
    """The address of a page on an origin of its own, shown in the browser; it has the app."""
    blocks = page_of_docs("docs/apps.md").blocks()
    (block,) = [one for one in blocks if one.language == "js" and "code_challenge" in one.text]
    app = block.text.replace("https://tide.example", server.url)

    class Site(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            kind, text = ("javascript", app) if self.path == "/app.js" else ("html", PAGE)
            self.send_response(200)
            self.send_header("Content-Type", f"text/{kind}")
            self.send_header("Content-Length", str(len(text.encode())))
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer((HOST, 0), Site) as site:
        thread = Thread(target=site.serve_forever)
        thread.start()
        try:
            page.goto(f"http://{HOST}:{site.server_port}/")
            yield page.url
        finally:
            site.shutdown()
            thread.join()


def bearer(token: str | None, **more: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}", **more}


def call(page: Page, server: Server, path: str, **what: Any) -> Any:
    return page.evaluate(CALL, {"url": f"{server.url}/api/v1{path}", **what})


@pytest.mark.usefixtures("board")
def test_calls_from_another_origin_are_answered_and_read(
    page: Page, server: Server, ann: Person
) -> None:
    sent = {
        "method": "POST",
        "headers": bearer(ann.token, **{"Idempotency-Key": "one", "X-Request-Id": "elsewhere"}),
        "body": '{"ruleset": "turn_the_tide", "seat_count": 3}',
    }
    first, again = (call(page, server, "/games", **sent) for _ in range(2))
    assert (first["status"], again["text"]) == (201, first["text"])
    headers = first["headers"]
    assert headers["location"].startswith("/api/v1/games/")
    assert headers["x-request-id"] == "elsewhere"
    assert {"ratelimit", "ratelimit-policy"} <= set(headers)
    assert again["headers"]["idempotency-replayed"] == "true"
    # What nobody has named stays hidden: so it is the browser that decides here.
    assert "x-frame-options" not in headers
    refused = call(page, server, "/me")
    assert refused["status"] == 401
    assert refused["headers"]["www-authenticate"].startswith("Bearer resource_metadata=")
    assert refused["headers"]["content-type"] == "application/problem+json"
    path = headers["location"].removeprefix("/api/v1")
    tag = call(page, server, path, headers=bearer(ann.token))["headers"]["etag"]
    known = bearer(ann.token, **{"If-None-Match": tag})
    same = call(page, server, path, headers=known)
    assert (same["status"], same["text"], same["headers"]["etag"]) == (304, "", tag)


@pytest.mark.usefixtures("board")
def test_a_stream_goes_on_where_it_was_lost(page: Page, server: Server, ann: Person) -> None:
    url = f"{server.url}/api/v1/games/{open_game(ann)}/stream"
    asked = {"url": url, "headers": bearer(ann.token), "messages": 2}
    assert page.evaluate(STREAM, asked)[:2] == [1, 2]
    # As after a lost connection; what was sent with the second message need not have arrived.
    others = {"Cache-Control": "no-cache", "Sentry-Trace": "1-2-1", "X-Some-Library": "1"}
    known = bearer(ann.token, **{"Last-Event-ID": "2"}, **others)
    assert page.evaluate(STREAM, {**asked, "headers": known})[:2] == [3, 4]


def sign_in(page: Page, ann: Person) -> None:
    """Sign in on the server's own page, to which the browser was sent."""
    page.wait_for_url("**/account/login/**")
    page.fill("input[name=login]", str(ann.name))
    page.fill("input[name=password]", PASSWORD)
    page.keyboard.press("Enter")


def ask(page: Page, scope: str) -> None:
    """Have the app register itself and send the player to the question."""
    page.wait_for_function("() => window.app")
    client = str(page.evaluate("() => app.register('Board')"))
    wish = {"client": client, "scope": scope}
    page.evaluate("({client, scope}) => { app.ask(client, scope) }", wish)


def test_an_app_signs_in_plays_is_refused_and_is_ended(
    page: Page, board: str, server: Server, ann: Person
) -> None:
    game = open_game(ann)
    ask(page, "game:read game:play")
    sign_in(page, ann)
    expect(page.get_by_text("This server does not know this app")).to_be_visible()
    expect(page.locator(".warning strong")).to_have_text(board.rstrip("/"))
    # The button does nothing before the box is ticked.
    page.get_by_role("button", name="Allow").dblclick()
    assert page.url.startswith(f"{server.url}/oauth/authorize")
    page.get_by_role("checkbox").check()
    page.get_by_role("button", name="Allow").click()
    page.wait_for_url(f"{board}?*")
    page.wait_for_function("() => window.app")
    headers = bearer(page.evaluate("() => app.answered()")["access_token"])
    turns = call(page, server, "/me/turns", headers=headers)
    (question,) = json.loads(turns["text"])["results"]
    body = json.dumps({"action": question["legal_actions"][0]})
    path = f"/games/{game}/turns/{question['turn']}/submission"
    sealed = call(page, server, path, method="PUT", headers=headers, body=body)
    assert sealed["status"] == 200
    about = '{"about": "Taken over."}'
    refused = call(page, server, "/me", method="PATCH", headers=headers, body=about)
    assert refused["status"] == 403
    assert 'scope="profile:write"' in refused["headers"]["www-authenticate"]
    page.evaluate(LISTEN, {"url": f"{server.url}/api/v1/me/stream", "headers": headers})
    account = page.context.new_page()
    account.goto(f"{server.url}/account/apps/")
    account.get_by_role("button", name="End Board").click()
    expect(account.get_by_text("can no longer do anything for you")).to_be_visible()
    assert page.evaluate("() => window.ended") is True
    assert call(page, server, "/me", headers=headers)["status"] == 401
