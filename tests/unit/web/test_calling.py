"""A call as WSGI gets it, the language that it accepts, and its answer as it is sent."""

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.test import RequestFactory

from common.rest.language import accepted_language
from tideapi.web.static import Shared
from tideapi.web.wsgi_call import build_environ, call_wsgi

Json = dict[str, Any]


def scope(*headers: tuple[bytes, bytes], **more: Any) -> Json:
    return {
        "type": "http",
        "method": "GET",
        "http_version": "1.1",
        "path": "/",
        "query_string": b"",
        "headers": list(headers),
        "server": ("127.0.0.1", "8000"),
        "client": ("192.0.2.1", "5000"),
        **more,
    }


def test_the_length_of_a_body_is_what_came_and_not_what_was_said() -> None:
    sent = build_environ(
        scope((b"transfer-encoding", b"chunked"), (b"content-length", b"7")), b"abc"
    )
    assert sent["CONTENT_LENGTH"] == "3"
    assert sent["wsgi.input"].read() == b"abc"
    assert "HTTP_TRANSFER_ENCODING" not in sent


def test_a_header_with_underscores_is_not_taken_for_the_one_with_hyphens() -> None:
    sent = build_environ(
        scope((b"x-forwarded-for", b"192.0.2.7"), (b"x_forwarded_for", b"10.0.0.1")), b""
    )
    assert sent["HTTP_X_FORWARDED_FOR"] == "192.0.2.7"
    assert "HTTP_X_FORWARDED_FOR" not in build_environ(
        scope((b"x_forwarded_for", b"10.0.0.1")), b""
    )


def test_a_header_that_comes_twice_is_one_with_both() -> None:
    sent = build_environ(
        scope((b"a", b"1"), (b"a", b"2"), (b"cookie", b"c=1"), (b"cookie", b"d=2")), b""
    )
    assert (sent["HTTP_A"], sent["HTTP_COOKIE"]) == ("1,2", "c=1; d=2")


def test_an_address_and_a_query_that_are_not_ascii_arrive_as_they_were_sent() -> None:
    sent = build_environ(scope(path="/é", query_string="q=é".encode()), b"")
    assert sent["PATH_INFO"].encode("latin-1").decode() == "/é"
    assert sent["QUERY_STRING"].encode("latin-1").decode() == "q=é"


@pytest.mark.parametrize(("method", "body"), [("GET", b"one two"), ("HEAD", b"")])
def test_an_answer_is_collected_whole_and_closed(method: str, body: bytes) -> None:
    class Parts(list[bytes]):
        closed = False

        def close(self) -> None:
            self.closed = True

    parts = Parts([b"one ", b"two"])

    def wsgi(sent: Json, start: Any) -> Parts:
        start("200 OK", [("Content-Type", "text/plain")])
        return parts

    answer = call_wsgi(wsgi, build_environ(scope(method=method), b""))
    assert (answer.status, answer.body) == (200, body)
    assert answer.headers == [(b"content-type", b"text/plain")]
    assert parts.closed


def test_a_file_is_in_memory_once_for_all_who_ask_until_it_is_another(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"x" * 100_000)
    with file.open("rb") as one, file.open("rb") as other:
        first = Shared(one).body
        assert Shared(other).body is first == b"x" * 100_000
    file.write_bytes(b"y")
    with file.open("rb") as changed:
        assert Shared(changed).body == b"y"
    assert Shared(BytesIO(b"part")).body == b"part"


GERMAN = [
    *("de", "DE", "de-AT", "De-aT", "de_DE", "de_DE.UTF-8", "de_DE.utf8@euro", "de@euro"),
    *("de-DE-1996", "de-Latn-CH-1996", "de-DE-u-co-phonebk", "de-x-private", " de ", "de\t"),
    *("fr, de", "fr;q=1, de;q=0.1", "en;q=0.5,de", "en;q=0.5, de;q=0.50001", "en;q=.5, de;q=.6"),
    *("de;Q=0.9, en ; q = 0.8", "de;q=0.5, en;q=0.5", "de_AT;q=0, de", "de, en, *;q=0"),
    *("de, *", "*, de", "*;q=0.5, de;q=0.7", "en;q=0, *", "en;q=0.1, *;q=0.9", "en;q=0,*;q=0.001"),
    *("no language at all, de", ", ,de", "de,", "en;q=2, de", "en;q=x, de", "en;q=-1,de;level=1"),
    "de, " + "xx, " * 2000,
]
ENGLISH = ["en", "en-US,en;q=0.9,de;q=0.8", "de;q=0.5, en", "en_GB.UTF-8", "de;q=0, en;q=0.001"]
NONE = [
    *("", "*", "*;q=0.5", "fr", "fr, *;q=0.1", "de;q=0", "en;q=0", "de;q=0, en;q=0", "*;q=0"),
    *("C", "POSIX", "C.UTF-8", "den", "deutsch", "de--AT", "d\xe9", "de/AT", "x" * 8000, ";q=1"),
    *("de;q=", "de;q=1.5", "\x00", "de" + " " * 8000 + "x", "de" + "@" * 8000 + "/"),
]


@pytest.mark.parametrize(
    ("header", "language"),
    [(one, "de") for one in GERMAN]
    + [(one, "en") for one in ENGLISH]
    + [(one, None) for one in NONE],
)
def test_the_language_is_the_one_that_is_liked_best(header: str, language: str | None) -> None:
    request = RequestFactory().get("/", headers={"Accept-Language": header})
    assert accepted_language(request) == language
