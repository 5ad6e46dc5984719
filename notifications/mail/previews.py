"""Previews of the mails of a server that sends none, for developers: a list, and each as text and HTML.

The mails are files (`players.mail.files`). Without debug these addresses do not exist: they would show the
mails of all players to everyone.
"""

from collections.abc import Callable
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from functools import wraps
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

MAX_LISTED = 200
"""Mails in the list, the newest ones."""
PAGE = "style-src 'self'; font-src 'self'; img-src 'self'; frame-src 'self'"
FRAME = "style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox"
"""Policy of the frame with a mail's HTML: styles only."""


def for_development(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Return the view for debug alone, where mails are files."""

    @csrf_exempt
    @require_safe
    @wraps(view)
    def shown(request: HttpRequest, **more: Any) -> HttpResponse:
        if not settings.DEBUG or not settings.EMAIL_FILE_PATH:
            raise Http404
        return view(request, **more)

    return shown


@for_development
def all_mails(request: HttpRequest) -> HttpResponse:
    """Show the list, the newest first."""
    names = sorted((path.name for path in _mail_folder().glob("*.eml")), reverse=True)[:MAX_LISTED]
    mails = [
        {"name": name, **{part: one[part] for part in ("subject", "to", "date")}}
        for name, one in zip(names, map(_read_mail, names), strict=True)
    ]
    return _set_policy(render(request, "notifications/previews.html", {"mails": mails}))


@for_development
def one_mail(request: HttpRequest, name: str) -> HttpResponse:
    """Show headers, text, and the HTML in a frame."""
    mail = _read_mail(name)
    shown = {
        "name": name,
        "subject": mail["Subject"],
        "headers": mail.items(),
        "text": _read_part(mail, "plain"),
        "html": bool(_read_part(mail, "html")),
    }
    return _set_policy(render(request, "notifications/preview.html", shown))


@for_development
def html(request: HttpRequest, name: str) -> HttpResponse:
    """Show the HTML of a mail, unchanged."""
    return HttpResponse(
        _read_part(_read_mail(name), "html"), headers={"Content-Security-Policy": FRAME}
    )


def _mail_folder() -> Path:
    return Path(str(settings.EMAIL_FILE_PATH))


def _read_mail(name: str) -> EmailMessage:
    known = {path.name: path for path in _mail_folder().glob("*.eml")}
    if name not in known:
        raise Http404
    message = message_from_bytes(known[name].read_bytes(), policy=default)
    assert isinstance(message, EmailMessage)  # noqa: S101  The policy says so.
    return message


def _read_part(mail: EmailMessage, kind: str) -> str:
    """Return the text or HTML of a mail, empty if it has none."""
    found = mail.get_body((kind,))
    return "" if found is None else str(found.get_content())


def _set_policy(answer: HttpResponse) -> HttpResponse:
    answer["Content-Security-Policy"] = PAGE
    return answer
