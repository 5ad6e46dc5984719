"""A mail plays for a player only if it is sure who wrote it, to which question, and what it says."""

import logging
from collections.abc import Callable
from typing import Any

import pytest

from games.models import Submission
from notifications.models import ReceivedMail
from notifications.replies import imap, mailboxes, receiving
from notifications.replies.outcome import Outcome
from notifications.replies.parsing import Mail
from notifications.replies.syntax import Malformed
from tests.app.notifications.test_stopping import stops_at, wanted
from tests.app.notifications.writing import OUR_SERVER, addressed, reply
from tests.happened import happened
from tests.people import Person

Table = Callable[..., str]
Signs = Callable[..., bytes]
SIGNED = [b"from", b"to", b"subject", b"date"]
FRIEND = "friend@else.example"
PARTS = (
    "--=_b\nContent-Type: text/plain; charset=utf-8\n\n{text}\n"
    "--=_b\nContent-Type: text/html; charset=utf-8\n\n<div>{text}</div>\n--=_b--"
)


@pytest.fixture(params=["signature", "our server"])
def vouched(request: pytest.FixtureRequest, settings: Any, takes_mail: None) -> bool:
    """Whether the operator's mail server says who has sent a mail, or a signature alone."""
    settings.TIDE_MAIL_AUTHSERV = OUR_SERVER if request.param == "our server" else ""
    return bool(settings.TIDE_MAIL_AUTHSERV)


@pytest.fixture
def signature_counts(settings: Any, takes_mail: None) -> None:
    settings.TIDE_MAIL_AUTHSERV = ""


def card(person: Person, game: str, place: int = 1) -> int:
    return int(person.sees(game)["mine"]["hand"][place])


def passed(raw: bytes, domain: str = "post.example") -> bytes:
    """The mail as the operator's own mail server hands it on, which has found its signature good."""
    return f"Authentication-Results: {OUR_SERVER}; dkim=pass header.d={domain}\r\n".encode() + raw


def unsigned(to: str, text: str, **more: Any) -> bytes:
    return reply(to, text, proof=None, **more)


def submissions(game: str) -> int:
    return Submission.objects.filter(game=game).count()


# -- one reading of the bytes


@pytest.mark.usefixtures("signature_counts")
def test_a_bare_cr_does_not_lend_a_mail_another_domains_name(
    table: Table, writer: Person, signs: Signs
) -> None:
    game = table()
    to = addressed(writer, game)
    raw = signs(unsigned(to, f"play {card(writer, game)}"), "evil.example")
    named = b"DKIM-Signature: v=1; a=rsa-sha256; d=post.example; s=k1; h=from; bh=eA==; b=eA=="
    raw = b"X-Note: hi\r" + named + b"\r\n" + raw
    assert receiving.receive(raw, to, "x@y", dialogue=True) == Outcome.MALFORMED
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
    assert receiving.receive(raw, to) == Outcome.MALFORMED
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


@pytest.mark.parametrize("bend", BENT.values(), ids=BENT)
@pytest.mark.parametrize("trusted", [True, False])
def test_what_two_parsers_may_take_differently_is_refused_whoever_vouches_for_it(
    table: Table,
    writer: Person,
    settings: Any,
    bend: Callable[[bytes], bytes],
    trusted: bool,
    caplog: pytest.LogCaptureFixture,
) -> None:
    settings.TIDE_MAIL_TRUSTED = trusted
    game, before = table(), wanted(writer)
    for to in (addressed(writer, game), stops_at(writer, game)):
        raw = bend(reply(to, f"play {card(writer, game)}"))
        caplog.clear()
        with caplog.at_level(logging.INFO, "notifications"):
            assert receiving.receive(raw, to) == Outcome.MALFORMED
        assert len(caplog.records) == 1
    assert submissions(game) == 0
    assert wanted(writer) == before
    assert not ReceivedMail.objects.exists()


def test_a_mail_of_a_store_that_ends_lines_with_lf_is_read(table: Table, writer: Person) -> None:
    game = table()
    to = addressed(writer, game)
    raw = reply(to, f"play {card(writer, game)}").replace(b"\r\n", b"\n")
    assert receiving.receive(raw, to) == Outcome.SEALED


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
    settings.TIDE_MAIL_AUTHSERV = ""
    assert receiving.receive(signs(raw), to) == Outcome.STRANGER
    settings.TIDE_MAIL_TRUSTED = True
    assert receiving.receive(raw, to) == Outcome.STRANGER
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
    assert mailboxes.read(header) == found


@pytest.mark.usefixtures("signature_counts")
@pytest.mark.parametrize("left_out", [b"to", b"subject"])
def test_a_signature_has_to_cover_recipient_and_subject(
    table: Table, writer: Person, signs: Signs, left_out: bytes
) -> None:
    game = table()
    to = addressed(writer, game)
    some = [one for one in SIGNED if one != left_out]
    raw = signs(unsigned(to, f"play {card(writer, game)}"), include_headers=some)
    assert receiving.receive(raw, to) == Outcome.UNBOUND
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
    assert receiving.receive(passed(raw) if vouched else raw, to) == Outcome.UNBOUND
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


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("provider", PROVIDERS)
def test_replies_of_the_large_providers_are_taken(
    table: Table, writer: Person, signs: Signs, vouched: bool, provider: str, body: str
) -> None:
    game = table()
    to = addressed(writer, game)
    text, kind, encoding = BODIES[body]
    more = "MIME-Version: 1.0\r\nDate: Thu, 26 Nov 2026 10:00:00 +0000\r\nReferences: <a@b>\r\n"
    more += f"Content-Transfer-Encoding: {encoding}\r\n" if encoding else ""
    raw = unsigned(to, text.format(text=f"play {card(writer, game)}"), headers=more)
    raw = raw.replace(b"text/plain; charset=utf-8", kind.encode(), 1)
    raw = signs(raw, include_headers=PROVIDERS[provider], canonicalize=(b"relaxed", b"relaxed"))
    assert receiving.receive(passed(raw) if vouched else raw, to) == Outcome.SEALED


def test_a_mail_of_microsoft_is_taken_where_our_server_vouches_for_it(
    table: Table, writer: Person, signs: Signs, vouched: bool
) -> None:
    game = table()
    to = addressed(writer, game)
    raw = signs(unsigned(to, f"play {card(writer, game)}"), include_headers=MICROSOFT)
    if vouched:
        assert receiving.receive(passed(raw), to) == Outcome.SEALED
    else:
        assert receiving.receive(raw, to) == Outcome.UNBOUND


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
    found = receiving.receive(raw, to, "x@y", dialogue=True)
    assert found == (Outcome.MALFORMED if b"\xff" in tag else Outcome.UNPROVED)


def test_an_encoded_word_is_not_the_name_of_our_mail_server(table: Table, writer: Person) -> None:
    game = table()
    to = addressed(writer, game)
    says = f"=?utf-8?q?{OUR_SERVER}=3B_dmarc=3Dpass_header=2Efrom=3Dpost=2Eexample?="
    raw = reply(to, f"play {card(writer, game)}", proof=says)
    assert receiving.receive(raw, to, "x@y", dialogue=True) == Outcome.UNPROVED


def test_a_signature_of_a_part_of_the_text_proves_nothing_to_our_server_either(
    table: Table, writer: Person, signs: Signs, vouched: bool
) -> None:
    game = table()
    to = addressed(writer, game)
    raw = signs(unsigned(to, ""), length=True) + f"play {card(writer, game)}\r\n".encode()
    said = receiving.receive(passed(raw) if vouched else raw, to, "x@y", dialogue=True)
    assert said == Outcome.UNPROVED


def test_an_attached_mail_is_not_read_for_its_text(table: Table, writer: Person) -> None:
    game = table()
    to = addressed(writer, game)
    inner = f"Content-Type: text/plain\n\nplay {card(writer, game)}"
    text = f"--b\nContent-Type: message/rfc822\n\n{inner}\n--b--"
    raw = reply(to, text).replace(b"text/plain; charset=utf-8", b"multipart/mixed; boundary=b")
    assert receiving.receive(raw, to) == Outcome.UNREAD


# -- a reply is for its question


NOT_THERE = {
    "a friend's": "To: {friend}",
    "a friend's, and the address in Bcc": "To: {friend}\r\nBcc: {to}",
    "a friend's, and the address in Resent-To": "Resent-To: {to}\r\nTo: {friend}",
    "a friend's, and the address in Delivered-To": "Delivered-To: {to}\r\nTo: {friend}",
    "a comment": "To: {friend} ({to})",
    "a display name": 'To: "{to}" <{friend}>',
    "a display name, bare": "To: {to} <{friend}>",
    "a longer domain": "To: {to}.else.example",
    "a longer local part": "To: a{to}",
    "an encoded word": "To: =?utf-8?q?{quoted}?=",
    "an encoded name": "To: =?utf-8?q?{quoted}?= <{friend}>",
    "a group": "To: people: {to};",
    "a route": "To: <@tide.example:{to}>",
    "nothing": "X-To: {to}",
    "an empty header": "To: ",
}


@pytest.mark.parametrize("shape", NOT_THERE)
@pytest.mark.parametrize("recipient", ["of the envelope", "of the headers"])
def test_a_genuine_mail_to_somebody_else_plays_nothing(
    table: Table, writer: Person, signs: Signs, vouched: bool, shape: str, recipient: str
) -> None:
    game, before = table(), wanted(writer)
    for to in (addressed(writer, game), stops_at(writer, game)):
        quoted = to.replace("@", "=40").replace(".", "=2E")
        headers = NOT_THERE[shape].format(to=to, friend=FRIEND, quoted=quoted)
        raw = unsigned("TO", f"{card(writer, game)}").replace(b"To: TO", headers.encode())
        some = [b"from", b"to", b"cc", b"subject", b"date", b"delivered-to", b"resent-to"]
        raw = signs(raw, include_headers=some)
        known = to if recipient == "of the envelope" else None
        said = receiving.receive(passed(raw) if vouched else raw, known, "x@y", dialogue=True)
        assert said == Outcome.UNBOUND or (known is None and said == Outcome.UNKNOWN)
    assert submissions(game) == 0
    assert wanted(writer) == before


@pytest.mark.usefixtures("signature_counts")
def test_an_address_that_was_added_after_signing_does_not_count(
    table: Table, writer: Person, signs: Signs
) -> None:
    game = table()
    to = addressed(writer, game)
    raw = signs(unsigned(FRIEND, f"{card(writer, game)}"), include_headers=SIGNED)
    assert receiving.receive(f"Cc: {to}\r\n".encode() + raw, to) == Outcome.UNBOUND
    assert submissions(game) == 0


@pytest.mark.parametrize(
    "headers",
    [
        "To: {to}",
        "To: {friend}\r\nCc: {to}",
        'Cc: "x (y), z" <{friend}>, <{TO}>',
        "To: {friend}, {to}",
    ],
)
def test_the_address_may_stand_among_others_in_to_or_cc(
    table: Table, writer: Person, signs: Signs, vouched: bool, headers: str
) -> None:
    game = table()
    to = addressed(writer, game)
    named = headers.format(to=to, TO=to.upper(), friend=FRIEND)
    raw = unsigned("TO", f"{card(writer, game)}").replace(b"To: TO", named.encode())
    raw = signs(raw, include_headers=[*SIGNED, b"cc"])
    assert receiving.receive(passed(raw) if vouched else raw, to) == Outcome.SEALED


def test_a_reply_to_one_question_answers_no_other(
    table: Table, writer: Person, signs: Signs, vouched: bool
) -> None:
    game, other = table(), table()
    to, elsewhere = addressed(writer, game), addressed(writer, other)
    assert to != elsewhere
    raw = signs(unsigned(to, "1"))
    assert receiving.receive(passed(raw) if vouched else raw, elsewhere) == Outcome.UNBOUND
    assert submissions(other) == 0


def _exchanged(raw: bytes) -> bytes:
    second, rest = raw.index(b"DKIM-Signature", 1), raw.index(b"From:")
    return raw[second:rest] + raw[:second] + raw[rest:]


AGAIN = {
    "another id": lambda raw: raw.replace(b"<1@post.example>", b"<2@post.example>"),
    "no id": lambda raw: raw.replace(b"Message-ID: <1@post.example>\r\n", b""),
    "headers more": lambda raw: b"X-Note: x\r\nReceived: from x\r\n" + raw,
    "other spaces": lambda raw: raw.replace(b"Subject: Re:", b"SUBJECT:  \r\n\tRe:"),
    "empty lines below": lambda raw: raw + b"\r\n\r\n",
    "the first signature taken away": lambda raw: raw[raw.index(b"DKIM-Signature", 1) :],
    "its signatures exchanged": _exchanged,
    "signatures above it": lambda raw: b"DKIM-Signature: d=post.example; b=x\r\n" * 4 + raw,
}


@pytest.mark.parametrize("change", AGAIN)
def test_what_was_taken_is_known_by_what_was_signed(
    table: Table, writer: Person, signs: Signs, vouched: bool, change: str
) -> None:
    game = table()
    to = addressed(writer, game)
    raw = unsigned(to, f"play {card(writer, game)}")
    relaxed = {"include_headers": SIGNED, "canonicalize": (b"relaxed", b"relaxed")}
    raw = signs(signs(raw, **relaxed), "mail.post.example", **relaxed)
    changed = AGAIN[change](raw)
    assert changed != raw

    def brought(one: bytes) -> Outcome:
        return receiving.receive(passed(one) if vouched else one, to, "x@y", dialogue=True)

    assert brought(raw) == Outcome.SEALED
    # She has thought better of it.
    assert brought(signs(unsigned(to, "undo"), include_headers=SIGNED)) == Outcome.TAKEN_BACK
    assert brought(changed) in {Outcome.SEEN, Outcome.UNPROVED}
    assert writer.sees(game)["mine"]["submission"] is None


@pytest.mark.usefixtures("signature_counts")
def test_the_same_words_in_a_new_mail_count_again(
    table: Table, writer: Person, signs: Signs
) -> None:
    game = table()
    to, chosen = addressed(writer, game), card(writer, game)
    said = [
        receiving.receive(
            signs(unsigned(to, text, headers=f"Date: 26 Nov 2026 10:00:0{second} +0000\r\n")), to
        )
        for second, text in enumerate([f"{chosen}", "undo", f"{chosen}", "undo"])
    ]
    assert said == [Outcome.SEALED, Outcome.TAKEN_BACK] * 2
    assert len(happened(game, "sealed")) == 2


# -- what cannot be read


def nested(to: str, depth: int) -> bytes:
    """Mails in one another, as many."""
    head = reply(to, "").partition(b"Content-Type")[0]
    return head + b"Content-Type: message/rfc822\r\n\r\n" * depth + b"x\r\n"


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
    for to in (addressed(writer, game), stops_at(writer, game)):
        raw = made(to, 1000)
        for known in (to, None):
            caplog.clear()
            with caplog.at_level(logging.INFO, "notifications"):
                assert receiving.receive(raw, known) == Outcome.MALFORMED
            (line,) = caplog.records
            assert "RecursionError" in line.message
    assert not ReceivedMail.objects.exists()


def test_a_mail_that_cannot_be_read_is_done_with_in_a_mailbox(
    table: Table, writer: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = nested(addressed(writer, table()), 1000)
    sizes, mail = [b"1 (RFC822.SIZE 1000)"], [(b"1 (BODY[]", raw), b")"]
    answers = iter([sizes, mail])
    monkeypatch.setattr(imap, "_answer", lambda *_: next(answers))
    faults: Any = {}
    assert imap._one(None, "1", faults) == Outcome.MALFORMED  # type: ignore[arg-type]
    assert not faults


@pytest.mark.parametrize("fault", [ValueError, RecursionError, LookupError, AttributeError])
def test_whatever_a_parser_raises_the_mail_does_not_come_again(
    table: Table, writer: Person, monkeypatch: pytest.MonkeyPatch, fault: type[Exception]
) -> None:
    def raises(*_: Any) -> None:
        raise fault

    to = addressed(writer, table())
    monkeypatch.setattr("notifications.replies.parsing.message_from_bytes", raises)
    assert receiving.receive(reply(to, "play 3"), to) == Outcome.MALFORMED
    monkeypatch.undo()
    monkeypatch.setattr("notifications.replies.receiving.first_lines", raises)
    assert receiving.receive(reply(to, "play 3"), to) == Outcome.MALFORMED


def test_a_mail_is_checked_before_it_is_parsed() -> None:
    with pytest.raises(Malformed):
        Mail(b"Subject: a\rb\r\n\r\n")
