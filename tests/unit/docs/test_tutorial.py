"""Tutorials show the code that they lead to, line by line."""

import pytest

from tests.unit.docs.pages import ROOT, page

TUTORIAL = page("examples/goofspiel/README.md")
FILES = [one for one in TUTORIAL.path.parent.glob("*") if one.suffix in {".py", ".toml"}]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_the_code_of_the_tutorial_is_the_code_of_the_package(file) -> None:
    shown = "\n".join(block.text for block in TUTORIAL.blocks() if block.file == file.name)
    lines = [line for line in file.read_text().splitlines() if line]
    assert [line for line in shown.splitlines() if line] == lines


def test_the_tutorial_shows_no_file_that_is_not_there() -> None:
    shown = {block.file for block in TUTORIAL.blocks()} - {""}
    assert shown == {file.name for file in FILES}


@pytest.mark.parametrize("name", ["examples/goofspiel/README.md", "docs/add-a-game.md"])
def test_commands_that_name_a_game_say_where_its_package_lies(name: str) -> None:
    lines = [line for block in page(name).blocks() for line in block.text.splitlines()]
    named = [line for line in lines if "TIDE_RULESETS=" in line]
    assert named
    assert all(line.startswith("PYTHONPATH=mine ") for line in named)


def test_the_code_of_the_bot_is_the_example() -> None:
    shown = "\n".join(block.text for block in page("docs/write-a-bot.md").blocks() if block.file)
    lines = (ROOT / "examples/bot.py").read_text().splitlines()
    assert [line for line in shown.splitlines() if line] == [line for line in lines if line]


@pytest.mark.parametrize("language", ["python", "typescript"])
def test_the_code_of_a_client_s_readme_is_checked_with_the_client(language: str) -> None:
    """The types of these files are checked with the package that is built: `python -m tools.clients`."""
    (block,) = [one for one in page(f"packages/client-{language}/README.md").blocks() if one.file]
    checked = ROOT / "tools/clients" / f"sdk-{language}" / block.file
    assert checked.read_text() == f"{block.text}\n"
