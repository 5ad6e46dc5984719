"""Tutorials show the code that they lead to, line by line, and operators copy units that mean the same."""

import re

import pytest

from tests.unit.docs.pages import ROOT, page

TUTORIAL = page("examples/goofspiel/README.md")
FILES = [one for one in TUTORIAL.path.parent.glob("*") if one.suffix in {".py", ".toml"}]


def read_lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line]


def test_the_code_of_the_tutorial_is_the_code_of_the_package() -> None:
    for file in FILES:
        shown = "\n".join(block.text for block in TUTORIAL.blocks() if block.file == file.name)
        assert read_lines(shown) == read_lines(file.read_text()), file.name
    assert {block.file for block in TUTORIAL.blocks()} - {""} == {file.name for file in FILES}


def test_the_code_of_the_bot_is_the_example() -> None:
    shown = "\n".join(block.text for block in page("docs/write-a-bot.md").blocks() if block.file)
    assert read_lines(shown) == read_lines((ROOT / "examples/bot.py").read_text())


@pytest.mark.parametrize("language", ["python", "typescript"])
def test_the_code_of_a_client_s_readme_is_checked_with_the_client(language: str) -> None:
    """The types of these files are checked with the package that is built: `python -m tools.clients`."""
    (block,) = [one for one in page(f"packages/client-{language}/README.md").blocks() if one.file]
    checked = ROOT / "tools/clients" / f"sdk-{language}" / block.file
    assert checked.read_text() == f"{block.text}\n"


def test_a_unit_runs_the_command_of_the_table_with_each_percent_sign_twice() -> None:
    install = page("docs/operators/install.md")
    commands = {code for code in install.in_code() if code.startswith("celery -A tideapi")}
    lines = [line for block in install.blocks() for line in block.text.splitlines()]
    started = [line.partition("=")[2] for line in lines if line.startswith("ExecStart=")]
    assert started
    for line in started:
        assert set(re.findall(r"%%|%", line)) <= {"%%"}
        assert line.replace("%%", "%").removeprefix("/srv/tideapi/.venv/bin/") in commands
