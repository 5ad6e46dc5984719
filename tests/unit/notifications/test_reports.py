"""Reports of undelivered mail, in the forms in which mail servers write them."""

import base64
import quopri

import pytest

from notifications.replies import bounces
from notifications.replies.bounces import Returned
from notifications.replies.incoming_mail import IncomingMail

GONE = [Returned("ann@xn--bcher-kva.example", permanent=True)]
GROUPS = (
    "Reporting-MTA: dns; mx.example\r\n\r\n"
    "Original-Recipient: utf-8; ann@bücher.example\r\n"
    "Final-Recipient: {recipient}\r\nAction: {action}\r\nStatus: 5.1.1\r\n"
    "Diagnostic-Code: smtp; 550 5.1.1 <ann@bücher.example>: unknown\r\n"
)


def report(
    kind: str = "message/global-delivery-status",
    recipient: str = "utf-8; Ann@bücher.example",
    action: str = "failed",
    *,
    encoding: str = "8bit",
    wrapping: str = "multipart/report; report-type=delivery-status",
) -> IncomingMail:
    groups = GROUPS.format(recipient=recipient, action=action).encode()
    if encoding == "base64":
        groups = base64.encodebytes(groups).replace(b"\n", b"\r\n")
    elif encoding == "quoted-printable":
        groups = quopri.encodestring(groups)
    head = (
        f"From: MAILER-DAEMON@mx.example\r\nContent-Type: {wrapping}; boundary=b\r\n\r\n"
        "--b\r\n\r\nIt did not arrive.\r\n"
        f"--b\r\nContent-Type: {kind}\r\nContent-Transfer-Encoding: {encoding}\r\n\r\n"
    )
    below = (
        b"\r\n--b\r\nContent-Type: message/global-headers\r\n\r\n"
        b"Final-Recipient: rfc822; x@y.example\r\nAction: failed\r\n\r\n--b--\r\n"
    )
    return IncomingMail(head.encode() + groups + below)


@pytest.mark.parametrize("encoding", ["8bit", "base64", "quoted-printable"])
@pytest.mark.parametrize("kind", ["message/global-delivery-status", "message/delivery-status"])
def test_a_report_is_read_in_each_kind_and_encoding(kind: str, encoding: str) -> None:
    mail = report(kind, encoding=encoding)
    assert bounces.is_report(mail)
    assert [*bounces.returned(mail)] == GONE


@pytest.mark.parametrize(
    "recipient",
    [
        "utf-8; ann@b\\x{FC}cher.example",
        "rfc822; ann@xn--bcher-kva.example",
        "rfc822; <Ann@XN--BCHER-KVA.example> (unknown)",
        "ann@xn--bcher-kva.example",
    ],
)
def test_an_address_is_known_in_each_spelling(recipient: str) -> None:
    assert [*bounces.returned(report(recipient=recipient, action="Failed (for good)"))] == GONE


def test_a_delay_is_no_failure() -> None:
    assert [*bounces.returned(report(action="delayed"))] == []


def test_a_report_in_another_wrapping_is_one() -> None:
    mail = report(wrapping="multipart/mixed")
    assert bounces.is_report(mail)
    assert [*bounces.returned(mail)] == GONE


def test_a_report_in_an_attached_mail_is_none() -> None:
    head = b"Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\n\r\nLook at this.\r\n"
    inner = b"--a\r\nContent-Type: message/rfc822\r\n\r\n" + report().raw + b"\r\n--a--\r\n"
    mail = IncomingMail(head + inner)
    assert not bounces.is_report(mail)
    assert [*bounces.returned(mail)] == []
