"""The table in the browser as it is served: one page at all its addresses, its files under one name."""

import json
import re
import shutil
from pathlib import Path

import pytest
from django.conf import settings
from django.templatetags.static import static
from django.test import Client

from players.avatars import AVATARS
from tideapi import web_page

pytestmark = pytest.mark.django_db
WEB = Path(settings.BASE_DIR) / "web"
OPENED = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
"""What browsers say when somebody opens an address."""


def page_text(path: str = "/") -> str:
    return Client().get(path).content.decode()


def table_root() -> str:
    return static("table/main.js").removesuffix("main.js")


def imports_at_once(path: Path) -> list[str]:
    """Return the files that a module imports before it runs."""
    found = re.findall(r'^import [^"()]*"(\.[^"]+)"', path.read_text(), re.MULTILINE)
    return [(path.parent / one).resolve().relative_to(WEB).as_posix() for one in found]


def test_each_address_of_the_table_is_the_same_page(client) -> None:
    paths = ("home", "lobby", "open", "people", "settings", "rules", "rules/x", "player/ann")
    for path in (*paths, "invitation/wdhKSw5CsN76XHIj"):
        said = client.get(f"/{path}")
        assert (said.status_code, said.content.decode()) == (200, page_text()), path
        assert said.headers["Content-Type"] == "text/html; charset=utf-8"
    # Whoever has no script is led on.
    told = page_text().partition("<noscript>")[2]
    assert {"/docs/", "/api/docs/", "/account/login/"} <= set(re.findall(r'href="([^"]+)"', told))


@pytest.mark.parametrize("address", ["/tables", "/game/", "/game/a/b", "/home/", "/rules/a/b"])
def test_other_addresses_are_problems_or_the_page_in_a_browser(client, address: str) -> None:
    for said in (client.get(address), client.post(address, headers=OPENED)):
        assert said.json()["code"] == "not_found"
    said = client.get(address, headers=OPENED)
    assert (said.status_code, said.content.decode()) == (404, page_text())
    policy = "Content-Security-Policy"
    assert said.headers[policy] == client.get("/").headers[policy]
    assert (said.headers["Cache-Control"], said.headers["Vary"]) == ("no-store", "Accept")


@pytest.mark.parametrize("address", ["/api/v1/tables", "/api/", "/static/none.js"])
def test_nothing_of_the_api_is_ever_html(client, address: str) -> None:
    said = client.get(address, headers=OPENED)
    assert said.status_code == 404
    assert not said.headers["Content-Type"].startswith("text/html")


def test_no_script_runs_but_from_a_file_of_ours(client) -> None:
    said = client.get("/")
    policy = said.headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "require-trusted-types-for 'script'; trusted-types service-worker" in policy
    assert "unsafe" not in policy
    page = said.content.decode()
    # Browsers run nothing in a script of this type: it is data.
    page = page.replace('<script id="parts" type="application/json">', "", 1)
    assert not re.search(r"<style|style=|\son\w+=|<script(?![^>]* src=)", page)


def test_the_service_worker_keeps_all_that_the_table_may_load(client) -> None:
    said = client.get("/service-worker.js")
    assert said.headers["Content-Type"] == "text/javascript; charset=utf-8"
    # Its address does not change with its content, so browsers ask each time.
    assert "no-cache" in said.headers["Cache-Control"]
    # Nothing of the page's policy comes between: `object-src` is the first that every answer gets added.
    assert said.headers["Content-Security-Policy"].startswith("default-src 'self'; object-src")
    script = said.content.decode()
    # What remains is the second argument of the script's one call, in JSON.
    shell = json.loads(re.sub(r"[\s\S]*begin\(self, |\);\s*\Z", "", script))
    root = table_root()
    assert re.fullmatch(r"/static/table\.[0-9a-f]{12}/", root)
    assert shell["folder"] == root
    assert f'from "{root}worker/index.js"' in script
    late = [path for path in WEB.rglob("*.css") if path.parent != WEB / "style"]
    assert late
    loaded = {root + path.relative_to(WEB).as_posix() for path in [*WEB.rglob("*.js"), *late]}
    assert loaded <= set(shell["files"])
    named = re.findall(r'(?:src|href)="(/static/[^"]+)"', page_text())
    assert set(named) <= set(shell["files"])
    for one in {*shell["files"], *named}:
        said = client.get(one)
        assert said.status_code == 200, one
        assert said.headers["Cache-Control"].endswith("immutable"), one
        if one.endswith(".js"):
            assert said.headers["Content-Type"].startswith("text/javascript")


def named_modules(page: str) -> set[str]:
    return set(re.findall(rf'rel="modulepreload" href="{table_root()}([^"]+)"', page))


def test_the_page_names_what_is_needed_at_once_and_later(client) -> None:
    page, root = page_text(), table_root()
    named = named_modules(page)
    at_table = named_modules(page_text("/game/wdhKSw5CsN76XHIj"))
    assert {"main.js", "first_requests.js", "vendor/preact.js"} <= named < at_table
    assert "table/game_view.js" in at_table - named
    unnamed = ("offline/", "words/", "worker/", "push/", "lobby/", "pages/front.js")
    assert not [one for one in at_table if one.startswith((*unnamed, "vendor/idb-keyval.js"))]
    # Nothing of it has to be found one import after the other.
    for some in (named, at_table):
        for one in some:
            assert set(imports_at_once(WEB / one)) <= some
    found = re.search(r'<script id="parts" type="application/json">(.*?)</script>', page)
    assert found
    parts = json.loads(found[1])
    pages, pictures = parts["pages"], parts["pictures"]
    assert {"front", "game", "lobby", "settings"} <= set(pages)
    folders = {one.name for one in WEB.glob("games/*") if one.is_dir()}
    # `general` is for rulesets without a picture, and is loaded only for them.
    assert set(pictures) == folders - {"general"}
    for name, files in pictures.items():
        assert {f"games/{name}/index.js", f"games/{name}/picture.css"} <= set(files)
    for files in [*pages.values(), *pictures.values()]:
        assert not named & set(files)
        for one in files:
            assert client.get(root + one).status_code == 200, one
            if one.endswith(".js"):
                assert set(imports_at_once(WEB / one)) <= named | set(files)


def test_each_avatar_is_drawn() -> None:
    drawings = (WEB / "parts/face.js").read_text().partition("const DUCK")[0]
    assert re.findall(r"^  (\w+): \{$", drawings, re.MULTILINE) == list(AVATARS)


def test_all_style_sheets_come_as_one(client) -> None:
    (address,) = re.findall(r'rel="stylesheet" href="([^"]+)"', page_text())
    said = client.get(address)
    assert said.headers["Content-Type"] == "text/css; charset=utf-8"
    for path in WEB.glob("style/*.css"):
        assert path.read_bytes() in said.content
    # What one part of the table needs comes with that part.
    for part in ("games/high_tide/picture", "games/turn_the_tide/picture", "lobby/lobby"):
        assert (WEB / f"{part}.css").read_bytes() not in said.content, part
    # Classes of the two pictures and of the notification settings.
    assert not re.search(rb"\.(beach|weather|receivers)\b", said.content)
    # That of another version is gone: it must not be kept for a year under a wrong name.
    assert client.get("/static/table.000000000000/style/all.css").status_code == 404


def test_the_table_can_be_put_on_the_home_screen(client) -> None:
    found = re.search(r'<link rel="manifest" href="([^"]+)">', page_text())
    assert found
    said = client.get(found[1])
    assert said.headers["Content-Type"].startswith("application/manifest+json")
    manifest = json.loads(said.content)
    assert client.get(manifest["start_url"]).status_code == 200
    assert manifest["scope"] == "/"
    sizes = {(one["sizes"], one.get("purpose")): one["src"] for one in manifest["icons"]}
    assert {("192x192", None), ("512x512", None), ("512x512", "maskable")} <= set(sizes)
    for (size, _), src in sizes.items():
        icon = client.get(src)
        assert icon.status_code == 200
        if src.endswith(".png"):
            width, height = (int.from_bytes(icon.content[at : at + 4]) for at in (16, 20))
            assert f"{width}x{height}" == size


def test_in_development_a_change_is_seen_without_a_restart(settings, tmp_path, monkeypatch) -> None:
    web = tmp_path / "web"
    shutil.copytree(WEB, web)
    monkeypatch.setattr(web_page, "WEB", web)
    settings.STATICFILES_DIRS = [("table", web)]
    settings.DEBUG = settings.WHITENOISE_AUTOREFRESH = True
    client = Client()
    page, worker = client.get("/").content, client.get("/service-worker.js").content
    frame = f"{table_root()}parts/frame.js"
    style = re.findall(rb'rel="stylesheet" href="([^"]+)"', page)[0].decode()
    assert client.get(frame).content == (WEB / "parts/frame.js").read_bytes()
    tag = client.get(frame).headers["ETag"]
    assert client.get(frame, headers={"If-None-Match": tag}).status_code == 304

    (web / "parts/frame.js").write_text("// another frame")
    (web / "parts/new.js").write_text("// a new module")
    (web / "style/1-base.css").write_text("/* another style */")
    (web / "main.js").write_text('import "./parts/new.js";')
    again = client.get("/").content.decode()
    folder = table_root()
    assert not frame.startswith(folder)
    assert f'href="{folder}parts/new.js"' in again
    assert folder.encode() not in page + worker
    assert f'"{folder}parts/new.js"' in client.get("/service-worker.js").content.decode()
    assert b"/* another style */" in client.get(f"{folder}style/all.css").content
    assert client.get(style).status_code == 404
    # A page that is open, or one that was made before, may still ask for the old name.
    for address in (frame, f"{folder}parts/frame.js", "/static/table/parts/frame.js"):
        said = client.get(address, headers={"If-None-Match": tag})
        assert (said.status_code, said.content) == (200, b"// another frame")
        assert said.headers["Cache-Control"] == "max-age=0, public"
