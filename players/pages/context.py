"""Values for all templates: the guest who plays here, and how one signs in and reads mail on this server."""

from functools import partial
from typing import Any

from django.conf import settings
from django.http import HttpRequest

from players.browser_sessions import guest_of


def account(request: HttpRequest) -> dict[str, Any]:
    """For Django's templates. Where files lie is told on a machine for development only."""
    return {
        "guest": partial(guest_of, request),
        "elsewhere": settings.TIDE_SIGN_IN_WITH,
        "no_mail": not settings.TIDE_MAILS,
        "mail_folder": settings.DEBUG and getattr(settings, "EMAIL_FILE_PATH", None),
    }
