"""`python -m tools.siege` for a few seconds: the attacks happen, and others are answered at all.

How soon is for `python -m tools.siege` on a machine that does nothing else.
"""

import asyncio
import os
from collections.abc import Iterator

import pytest

from tests import machine
from tests.running import MortalServer
from tools.siege.siege import besiege, besieged

SECONDS = 3.0
BUSY = ("nothing in", "returned")
"""What a busy machine may do to a call without being wrong."""


@pytest.fixture(scope="module")
def target() -> Iterator[MortalServer]:
    with besieged() as server:
        yield server


@pytest.mark.parametrize("name", ["bodies", "open-games", "noise"])
def test_others_are_answered_while_the_server_is_attacked(target: MortalServer, name: str) -> None:
    before = machine.family(os.getpid())
    outcome = asyncio.run(besiege(target, name, SECONDS))
    assert outcome.broken is None
    assert outcome.report.counts["begun"] > 0
    assert {call.kind for call in outcome.calls if call.fault is None} >= {"my turns"}
    assert [one for one in outcome.refusals if not any(word in one for word in BUSY)] == []
    assert outcome.megabytes > 0
    left = [machine.command(one) for one in {*machine.family(os.getpid())} - {*before}]
    assert not any("multiprocessing.spawn" in one for one in left)
