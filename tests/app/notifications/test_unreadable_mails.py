"""What cannot be read is refused for good, and does not come again."""

import logging
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from notifications.models import ReceivedMail
from notifications.replies import imap, mail_handler
from notifications.replies.incoming_mail import IncomingMail
from notifications.replies.outcome import ReplyOutcome
from notifications.replies.syntax import Malformed
from tests.app.notifications.suspect_mails import Table, nested
from tests.app.notifications.test_stopping import stops_at
from tests.app.notifications.writing import addressed, reply
from tests.people import Person


def in_parts(to: str, depth: int) -> bytes:
    """Parts in one another, as many."""
    head = reply(to, "").partition(b"Content-Type")[0]
    made = (f"Content-Type: multipart/mixed; boundary=b{n}\r\n\r\n--b{n}\r\n" for n in range(depth))
    return head + "".join(made).encode() + b"\r\nplay 3\r\n"


@pytest.mark.parametrize("made", [nested, in_parts])
def test_a_thousand_mails_in_one_another_are_refused_for_good(
    table: Table, writer: Person, caplog: pytest.LogCaptureFixture, made: Callable[..., bytes]
) -> None:
    game = table()
    answers, stops = addressed(writer, game), stops_at(writer, game)
    for to, known in ((answers, answers), (stops, None)):
        caplog.clear()
        with caplog.at_level(logging.INFO, "notifications"):
            assert mail_handler.receive(made(to, 1000), known) == ReplyOutcome.MALFORMED
        (line,) = caplog.records
        assert "RecursionError" in line.message
    assert not ReceivedMail.objects.exists()


def test_a_mail_that_cannot_be_read_is_done_with_in_a_mailbox(
    table: Table, writer: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = nested(addressed(writer, table()), 1000)
    sizes, mail = [b"1 (RFC822.SIZE 1000)"], [(b"1 (BODY[]", raw), b")"]
    answers = iter([sizes, mail])
    monkeypatch.setattr(imap, "_run_command", lambda *_: next(answers))
    faults: Any = {}
    assert imap._handle_mail(None, 1, faults) == ReplyOutcome.MALFORMED  # type: ignore[arg-type]
    assert not faults


def test_a_size_is_read_where_the_mailbox_sends_text_beside_it(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    beside = (
        b"1 (RFC822.SIZE %d BODY[HEADER] {4}" % (settings.TIDE_MAX_MAIL_BYTES + 1),
        b"\r\n\r\n",
    )
    monkeypatch.setattr(imap, "_run_command", lambda *_: [beside, b")"])
    assert imap._handle_mail(None, 1, Counter()) == ReplyOutcome.TOO_LARGE  # type: ignore[arg-type]


@pytest.mark.parametrize("fault", [ValueError, RecursionError, LookupError, AttributeError])
def test_whatever_a_parser_raises_the_mail_does_not_come_again(
    table: Table, writer: Person, monkeypatch: pytest.MonkeyPatch, fault: type[Exception]
) -> None:
    def raises(*_: Any) -> None:
        raise fault

    to = addressed(writer, table())
    monkeypatch.setattr("notifications.replies.incoming_mail.message_from_bytes", raises)
    assert mail_handler.receive(reply(to, "play 3"), to) == ReplyOutcome.MALFORMED
    monkeypatch.undo()
    monkeypatch.setattr("notifications.replies.mail_handler.first_lines", raises)
    assert mail_handler.receive(reply(to, "play 3"), to) == ReplyOutcome.MALFORMED


def test_a_mail_is_checked_before_it_is_parsed() -> None:
    with pytest.raises(Malformed):
        IncomingMail(b"Subject: a\rb\r\n\r\n")


def test_a_mailbox_that_is_away_is_asked_again(
    db: None, settings: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    asked = []

    def fetch(_: Any, turn: int) -> Counter[str]:
        asked.append(turn)
        if turn == 3:
            raise KeyboardInterrupt
        raise OSError("a mail's own words")

    monkeypatch.setattr(imap, "fetch", fetch)
    settings.TIDE_IMAP_INTERVAL_SECONDS = 0
    with pytest.raises(KeyboardInterrupt):
        imap.poll()
    assert asked == [1, 2, 3]
    said = [one.getMessage() for one in caplog.records if one.levelname == "WARNING"]
    assert said == ["No mail is fetched: OSError"] * 2
