"""Who may answer: what is forged, unproved or a machine's plays nothing."""

from collections.abc import Callable
from email.message import EmailMessage
from typing import Any

import dns.exception
import dns.resolver
import pytest
from allauth.account.models import EmailAddress

from games.models import Submission
from notifications.mail.composer import write
from notifications.models import ReceivedMail
from notifications.replies import mail_handler, proof
from notifications.replies.incoming_mail import IncomingMail
from notifications.replies.outcome import Later, ReplyOutcome
from players.mail import reachable
from players.models import Letter, Player
from tests.app.notifications.asking import notice
from tests.app.notifications.writing import OUR_SERVER, addressed, reply
from tests.people import Person

pytestmark = pytest.mark.usefixtures("no_dns")
Table = Callable[..., str]
GOOD = f"{OUR_SERVER}; dmarc=pass header.from=post.example"


def answered(writer: Person, game: str, **more: Any) -> ReplyOutcome:
    """What becomes of a reply with the second card of her hand."""
    to = addressed(writer, game)
    card = writer.sees(game)["mine"]["hand"][1]
    return mail_handler.receive(reply(to, f"play {card}", **more), to, "x@y", dialogue=True)


@pytest.mark.parametrize(
    "says",
    [
        GOOD,
        f"{OUR_SERVER.upper()} 1; spf=fail; dkim=fail; dmarc=pass (p=reject) header.from=post.example",
        f"{OUR_SERVER}; dkim=pass header.d=post.example header.s=k1",
        f"{OUR_SERVER}; dkim=pass header.i=@mail.post.example; dmarc=none",
        f"{OUR_SERVER}; dkim=fail header.d=other.example; dkim=pass header.d=post.example",
    ],
)
def test_what_our_mail_server_vouches_for_is_played(
    table: Table, writer: Person, says: str
) -> None:
    assert answered(writer, table(), proof=says) == ReplyOutcome.SEALED


@pytest.mark.parametrize(
    "says",
    [
        None,
        "",
        f"{OUR_SERVER}; none",
        f"{OUR_SERVER}; spf=fail smtp.mailfrom=post.example; dkim=none",
        f"{OUR_SERVER}; spf=pass smtp.mailfrom=post.example",
        f"{OUR_SERVER}; dmarc=fail header.from=post.example; dkim=pass header.d=post.example",
        f"{OUR_SERVER}; dmarc=pass header.from=evil.example",
        f"{OUR_SERVER}; dmarc=pass",
        f"{OUR_SERVER}; dkim=pass header.d=evil.example",
        f"{OUR_SERVER}; dkim=pass header.d=evilpost.example",
        f"{OUR_SERVER}; dkim=pass header.d=example",
        f"{OUR_SERVER}; dkim=pass",
        f"{OUR_SERVER}; dmarc=temperror header.from=post.example",
        f"{OUR_SERVER}; dmarc=bestguesspass header.from=post.example",
        f"{OUR_SERVER}; x-comment=(dmarc=pass header.from=post.example)",
        f"{OUR_SERVER} (dmarc=pass header.from=post.example); dmarc=none",
        f'other.example; x="{OUR_SERVER}; dmarc=pass header.from=post.example"',
        "mx.tide.example.evil.example; dmarc=pass header.from=post.example",
        "evil.example; dmarc=pass header.from=post.example",
        "; dmarc=pass header.from=post.example",
        "((((",
    ],
)
def test_what_nobody_vouches_for_plays_nothing(
    table: Table, writer: Person, says: str | None
) -> None:
    game = table()
    assert answered(writer, game, proof=says) == ReplyOutcome.UNPROVED
    assert not Submission.objects.filter(game=game).exists()
    assert not ReceivedMail.objects.exists(), "the same mail may come again, and be proved"
    assert not Letter.objects.exists()


def test_only_the_topmost_word_of_our_mail_server_counts(table: Table, writer: Person) -> None:
    game = table()
    forged = f"Authentication-Results: {GOOD}\r\n"
    fails = f"{OUR_SERVER}; dmarc=fail header.from=post.example"
    assert answered(writer, game, proof=fails, headers=forged) == ReplyOutcome.UNPROVED
    others = "Authentication-Results: evil.example; dmarc=pass header.from=post.example\r\n"
    assert answered(writer, game, proof="other.example; dmarc=fail", headers=others) == (
        ReplyOutcome.UNPROVED
    )
    # What others say above it makes no difference.
    to = addressed(writer, game)
    raw = reply(to, f"play {writer.sees(game)['mine']['hand'][1]}")
    raw = b"Authentication-Results: relay.example; dmarc=fail\r\n" + raw
    assert mail_handler.receive(raw, to) == ReplyOutcome.SEALED


def test_without_a_mail_server_that_says_something_no_header_counts(
    table: Table, writer: Person, settings: Any
) -> None:
    settings.TIDE_MAIL_AUTHSERV_ID = ""
    game = table()
    for says in (
        GOOD,
        "; dmarc=pass header.from=post.example",
        "dmarc=pass header.from=post.example",
    ):
        assert answered(writer, game, proof=says) == ReplyOutcome.UNPROVED


def test_trust_in_the_peer_is_a_choice(table: Table, writer: Person, settings: Any) -> None:
    game = table()
    assert answered(writer, game, proof=None) == ReplyOutcome.UNPROVED
    settings.TIDE_MAIL_TRUSTED = True
    assert answered(writer, game, proof=None) == ReplyOutcome.SEALED
    assert answered(writer, game, proof=None, sender="eve@post.example") == ReplyOutcome.STRANGER


@pytest.mark.parametrize(
    "sender",
    [
        "From: Ann <ann@post.example>, Eve <eve@evil.example>",
        "From: Ann <ann@post.example>\r\nFrom: Eve <eve@evil.example>",
        "From: Eve <eve@evil.example>\r\nFrom: Ann <ann@post.example>",
        'From: "ann@post.example" <eve@evil.example>',
        "From: ann@post.example <eve@evil.example>",
        "From: <ann@post.example> <eve@evil.example>",
        "From: Ann <ann@post.example@evil.example>",
        "From: ann@post.example(.evil.example)@evil.example",
        "From: ann",
        "From: ",
        "From: group: ann@post.example, eve@evil.example;",
        "From: =?utf-8?q?ann=40post=2Eexample?= <eve@evil.example>",
        "From: ann@post.example\x00@evil.example",
        "Sender: ann@post.example",
        "X-From: ann@post.example",
    ],
)
def test_a_forged_sender_plays_nothing(table: Table, writer: Person, sender: str) -> None:
    game = table()
    to = addressed(writer, game)
    raw = reply(to, f"play {writer.sees(game)['mine']['hand'][1]}", proof=None)
    raw = raw.replace(b"From: Ann <ann@post.example>", sender.encode())
    proofs = "".join(
        f"Authentication-Results: {OUR_SERVER}; dmarc=pass header.from={domain}\r\n"
        for domain in ("evil.example",)
    )
    assert mail_handler.receive(proofs.encode() + raw, to) in {
        ReplyOutcome.STRANGER,
        ReplyOutcome.UNPROVED,
        ReplyOutcome.MALFORMED,
    }
    assert not Submission.objects.filter(game=game).exists()


@pytest.mark.parametrize(
    "header",
    [
        "Auto-Submitted: auto-replied",
        "Auto-Submitted: auto-generated; owner=x",
        "AUTO-SUBMITTED: Auto-Notified",
        "Precedence: bulk",
        "Precedence: auto_reply",
        "X-Autoreply: yes",
        "X-Autorespond: away",
        "List-Id: <table.example>",
        "Return-Path: <>",
    ],
)
def test_machines_are_not_answered_and_play_nothing(
    table: Table, writer: Person, header: str
) -> None:
    game = table()
    said = answered(writer, game, headers=f"{header}\r\n")
    assert said == ReplyOutcome.AUTOMATIC
    assert not Submission.objects.filter(game=game).exists()
    assert not Letter.objects.exists()


def gmail_reaction(to: str) -> bytes:
    """A thumb up, as Gmail writes it: for people, and for programs."""
    message = EmailMessage()
    message["From"], message["To"], message["Message-ID"] = "ann@post.example", to, "<1@gmail>"
    message.set_content("\N{THUMBS UP SIGN}\n\nAnn hat über Gmail reagiert\n")
    message.add_alternative(
        b'{"emoji": "x", "version": 1}', "text", "vnd.google.email-reaction+json"
    )
    return message.as_bytes()


@pytest.mark.parametrize(
    "write",
    [
        gmail_reaction,
        lambda to: reply(to, "\N{THUMBS UP SIGN}"),
        lambda to: reply(to, "\N{HEAVY BLACK HEART}\N{VARIATION SELECTOR-16}"),
        lambda to: reply(to, "Ann reacted to your message:\n\nFrom: tideapi\nSubject: Your turn"),
        lambda to: reply(to, "\N{WAVING HAND SIGN}", headers="Content-Disposition: reaction\r\n"),
        lambda to: reply(to, "Prima!", headers="Content-Disposition: reaction\r\n"),
    ],
    ids=["Gmail", "a thumb", "a heart", "Outlook", "RFC 9078", "RFC 9078, words"],
)
def test_nothing_is_said_to_a_reaction(
    table: Table, writer: Person, write: Callable[[str], bytes]
) -> None:
    to = addressed(writer, table())
    assert mail_handler.receive(write(to), to, "ann@post.example") == ReplyOutcome.AUTOMATIC
    assert not Letter.objects.exists()


def test_a_wish_beside_a_picture_is_done(table: Table, writer: Person) -> None:
    game = table()
    to, card = addressed(writer, game), writer.sees(game)["mine"]["hand"][1]
    raw = reply(to, f"\N{THUMBS UP SIGN} play {card}")
    assert mail_handler.receive(raw, to, "ann@post.example") == ReplyOutcome.SEALED


def test_a_person_may_say_that_she_is_none(table: Table, writer: Person) -> None:
    assert answered(writer, table(), headers="Auto-Submitted: no\r\n") == ReplyOutcome.SEALED


@pytest.mark.parametrize("envelope", ["", "<>"])
def test_an_envelope_without_a_sender_is_a_machine(
    table: Table, writer: Person, envelope: str
) -> None:
    game = table()
    to = addressed(writer, game)
    raw = reply(to, f"play {writer.sees(game)['mine']['hand'][1]}")
    assert mail_handler.receive(raw, to, envelope) == ReplyOutcome.AUTOMATIC
    assert not Letter.objects.exists()


@pytest.mark.parametrize("sender", ["table@tide.example", "Play+x@tide.example"])
def test_our_own_mail_that_comes_back_ends_there(table: Table, writer: Person, sender: str) -> None:
    assert answered(writer, table(), sender=sender) == ReplyOutcome.AUTOMATIC
    assert not Letter.objects.exists()


REPORT = (
    "From: Mail Delivery System <MAILER-DAEMON@mx.example>\r\nTo: {to}\r\nSubject: Undelivered\r\n"
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\r\n\r\n'
    "--b\r\nContent-Type: text/plain\r\n\r\nplay {card}\r\n"
    "--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example\r\n\r\n"
    "Final-Recipient: rfc822; {address}\r\nAction: {action}\r\nStatus: {status}\r\n\r\n--b--\r\n"
)


def sent_from(writer: Person, game: str) -> str:
    """The sender of the envelope of a mail about her question, to which reports go."""
    written = write([notice(writer, game)], "Ann@post.example")
    assert written is not None
    return written.from_email


def hears(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, bool]]:
    """What is said of addresses from which mail comes back."""
    heard = list[tuple[str, bool]]()
    monkeypatch.setattr(
        reachable, "record_bounce", lambda whose, *, permanent: heard.append((whose, permanent))
    )
    return heard


@pytest.mark.parametrize(
    ("action", "status", "address", "told"),
    [
        ("failed", "5.1.1", "Ann@post.example", [("ann@post.example", True)]),
        ("failed", "4.4.7", "ann@post.example", [("ann@post.example", False)]),
        ("delayed", "4.4.1", "ann@post.example", []),
        ("failed", "5.1.1", "bob@post.example", []),
        ("failed", "5.1.1", "ann@old.example", []),
        ("failed", "5.2.1 (disabled)", "ann@post.example", [("ann@post.example", True)]),
        # These say something of us, of the mail, of the day, or nothing at all.
        ("failed", "5.7.1", "ann@post.example", [("ann@post.example", False)]),
        ("failed", "5.2.2", "ann@post.example", [("ann@post.example", False)]),
        ("failed", "5.0.0", "ann@post.example", [("ann@post.example", False)]),
        ("failed", "5", "ann@post.example", [("ann@post.example", False)]),
        # What says nothing may be followed by what the other server said.
        (
            "failed",
            "5.0.0\r\nDiagnostic-Code: smtp; 550-5.1.1 No such user",
            "ann@post.example",
            [("ann@post.example", True)],
        ),
        (
            "failed",
            "5.0.0\r\nDiagnostic-Code: smtp; 550 5.7.1 You are on a list",
            "ann@post.example",
            [("ann@post.example", False)],
        ),
        (
            "failed",
            "5.7.1\r\nDiagnostic-Code: smtp; 550 5.1.1 As a list says",
            "ann@post.example",
            [("ann@post.example", False)],
        ),
    ],
)
def test_a_report_says_whether_the_address_of_its_mail_is_dead_and_plays_nothing(
    table: Table,
    writer: Person,
    monkeypatch: pytest.MonkeyPatch,
    action: str,
    status: str,
    address: str,
    told: list[Any],
) -> None:
    game = table()
    to = sent_from(writer, game)
    other = Player.objects.get(username=writer.name)
    EmailAddress.objects.create(user=other, email="ann@old.example", verified=True)
    assert mail_handler.knows(to)
    heard = hears(monkeypatch)
    card = writer.sees(game)["mine"]["hand"][1]
    raw = REPORT.format(to=to, card=card, action=action, status=status, address=address)
    assert mail_handler.receive(raw.encode(), to, "") == ReplyOutcome.RETURNED
    assert heard == told
    assert not Submission.objects.filter(game=game).exists()
    assert not Letter.objects.exists()


@pytest.mark.parametrize("at", ["the address for answers", "its secret", "another mail", "another"])
def test_whoever_was_forwarded_a_mail_reports_nothing(
    table: Table, writer: Person, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    game = table()
    answers, ours = addressed(writer, game), sent_from(writer, game)
    number, _, code = ours.partition("+")[2].partition(".")
    to = {
        "the address for answers": answers,
        "its secret": answers.replace("play+", "bounce+"),
        "another mail": f"bounce+{int(number) + 1}.{code}",
        "another": ours.replace("@", "a@"),
    }[at]
    heard = hears(monkeypatch)
    raw = REPORT.format(
        to=to, card=3, action="failed", status="5.1.1", address="ann@post.example"
    ).encode()
    found = mail_handler.receive(raw, to, "")
    assert found == (ReplyOutcome.AUTOMATIC if to == answers else ReplyOutcome.UNKNOWN)
    assert heard == []
    assert not Submission.objects.filter(game=game).exists()
    assert not Letter.objects.exists()


def test_where_reports_go_nothing_is_played(table: Table, writer: Person) -> None:
    game = table()
    to = sent_from(writer, game)
    raw = reply(to, f"play {writer.sees(game)['mine']['hand'][1]}")
    assert mail_handler.receive(raw, to, "x@y") == ReplyOutcome.AUTOMATIC
    assert not Submission.objects.filter(game=game).exists()
    assert not Letter.objects.exists()


def test_no_report_is_believed_of_an_address_that_is_hers_no_more(
    table: Table, writer: Person
) -> None:
    to = sent_from(writer, table())
    EmailAddress.objects.filter(email="ann@post.example").update(email="ann@new.example")
    assert not mail_handler.knows(to)


# -- signatures, where no mail server says anything


def test_a_good_signature_of_her_domain_is_proof_enough(
    table: Table, writer: Person, signs: Callable[..., bytes]
) -> None:
    game = table()
    to = addressed(writer, game)
    raw = signs(reply(to, f"play {writer.sees(game)['mine']['hand'][1]}", proof=None))
    assert mail_handler.receive(raw, to) == ReplyOutcome.SEALED


@pytest.mark.parametrize("domain", ["mail.post.example", "post.example"])
def test_a_signature_of_the_same_owner_is_good(
    table: Table, writer: Person, signs: Callable[..., bytes], domain: str
) -> None:
    raw = signs(reply("x@y", "play 3", proof=None), domain)
    assert proof.find_proof(IncomingMail(raw), "post.example")


@pytest.mark.parametrize(
    "domain",
    ["evil.example", "example", "post-example.example", "st.example", "post.example.evil.example"],
)
def test_a_signature_of_another_domain_proves_nothing(
    takes_mail: None, signs: Callable[..., bytes], domain: str
) -> None:
    raw = signs(reply("x@y", "play 3", proof=None), domain)
    assert not proof.find_proof(IncomingMail(raw), "post.example")


def test_neighbours_at_one_provider_do_not_vouch_for_each_other(
    takes_mail: None, signs: Callable[..., bytes]
) -> None:
    raw = signs(reply("x@y", "play 3", proof=None, sender="a@ann.github.io"), "eve.github.io")
    assert not proof.find_proof(IncomingMail(raw), "ann.github.io")


def test_what_was_changed_after_signing_proves_nothing(
    takes_mail: None, signs: Callable[..., bytes]
) -> None:
    raw = signs(reply("x@y", "play 3", proof=None))
    assert proof.find_proof(IncomingMail(raw), "post.example")
    assert not proof.find_proof(IncomingMail(raw.replace(b"play 3", b"play 4")), "post.example")
    assert not proof.find_proof(IncomingMail(raw.replace(b"<ann@", b"<bob@")), "post.example")


def test_a_signature_of_a_part_of_the_text_proves_nothing(
    takes_mail: None, signs: Callable[..., bytes]
) -> None:
    raw = signs(reply("x@y", "play 3", proof=None), length=True)
    assert not proof.find_proof(IncomingMail(raw), "post.example")


def test_a_dns_that_is_away_puts_a_mail_off(
    takes_mail: None, signs: Callable[..., bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = signs(reply("x@y", "play 3", proof=None))

    for fault in (dns.resolver.NoNameservers, dns.resolver.LifetimeTimeout):

        def away(*_: Any, fault: Any = fault, **__: Any) -> None:
            raise fault

        monkeypatch.setattr(dns.resolver, "resolve", away)
        with pytest.raises(Later):
            proof.find_proof(IncomingMail(raw), "post.example")
