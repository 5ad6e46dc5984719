"""An app on a page from elsewhere: it signs a player in, plays, and is ended by her.

It is the code of docs/apps.md, with this server's address in it.
"""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from tests.running import Server
from tests.system.flows.client import PASSWORD, Person
from tests.unit.docs.pages import page as page_of_docs
from tideapi.local.up import HOST

PAGE = b"""<!DOCTYPE html><title>Board</title>
<script type="module">import * as app from "/app.js"; window.app = app;</script>"""
CALL = """
async ({url, method = "GET", token, body}) => {
  const headers = {"Content-Type": "application/json", Authorization: `Bearer ${token}`};
  const said = await fetch(url, {method, headers, body: body && JSON.stringify(body)});
  const text = await said.text();
  return {status: said.status, challenge: said.headers.get("WWW-Authenticate"), json: JSON.parse(text)};
}
"""
LISTEN = """
async ({url, token}) => {
  const said = await fetch(url, {headers: {Authorization: `Bearer ${token}`}});
  const reader = said.body.getReader();
  await reader.read();
  window.ended = (async () => { while (!(await reader.read()).done) {} return true; })();
}
"""


def code() -> str:
    """The app of docs/apps.md."""
    blocks = page_of_docs("docs/apps.md").blocks()
    (block,) = [one for one in blocks if one.language == "js" and "code_challenge" in one.text]
    return block.text


@pytest.fixture
def board(page: Page, server: Server) -> Iterator[str]:
    """The address of the app's page, on an origin of its own, shown in the browser."""

    class Site(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            script = self.path == "/app.js"
            text = code().replace("https://tide.example", server.url).encode() if script else PAGE
            self.send_response(200)
            self.send_header("Content-Type", "text/javascript" if script else "text/html")
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

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


@pytest.fixture
def ann(server: Server) -> Person:
    return Person.signs_up(server.url, f"ann-{uuid4().hex[:8]}")


def signs_in(page: Page, ann: Person) -> None:
    """On the server's own page, to which the browser was sent."""
    page.wait_for_url("**/account/login/**")
    page.locator("input[name=login]").fill(str(ann.name))
    password = page.locator("input[name=password]")
    password.fill(PASSWORD)
    password.press("Enter")


def asks(page: Page, scope: str) -> str:
    """The app registers itself and sends the player to the question; its id."""
    page.wait_for_function("() => window.app")
    client = str(page.evaluate("() => app.register('Board')"))
    page.evaluate(
        "({client, scope}) => { app.ask(client, scope) }", {"client": client, "scope": scope}
    )
    return client


def test_an_app_signs_in_plays_is_refused_and_is_ended(
    page: Page, board: str, server: Server, ann: Person
) -> None:
    game = ann.opens("turn_the_tide", {}, 3, bots=["random", "random"])["id"]
    asks(page, "game:read game:play")
    signs_in(page, ann)
    expect(page.get_by_text("This server does not know this app")).to_be_visible()
    origin = board.rstrip("/")
    expect(page.locator(".warning strong")).to_have_text(origin)

    # The button does nothing before the box is ticked.
    page.get_by_role("button", name="Allow").dblclick()
    assert page.url.startswith(f"{server.url}/oauth/authorize")
    page.get_by_role("checkbox").check()
    page.get_by_role("button", name="Allow").click()
    page.wait_for_url(f"{board}?*")
    page.wait_for_function("() => window.app")
    token = page.evaluate("() => app.answered()")["access_token"]

    api = f"{server.url}/api/v1"

    def calls(path: str, **what: object) -> dict[str, object]:
        said: dict[str, object] = page.evaluate(CALL, {"url": api + path, "token": token, **what})
        return said

    (question,) = page.evaluate(CALL, {"url": f"{api}/me/turns", "token": token})["json"]["results"]
    action = {"action": question["legal_actions"][0]}
    number = question["turn"]
    path = f"/games/{game}/turns/{number}/submission"
    assert calls(path, method="PUT", body=action)["status"] == 200
    refused = calls("/me", method="PATCH", body={"about": "Taken over."})
    assert refused["status"] == 403
    assert 'scope="profile:write"' in str(refused["challenge"])

    page.evaluate(LISTEN, {"url": f"{api}/me/stream", "token": token})
    account = page.context.new_page()
    account.goto(f"{server.url}/account/apps/")
    account.get_by_role("button", name="End Board").click()
    expect(account.get_by_text("can no longer do anything for you")).to_be_visible()
    assert page.evaluate("() => window.ended") is True
    assert calls("/me")["status"] == 401


def test_it_works_without_scripts_on_the_servers_pages(
    page: Page, board: str, server: Server, ann: Person
) -> None:
    asks(page, "game:read")
    signs_in(page, ann)
    question = page.url
    context = page.context.browser.new_context(java_script_enabled=False)  # type: ignore[union-attr]
    try:
        context.add_cookies(page.context.cookies())  # type: ignore[arg-type]
        plain = context.new_page()
        plain.goto(question)
        plain.get_by_role("checkbox").check()
        plain.get_by_role("button", name="Allow").click()
        plain.wait_for_url(f"{board}?*")
        assert "code=" in plain.url
    finally:
        context.close()


def test_not_you_leads_to_the_same_question(page: Page, board: str, ann: Person) -> None:
    asks(page, "game:read")
    signs_in(page, ann)
    question = page.url
    page.get_by_role("button", name="Not you?").click()
    page.wait_for_url("**/account/login/**")
    signs_in(page, ann)
    page.wait_for_url(question)
