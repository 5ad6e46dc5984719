"""A client that is written as its tutorial says plays a whole game, on connections that are cut."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.running import Server
from tests.system.docs.cut_connections import CUTS, cut_connections
from tests.unit.docs.pages import page


@pytest.mark.parametrize("ruleset", ["turn_the_tide", "high_tide"])
def test_the_client_of_the_tutorial_plays_a_whole_game(
    server: Server, ruleset: str, tmp_path: Path
) -> None:
    blocks = page("docs/write-a-client.md").blocks()
    program = tmp_path / "client.py"
    program.write_text("\n".join(block.text for block in blocks if block.file == "client.py"))
    # The player always takes the first answer.
    typed = f"{ruleset}\n" + "0\n" * 400
    with cut_connections(server.url) as proxy:
        done = subprocess.run(
            [sys.executable, program, proxy.url],
            input=typed,
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )
    assert done.returncode == 0, done.stderr
    assert proxy.cut >= len(CUTS)
    lines = done.stdout.splitlines()
    assert f"{ruleset}: " in done.stdout
    assert any(line.startswith("Seat 1: ") for line in lines)
    assert any("Sealed: " in line for line in lines)
    assert lines[-1].startswith("Points [")
