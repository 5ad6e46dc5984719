"""A page of another origin: an app that signs a player in, and what it may send and read.

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
ASK = """
async () => {
  const client = await app.register("Board");
  app.ask(client, "game:read game:play");
}
"""
LISTEN = """
async ({url, headers}) => {
  const reader = (await fetch(url, {headers})).body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!/^id: \\d+\\ndata: /m.test(text)) text += (await reader.read()).value;
  window.ended = (async () => { while (!(await reader.read()).done) {} return true; })();
  return Number(/^id: (\\d+)\\ndata: /m.exec(text)[1]);
}
"""
"""The number of the first event that a stream sends; `ended` comes true once the stream has ended."""


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


def call(page: Page, server: Server, path: str, **what: Any) -> Any:
    return page.evaluate(CALL, {"url": f"{server.url}/api/v1{path}", **what})


def test_an_app_signs_in_plays_is_refused_and_is_ended(
    page: Page, board: str, server: Server, ann: Person
) -> None:
    game = open_game(ann)
    page.wait_for_function("() => window.app")
    # The app registers itself and sends the player to the question.
    page.evaluate(ASK)
    page.wait_for_url("**/account/login/**")
    page.fill("input[name=login]", str(ann.name))
    page.fill("input[name=password]", PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_text("This server does not know this app")).to_be_visible()
    expect(page.locator(".warning strong")).to_have_text(board.rstrip("/"))
    # The button does nothing before the box is ticked.
    page.get_by_role("button", name="Allow").dblclick()
    assert page.url.startswith(f"{server.url}/oauth/authorize")
    page.get_by_role("checkbox").check()
    page.get_by_role("button", name="Allow").click()
    page.wait_for_url(f"{board}?*")
    page.wait_for_function("() => window.app")
    token = page.evaluate("() => app.answered()")["access_token"]
    headers = {"Authorization": f"Bearer {token}"}
    turns = call(page, server, "/me/turns", headers=headers)
    # What nobody has named stays hidden: so it is the browser that decides here.
    assert {"etag", "ratelimit", "x-request-id"} <= set(turns["headers"])
    assert "x-frame-options" not in turns["headers"]
    known = headers | {"If-None-Match": turns["headers"]["etag"]}
    assert call(page, server, "/me/turns", headers=known)["status"] == 304
    (question,) = json.loads(turns["text"])["results"]
    body = json.dumps({"action": question["legal_actions"][0]})
    path = f"/games/{game}/turns/{question['turn']}/submission"
    sealed = call(page, server, path, method="PUT", headers=headers, body=body)
    assert sealed["status"] == 200
    about = '{"about": "Taken over."}'
    refused = call(page, server, "/me", method="PATCH", headers=headers, body=about)
    assert refused["status"] == 403
    assert 'scope="profile:write"' in refused["headers"]["www-authenticate"]
    # A stream goes on where it was lost, whatever a library sends with it.
    lost = headers | {"Last-Event-ID": "2", "Cache-Control": "no-cache", "X-Some-Library": "1"}
    stream = {"url": f"{server.url}/api/v1/me/stream", "headers": lost}
    assert page.evaluate(LISTEN, stream) == 3
    account = page.context.new_page()
    account.goto(f"{server.url}/account/apps/")
    account.get_by_role("button", name="End Board").click()
    expect(account.get_by_text("can no longer do anything for you")).to_be_visible()
    assert page.evaluate("() => window.ended") is True
    assert call(page, server, "/me", headers=headers)["status"] == 401
