"""What operators copy from docs/operators/ means the same where it is put."""

import re
from configparser import RawConfigParser

from tests.unit.docs.pages import page, pages

PAGE = page("docs/operators/install.md")
PAGES = [one for one in pages() if str(one).startswith("docs/operators/")]
PERCENT = re.compile(r"%%|%")


def read_units() -> list[RawConfigParser]:
    """Return the units of systemd that the page shows."""
    units = []
    for block in PAGE.blocks():
        if "[Service]" in block.text:
            unit = RawConfigParser(delimiters="=")
            unit.read_string(block.text)
            units.append(unit)
    return units


def test_a_unit_runs_the_command_of_the_table_with_each_percent_sign_twice() -> None:
    commands = {code for code in PAGE.in_code() if code.startswith("celery -A tideapi")}
    units = read_units()
    assert units
    for unit in units:
        line = unit["Service"]["ExecStart"]
        assert set(PERCENT.findall(line)) <= {"%%"}
        command = line.replace("%%", "%").removeprefix("/srv/tideapi/.venv/bin/")
        assert command in commands


def test_a_command_for_every_night_says_how_it_is_written_in_a_crontab() -> None:
    lines = [line for one in PAGES for line in one.prose() if re.search(r"\(date \+%", line)]
    assert lines
    assert [line for line in lines if r"+\%" not in line] == []


def test_a_change_of_settings_is_applied_by_the_command_that_reads_them() -> None:
    """`compose restart` keeps the environment with which a container was made."""
    containers = PAGE.text.partition("## Containers")[2].partition("\n##")[0]
    assert re.search(r"`\.env` run `compose up --detach`", containers)
    prose = " ".join(line for one in PAGES for line in one.prose())
    for sentence in re.split(r"(?<=[.:]) ", prose):
        if "`compose restart" in sentence:
            assert "does not" in sentence or "that they had" in sentence
