"""The one file of each verifier is what its modules make."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from packages.verify import build


def test_files_are_written_when_they_are_not_what_their_modules_make(tmp_path: Path) -> None:
    build.write_files(tmp_path)
    files = {path.name: path.read_text("utf-8") for path in tmp_path.iterdir()}
    assert files == {name: text() for name, text in build.FILES.items()}
    stale, fresh = tmp_path / "verify.mjs", tmp_path / "verify.py"
    stale.write_text("")
    os.utime(fresh, (0, 0))
    build.write_files(tmp_path)
    assert stale.read_text("utf-8") == files[stale.name]
    assert fresh.stat().st_mtime == 0


def test_the_python_one_embeds_what_a_replay_imports_and_no_more() -> None:
    names = re.findall(
        r'^Embedded\.sources\["games\.rulesets\.(.*)"\]', build.build_python(), re.MULTILINE
    )
    assert {"high_tide.rules.course", "turn_the_tide.rules.course", "chance", "steps"} <= {*names}
    parts = {part for name in names for part in name.split(".")}
    shown = {"schema", "schemas", "shapes", "pictures", "presentation", "view", "ruleset", "events"}
    assert not parts & shown


def test_the_python_one_needs_nothing_beside_itself(tmp_path: Path) -> None:
    build.write_files(tmp_path)
    done = subprocess.run(
        [sys.executable, "-I", "-W", "error", "verify.py", "verify.py"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "unreadable: verify.py: it is no JSON, see line 1\n"


@pytest.mark.parametrize(
    "name", ["games.rulesets.high_tide.rules", "games.rulesets.turn_the_tide.rules"]
)
def test_the_packages_of_a_game_import_nothing(name: str) -> None:
    source = (build.ROOT / name.replace(".", "/") / "__init__.py").read_text()
    assert not re.search(r"^\s*(from|import) ", source, re.MULTILINE)
