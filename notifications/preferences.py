"""A player's preferences: which notifications, in which channels, and at which hours.

Hours are those of the player's time zone. An hour that the clocks skip counts once they have gone on; of one
that comes twice the first counts, unless that is over.

A notification never waits until it is useless: one that would expire before is sent at once.
"""

from datetime import date, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from common.rest.errors import ApiError
from common.rest.json_codec import Json
from games.clock.clock import read_duration
from games.clock.hours import allowed_zones
from notifications.channels import MAIL
from notifications.models import Notification, Preferences, Receiver
from notifications.notice import UTC, NoticeKind
from players.models import Player

MIN_LEAD, MAX_LEAD = timedelta(minutes=5), timedelta(days=7)

COLUMNS = {"quiet": ("quiet_from", "quiet_until"), "switches": ("switches", "resumed")}
"""Columns of request members that the row names differently."""

OFF_BY_DEFAULT = frozenset({NoticeKind.REMINDER, NoticeKind.STAGE_ENDED, NoticeKind.MESSAGE})
"""Kinds that are frequent or carry little news: off unless the player switches them on."""
BEFORE_TIME_RUNS_OUT = frozenset({NoticeKind.REMINDER, NoticeKind.NEARLY_UP})
RARE = frozenset(
    {NoticeKind.INVITED, NoticeKind.SEAT_LOST, NoticeKind.VACATION_ENDS, NoticeKind.ACCOUNT}
)
"""Kinds that are rare and cannot be seen in the player's games."""


def get_preferences(player: Player) -> Preferences:
    """Return the player's preferences, or the defaults."""
    found = Preferences.objects.filter(player=player).first()
    return found or Preferences(player=player)


def chosen_language(player: Player) -> str | None:
    """Return the language that the player has chosen; None if there is none."""
    rows = Preferences.objects.filter(player=player)
    return rows.values_list("language", flat=True).first()


@transaction.atomic
def change_preferences(player: Player, data: Json) -> None:
    """Apply the given members; waiting notifications follow. Raises `ApiError` (`invalid_preferences`)."""
    Player.objects.select_for_update(no_key=True).only("pk").get(pk=player.pk)
    chosen = get_preferences(player)
    _apply_changes(chosen, data)
    changed = [column for name in data for column in COLUMNS.get(name, (name,))]
    if changed:
        Preferences.objects.bulk_create(
            [chosen], update_conflicts=True, unique_fields=["player"], update_fields=changed
        )
    _reschedule_waiting(player, chosen)


def _apply_changes(chosen: Preferences, data: Json) -> None:
    for name in ("language", "mode"):
        if name in data:
            setattr(chosen, name, data[name])
    if "zone" in data:
        if data["zone"] not in allowed_zones():
            raise ApiError("invalid_preferences", "This is no time zone.", "/zone")
        chosen.zone = data["zone"]
    if "lead" in data:
        chosen.lead = _check_lead(data["lead"])
    if "digest_at" in data:
        chosen.digest_at = time.fromisoformat(data["digest_at"])
    if "quiet" in data:
        quiet = data["quiet"] or {"from": None, "until": None}
        chosen.quiet_from, chosen.quiet_until = (
            None if one is None else time.fromisoformat(one)
            for one in (quiet["from"], quiet["until"])
        )
    for kind, by_channel in data.get("switches", {}).items():
        if by_channel.get(MAIL) and chosen.switches.get(kind, {}).get(MAIL) is False:
            chosen.resumed[kind] = chosen.resumed.get(kind, 0) + 1
        chosen.switches[kind] = {**chosen.switches.get(kind, {}), **by_channel}


def _check_lead(written: str) -> timedelta:
    lead = read_duration(written)
    if lead is None or not MIN_LEAD <= lead <= MAX_LEAD:
        message = _("A reminder comes between five minutes and seven days before the deadline.")
        raise ApiError("invalid_preferences", message, "/lead")
    return lead


def _reschedule_waiting(player: Player, chosen: Preferences) -> None:
    """Reschedule notifications that wait for an hour of the player's, and reminders."""
    waiting = Notification.objects.filter(
        receiver__player=player, state=Notification.State.WAITING, message=""
    )
    woken = waiting.filter(put_off=True).update(put_off=False, next_at=Now())
    reminders = waiting.filter(kind=NoticeKind.REMINDER, next_at__gt=Now())
    moved = reminders.update(next_at=F("due_at") - chosen.lead)
    if woken or moved:
        Receiver.objects.filter(player=player).update(next_attempt_at=Now())


def is_on(preferences: Preferences, kind: NoticeKind, channel: str) -> bool:
    """Return whether this kind is on for the player in this channel."""
    chosen = preferences.switches.get(kind, {}).get(channel)
    if preferences.mode == Preferences.Mode.ONLY_BEFORE:
        allowed = kind in BEFORE_TIME_RUNS_OUT or kind in RARE
        return allowed and chosen is not False
    return kind not in OFF_BY_DEFAULT if chosen is None else bool(chosen)


DAY = timedelta(days=1)


class Hour(NamedTuple):
    """The moment to send a notification, and whether it was put off for that."""

    at: datetime
    put_off: bool


def told_at(
    preferences: Preferences,
    kind: NoticeKind,
    moment: datetime,
    due_at: datetime | None,
    *,
    in_digest: bool,
) -> Hour:
    """Return when to send a notification that could go at this moment.

    `due_at` is when it expires. `in_digest` says that the channel has digests, and this was in none yet.
    """
    at, digest = moment, preferences.mode == Preferences.Mode.DIGEST
    if in_digest and digest and kind != NoticeKind.NEARLY_UP:
        at = next_hour(preferences.digest_at, ZoneInfo(preferences.zone), moment)
        if due_at is not None and due_at <= at:
            at = moment
    end = quiet_end(preferences, at)
    if end is not None and (due_at is None or end < due_at):
        at = end
    return Hour(at, at != moment)


def next_hour(
    hour: time, where: ZoneInfo, after: datetime, *, folds: tuple[int, ...] = (0,)
) -> datetime:
    """Return the next moment with this hour in a zone; of an hour that comes twice, the first or both."""
    today = after.astimezone(where).date()
    return next(
        moment
        for days in range(3)
        for fold in folds
        if (moment := _local_moment(today + days * DAY, hour, where, fold)) > after
    )


def quiet_end(preferences: Preferences, moment: datetime) -> datetime | None:
    """Return the end of the player's quiet hours; None if this moment is not in them."""
    since, until = preferences.quiet_from, preferences.quiet_until
    if since is None or until is None or since == until:
        return None
    where = ZoneInfo(preferences.zone)
    here = moment.astimezone(where).time()
    quiet = since <= here < until if since < until else here >= since or here < until
    return next_hour(until, where, moment, folds=(0, 1)) if quiet else None


def _local_moment(day: date, hour: time, where: ZoneInfo, fold: int) -> datetime:
    """Return the moment at which clocks there show this; where they do twice, `fold` says which."""
    return datetime.combine(day, hour, where).replace(fold=fold).astimezone(UTC)
