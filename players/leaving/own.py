"""The parts of this app, and those of Django's own tables that know a player."""

from typing import Any

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db.models import F

from players.leaving.parts import Page, Part, enrol, remove, rows
from players.models import (
    Archive,
    Attempt,
    Delivery,
    Ending,
    Export,
    KeptAnswer,
    Player,
    Token,
    Vacation,
    Webhook,
)


def _profile(player: Player, after: Any) -> Page:
    shown = {
        "username": player.username,
        "email": player.email,
        "about": player.about,
        "joined_at": player.date_joined,
        "last_signed_in_to_pages_at": player.last_login,
    }
    return Page({"profile.json": shown}, 1)


def _hooks(player: Player) -> int:
    """Take her webhooks away, with what was still to be sent to them, a bounded number of rows at a time."""
    return remove(Delivery.objects.filter(webhook__player=player)) or remove(
        Webhook.objects.filter(player=player)
    )


def _sessions(player: Player) -> int:
    """End what she has open in browsers. A session says inside whose it is, so all are looked at."""
    known = str(player.pk)
    hers = [
        one.pk
        for one in Session.objects.iterator()
        if one.get_decoded().get("_auth_user_id") == known
    ]
    return remove(Session.objects.filter(pk__in=hers))


def _rights(player: Player) -> int:
    through = (Player.groups.through, Player.user_permissions.through)
    return sum(remove(model._default_manager.filter(player=player)) for model in through)  # noqa: SLF001


def _operators_log(player: Player) -> int:
    """Take her name out of what operators have done with her account."""
    about = LogEntry.objects.filter(
        content_type=ContentType.objects.get_for_model(Player), object_id=str(player.pk)
    )
    return about.exclude(object_repr=F("object_id")).update(object_repr=F("object_id"))


def enrol_all() -> None:
    enrol(
        Part(
            name="profile",
            models=(Player,),
            all_of=lambda player: Player.objects.filter(pk=player.pk),
            page=_profile,
            contains="What the server knows of you: name, address, what you say of yourself.",
            ends=(
                "Your name, address, password and profile are erased: where your name stood, there is "
                "“deleted-…”."
            ),
            stays="An empty account under an invented name, because your games are others' too.",
        ),
        rows(
            "tokens",
            Token,
            ("id", "name", "shown", "scopes", "test", "created_at", "expires_at", "last_used_at"),
            contains="Your tokens, without the secrets, which are not kept.",
            ends="Your tokens end.",
        ),
        Part(
            name="sessions",
            models=(Session,),
            withheld="A session has nothing but a number that your browser shows.",
            erase=_sessions,
        ),
        rows(
            "vacations",
            Vacation,
            ("id", "from_at", "until_at", "announced_at"),
            contains="The vacations that you have announced.",
            ends="Your vacations are erased.",
        ),
        rows(
            "kept_answers",
            KeptAnswer,
            (),
            withheld="Copies of answers that you were given, kept for 24 hours.",
        ),
        _webhooks(),
        rows(
            "exports",
            Export,
            (),
            withheld="The archives that you have asked for.",
        ),
        Part(
            name="archives",
            models=(Archive,),
            withheld="The archives themselves.",
            stays="They go with their export.",
        ),
        Part(
            name="ending",
            models=(Ending,),
            withheld="That your account is to end is said by `GET /me`.",
            stays="That an account has ended, when, and how much was erased. It does not say whose it was.",
        ),
        Part(
            name="rights",
            models=(Player.groups.through, Player.user_permissions.through),
            withheld="What an account may do for the operator.",
            erase=_rights,
        ),
        Part(
            name="operators_log",
            models=(LogEntry,),
            withheld="What operators have done, for operators.",
            erase=_operators_log,
            stays="That something was done to an account, known by its number alone.",
        ),
    )


def _webhooks() -> Part:
    shown = ("id", "url", "note", "events", "enabled", "disabled_why", "created_at")
    plain = rows(
        "webhooks", Webhook, shown, contains="Your webhooks, without their secrets.", ends="-"
    )
    return Part(
        name=plain.name,
        models=(Webhook, Delivery, Attempt),
        all_of=plain.all_of,
        page=plain.page,
        contains=f"{plain.contains} What was sent to them is what stands in your events.",
        erase=_hooks,
        ends="Your webhooks end, and nothing more is sent to them.",
    )
