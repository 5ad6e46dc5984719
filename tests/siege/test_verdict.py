"""`make siege` tells when another player had to suffer, and when there was no attack at all."""

import asyncio
from dataclasses import dataclass
from typing import Any

import pytest

from tests.siege import waiting
from tests.siege.attack import Figure
from tests.siege.caller import Answer, Caller, answer
from tests.siege.notes import Call, Notes
from tests.siege.registry import ATTACKS, BY_NAME
from tests.siege.siege import what
from tests.siege.verdict import Outcome, table
from tests.siege.waiting import Waiting


def outcome(*calls: Call, **besides: Any) -> Outcome:
    return Outcome("storm", "It blows.", Notes(list(calls)), **{"counts": {"begun": 1}, **besides})


def call(seconds: float, fault: str | None = None) -> Call:
    return Call("seal", 100.0, seconds, fault)


def test_an_attack_in_which_every_call_was_answered_in_time_has_held() -> None:
    held = outcome(call(0.1), call(1.9), figures=[Figure("share", 3, 10), Figure("told", 900)])
    assert held.faults == []
    assert "held" in table([held])


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (outcome(call(0.1), call(2.1)), "seal took 2.1 s"),
        (outcome(call(0.1), call(0.2, "429 throttled")), "1 times seal: 429 throttled"),
        (outcome(), "the other player has made no call"),
        (outcome(call(0.1), counts={}), "the attack did nothing"),
        (outcome(call(0.1), broke="could not be prepared"), "could not be prepared"),
        (outcome(call(0.1), figures=[Figure("share", 11, 10)]), "share: 11, not 10"),
    ],
)
def test_what_must_not_be_is_told(wrong: Outcome, told: str) -> None:
    assert wrong.faults == [told]
    assert "FAILED" in table([wrong])


def test_how_long_bots_take_is_judged_where_the_attack_is_about_bots() -> None:
    slow = outcome(call(0.1))
    slow.notes.bots = [0.3, 4.0]
    assert slow.faults == []
    slow.bots_within = 2.0
    assert slow.faults == ["bots took 4.0 s"]


def test_what_she_still_waits_for_at_the_end_counts() -> None:
    notes = Notes([Call("seal", 1.0, 0.1, None), Call("seal", 5.0, 0.2, None)], sealed_at=0.0)
    since = notes.since(2.0)
    assert [one.seconds for one in since.calls] == [0.2]
    assert since.bots[-1] > 0


def test_every_attack_has_a_name_of_its_own_and_says_what_it_does() -> None:
    assert len(BY_NAME) == len(ATTACKS)
    assert all(what(kind).endswith(".") for kind in ATTACKS)


# -- long polls


@dataclass(frozen=True)
class Friend(Caller):
    """Whose long poll is answered at once, as if nothing had to wait."""

    async def call(self, method: str, path: str, *_: Any, **__: Any) -> Answer:
        if "wait=" in path:
            return Answer(200, {}, b'{"results": []}')
        return Answer(200, {}, b'{"log": {"events": 4}}')


def test_a_long_poll_that_does_not_wait_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "QUIET", 0.01)
    friends: list[Caller] = [Friend(0, "127.0.0.2") for _ in range(3)]
    notes, action = Notes(), dict[str, Any]()
    place = "/api/v1/games/x/turns/1/submission", {"action": action}
    asyncio.run(Waiting(friends, notes)._hears_of(friends[1], place))
    assert notes.faults == {"wait: returned without news": 1}


# -- HTTP by hand


@pytest.mark.parametrize(
    "said",
    [
        b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ntide and what comes next",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nti\r\n2\r\nde\r\n0\r\n\r\nmore",
        b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\ntide",
    ],
)
def test_an_answer_is_read_to_its_end_and_no_further(said: bytes) -> None:
    async def reads() -> Answer:
        reader = asyncio.StreamReader()
        reader.feed_data(said)
        reader.feed_eof()
        return await answer(reader)

    read = asyncio.run(reads())
    assert (read.status, read.body, read.refusal) == (200, b"tide", None)
