"""The parts of what is kept of how a player is told."""

from django.db.models import QuerySet
from django.utils.translation import gettext_noop as _

from notifications.models import (
    AskedByMail,
    MutedGame,
    Preferences,
    Receiver,
    Subscription,
    Telling,
    TellingAttempt,
)
from players.models import Player
from players.privacy.parts import Part, enrol, remove, rows


def enrol_parts() -> None:
    """Enrol them. What was told goes before the receivers that it was told at."""
    receivers = rows(
        "receivers",
        Receiver,
        ("id", "channel", "note", "enabled", "disabled_why", "created_at"),
        contains="Where you are told of things, without the addresses' secrets.",
        ends=_("You are told of nothing any more."),
    )
    enrol(
        rows(
            "notice_preferences",
            Preferences,
            (
                *("language", "zone", "mode", "digest_at", "quiet_from", "quiet_until"),
                *("lead", "switches"),
            ),
            contains="How you want to be told of things.",
        ),
        rows(
            "muted_games", MutedGame, ("game_id",), contains="Games of which you are told nothing."
        ),
        rows(
            "subscriptions",
            Subscription,
            ("kind", "made_at", "read_at"),
            contains="Your private addresses for calendars and readers of news, without their secrets.",
            ends=_("Your private addresses for calendars and readers of news end."),
        ),
        receivers,
        Part(
            name="told",
            models=(Telling, TellingAttempt),
            all_of=_told,
            withheld="What you were told is what stands in your events; it holds no words of its own.",
            erase=lambda player: remove(_told(player)),
        ),
        rows(
            "questions_told",
            AskedByMail,
            (),
            withheld="Which questions you were told of, with secrets by which they are answered.",
            ends=_("Links and addresses in mails to you lead nowhere any more."),
        ),
    )


def _told(player: Player) -> "QuerySet[Telling]":
    return Telling.objects.filter(receiver__player=player)
