"""What operators copy from docs/operators/ means the same where it is put."""

import re
from configparser import RawConfigParser

from tests.unit.docs.pages import page

PAGE = page("docs/operators/install.md")
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
