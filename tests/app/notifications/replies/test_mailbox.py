"""A mailbox: each mail is handled once, whatever its server keeps, refuses or cannot do."""

import logging
import re
import ssl
from collections import Counter
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from notifications.models import MailboxPosition
from notifications.replies import imap, mail_handler
from notifications.replies.imap import MailboxError, MailboxProgress
from notifications.replies.outcome import Later, ReplyOutcome
from tests.app.notifications.mails import nest_mails, write_reply
from tests.app.notifications.replies.scripted_imap import ScriptedMailbox, scripted_mailbox

pytestmark = pytest.mark.django_db
GOOD, BAD = b"play 44", b"poison"
MAX_FAULTS = 3
POLLS = 3 * 2**MAX_FAULTS
"""More than it takes to give a mail up."""


@pytest.fixture
def mailbox(settings: Any, takes_mail: None) -> Iterator[ScriptedMailbox]:
    with scripted_mailbox() as server:
        settings.TIDE_IMAP_URL = server.url
        yield server


@pytest.fixture
def poisoned(mailbox: ScriptedMailbox, monkeypatch: pytest.MonkeyPatch) -> ScriptedMailbox:
    """A mailbox in which a mail that cannot be handled lies before a good one."""
    mailbox.mails = {11: BAD, 12: GOOD}
    monkeypatch.setattr(imap, "MAX_FAULTS", MAX_FAULTS)
    return mailbox


def fetch(polls: int = 1) -> Counter[str]:
    """Fetch mails so often, in a process of their own; return their number by outcome."""
    progress = MailboxProgress()
    return sum((imap.fetch(progress, turn) for turn in range(1, polls + 1)), Counter[str]())


def position() -> int:
    """Return the number up to which all mails are handled."""
    return sum(MailboxPosition.objects.values_list("uid", flat=True))


def handle(monkeypatch: pytest.MonkeyPatch, fault: Exception | None) -> None:
    """Let the bad mail raise this, and all others seal a card."""

    def receive(raw: bytes, _: str) -> ReplyOutcome:
        if raw == BAD and fault is not None:
            raise fault
        return ReplyOutcome.SEALED

    monkeypatch.setattr(mail_handler, "receive", receive)


@pytest.mark.parametrize("fault", [ValueError(), OSError(), RecursionError()])
def test_what_raises_holds_up_no_other_and_is_given_up(poisoned, monkeypatch, fault) -> None:
    handle(monkeypatch, fault)
    assert fetch() == {ReplyOutcome.SEALED: 1}
    assert position() == 10
    fetch(POLLS)
    assert poisoned.flagged == [f"UID STORE 11 +FLAGS.SILENT ({imap.FAILED})"]
    assert position() == 12
    assert poisoned.fetched == {11: MAX_FAULTS + 2, 12: 2}, "a second process tries them again"


def test_what_raised_for_a_while_is_done(poisoned, monkeypatch) -> None:
    progress, turns = MailboxProgress(), count(1)
    for fault, polls in ((Later("It is away."), POLLS), (ValueError(), 2 ** (MAX_FAULTS - 1))):
        handle(monkeypatch, fault)
        for _ in range(polls):
            imap.fetch(progress, next(turns))
        assert position() == 10
    assert poisoned.fetched[11] >= POLLS, "what is away is tried each time"
    handle(monkeypatch, None)
    for _ in range(POLLS):
        imap.fetch(progress, next(turns))
    assert position() == 12
    assert poisoned.flagged == []
    assert progress == MailboxProgress(poisoned.validity)


def test_a_mail_is_fetched_once_until_all_are_numbered_anew(poisoned, monkeypatch) -> None:
    handle(monkeypatch, None)
    assert fetch(3) == {ReplyOutcome.SEALED: 2}
    assert fetch(3) == {}, "another process"
    poisoned.mails[13] = GOOD
    assert fetch(3) == {ReplyOutcome.SEALED: 1}
    poisoned.validity += 1
    assert fetch(3) == {ReplyOutcome.SEALED: 3}
    assert poisoned.fetched == {11: 2, 12: 2, 13: 2}


def test_a_mailbox_without_keywords_is_read_once(question, mailbox, settings) -> None:
    assert fetch() == {}, "an empty one has nothing"
    settings.TIDE_MAX_MAIL_BYTES = 50_000
    large = question.write("x\n" * 25_000)
    mailbox.mails = {
        11: question.write(),
        12: write_reply("x@else.example", "play 3"),
        13: large,
        14: large,
        15: nest_mails(question.to, 1000),
        16: b"Delivered-To: " + b"(" * 1900 + b"\r\nTo: x@else.example\r\n\r\n",
    }
    assert fetch() == {
        ReplyOutcome.SEALED: 1,
        ReplyOutcome.UNKNOWN: 2,
        ReplyOutcome.TOO_LARGE: 2,
        ReplyOutcome.MALFORMED: 1,
    }
    assert fetch() == {}
    mailbox.mails[20] = question.write(f"play {question.hand[2]}", id="<2@x>")
    assert fetch() == {ReplyOutcome.SEALED: 1}
    assert question.sealed()["action"]["card"] == question.hand[2]
    assert mailbox.fetched == dict.fromkeys((11, 12, 15, 16, 20), 1)
    assert mailbox.flagged == []


def read_warnings(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, polls: int
) -> list[str]:
    """Return what so many polls say in the log."""
    rests = iter(range(polls - 1))

    def rest(_: float) -> None:
        if next(rests, None) is None:
            raise KeyboardInterrupt

    monkeypatch.setattr("time.sleep", rest)
    with pytest.raises(KeyboardInterrupt):
        imap.poll()
    return [one.getMessage() for one in caplog.records if one.levelno >= logging.WARNING]


@pytest.mark.parametrize(
    ("begins", "answer", "said"),
    [
        ("LOGIN", "NO [AUTHENTICATIONFAILED] Wrong password", "LOGIN: .*Wrong password"),
        ("SELECT", "NO [NONEXISTENT] No such folder", "SELECT Game mail: .*No such folder"),
        ("UID SEARCH", "BAD Command Argument Error. 11", "SEARCH: .*Command Argument Error. 11"),
        ("UID FETCH", "NO [SERVERBUG] Internal error", "FETCH: .*Internal error"),
        ("UID FETCH", "xyz\r\nthe words of a mail", "FETCH: abort"),
    ],
)
def test_the_log_says_why_no_mail_is_fetched(
    mailbox, monkeypatch, caplog, begins, answer, said
) -> None:
    mailbox.mails = {11: b"To: x@else.example\r\n\r\nplay 3\r\n"}
    mailbox.instead = {begins: answer}
    (line,) = read_warnings(monkeypatch, caplog, polls=1)
    assert "words" not in line
    assert "secret" not in line
    assert re.fullmatch(f"No mail is fetched: {said}.*", line)


def test_a_mailbox_at_which_nothing_listens_is_asked_again(settings, monkeypatch, caplog) -> None:
    with scripted_mailbox() as server:
        settings.TIDE_IMAP_URL = server.url
    said = "No mail is fetched: connection: Connection refused"
    assert read_warnings(monkeypatch, caplog, polls=3) == [said] * 3


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (ssl.SSLCertVerificationError(1, "certificate verify failed"), "certificate verify failed"),
        (OSError("a mail's own words"), "OSError"),
    ],
)
def test_the_certificate_of_a_mailbox_is_checked(settings, monkeypatch, error, said) -> None:
    settings.TIDE_IMAP_URL = "imaps://play:secret@mail.example/INBOX"
    contexts = list[ssl.SSLContext]()

    def connect(host: str, port: int, *, ssl_context: ssl.SSLContext, timeout: float) -> None:
        contexts.append(ssl_context)
        raise error

    monkeypatch.setattr("imaplib.IMAP4_SSL", connect)
    with pytest.raises(MailboxError, match=f"connection: {said}$"):
        fetch()
    (context,) = contexts
    assert (context.verify_mode, context.check_hostname) == (ssl.CERT_REQUIRED, True)
