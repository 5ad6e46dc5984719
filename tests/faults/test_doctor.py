"""`manage.py doctor` on a server whose parts are killed one after the other."""

import json
import subprocess

from tests.local.project import eventually
from tests.running import MortalServer
from tideapi.local import up

SOON = 300.0
"""Seconds in which the clock is missed, or is back, on a machine that is busy."""


def says(server: MortalServer) -> dict[str, str]:
    """What is wrong, by its id, without what is only wrong with the settings of the tests."""
    done = subprocess.run(
        [up.PYTHON, "manage.py", "doctor", "--json"],
        env={**server.env, "TIDE_DEBUG": "true", "TIDE_READY_WITHIN": "10"},
        cwd=up.ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode in {0, 1}, done.stderr
    found = json.loads(done.stdout)["findings"]
    assert done.returncode == bool(found)
    return {one["id"]: one["said"] for one in found}


def finds(server: MortalServer, wrong: set[str]) -> None:
    eventually(lambda: wrong <= set(says(server)), f"{wrong} to be found", SOON)


def finds_no_more(server: MortalServer, wrong: set[str]) -> None:
    """What a busy machine is late with besides is not looked at."""
    eventually(lambda: not wrong & set(says(server)), f"{wrong} to be gone", SOON)


def test_whoever_is_missing_is_named(mortal: MortalServer) -> None:
    for name, wrong in {
        "hooks": {"no-hooks"},
        "thinkers": {"no-thinkers"},
        "worker": {"no-worker", "sweep-late"},
        "beat": {"no-beat", "sweep-late"},
    }.items():
        finds_no_more(mortal, wrong)
        mortal.kill(name)
        finds(mortal, wrong)
        mortal.restart(name)
        finds_no_more(mortal, wrong)


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
