"""A reply is taken for the question to which it was written, and once."""

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from notifications.replies import mail_handler
from notifications.replies.outcome import ReplyOutcome
from tests.app.notifications.mails import FRIEND, Question, mailed_kinds
from tests.app.notifications.replies.test_forged import RELAXED, SIGNED, write_unsigned

NOT_THERE = [
    *("To: {friend}", "To: {friend}\r\nBcc: {to}", "Resent-To: {to}\r\nTo: {friend}"),
    *("Delivered-To: {to}\r\nTo: {friend}", "To: {friend} ({to})", 'To: "{to}" <{friend}>'),
    *("To: {to} <{friend}>", "To: {to}.else.example", "To: a{to}", "To: =?utf-8?q?{quoted}?="),
    *("To: =?utf-8?q?{quoted}?= <{friend}>", "To: people: {to};", "To: <@tide.example:{to}>"),
    *("X-To: {to}", "To: "),
]


@pytest.mark.parametrize("is_known", [True, False], ids=["of the envelope", "of the headers"])
def test_a_genuine_mail_to_somebody_else_plays_nothing(question, sign, hand_on, is_known) -> None:
    before = mailed_kinds(question.person)
    for to, shape in product((question.to, question.stops), NOT_THERE):
        quoted = to.replace("@", "=40").replace(".", "=2E")
        written = shape.format(to=to, friend=FRIEND, quoted=quoted).encode()
        raw = write_unsigned("TO", question.play).replace(b"To: TO", written)
        raw = sign(raw, include_headers=[*SIGNED, b"cc", b"delivered-to", b"resent-to"])
        said = mail_handler.receive(hand_on(raw), to if is_known else None, "x@y", dialogue=True)
        allowed = {ReplyOutcome.UNBOUND} | (set() if is_known else {ReplyOutcome.UNKNOWN})
        assert said in allowed, shape
    assert question.is_untouched
    assert mailed_kinds(question.person) == before


@pytest.mark.parametrize(
    "headers",
    [
        *("To: {to}", "To: {friend}\r\nCc: {to}", 'Cc: "x (y), z" <{friend}>, <{TO}>'),
        *("To: {friend}, {to}", 'To: "{to}" <{to}>'),
    ],
)
def test_the_address_may_stand_among_others_in_to_or_cc(question, sign, hand_on, headers) -> None:
    named = headers.format(to=question.to, TO=question.to.upper(), friend=FRIEND)
    raw = write_unsigned("TO", question.play).replace(b"To: TO", named.encode())
    raw = sign(raw, include_headers=[*SIGNED, b"cc"])
    assert question.bring(hand_on(raw)) == ReplyOutcome.SEALED


def test_a_reply_to_one_question_answers_no_other(question, table, sign, hand_on) -> None:
    other = Question(question.person, table())
    raw = sign(write_unsigned(question.to, "1"))
    assert other.bring(hand_on(raw)) == ReplyOutcome.UNBOUND
    assert other.is_untouched


def swap_signatures(raw: bytes) -> bytes:
    second, rest = raw.index(b"DKIM-Signature", 1), raw.index(b"From:")
    return raw[second:rest] + raw[:second] + raw[rest:]


CHANGES: dict[str, Callable[[bytes], bytes]] = {
    "another id": lambda raw: raw.replace(b"<1@post.example>", b"<2@post.example>"),
    "no id": lambda raw: raw.replace(b"Message-ID: <1@post.example>\r\n", b""),
    "headers added": lambda raw: b"X-Note: =?utf-8?q?x?=\r\nX-Spam: \xc3\xa4\r\n" + raw,
    "other spaces": lambda raw: raw.replace(b"Subject: Re:", b"SUBJECT:  \r\n\tRe:"),
    "empty lines below": lambda raw: raw + b"\r\n\r\n",
    "the first signature taken away": lambda raw: raw[raw.index(b"DKIM-Signature", 1) :],
    "its signatures exchanged": swap_signatures,
    "signatures above it": lambda raw: b"DKIM-Signature: d=post.example; b=x\r\n" * 4 + raw,
}


def test_a_signed_mail_is_taken_once(question, sign, hand_on) -> None:
    relaxed: dict[str, Any] = {"include_headers": SIGNED, "canonicalize": RELAXED}
    raw = sign(write_unsigned(question.to, question.play), **relaxed)
    raw = sign(raw, "mail.post.example", **relaxed)
    assert question.bring(hand_on(raw)) == ReplyOutcome.SEALED
    # The player has thought better of it.
    undo = sign(write_unsigned(question.to, "undo"), include_headers=SIGNED)
    assert question.bring(hand_on(undo)) == ReplyOutcome.TAKEN_BACK
    for name, change in CHANGES.items():
        changed = change(raw)
        assert changed != raw, name
        assert question.bring(hand_on(changed)) == ReplyOutcome.SEEN, name
    in_a_store = hand_on(raw).replace(b"\r\n", b"\n")
    assert question.bring(in_a_store) == ReplyOutcome.SEEN
    assert question.sealed() is None
    # The same words in a new mail count again.
    later = write_unsigned(question.to, question.play).replace(b"10:00:00", b"10:00:01")
    assert question.bring(hand_on(sign(later, **relaxed))) == ReplyOutcome.SEALED
