"""A player's receivers: created, tested, disabled, enabled again, deleted.

The end of a player's epoch takes the lock of the player's row and disables all receivers; the end of an app
does the same with that app's. So receivers are created and enabled under that lock.
"""

import secrets
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import transaction
from django.db.models.signals import post_save
from django.dispatch import receiver as hears
from django.utils.translation import gettext_noop, ngettext

from common.outbox import receivers
from common.outbox.receivers import disabled, end_with_app
from common.rest.errors import ApiError
from common.rest.json_codec import Json
from games.clock.now import now
from games.feeds import feed
from games.models import PrivateEvent
from games.repository import signals
from notifications.channels import CHANNELS, MAIL
from notifications.delivery.outbox import OUTBOX
from notifications.models import NoticeCursor, Notification, Receiver
from notifications.notice import NoticeKind
from players.accounts import refuse_guest
from players.authentication import lock_caller
from players.models import App, Player, Token
from players.signals import app_ended


@transaction.atomic
def create(player: Player, by: Token, channel: str, address: Json, note: str) -> Receiver:
    """Create a receiver for what comes from now on, made with the token `by`.

    Raises `ApiError` (`token_invalid`, `too_many_receivers`, `not_for_guests`, `channel_off`, and the
    refusals of the channel's check of the address).
    """
    known = CHANNELS.get(channel)
    if known is None or not known.added_by_player:
        raise ApiError("channel_off", "This server does not have that channel to be chosen.")
    if not known.for_guests:
        refuse_guest(player, gettext_noop("receivers"))
    checked = known.check(address)
    # With this lock held, no other call counts the player's receivers at the same time.
    app = lock_caller(player, by)
    if Receiver.objects.filter(player=player).count() >= settings.TIDE_MAX_RECEIVERS_PER_PLAYER:
        most = settings.TIDE_MAX_RECEIVERS_PER_PLAYER
        words = ngettext(
            "You may have {most} receiver at most.", "You may have {most} receivers at most.", most
        )
        raise ApiError("too_many_receivers", words.format(most=most))
    _begin_forwarding(player.pk)
    return Receiver.objects.create(
        player=player, channel=channel, address=checked, note=note, created_at=now(), app_id=app
    )


def _begin_forwarding(player_id: int) -> None:
    """Start forwarding the player's feed; does nothing if it is forwarded already."""
    end = feed.update_locked(player_id)
    if not Receiver.objects.filter(player=player_id, enabled=True).exists():
        NoticeCursor.objects.update_or_create(player_id=player_id, defaults={"feed_cursor": end})


def enable(player: Player, receiver_id: str, app: int | None) -> None:
    """Enable a receiver, for new notifications and those that still wait.

    A receiver that belongs to no app becomes this app's, except the mail of the account. The caller holds the
    lock of the player's row, and has the app from there (`lock_caller`).
    """
    _begin_forwarding(player.pk)
    disabled_one = Receiver.objects.filter(player=player, pk=receiver_id, enabled=False)
    disabled_one.filter(app=None).exclude(channel=MAIL).update(app=app)
    receivers.enable_receivers(disabled_one, slow=True)


def test(receiver: Receiver) -> Notification | None:
    """Queue a test message, which is tried once; return None if the receiver is gone."""
    cause = f"test:{secrets.token_urlsafe(9)}"
    return OUTBOX.add_at_once(receiver.pk, lambda _: {"kind": NoticeKind.ACCOUNT, "cause": cause})


# -- the mail of the account


@hears(post_save, sender=EmailAddress)
def _begin_mail(instance: EmailAddress, **_: Any) -> None:
    """Create the account's mail receiver when an address is verified, also in place of another one."""
    if instance.verified:
        begin_mail(instance.user_id)


@transaction.atomic
def begin_mail(player_id: int) -> None:
    """Create the account's mail receiver; enable it again unless its player has disabled it."""
    Player.objects.filter(pk=player_id).lock()
    _begin_forwarding(player_id)
    mail, new = Receiver.objects.get_or_create(
        player_id=player_id,
        channel=MAIL,
        defaults={"address": {}, "created_at": now(), "slow": False},
    )
    if not new and mail.disabled_why in {Receiver.Why.FAILED, Receiver.Why.GONE}:
        receivers.enable_receivers(Receiver.objects.filter(pk=mail.pk))


# -- disabled by the server


@hears(app_ended)
def _end_with_app(player: Player, app: App, **_: object) -> None:
    end_with_app(Receiver.objects.filter(player=player, app=app))


@hears(disabled, sender=Receiver)
def _note_disabled(receiver: Receiver, **_: object) -> None:
    """Record in the player's feed that the receiver is disabled."""
    PrivateEvent.objects.create(
        player_id=receiver.player_id,
        type="receiver_disabled",
        data={
            "receiver": receiver.pk,
            "channel": receiver.channel,
            "why": receiver.disabled_why,
        },
        at=now(),
    )
    signals.notify_subscribers([], [receiver.player_id])
