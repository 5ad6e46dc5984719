"""A reply is taken for the question to which it was written, and once."""

from itertools import product

import pytest

from notifications.replies import mail_handler
from notifications.replies.outcome import ReplyOutcome
from tests.app.notifications.suspect_mails import (
    FRIEND,
    SIGNED,
    Signs,
    Table,
    card,
    passed,
    submissions,
    unsigned,
)
from tests.app.notifications.test_stopping import stops_at, wanted
from tests.app.notifications.writing import addressed
from tests.event_log import logged_events
from tests.people import Person

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


@pytest.mark.parametrize("recipient", ["of the envelope", "of the headers"])
def test_a_genuine_mail_to_somebody_else_plays_nothing(
    table: Table, writer: Person, signs: Signs, vouched: bool, recipient: str
) -> None:
    game, before = table(), wanted(writer)
    wish = f"{card(writer, game)}"
    addresses = (addressed(writer, game), stops_at(writer, game))
    for to, (shape, headers) in product(addresses, NOT_THERE.items()):
        quoted = to.replace("@", "=40").replace(".", "=2E")
        written = headers.format(to=to, friend=FRIEND, quoted=quoted).encode()
        raw = unsigned("TO", wish).replace(b"To: TO", written)
        some = [b"from", b"to", b"cc", b"subject", b"date", b"delivered-to", b"resent-to"]
        raw = signs(raw, include_headers=some)
        known = to if recipient == "of the envelope" else None
        said = mail_handler.receive(passed(raw) if vouched else raw, known, "x@y", dialogue=True)
        assert said == ReplyOutcome.UNBOUND or (known is None and said == ReplyOutcome.UNKNOWN), (
            shape
        )
    assert submissions(game) == 0
    assert wanted(writer) == before


@pytest.mark.usefixtures("signature_counts")
def test_an_address_that_was_added_after_signing_does_not_count(
    table: Table, writer: Person, signs: Signs
) -> None:
    game = table()
    to = addressed(writer, game)
    raw = signs(unsigned(FRIEND, f"{card(writer, game)}"), include_headers=SIGNED)
    assert mail_handler.receive(f"Cc: {to}\r\n".encode() + raw, to) == ReplyOutcome.UNBOUND
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
    assert mail_handler.receive(passed(raw) if vouched else raw, to) == ReplyOutcome.SEALED


def test_a_reply_to_one_question_answers_no_other(
    table: Table, writer: Person, signs: Signs, vouched: bool
) -> None:
    game, other = table(), table()
    to, elsewhere = addressed(writer, game), addressed(writer, other)
    assert to != elsewhere
    raw = signs(unsigned(to, "1"))
    assert mail_handler.receive(passed(raw) if vouched else raw, elsewhere) == ReplyOutcome.UNBOUND
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

    def brought(one: bytes) -> ReplyOutcome:
        return mail_handler.receive(passed(one) if vouched else one, to, "x@y", dialogue=True)

    assert brought(raw) == ReplyOutcome.SEALED
    # She has thought better of it.
    assert brought(signs(unsigned(to, "undo"), include_headers=SIGNED)) == ReplyOutcome.TAKEN_BACK
    assert brought(changed) in {ReplyOutcome.SEEN, ReplyOutcome.UNPROVED}
    assert writer.sees(game)["mine"]["submission"] is None


@pytest.mark.usefixtures("signature_counts")
def test_the_same_words_in_a_new_mail_count_again(
    table: Table, writer: Person, signs: Signs
) -> None:
    game = table()
    to, chosen = addressed(writer, game), card(writer, game)
    said = [
        mail_handler.receive(
            signs(unsigned(to, text, headers=f"Date: 26 Nov 2026 10:00:0{second} +0000\r\n")), to
        )
        for second, text in enumerate([f"{chosen}", "undo", f"{chosen}", "undo"])
    ]
    assert said == [ReplyOutcome.SEALED, ReplyOutcome.TAKEN_BACK] * 2
    assert len(logged_events(game, "sealed")) == 2
