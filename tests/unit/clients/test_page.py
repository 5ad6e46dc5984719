"""What docs/client-libraries.md and the examples promise of generated clients."""

import json
import re

import pytest

from tests.unit.docs.pages import cells, page
from tideapi.packages import SHOWN_ADDRESS, TARBALL, WHEEL
from tideapi.version import VERSION
from tools.clients.catalogue import CLIENTS, ROOT


def test_the_page_names_every_client_with_its_generator_and_options() -> None:
    (rows,) = [
        rows for _, rows in page("docs/client-libraries.md").tables() if "generator" in rows[0]
    ]
    named = [(row[1], row[2].strip("`")) for row in map(cells, rows[2:])]
    assert named == [(one.generator, one.options or "none") for one in CLIENTS]


def test_each_option_of_the_page_is_one_that_is_given() -> None:
    for client in CLIENTS:
        given = " ".join(word for command in client.generate for word in command)
        sources = "".join(one.read_text() for one in client.sources)
        for option in re.findall(r"[^\s,;]+=[^\s,;]+|--[\w-]+", client.options):
            assert option in given + sources, f"{client.name}: {option}"


EXAMPLES = {one for one in (ROOT / "examples").iterdir() if one.is_file()}


MAX_LINES = {
    "bot.py": 85,
    "bot.ts": 75,
    "sdk_bot.py": 70,
    "sdk_bot.ts": 70,
    "walkthrough.http": 40,
    "walkthrough.sh": 40,
}


def test_an_example_is_short_enough_to_be_read_at_once() -> None:
    lengths = {one.name: len(one.read_text().splitlines()) for one in EXAMPLES}
    assert lengths.keys() == MAX_LINES.keys()
    assert [name for name, length in lengths.items() if length > MAX_LINES[name]] == []


def test_the_types_of_the_bots_are_checked_beside_the_clients() -> None:
    """Those with the SDK play there, too; the others in tests/system/docs."""
    checked = {source for one in CLIENTS if one.compile for source in one.sources}
    assert checked >= {one for one in EXAMPLES if one.suffix in {".py", ".ts"}}


def test_the_npm_package_has_the_version_of_the_api() -> None:
    folder = ROOT / "packages/client-typescript"
    said = json.loads((folder / "package.json").read_text())
    assert said["version"] == VERSION
    locked = json.loads((folder / "package-lock.json").read_text())
    assert locked["version"] == locked["packages"][""]["version"] == VERSION
    assert locked["packages"][""]["devDependencies"] == said["devDependencies"]


@pytest.mark.parametrize(("language", "package"), [("python", WHEEL), ("typescript", TARBALL)])
def test_a_readme_installs_the_package_of_this_version(language: str, package: str) -> None:
    text = (ROOT / "packages" / f"client-{language}" / "README.md").read_text()
    assert f" install {SHOWN_ADDRESS}{package}\n" in text
