"""A mail plays for a player only if it is sure who wrote it, to which question, and what it says."""

import logging
from collections.abc import Callable
from typing import Any

import dns.resolver
import pytest

from notifications.models import ReceivedMail
from notifications.replies import mail_handler, proof, syntax
from notifications.replies.incoming_mail import IncomingMail
from notifications.replies.outcome import Later, ReplyOutcome
from tests.app.notifications.mails import (
    FRIEND,
    OUR_SERVER,
    VOUCHED,
    mailed_kinds,
    nest_mails,
    vouch_for,
    write_reply,
)

Sign = Callable[..., bytes]
HandOn = Callable[[bytes], bytes]
SIGNED = [b"from", b"to", b"subject", b"date"]
RELAXED = (b"relaxed", b"relaxed")
MALLORY = b"mallory@post.example"


def write_unsigned(to: str, text: str) -> bytes:
    date = "Date: Thu, 26 Nov 2026 10:00:00 +0000\r\n"
    return write_reply(to, text, proof=None, headers=date)


def name_signature(**tags: bytes) -> bytes:
    """Return the header of a signature with these tags, which signs nothing."""
    named = {"v": b"1", "a": b"rsa-sha256", "d": b"post.example", "s": b"k1", "h": b"from"}
    named |= {"bh": b"eA==", "b": b"eA==", **tags}
    said = (f"{name}=".encode() + value for name, value in named.items())
    return b"DKIM-Signature: " + b"; ".join(said) + b"\r\n"


LINES_ABOVE = [
    *(b"From ann@post.example", b": x", b"X-Note : x", b"X Note: x", b"no header", b"X-N\xf6te: x"),
    *(b" folded", b"X-Note: x\r\n \t", b"From: Ann <ann@post.example>", b"FROM: <%b>" % MALLORY),
    *(b"Subject: x", b"To: x@else.example", b"Message-ID: <x@y>", b"Content-Type: text/html"),
    b"Date: 1 Jan 2026 00:00:00 +0000\r\nDate: 1 Jan 2026 00:00:00 +0000",
    b"Content-Transfer-Encoding: 7bit\r\nContent-Transfer-Encoding: 7bit",
    # Half an end of a line lends a mail another domain's name, or another text.
    b"X-Note: hi\r" + name_signature().rstrip(),
    *(b"X-Note: a%bplay 44" % end for end in (b"\r", b"\n", b"\r\r", b"\n\n", b"\n\r")),
    *(b"X-Note: a%bplay 44" % end for end in (b"\r\n\r", b"\n\r\n", b"\r\r\n", b"\r\n\r\r\n")),
]
REPLACEMENTS = [
    *((b"play", made) for made in (b"pl\ray", b"pl\nay", b"pl\n\ray", b"pl\0\r\nay", b"pl\0ay")),
    *((b"Re:", made) for made in (b"Re:\r\n \r\n ", b"Re:\r\n\t\r\n ", b"Re\0:", b"Re\x1b:")),
    *((b"Re:", b"Re:%c" % char) for char in (0, 1, 8, 11, 12, 27, 28, 30, 127)),
    (b"From: Ann", b"From: \xc3\x84nn"),
    (b"Message-ID", b"Message-ID: <x@y>\r\nMessage-ID"),
]


def nest_parts(to: str, depth: int) -> bytes:
    """Return parts in one another, as many."""
    head = write_reply(to, "").partition(b"Content-Type")[0]
    made = (f"Content-Type: multipart/mixed; boundary=b{n}\r\n\r\n--b{n}\r\n" for n in range(depth))
    return head + "".join(made).encode() + b"\r\nplay 3\r\n"


@pytest.mark.parametrize("trusted", [True, False])
def test_what_two_parsers_may_take_differently_is_refused(
    question, settings, trusted, caplog
) -> None:
    settings.TIDE_MAIL_TRUSTED = trusted
    caplog.set_level(logging.INFO, "notifications")
    before, taken = mailed_kinds(question.person), list[bytes]()
    for to in (question.to, question.stops):
        raw = write_reply(to, question.play)
        bent = [line + b"\r\n" + raw for line in LINES_ABOVE]
        bent += [raw.replace(*replacement) for replacement in REPLACEMENTS]
        nested = [nest_mails(to, 1000), nest_parts(to, 1000)]
        taken += [one for one in bent + nested if question.bring(one, to) != ReplyOutcome.MALFORMED]
    assert taken == []
    assert question.is_untouched
    assert mailed_kinds(question.person) == before
    assert not ReceivedMail.objects.exists()
    lines = [one.getMessage() for one in caplog.records]
    assert len(lines) == 2 * (len(LINES_ABOVE) + len(REPLACEMENTS) + 2), "a line for each"
    assert sum("RecursionError" in line for line in lines) == 4


@pytest.mark.parametrize("fault", [ValueError, RecursionError, LookupError, AttributeError])
@pytest.mark.parametrize("parser", ["incoming_mail.message_from_bytes", "mail_handler.first_lines"])
def test_whatever_a_parser_raises_the_mail_does_not_come_again(
    question, monkeypatch, fault, parser
) -> None:
    def fail(*_: Any) -> None:
        raise fault

    monkeypatch.setattr(f"notifications.replies.{parser}", fail)
    assert question.answer() == ReplyOutcome.MALFORMED


SENDERS = [
    *(b"ann@post.example <%b>" % MALLORY, b"ann@post.example (x) <%b>" % MALLORY),
    *(b"Mallory <%b> (ann@post.example)" % MALLORY, b"ann@post.example, %b" % MALLORY),
    *(b"Ann <ann@post.example> <%b>" % MALLORY, b"<@post.example:ann@post.example>"),
    *(b"Ann <ann@post.example>;", b"people: ann@post.example;", b'"ann"@post.example'),
    *(b"=?utf-8?q?Ann_=3Cann=40post=2Eexample=3E?=", b"ann(x)@post.example", b"ann @post.example"),
    *(b"<ann@post.example", b"ann@post.example\\", b"Ann <ann@post.example>, Eve <%b>" % MALLORY),
    *(b'"ann@post.example" <%b>' % MALLORY, b"<ann@post.example> <%b>" % MALLORY),
    *(b"Ann <ann@post.example@evil.example>", b"ann@post.example(.evil.example)@evil.example"),
    *(b"ann", b"", b" ", b"group: ann@post.example, %b;" % MALLORY),
    *(b"=?utf-8?q?ann=40post=2Eexample?= <%b>" % MALLORY, b"=?utf-8?q?ann=40post=2Eexample?="),
    *(b"=?utf-8?q?<ann=40post.example>?= <%b>" % MALLORY, b"ann@post.example(%b)" % MALLORY),
]


@pytest.mark.parametrize("trusted", [True, False])
def test_a_sender_is_one_address_in_the_strict_form(question, sign, settings, trusted) -> None:
    settings.TIDE_MAIL_AUTHSERV_ID, settings.TIDE_MAIL_TRUSTED = "", trusted
    raw = write_unsigned(question.to, question.play)
    for sender in SENDERS:
        forged = raw.replace(b"Ann <ann@post.example>", sender)
        assert question.bring(forged if trusted else sign(forged)) == ReplyOutcome.STRANGER, sender
    for header in (b"Sender: ann@post.example", b"X-From: ann@post.example"):
        without = raw.replace(b"From: Ann <ann@post.example>", header)
        assert question.bring(without) == ReplyOutcome.MALFORMED
    assert question.is_untouched


ANN = ["ann@post.example"]


@pytest.mark.parametrize(
    ("header", "found"),
    [
        *((b"ann@post.example", ANN), (b"<Ann@Post.Example>", ANN)),
        *((b"ann@post.example (Ann Example)", ANN), (b"Ann B. Example <ann@post.example>", ANN)),
        *((b'"A, B" Ann <ann@post.example>', ANN), (b'"a@b.example" <ann@post.example>', ANN)),
        (b"=?utf-8?q?=C3=84nn?= <ann@post.example>", ANN),
        (b"Ann Example (at work) <ann@post.example>, x@y", [*ANN, "x@y"]),
        (b'"a\\"b, c" <x@y>, d.e+f@g.example ,\t<h@i>', ["x@y", "d.e+f@g.example", "h@i"]),
        *((one, []) for one in (b"ann@post.example (Ann \\) x)", b"(Ann) ann@post.example", b"")),
        *((one, []) for one in (b"a@b,", b"a@b, (c@d)", b"a@b; c@d", b"a@b c@d", b"a@-b.example")),
        *((one, []) for one in (b"a..b@c", b"\xff <a@b>", b'"' + b'\\"' * 3000, b"a " * 4000)),
    ],
)
def test_addresses_are_read_in_the_strict_form_alone(header: bytes, found: list[str]) -> None:
    assert syntax.read_addresses(header) == found


@pytest.mark.parametrize(
    "says",
    [
        VOUCHED,
        f"{OUR_SERVER.upper()} 1; spf=fail; dkim=fail; dmarc=pass (p=reject) header.from=post.example",
        f"{OUR_SERVER}; dkim=pass header.d=post.example header.s=k1",
        f"{OUR_SERVER}; dkim=pass header.i=@mail.post.example; dmarc=none",
        f"{OUR_SERVER}; dkim=fail header.d=other.example; dkim=pass header.d=post.example",
        # The word of another server does not count.
        f"relay.example; dmarc=fail\r\nAuthentication-Results: {VOUCHED}",
    ],
)
def test_what_our_mail_server_vouches_for_is_played(question, says: str) -> None:
    assert question.answer(proof=says) == ReplyOutcome.SEALED


PASS = "dmarc=pass header.from=post.example"
FORGED = f"Authentication-Results: {VOUCHED}\r\n"
NOT_VOUCHED = [
    *("", f"{OUR_SERVER}; none", f"{OUR_SERVER}; spf=fail smtp.mailfrom=post.example; dkim=none"),
    f"{OUR_SERVER}; spf=pass smtp.mailfrom=post.example",
    f"{OUR_SERVER}; dmarc=fail header.from=post.example; dkim=pass header.d=post.example",
    *(f"{OUR_SERVER}; dmarc=pass header.from=evil.example", f"{OUR_SERVER}; dmarc=pass"),
    *(f"{OUR_SERVER}; dkim=pass header.d={one}" for one in ("evil.example", "evilpost.example")),
    *(f"{OUR_SERVER}; dkim=pass header.d=example", f"{OUR_SERVER}; dkim=pass"),
    f"{OUR_SERVER}; dmarc=temperror header.from=post.example",
    f"{OUR_SERVER}; dmarc=bestguesspass header.from=post.example",
    *(f"{OUR_SERVER}; x-comment=({PASS})", f"{OUR_SERVER} ({PASS}); dmarc=none"),
    *(f'other.example; x="{OUR_SERVER}; {PASS}"', f"mx.tide.example.evil.example; {PASS}"),
    *(f"evil.example; {PASS}", f"; {PASS}", "(((("),
    # An encoded word is not the name of our mail server.
    f"=?utf-8?q?{OUR_SERVER}=3B_dmarc=3Dpass_header=2Efrom=3Dpost=2Eexample?=",
    # Only its topmost word counts.
    f"{OUR_SERVER}; dmarc=fail header.from=post.example\r\n{FORGED.rstrip()}",
    f"other.example; dmarc=fail\r\nAuthentication-Results: evil.example; {PASS}",
]


def test_what_nobody_vouches_for_plays_nothing(question, settings) -> None:
    for says in NOT_VOUCHED:
        assert question.answer(proof=says, dialogue=True) == ReplyOutcome.UNPROVED, says
    # Where no mail server says anything, no header counts.
    settings.TIDE_MAIL_AUTHSERV_ID = ""
    for says in (VOUCHED, f"; {PASS}", PASS):
        assert question.answer(proof=says, dialogue=True) == ReplyOutcome.UNPROVED, says
    assert question.is_untouched
    assert not ReceivedMail.objects.exists(), "the same mail may come again, and be proved"
    # Trust in the peer is a choice.
    settings.TIDE_MAIL_TRUSTED = True
    assert question.answer(proof=None, sender="eve@post.example") == ReplyOutcome.STRANGER
    assert question.answer(proof=None) == ReplyOutcome.SEALED


@pytest.mark.usefixtures("signature_counts")
def test_what_was_done_to_a_signed_mail_plays_nothing(question, sign) -> None:
    to, other = question.to, f"play {question.hand[4]}".encode()
    raw, relaxed = write_unsigned(to, question.play), {"canonicalize": RELAXED}
    signed = sign(raw, include_headers=SIGNED, **relaxed)
    to_friend = sign(write_unsigned(FRIEND, question.play), include_headers=SIGNED, **relaxed)
    unproved = [
        signed.replace(question.play.encode(), other),
        signed.replace(b"Your turn", b"Your own turn"),
        signed.replace(b"10:00:00", b"11:00:00"),
        *(sign(raw, domain) for domain in ("evil.example", "example", "evilpost.example")),
        *(sign(raw, domain) for domain in ("st.example", "post.example.evil.example")),
        # Signatures that cannot be read.
        *(name_signature(**{name: b""}) + raw for name in ("h", "d", "b")),
        *(name_signature(**tag) + raw for tag in ({"bh": b"a"}, {"i": b"post.example"})),
        name_signature(t=b"1" * 5000) + raw,
    ]
    added = ("Bcc", "Cc", "Resent-To", "Delivered-To", "X-To")
    unbound = [
        sign(raw, include_headers=[b"from", b"subject", b"date"]),
        sign(raw, include_headers=[b"from", b"to", b"date"]),
        *(f"{name}: {to}\r\n".encode() + to_friend for name in added),
        sign(write_unsigned(" ", question.play)),
    ]
    evil = sign(raw, "evil.example")
    malformed = [
        b"X-Note: hi\r" + name_signature() + evil,
        f"To: {to}\r\n".encode() + to_friend,
        *(name_signature(**{name: b"\xff"}) + raw for name in ("d", "s")),
    ]
    for verdict, mails in (
        (ReplyOutcome.UNPROVED, unproved),
        (ReplyOutcome.UNBOUND, unbound),
        (ReplyOutcome.MALFORMED, malformed),
        (ReplyOutcome.STRANGER, [signed.replace(b"<ann@", b"<bob@")]),
    ):
        assert {one: question.bring(one) for one in mails} == dict.fromkeys(mails, verdict)
    assert question.is_untouched
    assert question.bring(sign(evil, "mail.post.example")) == ReplyOutcome.SEALED


@pytest.mark.usefixtures("takes_mail")
@pytest.mark.parametrize(
    ("signer", "domain", "good"),
    [
        ("post.example", "post.example", True),
        ("mail.post.example", "post.example", True),
        ("post-example.example", "post.example", False),
        # Neighbours at one provider do not vouch for each other.
        ("eve.github.io", "ann.github.io", False),
    ],
)
def test_a_signature_of_the_same_owner_is_good(sign, signer: str, domain: str, good: bool) -> None:
    raw = sign(write_reply("x@y", "play 3", proof=None, sender=f"ann@{domain}"), signer)
    assert bool(proof.find_proof(IncomingMail(raw), domain)) == good
    assert not proof.find_proof(IncomingMail(raw.replace(b"<ann@", b"<bob@")), domain)


@pytest.mark.usefixtures("takes_mail")
@pytest.mark.parametrize("fault", [dns.resolver.NoNameservers, dns.resolver.LifetimeTimeout])
def test_a_dns_that_is_away_puts_a_mail_off(sign, monkeypatch, fault: type[Exception]) -> None:
    raw = sign(write_reply("x@y", "play 3", proof=None))

    def resolve(*_: Any, **__: Any) -> None:
        raise fault

    monkeypatch.setattr(dns.resolver, "resolve", resolve)
    with pytest.raises(Later):
        proof.find_proof(IncomingMail(raw), "post.example")


PARTS_OF_X, ENCODING = "multipart/mixed; boundary=x", "text/plain\r\nContent-Transfer-Encoding"
OTHER_TYPES = [
    # The lines of a signature's rule, or of a quote, as the parts of a mail.
    (
        "\n-----Original Message-----\nWrote: x\n\nplay {other}\n",
        'multipart/mixed; boundary="---Original Message-----"',
    ),
    *(("see\n--x\n\nplay {other}\n--x--", PARTS_OF_X), ("--x\n\nplay {other}\n-- \n", PARTS_OF_X)),
    *(("<!-- no -->play {other}", "text/html"), ("<i></i>play {other}", "text/html")),
    ("play {other}", "text/html"),
    ("play =3{other:x}", f"{ENCODING}: quoted-printable; charset=utf-8"),
    ("cGxheQ==", f"{ENCODING}: 7bit; charset=utf-8"),
    *(
        ("play {other}", f"text/plain; charset={name}")
        for name in ("utf-16", "utf-7", "unicode_escape", "punycode")
    ),
]


def test_an_unsigned_type_proves_nothing(question, sign, hand_on) -> None:
    for text, kind in OTHER_TYPES:
        written = text.format(other=question.hand[3])
        raw = sign(write_unsigned(question.to, written), include_headers=SIGNED)
        raw = raw.replace(b"text/plain; charset=utf-8", kind.encode())
        assert question.bring(hand_on(raw)) == ReplyOutcome.UNBOUND, (text, kind)
    # Nor does a signature of a part of the text, whoever vouches for it.
    part = sign(write_unsigned(question.to, ""), length=True) + f"{question.play}\r\n".encode()
    assert question.bring(hand_on(part)) == ReplyOutcome.UNPROVED
    assert question.is_untouched


def test_an_attached_mail_is_not_read_for_its_text(question) -> None:
    inner = f"Content-Type: text/plain\n\n{question.play}"
    raw = question.write(f"--b\nContent-Type: message/rfc822\n\n{inner}\n--b--")
    raw = raw.replace(b"text/plain; charset=utf-8", b"multipart/mixed; boundary=b")
    assert mail_handler.receive(raw, question.to) == ReplyOutcome.UNREAD


PROVIDERS = {
    "Gmail": "mime-version references in-reply-to from date message-id subject to from to cc subject "
    "date message-id reply-to",
    "Yahoo": "date from to subject references from subject reply-to",
    "iCloud": "from content-type mime-version subject message-id date to",
    "Postfix with OpenDKIM": "from to subject date from",
    "Postfix with Rspamd": "from from reply-to subject subject date message-id to to cc mime-version "
    "content-type content-transfer-encoding",
}
"""The headers that they sign, as their mails say."""
PARTS = (
    "--=_b\nContent-Type: text/plain; charset=utf-8\n\n{text}\n"
    "--=_b\nContent-Type: text/html; charset=utf-8\n\n<div>{text}</div>\n--=_b--"
)
ALTERNATIVE = 'multipart/alternative; boundary="=_b"'
BODIES = [
    (PARTS, ALTERNATIVE, ""),
    (f"\n{PARTS}", ALTERNATIVE, ""),
    (f"This is a multi-part message in MIME format.\n{PARTS}", ALTERNATIVE, "8bit"),
    ("{text}\n\nOn Monday Bob wrote:\n> play a=b", "text/plain; charset=UTF-8", ""),
    ("{text}\n\n> M=C3=A4rz=\n", 'text/plain; charset="utf-8"', "quoted-printable"),
    ("{text}", "text/plain", "quoted-printable"),
    ("<html><body><p>{text}</p></body></html>", "text/html; charset=utf-8", "7bit"),
]


@pytest.mark.parametrize("provider", PROVIDERS)
def test_replies_of_the_large_providers_are_taken(question, sign, hand_on, provider: str) -> None:
    names = [name.encode() for name in PROVIDERS[provider].split()]
    for number, (text, kind, encoding) in enumerate(BODIES):
        more = "MIME-Version: 1.0\r\nDate: Thu, 26 Nov 2026 10:00:00 +0000\r\nReferences: <a@b>\r\n"
        more += f"Content-Transfer-Encoding: {encoding}\r\n" if encoding else ""
        raw = question.write(
            text.format(text=question.play), headers=more, id=f"<{number}@x>", proof=None
        )
        raw = raw.replace(b"text/plain; charset=utf-8", kind.encode(), 1)
        raw = sign(raw, include_headers=names, canonicalize=RELAXED)
        assert question.bring(hand_on(raw)) == ReplyOutcome.SEALED, text


def test_a_mail_of_microsoft_needs_our_server_to_vouch_for_it(question, sign, hand_on) -> None:
    # Outlook and Microsoft 365 sign no recipient.
    signed = [b"from", b"date", b"subject", b"message-id", b"content-type", b"mime-version"]
    raw = sign(question.write(proof=None), include_headers=signed)
    verdict = ReplyOutcome.SEALED if hand_on is vouch_for else ReplyOutcome.UNBOUND
    assert question.bring(hand_on(raw)) == verdict
