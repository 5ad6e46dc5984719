"""The table in the browser as it is served: one page at all its addresses, its files under one name."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.test import Client

from tideapi.web import static as module

pytestmark = pytest.mark.django_db
WEB = Path(settings.BASE_DIR) / "web"
IMPORTS = re.compile(r"""(?:from|import|import\()\s*"(\.[^"]+)\"""")


@pytest.mark.parametrize(
    "address", ["/", "/home", "/lobby", "/open", "/signed-in", "/game/wdhKSw5CsN76XHIj"]
)
def test_each_address_of_the_table_is_the_same_page(client: Client, address: str) -> None:
    said = client.get(address)
    assert said.status_code == 200
    assert said.content == client.get("/").content
    assert said.headers["Content-Type"] == "text/html; charset=utf-8"


@pytest.mark.parametrize("address", ["/tables", "/game/", "/game/a/b", "/home/"])
def test_other_addresses_stay_problems(client: Client, address: str) -> None:
    assert client.get(address).json()["code"] == "not_found"


def test_no_script_runs_but_from_a_file_of_ours(client: Client) -> None:
    said = client.get("/")
    policy = said.headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "require-trusted-types-for 'script'; trusted-types 'none'" in policy
    assert "unsafe" not in policy
    page = said.content.decode()
    assert not re.search(r"<style|style=|\son\w+=|<script(?![^>]* src=)", page)


def test_whoever_has_no_script_is_led_on(client: Client) -> None:
    page = client.get("/").content.decode()
    told = page[page.index("<noscript>") :]
    assert {"/docs/", "/api/docs/", "/account/login/"} <= set(re.findall(r'href="([^"]+)"', told))


def test_all_files_that_the_page_names_can_be_kept_for_a_year(client: Client) -> None:
    named = re.findall(r'(?:src|href)="(/static/[^"]+)"', client.get("/").content.decode())
    assert any(one.endswith("/main.js") for one in named)
    for one in named:
        assert client.get(one).headers["Cache-Control"].endswith("immutable"), one


def test_every_import_leads_to_a_file_under_the_same_name(client: Client) -> None:
    root = static("table/main.js").removesuffix("main.js")
    assert re.fullmatch(r"/static/table\.[0-9a-f]{12}/", root)
    for path in WEB.rglob("*.js"):
        for one in IMPORTS.findall(path.read_text()):
            wanted = (path.parent / one).resolve().relative_to(WEB).as_posix()
            said = client.get(root + wanted)
            assert said.status_code == 200, f"{path.name} imports {one}"
            assert said.headers["Content-Type"].startswith("text/javascript")
            assert said.headers["Cache-Control"].endswith("immutable")


def test_one_changed_file_gives_all_another_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = list[str]()
    for number, content in enumerate(("one", "two", "one")):
        folder = tmp_path / str(number)
        (folder / "parts").mkdir(parents=True)
        (folder / "main.js").write_text("the same")
        (folder / "parts" / "bar.js").write_text(content)
        monkeypatch.setattr(finders, "find", lambda name, folder=folder: str(folder / name[6:]))
        main = module.named.__wrapped__("table/main.js")
        assert module.named.__wrapped__("table/parts/bar.js") == main.replace(
            "main.js", "parts/bar.js"
        )
        names.append(main)
    assert names[0] == names[2] != names[1]
