"""The people of `make chaos` do as docs/clients.md says, and its process can read what they have sealed."""

import os
import subprocess

import pytest

from tests.faults.people import Ledger, Patient
from tests.flows.client import Person, Said
from tideapi.local import up


def test_who_is_told_to_wait_asks_again(monkeypatch: pytest.MonkeyPatch) -> None:
    said = iter(
        [Said(429, {"Retry-After": "0"}, {"code": "throttled"}), Said(200, {}, {"id": "x"})]
    )
    monkeypatch.setattr(Person, "call", lambda *_, **__: next(said))
    ledger = Ledger()
    somebody = Patient(Person("http://127.0.0.1", "a token", "ann"), ledger)
    assert somebody.get("/me") == {"id": "x"}
    assert ledger.repeated == {"429": 1}


def test_the_program_can_open_what_a_server_has_sealed() -> None:
    program = (
        "from tests.faults.chaos import reads_what_is_sealed\n"
        "reads_what_is_sealed()\n"
        "from tideapi.db.encrypted import decrypt, encrypt\n"
        "assert decrypt(encrypt(b'card')) == b'card'\n"
    )
    # As somebody has it who types `make chaos`: no settings named.
    bare = {
        name: value
        for name, value in os.environ.items()
        if name != "DJANGO_SETTINGS_MODULE" and not name.startswith("TIDE_")
    }
    done = subprocess.run(
        [up.PYTHON, "-c", program], cwd=up.ROOT, env=bare, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr.decode()
