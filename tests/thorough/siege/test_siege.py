"""`python -m tools.siege` for a few seconds: the attacks happen, and others are answered at all.

How soon is for `python -m tools.siege` on a machine that does nothing else.
"""

import asyncio
import os
from collections.abc import Iterator

import pytest

from tests import machine
from tests.running import MortalServer
from tools.siege.registry import BY_NAME
from tools.siege.server import besieged, shipped
from tools.siege.siege import besiege

SECONDS = 3.0
BUSY = ("nothing in", "returned")
"""What a busy machine may do to a call without being wrong."""


@pytest.fixture(scope="module")
def target() -> Iterator[MortalServer]:
    with besieged() as server:
        yield server


@pytest.mark.parametrize("name", ["bodies", "open-games", "noise"])
def test_others_are_answered_while_the_server_is_attacked(target: MortalServer, name: str) -> None:
    outcome = asyncio.run(besiege(target, BY_NAME[name], SECONDS))
    assert outcome.broke is None
    assert outcome.counts["begun"] > 0
    assert {call.kind for call in outcome.notes.calls if call.fault is None} >= {"my turns"}
    assert [one for one in outcome.notes.faults if not any(word in one for word in BUSY)] == []
    assert outcome.memory > 0
    left = [machine.command(one) for one in machine.family(os.getpid())]
    assert not any("tools.siege.attacker" in one for one in left)


def test_the_server_has_the_defaults_as_shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIDE_LIMIT_PLAYER", "5/m")
    environment = shipped()
    own = {name for name in environment if name.startswith("TIDE_")}
    assert own == {"TIDE_DEBUG", "TIDE_PRIVATE_ADDRESSES_ENABLED"}
    assert environment["TIDE_DEBUG"] == "false"
