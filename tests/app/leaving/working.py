"""What workers do for those who take everything along, or leave; they take the time that they need."""

from players.leaving import erasing, exporting

ENOUGH = 600.0
"""Seconds that no run takes, on however busy a machine."""


def workers_gather() -> None:
    exporting.build_some(ENOUGH)


def workers_erase() -> None:
    erasing.erase_due(ENOUGH)
