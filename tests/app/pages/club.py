"""Another server on which people have accounts: they sign in here with those, by OpenID Connect."""

import json
from http.server import BaseHTTPRequestHandler
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.app.pages.visitor import TOKEN, Page, Visitor


class Club(BaseHTTPRequestHandler):
    """As much of a provider as is asked: where things are, a token for a code, and who that is."""

    person: dict[str, Any] = {}
    asked: list[dict[str, list[str]]] = []

    def do_GET(self) -> None:
        if self.path.endswith("openid-configuration"):
            here = f"http://{self.headers['Host']}"
            endpoints = ("authorization", "token", "userinfo")
            self._say({"issuer": here, **{f"{one}_endpoint": f"{here}/{one}" for one in endpoints}})
        else:
            self._say(self.person)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.asked.append(parse_qs(body.decode()))
        self._say({"access_token": "of-the-club", "token_type": "Bearer"})

    def _say(self, answer: dict[str, Any]) -> None:
        said = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(said)))
        self.end_headers()
        self.wfile.write(said)

    def log_message(self, *_: object) -> None:
        pass


def comes_from_the_club(visitor: Visitor, page: str = "/account/login/", **fields: str) -> Page:
    """Presses the button, says yes over there, and is sent back."""
    token = TOKEN.search(visitor.visit(page).html)
    assert token
    sent = {"csrfmiddlewaretoken": token[1], **fields}
    gone = visitor.client.post("/account/oidc/club/login/", sent)
    assert gone.status_code == 302
    asked = parse_qs(urlsplit(gone.headers["Location"]).query)
    assert asked["code_challenge_method"] == ["S256"]
    back = "/account/oidc/club/login/callback/"
    assert asked["redirect_uri"] == [f"http://testserver{back}"]
    return visitor.visit(f"{back}?code=pearl&state={asked['state'][0]}")
