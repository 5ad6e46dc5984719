"""Programs of `tools/` as somebody starts them. What takes long is done in tests/thorough."""

import subprocess
import sys

import pytest

from tideapi.local.up import ROOT

SHORT = {
    "tools.bench": (["--help"], "--games"),
    "tools.bots": (["--help"], "--ratings"),
    "tools.chaos": (["--help"], "--minutes"),
    "tools.clients": (["--list"], "typescript"),
    "tools.drills.restore": (["--help"], "--games"),
    "tools.pictures": (["--help"], "--into"),
    "tools.promise": (["--help"], "--since"),
    "tools.siege": (["--list"], "open-games"),
}
"""For each folder one program: what it is told, and what it says among other things."""


def test_each_folder_has_a_program_here_and_a_page() -> None:
    folders = {one.parent.name for one in (ROOT / "tools").glob("*/__init__.py")}
    assert {name.split(".")[1] for name in SHORT} == folders
    assert all((ROOT / "tools" / one / "README.md").is_file() for one in folders)


@pytest.mark.parametrize("name", SHORT)
def test_a_program_does_what_it_is_told(name: str) -> None:
    told, says = SHORT[name]
    done = subprocess.run(
        [sys.executable, "-m", name, *told], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert says in done.stdout
