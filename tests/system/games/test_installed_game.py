"""A game comes with a package: a wheel is installed beside the server, and nothing else is done."""

import base64
import json
import os
import subprocess
import sys
import tomllib
import zipfile
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[3]
PACKAGE = ROOT / "examples/goofspiel"
LOOK = """
import json, sys
import django
django.setup()
from django.core.management import call_command
from games.rulesets import bots, display, game_package, registry
from tideapi.openapi_views import build_document
from common.rest.error_codes import CODES
rules = registry.RULESETS.get("goofspiel")
print(json.dumps({
    "faults": game_package.faults,
    "rulesets": [*registry.RULESETS],
    "displays": [*display.DISPLAYS],
    "from": rules and sys.modules[type(rules).__module__].__file__,
    "bots": bots.bot_names("goofspiel"),
    "described": "GoofspielTable" in build_document()["components"]["schemas"],
    "refused": "card_spent" in CODES,
}))
"""


def wheel(folder: Path) -> Path:
    """The package as a wheel, made of its files and of what its pyproject.toml says (PEP 427)."""
    said = tomllib.loads((PACKAGE / "pyproject.toml").read_text())["project"]
    name = f"{said['name']}-{said['version']}"
    points = [
        f"[{group}]\n" + "".join(f"{one} = {value}\n" for one, value in members.items())
        for group, members in said["entry-points"].items()
    ]
    about = f"Metadata-Version: 2.1\nName: {said['name']}\nVersion: {said['version']}\n"
    kind = "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    files = {
        **{f"{said['name']}/{one.name}": one.read_text() for one in PACKAGE.glob("*.py")},
        f"{name}.dist-info/METADATA": about,
        f"{name}.dist-info/WHEEL": kind,
        f"{name}.dist-info/entry_points.txt": "\n".join(points),
    }
    lines = [f"{file},{_digest(text)},{len(text.encode())}" for file, text in files.items()]
    record = f"{name}.dist-info/RECORD"
    made = folder / f"{name}-py3-none-any.whl"
    with zipfile.ZipFile(made, "w") as archive:
        for file, text in {**files, record: "\n".join([*lines, f"{record},,", ""])}.items():
            archive.writestr(file, text)
    return made


def _digest(text: str) -> str:
    digest = base64.urlsafe_b64encode(sha256(text.encode()).digest()).rstrip(b"=")
    return f"sha256={digest.decode()}"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which the wheel is installed, with nothing fetched from anywhere."""
    folder = tmp_path_factory.mktemp("installed")
    made = wheel(tmp_path_factory.mktemp("wheel"))
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    options = ["--no-index", "--no-deps", "--target", str(folder)]
    subprocess.run([*pip, *options, str(made)], check=True)
    return folder


def run(*command: str, beside: Path | None, **more: str) -> str:
    """What a process of the server says that has such a folder beside it; no setting names a game."""
    environment = {
        **os.environ,
        "TIDE_RULESETS": "",
        "PYTHONPATH": "" if beside is None else str(beside),
        "DJANGO_SETTINGS_MODULE": "tideapi.settings",
        **more,
    }
    done = subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout


def look(beside: Path | None, **more: str) -> Any:
    return json.loads(run("-c", LOOK, beside=beside, **more))


def test_it_is_found_by_its_entry_point(installed: Path) -> None:
    said = look(installed)
    assert Path(said.pop("from")).is_relative_to(installed)
    games = ["turn_the_tide", "high_tide", "goofspiel"]
    assert said == {
        "faults": {},
        "rulesets": games,
        "displays": games,
        "bots": ["random", "even"],
        "described": True,
        "refused": True,
    }
    without = look(None)
    assert without["rulesets"] == without["displays"] == ["turn_the_tide", "high_tide"]
    assert (without["from"], without["described"], without["refused"]) == (None, False, False)


def test_it_can_be_played_here_and_the_checks_find_nothing(installed: Path) -> None:
    run("manage.py", "check", beside=installed)
    games = ["--games", "10", "--seats", "3", "--seed", "1", "--one", "even", "--others", "random"]
    said = run("-m", "tools.bots", "goofspiel", *games, beside=installed)
    assert said.splitlines()[0] == "goofspiel, 10 games, seed 1"
