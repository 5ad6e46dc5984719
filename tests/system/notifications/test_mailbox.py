"""A mailbox: each mail is handled once, also where one lies in it over which the server makes a mistake."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from notifications.models import MailboxPosition
from notifications.replies import imap, mail_handler
from notifications.replies.imap import MailboxProgress
from notifications.replies.outcome import Later, ReplyOutcome
from tests.unit.notifications.shapes import PLAY

GOOD = f"To: {PLAY}\r\n\r\nplay 44\r\n".encode()
BAD = GOOD.replace(b"play 44", b"poison")
MAX_FAULTS = 5
POLLS = 3 * 2**MAX_FAULTS
"""More than it takes to give a mail up."""


class Box:
    """What of a mail server is asked; by uid its mails, and their flags."""

    def __init__(self, *mails: bytes) -> None:
        self.mails = dict(enumerate(mails, 1))
        self.flags = dict.fromkeys(self.mails, "")
        self.fetched = Counter[int]()
        self.validity = 7

    def response(self, code: str) -> tuple[str, list[Any]]:
        return code, [str(self.validity).encode()]

    def uid(self, command: str, *about: str) -> tuple[str, list[Any]]:
        if command == "SEARCH":
            first = int(about[1].removesuffix(":*"))
            last = max(self.mails, default=0)
            found = [uid for uid in self.mails if uid >= first or uid == last]
            return "OK", [" ".join(map(str, found)).encode()]
        uid, what, *more = int(about[0]), *about[1:]
        if command == "STORE":
            self.flags[uid] = more[0].strip("()")
        elif what == "(RFC822.SIZE)":
            return "OK", [f"1 (RFC822.SIZE {len(self.mails[uid])})".encode()]
        else:
            self.fetched[uid] += 1
            return "OK", [(b"1 (BODY[]", self.mails[uid]), b")"]
        return "OK", [None]


@pytest.fixture
def box(db: None, takes_mail: None, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Box:
    settings.TIDE_IMAP_URL = "imap://play:secret@mail.example/INBOX"
    made = Box(BAD, GOOD)

    @contextmanager
    def opened() -> Iterator[Box]:
        yield made

    monkeypatch.setattr(imap, "_open_mailbox", opened)
    monkeypatch.setattr(imap, "MAX_FAULTS", MAX_FAULTS)
    return made


def polled(times: int = POLLS) -> Counter[str]:
    progress, outcomes = MailboxProgress(), Counter[str]()
    for turn in range(1, times + 1):
        outcomes += imap.fetch(progress, turn)
    return outcomes


def position() -> int:
    """The number up to which all mails are handled."""
    return sum(MailboxPosition.objects.values_list("uid", flat=True))


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
    assert position() == 0
    polled()
    assert box.flags == {1: imap.FAILED, 2: ""}
    assert position() == 2
    assert box.fetched[1] == MAX_FAULTS + 2, "a second process finds it below the position"
    assert box.fetched[2] == 2, "once in each process, until the first mail is given up"


def test_what_raised_for_a_while_is_done(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    takes(monkeypatch, ValueError())
    progress = MailboxProgress()
    for turn in range(1, 2 ** (MAX_FAULTS - 1) + 1):
        imap.fetch(progress, turn)
    takes(monkeypatch, Later("It is away."))
    for turn in range(20, 80):
        imap.fetch(progress, turn)
    assert position() == 0
    monkeypatch.setattr(mail_handler, "receive", lambda *_: ReplyOutcome.SEALED)
    for turn in range(80, 160):
        imap.fetch(progress, turn)
    assert position() == 2
    assert box.flags == {1: "", 2: ""}
    assert progress == MailboxProgress(box.validity)


def test_what_is_away_gives_nothing_up(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    takes(monkeypatch, Later("It is away."))
    polled(100)
    assert position() == 0
    assert box.fetched == {1: 100, 2: 1}


def test_a_mail_is_fetched_once_whatever_the_server_keeps(
    box: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mail_handler, "receive", lambda *_: ReplyOutcome.SEALED)
    assert polled(3) == {ReplyOutcome.SEALED: 2}
    assert polled(3) == {}, "another process"
    box.mails[3] = GOOD
    assert polled(3) == {ReplyOutcome.SEALED: 1}
    # Numbers of another count say nothing of these.
    box.validity += 1
    assert polled(3) == {ReplyOutcome.SEALED: 3}
    assert box.fetched == {1: 2, 2: 2, 3: 2}


def test_a_recipient_that_cannot_be_read_is_none(box: Box) -> None:
    box.mails = {1: b"Delivered-To: " + b"(" * 1900 + b"\r\nTo: x@else.example\r\n\r\n"}
    assert polled(1) == {ReplyOutcome.UNKNOWN: 1}
