"""Programs of `tools/` as somebody starts them. What takes long is done in tests/thorough."""

import subprocess
import sys

import pytest

from tideapi.local.up import ROOT

SHORT = {
    "tools.bench.rules": (["--rounds", "1", "--seconds", "0.1"], "high_tide"),
    "tools.chaos": (["--help"], "--cluster"),
    "tools.cluster": (["--help"], "--asynchronous"),
    "tools.clients": (["--list"], "typescript"),
    "tools.drills.failover": (["--help"], "--times"),
    "tools.drills.restore": (["--help"], "--games"),
    "tools.drills.update": (["--help"], "--since"),
    "tools.examples": (["--help"], "--events-only"),
    "tools.pictures.screenshots": (["--help"], "--readme"),
    "tools.promise": (["--help"], "--since"),
    "tools.siege": (["--list"], "open-games"),
    "tools.site": (["--help"], "--server"),
    "tools.walk": (["--help"], "--each"),
    "tools.weigh": (["--help"], "--compared"),
}
"""For each folder one program: what it is told, and what it says among other things."""
WITHOUT = {"peers", "updates"}
"""What other programs start (bench), and what `make check` does."""


def test_each_folder_has_a_program_here_and_a_page() -> None:
    folders = {one.parent.name for one in (ROOT / "tools").glob("*/__init__.py")}
    assert {name.split(".")[1] for name in SHORT} == folders - WITHOUT
    assert all((ROOT / "tools" / one / "README.md").is_file() for one in folders)


@pytest.mark.parametrize("name", SHORT)
def test_a_program_does_what_it_is_told(name: str) -> None:
    told, says = SHORT[name]
    done = subprocess.run(
        [sys.executable, "-m", name, *told], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert says in done.stdout
