"""Counters of notifications for operators, by channel and outcome."""

from collections.abc import Mapping

from games.repository import counters

OUTCOMES = ("delivered", "retried", "failed", "not_needed")
"""Outcomes of a message; `not_needed` is one that was no longer true when it was due."""
NOTICES = "tide:counters:notices"
"""Counters of messages, by `channel outcome`."""


def count_messages(channel: str, outcomes: Mapping[str, int]) -> None:
    """Count the messages to one channel, by outcome."""
    if outcomes:
        counters.add_counts(NOTICES, {f"{channel} {outcome}": n for outcome, n in outcomes.items()})
