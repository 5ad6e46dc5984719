"""The site of files that `make docs` builds."""

import json
from pathlib import Path
from urllib.parse import urlsplit

from tideapi.guides.pages import GUIDES
from tools.site.__main__ import LINK, build_site

SERVER = "https://tide.example"


def file_of(site: Path, path: str) -> Path:
    found = site / path.strip("/")
    return found / "index.html" if found.is_dir() else found


def test_every_link_and_every_row_of_the_search_leads_to_a_file_of_the_site(tmp_path: Path) -> None:
    build_site(tmp_path, SERVER)
    pages = {page: page.read_text() for page in tmp_path.rglob("*.html")}
    assert len(pages) > len(GUIDES) + 100
    for page, text in pages.items():
        for _, link in LINK.findall(text):
            path = urlsplit(link).path
            assert path.startswith("/api/schema") or file_of(tmp_path, path).is_file(), (page, link)
    assert f'href="{SERVER}/lobby"' in pages[tmp_path / "docs/index.html"]
    for _, name, _, address in json.loads((tmp_path / "api/docs/search.json").read_text()):
        path, _, anchor = address.partition("#")
        shown = pages[file_of(tmp_path, path)]
        assert not anchor or f'id="{anchor}"' in shown, name
