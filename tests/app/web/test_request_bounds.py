"""What is refused before it is read, with one line in the log: hosts, long heads, and forms of any kind."""

import logging
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.http import HttpRequest, UnreadablePostError
from django.test import Client

from tideapi.errors import to_api_error
from tideapi.request_bounds import MAX_FORM, MAX_HEADER, check_head
from tideapi.web import compression, static

pytestmark = pytest.mark.django_db
PAGES = [
    *("/api/v1/me/tokens", "/account/login/", "/play/abc", "/oauth/authorize", "/admin/login/"),
    "/nothing",
]
FORM = "application/x-www-form-urlencoded"


def post_body(body: bytes, kind: str = FORM) -> Callable[[Client, str], Any]:
    return lambda client, page: client.post(page, body, content_type=kind)


def get_with(header: str, value: str) -> Callable[[Client, str], Any]:
    return lambda client, page: client.get(page, headers={header: value})


UNREADABLE = {
    "a host that is not ours": get_with("Host", "evil.example"),
    "no host": get_with("Host", "a b"),
    "a long host": get_with("Host", "a." * 9_000),
    "a long header": get_with("Accept", "a" * (MAX_HEADER + 1)),
    "a long query": lambda client, page: client.get(f"{page}?{'a' * (MAX_HEADER + 1)}"),
    "a long path": lambda client, page: client.get(page + "a" * MAX_HEADER),
    "another charset": post_body(b"a=1", f"{FORM}; charset=utf-16"),
    "many fields": post_body(b"&".join(b"a%d=1" % at for at in range(201))),
    "many files": post_body(
        b'--X\r\nContent-Disposition: form-data; name="a"; filename="b"\r\n\r\n1\r\n' * 101
        + b"--X--",
        "multipart/form-data; boundary=X",
    ),
    "no boundary": post_body(b"a", "multipart/form-data; boundary=\xff"),
    "a long form": post_body(b"a" * (MAX_FORM + 1)),
}


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("ask", UNREADABLE.values(), ids=UNREADABLE.keys())
def test_what_cannot_be_read_is_a_problem_and_one_line_in_the_log(
    client: Client, ask: Callable[[Client, str], Any], page: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    said = ask(client, page)
    lines = [one for one in caplog.records if one.name.startswith(("django", "tideapi"))]
    assert said.status_code in {400, 413, 415}
    codes = ("bad_request", "body_too_large", "unsupported_media_type")
    (line,) = lines
    assert line.getMessage().split(":")[0] in {f"refused {code}" for code in codes}
    assert not line.exc_info
    if "html" not in said.headers["Content-Type"]:
        assert said.json()["status"] == said.status_code


def test_a_cookie_with_a_backslash_is_left_out() -> None:
    request = HttpRequest()
    request.META = {"HTTP_HOST": "localhost", "HTTP_COOKIE": 'a=1; b="\\"\\"; sessionid=c'}
    check_head(request)
    assert request.META["HTTP_COOKIE"] == "a=1; sessionid=c"


def test_a_body_that_nobody_sends_to_its_end_is_the_clients_fault() -> None:
    known = to_api_error(UnreadablePostError())
    assert known is not None
    assert known.code == "bad_request"


def test_an_app_that_is_nested_deeply_is_refused(client: Client) -> None:
    body = b'{"redirect_uris":["https://board.example/"],"a":' + b'{"a":' * 800 + b"1" + b"}" * 801
    said = client.post("/oauth/register", body, content_type="application/json")
    assert (said.status_code, said.json()["error"]) == (400, "invalid_client_metadata")


def test_every_static_file_can_be_kept_at_once_in_each_encoding() -> None:
    there = sum(1 for finder in finders.get_finders() for _ in finder.list([]))
    assert 0 < there < static.KEPT
    assert there * len(compression.ENCODINGS) < compression.KEPT
