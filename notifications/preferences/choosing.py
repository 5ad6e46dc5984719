"""A player's preferences, read and changed."""

from collections.abc import Collection
from datetime import time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Now

from games.clock.duration import read_duration, write_duration
from games.clock.hours import zones
from notifications.channels import MAIL, NAMES
from notifications.models import MutedGame, Preferences, Receiver, Telling
from notifications.notice import Kind
from notifications.preferences import switches
from players.models import Player
from tideapi.rest.errors import ApiError

Json = dict[str, Any]

LEAST_LEAD, MOST_LEAD = timedelta(minutes=5), timedelta(days=7)

COLUMNS = {"quiet": ("quiet_from", "quiet_until"), "switches": ("switches", "resumed")}
"""What a wish changes that is named otherwise in the row."""


def of(player: Player) -> Preferences:
    """What she has chosen, or what holds for whoever has chosen nothing."""
    found = Preferences.objects.filter(player=player).first()
    return found or Preferences(player=player)


def language(player: Player) -> str | None:
    """The language that she has chosen; None if she has chosen none, whatever else she has."""
    rows = Preferences.objects.filter(player=player)
    return rows.values_list("language", flat=True).first()


def shown(player: Player) -> Json:
    """Her preferences in the words of the API, with each switch as it stands."""
    chosen = of(player)
    off = MutedGame.objects.filter(player=player).order_by("-pk").values_list("game_id", flat=True)
    return {
        "language": chosen.told_in,
        "mode": chosen.mode,
        "zone": chosen.zone,
        "digest_at": _hour(chosen.digest_at),
        "lead": write_duration(chosen.lead),
        "quiet": chosen.quiet_from
        and chosen.quiet_until
        and {"from": _hour(chosen.quiet_from), "until": _hour(chosen.quiet_until)},
        "switches": {
            kind.value: {name: switches.is_on(chosen, kind, name) for name in NAMES}
            for kind in Kind
        },
        "games_off": list(off),
    }


@transaction.atomic
def change(player: Player, wish: Json) -> None:
    """Change what is wished for; what waits goes by that. Raises `ApiError` (`invalid_preferences`)."""
    Player.objects.select_for_update(no_key=True).only("pk").get(pk=player.pk)
    chosen = of(player)
    _take(chosen, wish)
    changed = [column for name in wish for column in COLUMNS.get(name, (name,))]
    if changed:
        Preferences.objects.bulk_create(
            [chosen], update_conflicts=True, unique_fields=["player"], update_fields=changed
        )
    _wake(player, chosen)


def _take(chosen: Preferences, wish: Json) -> None:
    for name in ("language", "mode"):
        if name in wish:
            setattr(chosen, name, wish[name])
    if "zone" in wish:
        chosen.zone = _zone(wish["zone"])
    if "lead" in wish:
        chosen.lead = _lead(wish["lead"])
    if "digest_at" in wish:
        chosen.digest_at = time.fromisoformat(wish["digest_at"])
    if "quiet" in wish:
        quiet = wish["quiet"] or {"from": None, "until": None}
        chosen.quiet_from, chosen.quiet_until = (
            None if one is None else time.fromisoformat(one)
            for one in (quiet["from"], quiet["until"])
        )
    for kind, by_channel in wish.get("switches", {}).items():
        if by_channel.get(MAIL) and chosen.switches.get(kind, {}).get(MAIL) is False:
            chosen.resumed[kind] = chosen.resumed.get(kind, 0) + 1
        chosen.switches[kind] = {**chosen.switches.get(kind, {}), **by_channel}


def _zone(name: str) -> str:
    if name not in zones():
        raise ApiError("invalid_preferences", "This is no time zone.", "/zone")
    ZoneInfo(name)
    return name


def _lead(written: str) -> timedelta:
    lead = read_duration(written)
    if lead is None or not LEAST_LEAD <= lead <= MOST_LEAD:
        said = "A reminder comes between five minutes and seven days before the deadline."
        raise ApiError("invalid_preferences", said, "/lead")
    return lead


def _wake(player: Player, chosen: Preferences) -> None:
    """Have what waits for an hour of hers looked at, by which it is put off anew; reminders have another."""
    waiting = Telling.objects.filter(
        receiver__player=player, state=Telling.State.WAITING, message=""
    )
    woken = waiting.filter(put_off=True).update(put_off=False, next_at=Now())
    reminders = waiting.filter(kind=Kind.REMINDER, next_at__gt=Now())
    moved = reminders.update(next_at=F("due_at") - chosen.lead)
    if woken or moved:
        Receiver.objects.filter(player=player).update(next_attempt_at=Now())


def muted(player: Player, games: Collection[str]) -> frozenset[str]:
    """Of these games those of which she wants to be told nothing."""
    if not games:
        return frozenset()
    rows = MutedGame.objects.filter(player=player, game__in=games)
    return frozenset(rows.values_list("game_id", flat=True))


def mute(player: Player, game: str, *, off: bool) -> None:
    """Be told nothing of a game, or as usual."""
    if off:
        MutedGame.objects.get_or_create(player=player, game_id=game)
    else:
        MutedGame.objects.filter(player=player, game=game).delete()


def _hour(hour: time) -> str:
    return hour.strftime("%H:%M")
