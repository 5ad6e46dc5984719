"""A mail plays for a player only if it is sure who wrote it, to which question, and what it says."""

import logging
from itertools import product
from typing import Any

import pytest

from notifications.models import ReceivedMail
from notifications.replies import mail_handler, syntax
from notifications.replies.outcome import ReplyOutcome
from tests.app.notifications.suspect_mails import (
    PARTS,
    SIGNED,
    Signs,
    Table,
    card,
    passed,
    submissions,
    unsigned,
)
from tests.app.notifications.test_stopping import stops_at, wanted
from tests.app.notifications.writing import OUR_SERVER, addressed, reply
from tests.people import Person


@pytest.mark.usefixtures("signature_counts")
def test_a_bare_cr_does_not_lend_a_mail_another_domains_name(
    table: Table, writer: Person, signs: Signs
) -> None:
    game = table()
    to = addressed(writer, game)
    raw = signs(unsigned(to, f"play {card(writer, game)}"), "evil.example")
    named = b"DKIM-Signature: v=1; a=rsa-sha256; d=post.example; s=k1; h=from; bh=eA==; b=eA=="
    raw = b"X-Note: hi\r" + named + b"\r\n" + raw
    assert mail_handler.receive(raw, to, "x@y", dialogue=True) == ReplyOutcome.MALFORMED
    assert submissions(game) == 0


@pytest.mark.parametrize("end", [b"\r\r", b"\n\n", b"\r\n\r", b"\n\r"])
def test_half_an_end_of_a_line_in_a_header_lends_a_mail_no_other_text(
    table: Table, writer: Person, signs: Signs, vouched: bool, end: bytes
) -> None:
    game = table()
    to, other = addressed(writer, game), card(writer, game, 3)
    raw = signs(unsigned(to, f"play {card(writer, game)}"))
    line = b"\r\nX-Note: a" + end + f"play {other}".encode() + b"\r\n\r\n"
    raw = (passed(raw) if vouched else raw).replace(b"\r\n\r\n", line, 1)
    assert mail_handler.receive(raw, to) == ReplyOutcome.MALFORMED
    assert submissions(game) == 0


BENT = {
    "a bare CR in the text": lambda raw: raw.replace(b"play", b"pl\ray"),
    "a bare LF in the text": lambda raw: raw.replace(b"play", b"pl\nay"),
    "a NUL in the text": lambda raw: raw.replace(b"play", b"pl\0ay"),
    "a NUL in a header": lambda raw: raw.replace(b"Re:", b"Re\0:"),
    "an escape in a header": lambda raw: raw.replace(b"Re:", b"Re\x1b:"),
    "a line that is no header": lambda raw: b"From ann@post.example\r\n" + raw,
    "a header without a name": lambda raw: b": x\r\n" + raw,
    "a space before the colon": lambda raw: b"X-Note : x\r\n" + raw,
    "folding before any header": lambda raw: b" folded\r\n" + raw,
    "a folded line without text": lambda raw: b"X-Note: x\r\n \t\r\n" + raw,
    "8 bits in an address": lambda raw: raw.replace(b"From: Ann", b"From: \xc3\x84nn"),
    "two senders": lambda raw: b"From: Ann <ann@post.example>\r\n" + raw,
    "two dates": lambda raw: b"Date: 1 Jan 2026 00:00:00 +0000\r\n" * 2 + raw,
    "two subjects": lambda raw: b"Subject: x\r\n" + raw,
    "two recipients": lambda raw: b"To: x@else.example\r\n" + raw,
    "two ids": lambda raw: b"Message-ID: <x@y>\r\n" + raw,
    "two types": lambda raw: b"Content-Type: text/html\r\n" + raw,
    "two encodings": lambda raw: b"Content-Transfer-Encoding: 7bit\r\n" * 2 + raw,
}


@pytest.mark.parametrize("trusted", [True, False])
def test_what_two_parsers_may_take_differently_is_refused_whoever_vouches_for_it(
    table: Table, writer: Person, settings: Any, trusted: bool, caplog: pytest.LogCaptureFixture
) -> None:
    settings.TIDE_MAIL_TRUSTED = trusted
    game, before = table(), wanted(writer)
    wish = f"play {card(writer, game)}"
    addresses = (addressed(writer, game), stops_at(writer, game))
    for to, (name, bend) in product(addresses, BENT.items()):
        caplog.clear()
        with caplog.at_level(logging.INFO, "notifications"):
            assert mail_handler.receive(bend(reply(to, wish)), to) == ReplyOutcome.MALFORMED, name
        assert len(caplog.records) == 1, name
    assert submissions(game) == 0
    assert wanted(writer) == before
    assert not ReceivedMail.objects.exists()


def test_a_mail_of_a_store_that_ends_lines_with_lf_is_read(table: Table, writer: Person) -> None:
    game = table()
    to = addressed(writer, game)
    raw = reply(to, f"play {card(writer, game)}").replace(b"\r\n", b"\n")
    assert mail_handler.receive(raw, to) == ReplyOutcome.SEALED


@pytest.mark.parametrize(
    "sender",
    [
        b"ann@post.example <mallory@post.example>",
        b"ann@post.example (x) <mallory@post.example>",
        b"Mallory <mallory@post.example> (ann@post.example)",
        b"ann@post.example, mallory@post.example",
        b"Ann <ann@post.example> <mallory@post.example>",
        b"<@post.example:ann@post.example>",
        b"Ann <ann@post.example>;",
        b"people: ann@post.example;",
        b'"ann"@post.example',
        b"=?utf-8?q?Ann_=3Cann=40post=2Eexample=3E?=",
        b"ann(x)@post.example",
        b"ann @post.example",
        b"<ann@post.example",
        b"ann@post.example\\",
    ],
)
def test_a_sender_is_one_address_in_the_strict_form(
    table: Table, writer: Person, signs: Signs, sender: bytes, settings: Any
) -> None:
    game = table()
    to = addressed(writer, game)
    raw = unsigned(to, f"play {card(writer, game)}")
    raw = raw.replace(b"Ann <ann@post.example>", sender)
    settings.TIDE_MAIL_AUTHSERV_ID = ""
    assert mail_handler.receive(signs(raw), to) == ReplyOutcome.STRANGER
    settings.TIDE_MAIL_TRUSTED = True
    assert mail_handler.receive(raw, to) == ReplyOutcome.STRANGER
    assert submissions(game) == 0


@pytest.mark.parametrize(
    ("header", "found"),
    [
        (b"ann@post.example", ["ann@post.example"]),
        (b"<Ann@Post.Example>", ["ann@post.example"]),
        (b'"ann@post.example" <ann@post.example>', ["ann@post.example"]),
        (b"Ann B. Example <ann@post.example>", ["ann@post.example"]),
        (b"=?utf-8?q?=C3=84nn?= <ann@post.example>", ["ann@post.example"]),
        (b'"a\\"b, c" <x@y>, d.e+f@g.example ,\t<h@i>', ["x@y", "d.e+f@g.example", "h@i"]),
        (b"ann@post.example (Ann Example)", ["ann@post.example"]),
        (b"Ann Example (at work) <ann@post.example>, x@y", ["ann@post.example", "x@y"]),
        (b"ann@post.example (Ann \\) x)", []),
        (b"(Ann) ann@post.example", []),
        (b"", []),
        (b"a@b,", []),
        (b"a@b, (c@d)", []),
        (b"a@b; c@d", []),
        (b"a@b c@d", []),
        (b"a@-b.example", []),
        (b"a..b@c", []),
        (b'"' + b'\\"' * 3000, []),
        (b"a " * 4000, []),
        (b"\xff <a@b>", []),
    ],
)
def test_addresses_are_read_in_the_strict_form_alone(header: bytes, found: list[str]) -> None:
    assert syntax.read_addresses(header) == found


@pytest.mark.usefixtures("signature_counts")
@pytest.mark.parametrize("left_out", [b"to", b"subject"])
def test_a_signature_has_to_cover_recipient_and_subject(
    table: Table, writer: Person, signs: Signs, left_out: bytes
) -> None:
    game = table()
    to = addressed(writer, game)
    some = [one for one in SIGNED if one != left_out]
    raw = signs(unsigned(to, f"play {card(writer, game)}"), include_headers=some)
    assert mail_handler.receive(raw, to) == ReplyOutcome.UNBOUND
    assert submissions(game) == 0


@pytest.mark.parametrize(
    ("text", "before", "after"),
    [
        # The lines of a signature's rule, or of a quote, as the parts of a mail.
        (
            "\n-----Original Message-----\nWrote: x\n\nplay {other}\n",
            b"text/plain; charset=utf-8",
            b'multipart/mixed; boundary="---Original Message-----"',
        ),
        ("see\n--x\n\nplay {other}\n--x--", b"text/plain", b"multipart/mixed; boundary=x"),
        ("--x\n\nplay {other}\n\n-- \nAnn", b"text/plain", b"multipart/mixed; boundary=x"),
        ("<!-- no -->play {other}", b"text/plain", b"text/html"),
        (
            "play =3{other:x}",
            b"text/plain",
            b"text/plain\r\nContent-Transfer-Encoding: quoted-printable",
        ),
        ("cGxheQ==", b"text/plain", b"text/plain\r\nContent-Transfer-Encoding: 7bit"),
        ("play {other}", b"charset=utf-8", b"charset=utf-16"),
        ("play {other}", b"charset=utf-8", b"charset=unicode_escape"),
        ("play {other}", b"charset=utf-8", b"charset=punycode"),
        ("play {other}", b"text/plain", b"text/html"),
    ],
)
def test_a_type_that_nobody_signed_makes_no_other_text_of_a_signed_body(
    table: Table,
    writer: Person,
    signs: Signs,
    vouched: bool,
    text: str,
    before: bytes,
    after: bytes,
) -> None:
    game = table()
    to = addressed(writer, game)
    text = text.format(other=card(writer, game, 3))
    raw = signs(unsigned(to, text), include_headers=SIGNED).replace(before, after)
    assert mail_handler.receive(passed(raw) if vouched else raw, to) == ReplyOutcome.UNBOUND
    assert submissions(game) == 0


PROVIDERS = {
    "Gmail": (
        *(b"mime-version", b"references", b"in-reply-to", b"from", b"date", b"message-id"),
        *(
            b"subject",
            b"to",
            b"from",
            b"to",
            b"cc",
            b"subject",
            b"date",
            b"message-id",
            b"reply-to",
        ),
    ),
    "Yahoo": (b"date", b"from", b"to", b"subject", b"references", b"from", b"subject", b"reply-to"),
    "iCloud": (
        *(b"from", b"content-type", b"mime-version", b"subject", b"message-id", b"date", b"to"),
    ),
    "Postfix with OpenDKIM": (b"from", b"to", b"subject", b"date", b"from"),
    "Postfix with Rspamd": (
        *(b"from", b"from", b"reply-to", b"subject", b"subject", b"date", b"message-id", b"to"),
        *(b"to", b"cc", b"mime-version", b"content-type", b"content-transfer-encoding"),
    ),
}
"""The headers that they sign, as their mails say."""
MICROSOFT = (b"from", b"date", b"subject", b"message-id", b"content-type", b"mime-version")
"""The same of Outlook and Microsoft 365, which sign no recipient."""
BODIES = {
    "two parts": (PARTS, 'multipart/alternative; boundary="=_b"', ""),
    "two parts below a line": (f"\n{PARTS}", 'multipart/alternative; boundary="=_b"', ""),
    "two parts below words": (
        f"This is a multi-part message in MIME format.\n{PARTS}",
        'multipart/alternative; boundary="=_b"',
        "8bit",
    ),
    "text": ("{text}\n\nOn Monday Bob wrote:\n> play a=b", "text/plain; charset=UTF-8", ""),
    "text, quoted-printable": (
        "{text}\n\n> M=C3=A4rz=\n",
        'text/plain; charset="utf-8"',
        "quoted-printable",
    ),
    "text, quoted-printable without need": ("{text}", "text/plain", "quoted-printable"),
    "HTML": ("<html><body><p>{text}</p></body></html>", "text/html; charset=utf-8", "7bit"),
}


@pytest.mark.parametrize("provider", PROVIDERS)
def test_replies_of_the_large_providers_are_taken(
    table: Table, writer: Person, signs: Signs, vouched: bool, provider: str
) -> None:
    game = table()
    to, wish = addressed(writer, game), f"play {card(writer, game)}"
    for number, (body, (text, kind, encoding)) in enumerate(BODIES.items()):
        more = "MIME-Version: 1.0\r\nDate: Thu, 26 Nov 2026 10:00:00 +0000\r\nReferences: <a@b>\r\n"
        more += f"Content-Transfer-Encoding: {encoding}\r\n" if encoding else ""
        raw = unsigned(to, text.format(text=wish), headers=more, id=f"<{number}@post.example>")
        raw = raw.replace(b"text/plain; charset=utf-8", kind.encode(), 1)
        raw = signs(raw, include_headers=PROVIDERS[provider], canonicalize=(b"relaxed", b"relaxed"))
        said = mail_handler.receive(passed(raw) if vouched else raw, to)
        assert said == ReplyOutcome.SEALED, body


def test_a_mail_of_microsoft_is_taken_where_our_server_vouches_for_it(
    table: Table, writer: Person, signs: Signs, vouched: bool
) -> None:
    game = table()
    to = addressed(writer, game)
    raw = signs(unsigned(to, f"play {card(writer, game)}"), include_headers=MICROSOFT)
    if vouched:
        assert mail_handler.receive(passed(raw), to) == ReplyOutcome.SEALED
    else:
        assert mail_handler.receive(raw, to) == ReplyOutcome.UNBOUND


@pytest.mark.usefixtures("signature_counts")
@pytest.mark.parametrize(
    "tag",
    [b"i=post.example", b"t=" + b"1" * 5000, b"h=", b"bh=a", b"d=", b"d=\xff", b"s=\xff", b"b="],
)
def test_a_signature_that_cannot_be_read_proves_nothing_and_is_no_fault_of_the_moment(
    table: Table, writer: Person, tag: bytes
) -> None:
    game = table()
    to = addressed(writer, game)
    name = tag.partition(b"=")[0]
    tags = {b"v": b"1", b"a": b"rsa-sha256", b"d": b"post.example", b"s": b"k1", b"h": b"from"}
    tags |= {b"bh": b"eA==", b"b": b"eA==", name: tag.partition(b"=")[2]}
    made = b"; ".join(b"=".join(one) for one in tags.items())
    raw = b"DKIM-Signature: " + made + b"\r\n" + unsigned(to, f"play {card(writer, game)}")
    found = mail_handler.receive(raw, to, "x@y", dialogue=True)
    assert found == (ReplyOutcome.MALFORMED if b"\xff" in tag else ReplyOutcome.UNPROVED)


def test_an_encoded_word_is_not_the_name_of_our_mail_server(table: Table, writer: Person) -> None:
    game = table()
    to = addressed(writer, game)
    says = f"=?utf-8?q?{OUR_SERVER}=3B_dmarc=3Dpass_header=2Efrom=3Dpost=2Eexample?="
    raw = reply(to, f"play {card(writer, game)}", proof=says)
    assert mail_handler.receive(raw, to, "x@y", dialogue=True) == ReplyOutcome.UNPROVED


def test_a_signature_of_a_part_of_the_text_proves_nothing_to_our_server_either(
    table: Table, writer: Person, signs: Signs, vouched: bool
) -> None:
    game = table()
    to = addressed(writer, game)
    raw = signs(unsigned(to, ""), length=True) + f"play {card(writer, game)}\r\n".encode()
    said = mail_handler.receive(passed(raw) if vouched else raw, to, "x@y", dialogue=True)
    assert said == ReplyOutcome.UNPROVED


def test_an_attached_mail_is_not_read_for_its_text(table: Table, writer: Person) -> None:
    game = table()
    to = addressed(writer, game)
    inner = f"Content-Type: text/plain\n\nplay {card(writer, game)}"
    text = f"--b\nContent-Type: message/rfc822\n\n{inner}\n--b--"
    raw = reply(to, text).replace(b"text/plain; charset=utf-8", b"multipart/mixed; boundary=b")
    assert mail_handler.receive(raw, to) == ReplyOutcome.UNREAD
