"""The mails of a server that sends none, for whoever develops: a list, and each as text and as HTML.

They are files (`players.mail.files`). Without debug there is nothing at these addresses: the mails of others
would be open to everybody.
"""

from collections.abc import Callable
from dataclasses import dataclass
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

MOST = 200
"""As many are listed, the newest ones."""
PAGE = "style-src 'self'; img-src 'self'; frame-src 'self'"
FRAME = "style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox"
"""What a mail may do in its frame: look as it looks, and nothing else."""


@dataclass(frozen=True, slots=True)
class Mail:
    """A mail and the name of its file."""

    name: str
    message: EmailMessage

    def part(self, kind: str) -> str:
        """Its text or HTML, empty if it has none."""
        found = self.message.get_body((kind,))
        return "" if found is None else str(found.get_content())


def for_development(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A view that is there in debug alone, where mails are files."""

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
    """The newest first."""
    names = sorted((path.name for path in _folder().glob("*.eml")), reverse=True)[:MOST]
    mails = [(name, _read(name).message) for name in names]
    shown = {
        "mails": [
            {"name": name, **{part: one[part] for part in ("subject", "to", "date")}}
            for name, one in mails
        ]
    }
    return _page(render(request, "notifications/previews.html", shown))


@for_development
def one_mail(request: HttpRequest, name: str) -> HttpResponse:
    """Headers, text, and the HTML in a frame."""
    mail = _read(name)
    shown = {
        "name": name,
        "subject": mail.message["Subject"],
        "headers": mail.message.items(),
        "text": mail.part("plain"),
        "html": bool(mail.part("html")),
    }
    return _page(render(request, "notifications/preview.html", shown))


@for_development
def html(request: HttpRequest, name: str) -> HttpResponse:
    """The HTML of a mail, as it is."""
    return HttpResponse(_read(name).part("html"), headers={"Content-Security-Policy": FRAME})


def _folder() -> Path:
    return Path(str(settings.EMAIL_FILE_PATH))


def _read(name: str) -> Mail:
    known = {path.name: path for path in _folder().glob("*.eml")}
    if name not in known:
        raise Http404
    message = message_from_bytes(known[name].read_bytes(), policy=default)
    assert isinstance(message, EmailMessage)  # noqa: S101  The policy says so.
    return Mail(name, message)


def _page(answer: HttpResponse) -> HttpResponse:
    answer["Content-Security-Policy"] = PAGE
    return answer
