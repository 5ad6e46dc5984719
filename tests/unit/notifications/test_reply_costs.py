"""To read a mail takes no longer than its length is worth, whatever somebody puts into it."""

import subprocess
import sys
import unicodedata
from pathlib import Path
from typing import Any

import pytest

from notifications.replies.incoming_mail import IncomingMail
from notifications.replies.text import first_lines

ROOT = Path(__file__).parents[3]
PATIENCE = 120
"""Seconds: thousands of times what it takes, and far less than the square of these lengths would take."""
READ = """
import sys
from notifications.replies.incoming_mail import IncomingMail
from notifications.replies.text import first_lines
mail = IncomingMail(sys.stdin.buffer.read())
mail.sender, *mail.recipients, *first_lines(mail)
"""
HTML = b"Content-Type: text/html\n\n"


ENDLESS = {
    "on": b"\n" + b"On " * 6_666,
    "on, wrote": b"\n" + b"On\n" * 6_666 + b"wrote:",
    "soft breaks": b"\n" + b" \n" * 10_000,
    "tags": HTML + b"<a " * 300_000,
    "values": HTML + b"<a b='" * 200_000,
    "comments": HTML + b"<!--" * 200_000,
    "elements": HTML + b"<b>" * 100_000 + b"</i>" * 100_000,
    "marks": HTML + b"".join(b"<b id=%d><p>" % n for n in range(60_000)),
    "a header": b"From: " + b"a," * 300_000 + b"\n\nplay 44",
    "headers": (b"From: " + b"a," * 900 + b"\n") * 3_000 + b"\nplay 44",
}


@pytest.mark.parametrize("raw", ENDLESS.values(), ids=ENDLESS)
def test_what_never_ends_is_read_once(raw: bytes) -> None:
    # In a process of its own: while a pattern is looked for, nothing else runs in this one.
    command = [sys.executable, "-c", READ]
    done = subprocess.run(
        command, input=raw, cwd=ROOT, timeout=PATIENCE, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_marks_are_put_in_order_for_short_pieces_alone(monkeypatch) -> None:
    asked = list[int]()
    normalize = unicodedata.normalize

    def counted(form: Any, text: str) -> str:
        asked.append(len(text))
        return normalize(form, text)

    monkeypatch.setattr("notifications.replies.text.unicodedata.normalize", counted)
    marks = "\u0301\u0323" * 10_000
    mail = IncomingMail(f"Content-Type: text/plain; charset=utf-8\n\nplay 44\n{marks}".encode())
    assert next(first_lines(mail)) == "play 44"
    assert max(asked) <= 500


@pytest.mark.parametrize("name", [r"\q", r"\g<9>"])
def test_a_quoted_name_is_no_pattern(name: str) -> None:
    mail = IncomingMail(f"\nplay 44\n\nOn Monday {name}\nwrote:\n> play 3\n".encode())
    assert [*first_lines(mail)] == ["play 44"]
