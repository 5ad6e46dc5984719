"""Switches: which kinds of notification are on in which channel.

Why so: docs/decisions/notices.md.
"""

from notifications.models import Preferences
from notifications.notice import NoticeKind

OFF_BY_DEFAULT = frozenset({NoticeKind.REMINDER, NoticeKind.STAGE_ENDED, NoticeKind.MESSAGE})
"""Kinds that are frequent or carry little news: off unless the player switches them on."""
BEFORE_TIME_RUNS_OUT = frozenset({NoticeKind.REMINDER, NoticeKind.NEARLY_UP})
RARE = frozenset(
    {NoticeKind.INVITED, NoticeKind.SEAT_LOST, NoticeKind.VACATION_ENDS, NoticeKind.ACCOUNT}
)
"""Kinds that are rare and cannot be seen in the player's games."""


def is_on(preferences: Preferences, kind: NoticeKind, channel: str) -> bool:
    """Return whether this kind is on for the player in this channel."""
    chosen = preferences.switches.get(kind, {}).get(channel)
    if preferences.mode == Preferences.Mode.ONLY_BEFORE:
        allowed = kind in BEFORE_TIME_RUNS_OUT or kind in RARE
        return allowed and chosen is not False
    return kind not in OFF_BY_DEFAULT if chosen is None else bool(chosen)
