"""Notices that wait, which come nearer as their player moves the time of a sandbox."""

from notifications.models import Notification, Receiver
from players.sandbox import register_times


def register_notices() -> None:
    """Register when notices that wait are sent, and when their receivers are tried."""
    register_times(lambda player: Notification.objects.filter(receiver__player=player), "next_at")
    register_times(
        lambda player: Receiver.objects.filter(player=player), "next_attempt_at", "retry_at"
    )
