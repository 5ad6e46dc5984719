"""System checks of the settings of notifications."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, register

MAX_DELAY = timedelta(days=1)


@register()
def check_notice_delays(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """notifications.E001: `TIDE_NOTICE_DELAY` or `TIDE_LAST_CALL_LEAD_TIME` is out of range."""
    nothing = timedelta(0)
    wrong = [
        *(["TIDE_NOTICE_DELAY"] if not nothing <= settings.TIDE_NOTICE_DELAY <= MAX_DELAY else []),
        *(
            ["TIDE_LAST_CALL_LEAD_TIME"]
            if not nothing < settings.TIDE_LAST_CALL_LEAD_TIME <= MAX_DELAY
            else []
        ),
    ]
    hint = "Set it to an ISO 8601 duration up to P1D, such as PT1M."
    return [Error(f"{one} is out of range.", hint=hint, id="notifications.E001") for one in wrong]
