"""`python manage.py` where no server runs: it starts none, and says how to start one."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
TOLD = ("DATABASE_URL", "BROKER_URL", "DJANGO_SETTINGS_MODULE", "SECRET_KEY", "TIDE_DEBUG")
"""What a clone's environment does not say."""


def manage(
    folder: Path, *words: str, python: str = sys.executable
) -> subprocess.CompletedProcess[str]:
    environment = {name: one for name, one in os.environ.items() if name not in TOLD}
    return subprocess.run(
        [python, ROOT / "manage.py", *words],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_command_in_a_bare_clone_says_in_one_line_how_to_start_a_server(tmp_path: Path) -> None:
    done = manage(tmp_path, "createsuperuser", "--no-input")
    assert (done.returncode, done.stdout) == (1, "")
    (line,) = done.stderr.splitlines()
    assert "`make up`" in line
    assert '`make manage ARGS="createsuperuser --no-input"`' in line
    assert [*tmp_path.iterdir()] == []
    assert "createsuperuser" in manage(tmp_path, "help").stdout, "the list needs no server"


def test_a_python_without_django_is_told_what_installs_it(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path], check=True)
    done = manage(tmp_path, "shell", python=str(tmp_path / "bin/python"))
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert "no django" in line
    assert "`make up`" in line
