"""What workers do for those who take everything along, or leave; they take the time that they need."""

from players.privacy import erasure, exports

ENOUGH = 600.0
"""Seconds that no run takes, on however busy a machine."""


def workers_gather() -> None:
    exports.build_some(ENOUGH)


def workers_erase() -> None:
    erasure.erase_due(ENOUGH)
