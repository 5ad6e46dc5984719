"""Whether a kind of thing is told in a channel.

Why so: docs/why.md#told-by-default.
"""

from notifications.models import Preferences
from notifications.notice import Kind

OFF_BY_DEFAULT = frozenset({Kind.REMINDER, Kind.STAGE_ENDED, Kind.MESSAGE})
"""What comes often, or says little that is new: told to whoever asks for it."""
BEFORE_TIME_RUNS_OUT = frozenset({Kind.REMINDER, Kind.NEARLY_UP})
RARE = frozenset({Kind.INVITED, Kind.SEAT_LOST, Kind.VACATION_ENDS, Kind.ACCOUNT})
"""What nobody finds by looking at the games that she plays, and comes seldom."""


def is_on(preferences: Preferences, kind: Kind, channel: str) -> bool:
    """Whether she wants to be told of this kind in this channel."""
    chosen = preferences.switches.get(kind, {}).get(channel)
    if preferences.mode == Preferences.Mode.ONLY_BEFORE:
        allowed = kind in BEFORE_TIME_RUNS_OUT or kind in RARE
        return allowed and chosen is not False
    return kind not in OFF_BY_DEFAULT if chosen is None else bool(chosen)
