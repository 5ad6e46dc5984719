"""System checks of what channels are told by the environment."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, register

from notifications.channels import apprise, vapid
from tideapi.extras import is_installed


@register()
def check_push_key(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """notifications.E201: `TIDE_PUSH_KEY` is no key."""
    if not settings.TIDE_PUSH_KEY:
        return []
    try:
        vapid.public_key()
    except vapid.NoKey:
        hint = "`manage.py newpushkey` makes one; without any there is no web push."
        return [Error("TIDE_PUSH_KEY is no key.", hint=hint, id="notifications.E201")]
    return []


@register()
def check_apprise_schemes(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """notifications.E202: `TIDE_APPRISE_SCHEMES` has a service that players could send to any host."""
    if not is_installed("apprise"):
        return []
    return [
        Error(
            f"{scheme} in TIDE_APPRISE_SCHEMES is none that can be listed.",
            hint="Only services that are at one place for all: no host stands in their addresses.",
            id="notifications.E202",
        )
        for scheme in settings.TIDE_APPRISE_SCHEMES
        if not apprise.free_of_hosts(scheme)
    ]
