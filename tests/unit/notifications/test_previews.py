"""Mails on a machine for development: files, and a page on which they are looked at."""

from pathlib import Path
from typing import Any

import pytest
from django.core.mail import EmailMultiAlternatives, get_connection

SUBJECT = "A <b>turn</b>"
HTML = "<p style='color: red'>Yours.</p><script>alert(1)</script>"


@pytest.fixture
def folder(settings: Any, tmp_path: Path) -> Path:
    """Where mails are files, with one in it."""
    settings.DEBUG = True
    settings.EMAIL_FILE_PATH = str(tmp_path / "mail")
    settings.EMAIL_BACKEND = "players.mail.files.EmailBackend"
    mail = EmailMultiAlternatives(SUBJECT, "Yours & mine.", to=["ann@tide.example"])
    mail.attach_alternative(HTML, "text/html")
    assert get_connection().send_messages([mail]) == 1
    return tmp_path / "mail"


def test_each_mail_is_a_file_that_is_listed_and_shown(folder, client) -> None:
    (file,) = folder.iterdir()
    assert file.suffix == ".eml"
    page = client.get("/dev/mail/")
    assert page.status_code == 200
    assert f"/dev/mail/{file.name}" in page.content.decode()
    assert "A &lt;b&gt;turn" in page.content.decode()
    shown = client.get(f"/dev/mail/{file.name}").content.decode()
    assert "Yours &amp; mine." in shown
    assert f"/dev/mail/{file.name}/html" in shown


def test_the_html_can_do_nothing_in_its_frame(folder, client) -> None:
    (file,) = folder.iterdir()
    answer = client.get(f"/dev/mail/{file.name}/html")
    assert answer.content.decode().strip() == HTML
    assert answer["Content-Security-Policy"].split("; ").count("sandbox") == 1
    assert "default-src 'none'" in answer["Content-Security-Policy"]
    assert answer["X-Frame-Options"] == "SAMEORIGIN"


@pytest.mark.parametrize("path", ["", "x.eml", "../../etc/passwd", "..%2f..%2fetc%2fpasswd/html"])
def test_nothing_else_is_shown(folder, settings, client, path: str) -> None:
    if path:
        assert client.get(f"/dev/mail/{path}").status_code == 404
    settings.DEBUG = False
    assert client.get(f"/dev/mail/{path}").status_code == 404
