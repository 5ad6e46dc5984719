"""Counts of what was told, for operators: by channel and by what has become of it."""

from collections.abc import Mapping

from games.repository import counters

OUTCOMES = ("delivered", "retried", "failed", "not_needed")
"""What may have become of a message; one that was not needed was true no more."""
NOTICES = "tide:counters:notices"
"""Messages, by `channel outcome`."""


def told(channel: str, outcomes: Mapping[str, int]) -> None:
    """Count messages to one channel, so many of each outcome."""
    if outcomes:
        counters.add(NOTICES, {f"{channel} {outcome}": n for outcome, n in outcomes.items()})
