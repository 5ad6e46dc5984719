"""`manage.py doctor` on a server whose parts are killed one after the other."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.running import MortalServer
from tests.system.local.project import eventually
from tideapi.local import up

SOON = 300.0
"""Seconds in which the clock is missed, or is back, on a machine that is busy."""

Found = dict[str, str]


def environment(server: MortalServer) -> dict[str, str]:
    return {
        **server.env,
        "DJANGO_SETTINGS_MODULE": "tideapi.settings",
        "TIDE_DEBUG": "true",
        "TIDE_MAX_SWEEP_AGE_SECONDS": "10",
    }


def findings(wrong: bool, said: str) -> Found:
    """What is wrong, by its id."""
    found = json.loads(said)["findings"]
    assert wrong == any(one["level"] == "error" for one in found)
    return {one["id"]: one["said"] for one in found}


def says(server: MortalServer) -> Found:
    done = subprocess.run(
        [up.PYTHON, "manage.py", "doctor", "--json"],
        env=environment(server),
        cwd=up.ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode in {0, 1}, done.stderr
    return findings(done.returncode == 1, done.stdout)


class Doctor:
    """One who looks again and again."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def says(self) -> set[str]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print("look", file=self._process.stdin, flush=True)
        wrong, _, said = self._process.stdout.readline().partition(" ")
        return set(findings(wrong == "1", said))

    def finds(self, wrong: set[str]) -> None:
        eventually(lambda: wrong <= self.says(), f"{wrong} to be found", SOON)

    def finds_no_more(self, wrong: set[str]) -> None:
        """What a busy machine is late with besides is not looked at."""
        eventually(lambda: not wrong & self.says(), f"{wrong} to be gone", SOON)


@pytest.fixture
def doctor(mortal: MortalServer, tmp_path: Path) -> Iterator[Doctor]:
    with (
        (tmp_path / "doctor.log").open("w") as log,
        subprocess.Popen(
            [up.PYTHON, "-m", "tests.system.faults.examining"],
            env=environment(mortal),
            cwd=up.ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        ) as process,
    ):
        yield Doctor(process)
        process.kill()


def test_whoever_is_missing_is_named(mortal: MortalServer, doctor: Doctor) -> None:
    for name, wrong in {
        "hooks": {"no-hooks"},
        "thinkers": {"no-thinkers"},
        "worker": {"no-worker", "sweep-late"},
        "beat": {"no-beat", "sweep-late"},
    }.items():
        doctor.finds_no_more(wrong)
        mortal.kill(name)
        doctor.finds(wrong)
        mortal.restart(name)
        doctor.finds_no_more(wrong)


def test_a_broker_that_is_away_is_named_with_what_it_stops(mortal: MortalServer) -> None:
    mortal.kill("broker")
    found = says(mortal)
    assert "broker-away" in found
    assert "no-worker" not in found, "nobody could be asked"
    mortal.restart("broker")


def test_a_database_that_is_away_is_all_that_is_said(mortal: MortalServer) -> None:
    mortal.kill("postgres")
    found = says(mortal)
    assert "database-away" in found
    assert not {"sweep-late", "migrations-missing", "wrong-key"} & set(found)
    mortal.restart("postgres")
