"""Refusals of silenced and suspended players."""

from datetime import UTC, datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from common.rest.errors import ApiError
from players.models import ModerationAct, Player

FOR_EVER = datetime(9999, 12, 31, tzinfo=UTC)
"""Until when a ban lasts."""
SUSPENDING = (ModerationAct.ActKind.SUSPEND, ModerationAct.ActKind.BAN)


def is_suspended(player: Player) -> bool:
    """Return whether the player may do nothing here now."""
    return player.suspended_until is not None and player.suspended_until > timezone.now()


def suspending_act(player: Player) -> ModerationAct | None:
    """Return the act that suspends the player, or the owner of a bot, the longest; None without one."""
    if not is_suspended(player):
        return None
    acts = ModerationAct.objects.in_force().filter(
        player=player.bot_of_id or player.pk, kind__in=SUSPENDING
    )
    return max(acts, key=lambda act: act.until or FOR_EVER, default=None)


def refuse_suspended(player: Player) -> None:
    """Raise `ApiError` (`account_suspended`) with the reason and the end."""
    if not is_suspended(player):
        return
    act = suspending_act(player)
    until = None if act is None or act.until is None else f"{act.until:%Y-%m-%d %H:%M}"
    words = _("This account is suspended until {until} UTC: {reason}")
    words = words if until else _("This account is suspended for good: {reason}")
    reason = act.reason if act else ""
    raise ApiError("account_suspended", words.format(until=until, reason=reason))


def refuse_silenced(player: Player) -> None:
    """Raise `ApiError` (`silenced`) with the end."""
    until = Player.objects.values_list("silenced_until", flat=True).get(pk=player.pk)
    if until is not None and until > timezone.now():
        words = _("You may not write until {until} UTC.").format(until=f"{until:%Y-%m-%d %H:%M}")
        raise ApiError("silenced", words)
