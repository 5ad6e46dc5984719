"""System checks of the settings by which people are told."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, register

LONGEST = timedelta(days=1)


@register()
def telling_has_hours(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """notifications.E001: how long it is waited before somebody is told is neither negative nor days."""
    nothing = timedelta(0)
    wrong = [
        *(["TIDE_NOTICES_AFTER"] if not nothing <= settings.TIDE_NOTICES_AFTER <= LONGEST else []),
        *(["TIDE_NEARLY_UP"] if not nothing < settings.TIDE_NEARLY_UP <= LONGEST else []),
    ]
    hint = "Set it to an ISO 8601 duration up to P1D, such as PT1M."
    return [Error(f"{one} is out of range.", hint=hint, id="notifications.E001") for one in wrong]
