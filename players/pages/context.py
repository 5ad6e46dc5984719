"""Values for all templates: the guest of this browser, and the server's ways to sign in and to read mail."""

from functools import partial
from typing import Any

from django.conf import settings
from django.http import HttpRequest

from players import door
from players.browser_sessions import guest_of


def account(request: HttpRequest) -> dict[str, Any]:
    """Return values for Django's templates. The folder of mails is shown in development only."""
    return {
        "guest": partial(guest_of, request),
        "elsewhere": settings.TIDE_SIGN_IN_PROVIDERS,
        "takes_codes": door.takes_codes(),
        "no_mail": not settings.TIDE_MAIL_ENABLED,
        "mail_folder": settings.DEBUG and getattr(settings, "EMAIL_FILE_PATH", None),
    }
