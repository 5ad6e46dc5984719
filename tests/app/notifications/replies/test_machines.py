"""What a machine writes plays nothing and is not answered; a report says that an address is dead."""

from email.message import EmailMessage

import pytest
from allauth.account.models import EmailAddress

from notifications.mail.composer import write
from notifications.replies import mail_handler
from notifications.replies.outcome import ReplyOutcome
from players.mail import reachable
from players.models import Player
from tests.app.notifications.mails import Question
from tests.app.notifications.notices import notice

THUMB = "\N{THUMBS UP SIGN}"


def test_a_machine_is_not_answered_and_plays_nothing(question) -> None:
    said = [question.answer(headers="Auto-Submitted: auto-replied\r\n")]
    said += [question.answer(envelope=envelope) for envelope in ("", "<>")]
    # Our own mail that comes back.
    own = ("table@tide.example", "Play+x@tide.example")
    said += [question.answer(sender=sender) for sender in own]
    assert said == [ReplyOutcome.AUTOMATIC] * 5
    assert question.is_untouched
    assert question.answer(headers="Auto-Submitted: no\r\n") == ReplyOutcome.SEALED


def test_nothing_is_said_to_a_reaction(question) -> None:
    gmail = EmailMessage()
    gmail["From"], gmail["To"], gmail["Message-ID"] = "ann@post.example", question.to, "<1@gmail>"
    gmail.set_content(f"{THUMB}\n\nAnn hat über Gmail reagiert\n")
    json = b'{"emoji": "x", "version": 1}'
    gmail.add_alternative(json, "text", "vnd.google.email-reaction+json")
    by_header = "Content-Disposition: reaction\r\n"
    for raw in (
        gmail.as_bytes(),
        question.write(THUMB),
        question.write("\N{HEAVY BLACK HEART}\N{VARIATION SELECTOR-16}"),
        question.write("Ann reacted to your message:\n\nFrom: tideapi\nSubject: Your turn"),
        question.write("\N{WAVING HAND SIGN}", headers=by_header),
        question.write("Prima!", headers=by_header),
    ):
        said = mail_handler.receive(raw, question.to, "ann@post.example")
        assert said == ReplyOutcome.AUTOMATIC, raw
    assert question.is_untouched
    assert question.answer(f"{THUMB} {question.play}") == ReplyOutcome.SEALED, "a wish beside it"


REPORT = (
    "From: Mail Delivery System <MAILER-DAEMON@mx.example>\r\nTo: {to}\r\nSubject: Undelivered\r\n"
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\r\n\r\n'
    "--b\r\nContent-Type: text/plain\r\n\r\n{text}\r\n"
    "--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example\r\n\r\n"
    "Final-Recipient: rfc822; {address}\r\nAction: {action}\r\nStatus: {status}\r\n\r\n--b--\r\n"
)
UNKNOWN = "5.0.0\r\nDiagnostic-Code: smtp; "
Bounces = list[tuple[str, bool]]


@pytest.fixture
def bounces(monkeypatch: pytest.MonkeyPatch) -> Bounces:
    """The addresses that do not take mail, and whether for good."""
    found = Bounces()
    monkeypatch.setattr(
        reachable, "record_bounce", lambda whose, *, permanent: found.append((whose, permanent))
    )
    return found


def report_address(question: Question) -> str:
    """Return the sender of the envelope of a mail about the question, to which reports go."""
    written = write([notice(question.person, question.game)], "Ann@post.example")
    assert written is not None
    return written.from_email


def report(question: Question, to: str, status: str, **more: str) -> ReplyOutcome:
    known = {"action": "failed", "address": "ann@post.example", **more}
    raw = REPORT.format(to=to, text=question.play, status=status, **known)
    return mail_handler.receive(raw.encode(), to, "")


@pytest.mark.parametrize(
    ("status", "more", "permanent"),
    [
        ("5.1.1", {"address": "Ann@post.example"}, True),
        ("4.4.7", {}, False),
        ("4.4.1", {"action": "delayed"}, None),
        ("5.1.1", {"address": "bob@post.example"}, None),
        ("5.1.1", {"address": "ann@old.example"}, None),
        ("5.2.1 (disabled)", {}, True),
        # These say something of us, of the mail, of the day, or nothing at all.
        *((status, {}, False) for status in ("5.7.1", "5.2.2", "5.0.0", "5")),
        # What says nothing may be followed by what the other server said.
        (f"{UNKNOWN}550-5.1.1 No such user", {}, True),
        (f"{UNKNOWN}550 5.7.1 You are on a list", {}, False),
        ("5.7.1\r\nDiagnostic-Code: smtp; 550 5.1.1 As a list says", {}, False),
    ],
)
def test_a_report_says_whether_the_address_is_dead(
    question, bounces, status, more, permanent
) -> None:
    to = report_address(question)
    player = Player.objects.get(username="ann")
    EmailAddress.objects.create(user=player, email="ann@old.example", verified=True)
    assert mail_handler.knows(to)
    assert report(question, to, status, **more) == ReplyOutcome.RETURNED
    assert bounces == ([] if permanent is None else [("ann@post.example", permanent)])
    assert question.bring(question.write(), to) == ReplyOutcome.AUTOMATIC, "no report"
    assert question.is_untouched


def test_whoever_was_forwarded_a_mail_reports_nothing(question, bounces) -> None:
    own = report_address(question)
    number, _, code = own.partition("+")[2].partition(".")
    for to in (
        question.to.replace("play+", "bounce+"),
        f"bounce+{int(number) + 1}.{code}",
        own.replace("@", "a@"),
    ):
        assert report(question, to, "5.1.1") == ReplyOutcome.UNKNOWN, to
    assert report(question, question.to, "5.1.1") == ReplyOutcome.AUTOMATIC
    # Of an address that is the player's no more no report is believed.
    EmailAddress.objects.filter(email="ann@post.example").update(email="ann@new.example")
    assert not mail_handler.knows(own)
    assert bounces == []
    assert question.is_untouched
