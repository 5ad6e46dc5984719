"""Mailboxes of servers that have no keywords, that refuse a command, or that are away."""

import logging
import re
import ssl
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from games.models import Submission
from notifications.replies import imap
from notifications.replies.imap import MailboxError, MailboxProgress
from notifications.replies.outcome import ReplyOutcome
from tests.app.notifications.writing import addressed, reply
from tests.people import Person
from tests.system.notifications.scripted_imap import ScriptedMailbox, scripted_mailbox

Table = Callable[..., str]


@pytest.fixture
def mailbox(settings: Any) -> Iterator[ScriptedMailbox]:
    with scripted_mailbox() as server:
        settings.TIDE_IMAP_URL = server.url
        yield server


def warnings(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> list[str]:
    """What one poll says in the log."""

    def over(_: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("time.sleep", over)
    caplog.clear()
    with pytest.raises(KeyboardInterrupt):
        imap.poll()
    return [one.getMessage() for one in caplog.records if one.levelno >= logging.WARNING]


def test_a_mailbox_without_keywords_is_read_once(
    table: Table, writer: Person, mailbox: ScriptedMailbox
) -> None:
    game = table()
    to, cards = addressed(writer, game), writer.sees(game)["mine"]["hand"]
    mailbox.mails = {11: reply(to, f"play {cards[1]}"), 12: reply("x@else.example", "play 3")}
    assert imap.fetch(MailboxProgress(), 1) == {ReplyOutcome.SEALED: 1, ReplyOutcome.UNKNOWN: 1}
    assert imap.fetch(MailboxProgress(), 1) == {}
    mailbox.mails[20] = reply(to, f"play {cards[2]}", id="<2@x>")
    assert imap.fetch(MailboxProgress(), 1) == {ReplyOutcome.SEALED: 1}
    assert Submission.objects.get(game=game).action["card"] == cards[2]
    fetched = [one for one in mailbox.commands if "BODY.PEEK" in one]
    assert len(fetched) == 3
    assert not any("STORE" in one or "KEYWORD" in one for one in mailbox.commands)


def test_an_empty_mailbox_has_nothing(db: None, mailbox: ScriptedMailbox) -> None:
    assert imap.fetch(MailboxProgress(), 1) == {}


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
    db: None,
    mailbox: ScriptedMailbox,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    begins: str,
    answer: str,
    said: str,
) -> None:
    mailbox.mails = {11: b"To: x@else.example\r\n\r\nplay 3\r\n"}
    mailbox.instead = {begins: answer}
    (line,) = warnings(monkeypatch, caplog)
    assert "words" not in line
    assert "secret" not in line
    assert re.fullmatch(f"No mail is fetched: {said}.*", line)


def test_the_log_says_that_nothing_listens(
    db: None, settings: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with scripted_mailbox() as server:
        settings.TIDE_IMAP_URL = server.url
    assert warnings(monkeypatch, caplog) == ["No mail is fetched: connection: Connection refused"]


def test_the_certificate_of_a_mailbox_is_checked(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.TIDE_IMAP_URL = "imaps://play:secret@mail.example/INBOX"
    contexts = list[ssl.SSLContext]()

    def connect(host: str, port: int, *, ssl_context: ssl.SSLContext, timeout: float) -> None:
        contexts.append(ssl_context)
        raise ssl.SSLCertVerificationError(1, "certificate verify failed")

    monkeypatch.setattr("imaplib.IMAP4_SSL", connect)
    with pytest.raises(MailboxError, match="connection: certificate verify failed"):
        imap.fetch(MailboxProgress(), 1)
    (context,) = contexts
    assert context.verify_mode == ssl.CERT_REQUIRED
    assert context.check_hostname
