"""What every page may show: where else one can sign in, and where letters are on a server that sends none."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest


def account(request: HttpRequest) -> dict[str, Any]:
    """For Django's templates. Where files lie is told on a machine for development only."""
    return {
        "elsewhere": settings.TIDE_SIGN_IN_WITH,
        "no_mail": not settings.TIDE_MAILS,
        "mail_folder": settings.DEBUG and getattr(settings, "EMAIL_FILE_PATH", None),
    }
