"""Links lead somewhere, and what pages name is there."""

import re
from collections.abc import Iterator
from functools import cache
from urllib.parse import unquote

import pytest
import yaml
from django.core.management import get_commands

from games.rulesets.game_package import GROUP
from tests.unit.docs.pages import ROOT, Page, pages

TARGET = re.compile(r"^(?P<target>[a-z-]+):", re.MULTILINE)
VARIABLE = re.compile(r"^(?P<name>[A-Z]+) \?=", re.MULTILINE)
PACKAGES = ("tests.", "tideapi.", "tools.", "packages.")
MODULE = re.compile(r"\bpython -m (?P<module>[\w.]+)")
DOTTED = re.compile(r"(?<![/\w-])(?:common|games|packages|players|tideapi|tests|tools)(?:\.\w+)+")
CHECK = re.compile(r"\w+\.[EWI]\d{3}")
CALL = re.compile(r"^(?P<method>GET|POST|PUT|PATCH|DELETE) (?P<path>/\S*?)(?:\?\S*)?$")
OURS = {path.name for path in ROOT.iterdir()} - {".git", ".venv", ".tide", "build"}
EXTENSIONS = (".py", ".md", ".mjs", ".json", ".yaml", ".yml", ".toml", ".txt", ".sql")

MAKEFILE = (ROOT / "Makefile").read_text()

every_page = pytest.mark.parametrize("page", pages(), ids=str)


@every_page
def test_links_lead_somewhere(page: Page) -> None:
    for link in page.links():
        if link.startswith(("http://", "https://")):
            continue
        path, _, anchor = unquote(link).partition("#")
        target = (page.path.parent / path).resolve() if path else page.path
        assert target.is_file(), f"{page}: {link} leads to nothing"
        if anchor:
            assert anchor in Page(target).anchors(), f"{page}: {link} leads to no heading"


def find_path(code: str) -> str | None:
    """Return a path of this repository, if that is what stands there; `None` for anything else."""
    name = code.partition("#")[0].partition("::")[0]
    if not re.fullmatch(r"[\w./-]+", name) or name.startswith(("/", ".tide")):
        return None
    return (
        name if name.split("/")[0] in OURS and ("/" in name or name.endswith(EXTENSIONS)) else None
    )


@every_page
def test_paths_that_are_named_exist(page: Page) -> None:
    """In prose and in commands."""
    words = [*page.in_code(), *(word for block in page.blocks() for word in block.text.split())]
    named = filter(None, map(find_path, words))
    assert not {name for name in named if not (ROOT / name).exists()}


@every_page
def test_modules_that_are_named_exist(page: Page) -> None:
    """`games.play` and the like; the last part may be a name in the module."""

    def there(dotted: str) -> bool:
        *outer, last = dotted.split(".")
        at = ROOT.joinpath(*outer)
        if (at / last).is_dir() or (at / f"{last}.py").is_file():
            return True
        module = at.with_suffix(".py") if at.with_suffix(".py").is_file() else at / "__init__.py"
        return module.is_file() and re.search(rf"\b{last}\b", module.read_text()) is not None

    named = {
        name
        for name in DOTTED.findall(page.text)
        if not name.endswith(EXTENSIONS) and not CHECK.fullmatch(name) and name != GROUP
    }
    assert {name for name in named if not there(name)} == set()


def iterate_commands(page: Page) -> Iterator[str]:
    """Yield the commands of the page, one line each."""
    yield from page.in_code()
    for block in page.blocks():
        yield from block.text.splitlines()


@every_page
def test_what_make_is_told_it_can_do(page: Page) -> None:
    targets = {*TARGET.findall(MAKEFILE)}
    variables = {*VARIABLE.findall(MAKEFILE), "DATABASE_URL", "BROKER_URL"}
    variables |= {"TIDE_LIMIT_PLAYER", "TIDE_SANDBOX_ENABLED"}
    for line in iterate_commands(page):
        if not (match := re.match(r"(?:(?P<before>[A-Z_]+)=\S+ )?make\b(?P<rest>[^#]*)", line)):
            continue
        words = re.sub(r'"[^"]*"', "", match["rest"]).split()
        unknown = {word for word in words if "=" not in word} - targets - {"-s"}
        given = {word.split("=")[0] for word in words if "=" in word} | {match["before"] or "ARGS"}
        assert not unknown, f"{page}: {line}"
        assert given <= variables, f"{page}: {line}"


@every_page
def test_commands_that_are_named_exist(page: Page) -> None:
    for line in iterate_commands(page):
        if match := re.search(r"\bmanage\.py (?P<command>\w+)", line):
            assert match["command"] in get_commands(), f"{page}: {line}"
        if (match := MODULE.search(line)) and match["module"].startswith(PACKAGES):
            path = ROOT.joinpath(*match["module"].split("."))
            assert path.with_suffix(".py").is_file() or (path / "__main__.py").is_file(), (
                f"{page}: {line}"
            )


@cache
def read_paths() -> dict[str, dict[str, object]]:
    document = yaml.load((ROOT / "openapi/tideapi.yaml").read_text(), yaml.CSafeLoader)
    return {re.sub(r"\{\w+\}", "{}", path): one for path, one in document["paths"].items()}


@every_page
def test_calls_that_are_named_are_in_the_document(page: Page) -> None:
    known = read_paths()
    for code in page.in_code():
        if not (match := CALL.match(code)):
            continue
        path = re.sub(r"\{\w+\}", "{}", match["path"])
        methods = known.get(path) or known.get(f"/api/v1{path}")
        assert methods is not None, f"{page} names {code}"
        assert match["method"].lower() in methods, f"{page} names {code}"
