"""Build the guides and the API reference as a site of files, for any web server.

    python -m tools.site site

The pages are the server's own, with the same search: a form that works without a server behind it. What
leads to the server itself, such as its lobby, is a link to `--server`.
"""

import argparse
import os
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import urlsplit

import django
from django.contrib.staticfiles import finders
from django.test import RequestFactory
from django.urls import resolve

START = ("/docs/", "/api/docs/", "/openapi.json", "/openapi-oauth.json", "/api/schema/")
OURS = re.compile(r"/(docs|api/docs|static|openapi(-oauth)?\.json|api/schema)(/|$)")
"""The addresses that belong to the site."""
LINK = re.compile(r'(href|src|data-index)="(/[^"]*)"')
CONTENT = re.compile(r"\.[0-9a-f]{12}(?=[./])")
"""The part of a static name that is made of content."""
REDIRECT = '<!doctype html><meta http-equiv="refresh" content="0; url=docs/"><title>Guides</title>'


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("into", type=Path, nargs="?", default=Path("site"))
    given.add_argument("--server", default="http://localhost:8000", help="where the games are")
    wish = given.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tideapi.settings")
    django.setup()
    print(f"{build_site(wish.into, wish.server)} files in {wish.into}")


def build_site(into: Path, server: str) -> int:
    """Write every page that a link leads to; return the number of files."""
    waiting, done = [*START], set[str]()
    while waiting:
        path = waiting.pop()
        if path in done:
            continue
        done.add(path)
        body, is_page = read_address(path)
        if is_page:
            page = body.decode()
            waiting += linked_addresses(page)
            body = LINK.sub(lambda link: _lead_away(link, server), page).encode()
        file = into / path.lstrip("/") / "index.html" if is_page else into / path.strip("/")
        if path.startswith("/api/schema"):
            file = into / "api/schema/index.yaml"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(body)
    (into / "index.html").write_text(REDIRECT)
    return len(done) + 1


def read_address(path: str) -> tuple[bytes, bool]:
    """Return the bytes at an address of the server, and whether they are a page of HTML."""
    if path.startswith("/static/"):
        found = finders.find(CONTENT.sub("", path.removeprefix("/static/")))
        assert isinstance(found, str), path
        return Path(found).read_bytes(), False
    view = resolve(path)
    answer = view.func(RequestFactory().get(path), *view.args, **view.kwargs)
    return answer.content, answer["Content-Type"].startswith("text/html")


def linked_addresses(page: str) -> Iterator[str]:
    """Yield the addresses of the site that a page leads to."""
    for _, link in LINK.findall(page):
        path = urlsplit(unescape(link)).path
        if OURS.match(path):
            yield path


def _lead_away(link: re.Match[str], server: str) -> str:
    name, address = link.groups()
    return link[0] if OURS.match(urlsplit(address).path) else f'{name}="{server}{address}"'


if __name__ == "__main__":
    main()
