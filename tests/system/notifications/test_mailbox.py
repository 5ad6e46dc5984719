"""A mailbox in which a mail lies over which the server makes a mistake."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from notifications.replies import imap, mail_handler
from notifications.replies.outcome import Later, ReplyOutcome
from tests.unit.notifications.shapes import PLAY

GOOD = f"To: {PLAY}\r\n\r\nplay 44\r\n".encode()
BAD = GOOD.replace(b"play 44", b"poison")
POLLS = 3 * 2**imap.MAX_FAULTS
"""A few days of them."""


class Box:
    """What of a mail server is asked; by uid its mails, and the keywords that they have."""

    def __init__(self, *mails: bytes) -> None:
        self.mails = {str(uid): raw for uid, raw in enumerate(mails, 1)}
        self.keywords = {uid: set[str]() for uid in self.mails}
        self.fetched = Counter[str]()

    def uid(self, command: str, *about: str) -> tuple[str, list[Any]]:
        if command == "SEARCH":
            without = {*about} - {"UNKEYWORD"}
            found = [uid for uid in self.mails if not self.keywords[uid] & without]
            return "OK", [" ".join(found).encode()]
        uid, what, *more = about
        if command == "STORE":
            self.keywords[uid].add(more[0].strip("()"))
        elif what == "(RFC822.SIZE)":
            return "OK", [f"1 (RFC822.SIZE {len(self.mails[uid])})".encode()]
        else:
            self.fetched[uid] += 1
            return "OK", [(b"1 (BODY[]", self.mails[uid]), b")"]
        return "OK", [None]


@pytest.fixture
def box(takes_mail: None, monkeypatch: pytest.MonkeyPatch) -> Box:
    made = Box(BAD, GOOD)

    @contextmanager
    def opened() -> Iterator[Box]:
        yield made

    monkeypatch.setattr(imap, "_open_mailbox", opened)
    return made


def polled(times: int = POLLS) -> Counter[str]:
    faults, outcomes = Counter[str](), Counter[str]()
    for turn in range(1, times + 1):
        outcomes += imap.fetch(faults, turn)
    return outcomes


def takes(monkeypatch: pytest.MonkeyPatch, fault: Exception) -> None:
    """A mail of poison raises this."""

    def receive(raw: bytes, _: str) -> ReplyOutcome:
        if raw == BAD:
            raise fault
        return ReplyOutcome.SEALED

    monkeypatch.setattr(mail_handler, "receive", receive)


@pytest.mark.parametrize("fault", [ValueError(), OSError(), RecursionError()])
def test_what_raises_holds_up_no_other_and_is_given_up_in_the_end(
    box: Box, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    takes(monkeypatch, fault)
    assert polled(1) == {ReplyOutcome.SEALED: 1}
    assert box.keywords == {"1": set(), "2": {imap.DONE}}
    polled()
    assert box.keywords["1"] == {imap.FAILED}
    assert 10 < box.fetched["1"] < 20


def test_what_raised_for_a_while_is_done(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    takes(monkeypatch, ValueError())
    faults = Counter[str]()
    for turn in range(1, 100):
        imap.fetch(faults, turn)
    takes(monkeypatch, Later("It is away."))
    for turn in range(100, 300):
        imap.fetch(faults, turn)
    assert box.keywords["1"] == set()
    monkeypatch.setattr(mail_handler, "receive", lambda *_: ReplyOutcome.SEALED)
    for turn in range(300, 600):
        imap.fetch(faults, turn)
    assert box.keywords["1"] == {imap.DONE}
    assert not faults


def test_what_is_away_gives_nothing_up(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    takes(monkeypatch, Later("It is away."))
    polled()
    assert box.keywords["1"] == set()
    assert box.fetched["1"] == POLLS


def test_a_recipient_that_cannot_be_read_is_none(box: Box) -> None:
    box.mails = {"1": b"Delivered-To: " + b"(" * 1900 + b"\r\nTo: x@else.example\r\n\r\n"}
    assert polled(1) == {ReplyOutcome.UNKNOWN: 1}
