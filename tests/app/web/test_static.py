"""Static files: names by content, a year in caches, one copy in memory."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.http import Http404, HttpResponse
from django.templatetags.static import static
from django.test import Client, RequestFactory

from tideapi.web import static as module

BUNDLE = "admin/js/vendor/jquery/jquery.js"
YEAR = 365 * 24 * 60 * 60


def test_a_file_has_its_content_in_its_name_and_is_cached_for_a_year(client: Client) -> None:
    address = static(BUNDLE)
    assert re.fullmatch(r"/static/.+/jquery\.[0-9a-f]{12}\.js", address)
    said = client.get(address)
    assert said.status_code == 200
    assert said.headers["Cache-Control"] == f"max-age={YEAR}, public, immutable"
    found = finders.find(BUNDLE)
    assert found
    assert said.content == Path(found).read_bytes()
    assert client.get(address).content is said.content, "all who ask get the same copy"
    # It comes with no header that nobody needs.
    unneeded = {"Last-Modified", "X-Request-Id", "Access-Control-Allow-Origin"}
    assert not unneeded & set(said.headers)
    assert client.get("/").headers["X-Request-Id"]
    head = client.head(address)
    assert (head.status_code, head.content) == (200, b"")
    assert int(head.headers["Content-Length"]) == len(said.content)
    assert client.get(address.replace("jquery.", "jquery.0")).status_code == 404
    assert static("no/such.js") == "/static/no/such.js"


def test_other_content_is_another_name(settings, tmp_path, monkeypatch) -> None:
    settings.WHITENOISE_AUTOREFRESH = True
    names = list[str]()
    for content in ("one", "two", "one"):
        file = tmp_path / f"{len(names)}.css"
        file.write_text(content)
        monkeypatch.setattr(finders, "find", lambda name, file=file: str(file))
        names.append(module.name_by_content("a/b.css"))
    assert names[0] == names[2] != names[1]


def test_a_plain_name_is_kept_for_a_minute_and_sent_in_parts(client: Client) -> None:
    said = client.get(f"/static/{BUNDLE}")
    assert said.headers["Cache-Control"] == "max-age=60, public"
    tag = said.headers["ETag"]
    assert client.get(static(BUNDLE)).headers["ETag"] == tag
    for address in (f"/static/{BUNDLE}", static(BUNDLE)):
        again = client.get(address, headers={"If-None-Match": tag, "Accept-Encoding": "br"})
        assert (again.status_code, again.content) == (304, b"")
        assert "Accept-Encoding" in again.headers["Vary"]
        assert "Content-Type" not in again.headers
    part = {"Range": "bytes=0-9", "Accept-Encoding": "br"}
    said = client.get(f"/static/{BUNDLE}", headers=part)
    assert (said.status_code, len(said.content)) == (206, 10)
    assert "Content-Encoding" not in said.headers


@pytest.mark.parametrize("address", ["/api/docs/", "/admin/login/"])
@pytest.mark.django_db
def test_pages_name_files_by_their_content(client: Client, address: str) -> None:
    named = re.findall(r'(?:src|href)="(/static/[^"]+)"', client.get(address).content.decode())
    assert named
    for one in named:
        assert re.search(r"\.[0-9a-f]{12}(?:\.\w+$|/)", one), one
        assert client.get(one).headers["Cache-Control"].endswith("immutable")


def test_a_file_that_has_changed_is_not_sent_under_the_name_of_the_old(tmp_path: Path) -> None:
    served = module.StaticFiles(lambda request: HttpResponse())
    file = tmp_path / "one.js"
    file.write_text("export const one = 1;")
    served.add_file_to_dictionary("/static/one.js", str(file))
    request = RequestFactory().get("/static/one.js")
    assert served(request).content == file.read_bytes()
    # By an update under way, say: by the length of the old one a browser would have half of it.
    file.write_text("export const one = 1, two = 2;")
    with pytest.raises(Http404):
        served(request)
