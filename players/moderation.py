"""Acts of moderators about players: done, taken back, and appealed against."""

from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from common.rest.errors import ApiError
from players.mail import letters, links, reachable
from players.models import Appeal, ModerationAct, Player
from players.signals import act_recorded
from players.suspension import FOR_EVER, SUSPENDING, suspending_act

ActKind = ModerationAct.ActKind
LETTER = "account/email/moderation"
SAID = {
    ActKind.WARN: _("A moderator warns you."),
    ActKind.HIDE: _("A moderator has hidden a message of yours."),
    ActKind.SILENCE: _("You may write nothing to others for a while."),
    ActKind.SUSPEND: _("Your account is suspended."),
    ActKind.BAN: _("Your account is suspended for good."),
    ActKind.TAKE_BACK: _("A moderator has taken back what was done about your account."),
}
"""What a letter says of an act."""


def record_act(
    kind: ActKind,
    player: Player,
    by: Player,
    reason: str,
    *,
    until: datetime | None = None,
    message: str = "",
) -> ModerationAct:
    """Do something about a player, who gets a letter. Raises `ApiError` (`not_yourself`)."""
    return _record(
        ModerationAct(kind=kind, player=player, by=by, until=until, message=message), reason
    )


@transaction.atomic
def take_back_act(act_id: int, by: Player, reason: str) -> ModerationAct:
    """Take an act back, once. Raises `ApiError` (`not_yourself`, `already_decided`)."""
    act = ModerationAct.objects.select_related("player").get(pk=act_id)
    # The lock is for others who would take it back too.
    Player.objects.select_for_update(no_key=True).get(pk=act.player_id)
    if not ModerationAct.objects.in_force().filter(pk=act_id).exists():
        raise ApiError("already_decided", "This was taken back already.")
    return _record(
        ModerationAct(kind=ActKind.TAKE_BACK, player=act.player, by=by, takes_back=act), reason
    )


@transaction.atomic
def _record(act: ModerationAct, reason: str) -> ModerationAct:
    if act.by_id in (act.player_id, act.player.bot_of_id):
        raise ApiError("not_yourself", "Nobody decides about themselves.")
    Player.objects.select_for_update(no_key=True).get(pk=act.player_id)
    act.reason, act.at = reason, timezone.now()
    ModerationAct.objects.bulk_create([act])
    _apply_acts(act.player_id)
    act_recorded.send(ModerationAct, act=act)
    if (to := reachable.address_of(act.player)) is not None:
        until = act.until and f"{act.until:%Y-%m-%d %H:%M}"
        shown = {
            "said": SAID[ActKind(act.kind)],
            "until": until,
            "reason": reason,
            "host": links.server_host(),
            "page": links.to_route("account_suspended") if act.kind in SUSPENDING else "",
        }
        letters.write(act.player, to, LETTER, shown)
    return act


def _apply_acts(player_id: int) -> None:
    """Write to the player's row, and those of the player's bots, what the acts in force come to."""
    acts = ModerationAct.objects.in_force().filter(player=player_id)
    ends = [act.until or FOR_EVER for act in acts.filter(kind__in=SUSPENDING)]
    silences = [act.until or FOR_EVER for act in acts.filter(kind=ActKind.SILENCE)]
    Player.objects.filter(Q(pk=player_id) | Q(bot_of=player_id)).update(
        suspended_until=max(ends, default=None), silenced_until=max(silences, default=None)
    )


@transaction.atomic
def make_appeal(player: Player, text: str) -> Appeal:
    """Appeal against the act that suspends the player, once. Raises `ApiError`."""
    act = suspending_act(player)
    if act is None or act.player_id != player.pk:
        raise ApiError("not_suspended", "This account is not suspended.")
    sent = {"text": text, "at": timezone.now()}
    appeal, is_new = Appeal.objects.get_or_create(act=act, defaults=sent)
    if not is_new:
        raise ApiError("already_appealed", "You have appealed already.")
    return appeal


def answer_appeal(act_id: int, by: Player, answer: str) -> None:
    """Answer an appeal, once. Raises `ApiError` (`not_yourself`, `already_decided`)."""
    rows = Appeal.objects.filter(pk=act_id)
    if rows.filter(act__player=by).exists():
        raise ApiError("not_yourself", "Nobody decides about themselves.")
    if not rows.filter(answer="").update(answer=answer, answered_by=by):
        raise ApiError("already_decided", "This was answered already.")
