"""The parts of this app, and those of Django's own tables that know a player."""

from dataclasses import replace
from typing import Any

from allauth.account.models import EmailAddress, EmailConfirmation
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount, SocialToken
from allauth.usersessions.models import UserSession
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import F, QuerySet
from django.utils.translation import gettext_noop as _

from players.browser_sessions import is_of
from players.models import (
    App,
    AppCode,
    AppDevice,
    AppIdentity,
    AppRefresh,
    AppToken,
    Archive,
    Attempt,
    Block,
    Delivery,
    Ending,
    Export,
    Friendship,
    HandOver,
    KeptAnswer,
    KeptName,
    Letter,
    Mute,
    Player,
    RecoveryCode,
    ReturnedMail,
    StoredSession,
    Token,
    Vacation,
    Webhook,
)
from players.models.app_rights import lock_rights
from players.privacy import erasure
from players.privacy.parts import Page, Part, enrol, remove, rows

FEW = 20
"""Accounts that are ended in one step."""


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
    hers = [one.pk for one in StoredSession.objects.iterator() if is_of(one.get_decoded(), player)]
    return remove(StoredSession.objects.filter(pk__in=hers))


def _bots_of(player: Player) -> "QuerySet[Player]":
    return Player.objects.filter(bot_of=player, is_active=True)


def _bots(player: Player) -> int:
    """End the accounts of her bots."""
    hers = list(_bots_of(player)[:FEW])
    for bot in hers:
        erasure.end_now(bot, Ending.By.PLAYER)
    return len(hers)


def _bots_page(player: Player, after: Any) -> Page:
    shown = [{"username": one.username, "created_at": one.date_joined} for one in _bots_of(player)]
    return Page({"bots.json": shown}, len(shown))


def _old_names(player: Player) -> int:
    """Names that she has given up stay kept from others, and are nobody's."""
    return KeptName.objects.filter(player=player).update(player=None)


def _rights(player: Player) -> int:
    through = (Player.groups.through, Player.user_permissions.through)
    return sum(remove(model._default_manager.filter(player=player)) for model in through)  # noqa: SLF001


def _operators_log(player: Player) -> int:
    """Take her name out of what operators have done with her account.

    Of what she has, the log knows but the number (players/migrations/0014).
    """
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
            ends=_(
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
            ends=_("Your tokens end."),
        ),
        Part(
            name="sessions",
            models=(StoredSession,),
            withheld="A session has nothing but a number that your browser shows.",
            erase=_sessions,
        ),
        rows(
            "vacations",
            Vacation,
            ("id", "from_at", "until_at", "announced_at"),
            contains="The vacations that you have announced.",
            ends=_("Your vacations are erased."),
        ),
        rows("hand_over", HandOver, (), withheld="How far your feed was handed over."),
        rows(
            "kept_answers",
            KeptAnswer,
            (),
            withheld="Copies of answers that you were given, kept for 24 hours.",
        ),
        Part(
            name="bots",
            models=(Player,),
            all_of=_bots_of,
            page=_bots_page,
            contains="The accounts of your bots.",
            erase=_bots,
            ends=_("The accounts of your bots end as yours does."),
        ),
        Part(
            name="old_names",
            models=(KeptName,),
            withheld="Names that you have given up are kept as hashes.",
            erase=_old_names,
            stays="A hash of each, until others may have the name. It does not say whose it was.",
        ),
        *_people(),
        *_addresses(),
        *_apps(),
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


def _people() -> tuple[Part, ...]:
    """Whom she gets on with, and who with her. What others think of her is theirs to know."""
    theirs = "It is others' who have blocked or muted you."
    return (
        rows(
            "friends_asked",
            Friendship,
            ("asked__username", "at", "since"),
            owner="asker",
            contains="Whom you have asked to be your friend, and since when she is.",
            ends=_("Your friendships end."),
        ),
        rows(
            "friends_asking",
            Friendship,
            ("asker__username", "at", "since"),
            owner="asked",
            contains="Who has asked to be your friend, and since when she is.",
        ),
        rows("blocks", Block, ("other__username", "at"), contains="Whom you have blocked."),
        rows("blocked_by", Block, (), owner="other", withheld=theirs),
        rows("mutes", Mute, ("other__username", "at"), contains="Whom you have muted."),
        rows("muted_by", Mute, (), owner="other", withheld=theirs),
    )


def _addresses() -> tuple[Part, ...]:
    """How she is written to, and what she signs in with on pages."""
    return (
        rows(
            "addresses",
            EmailAddress,
            ("email", "verified", "primary"),
            owner="user",
            contains="Your addresses.",
            ends=_("Your addresses are erased."),
        ),
        rows(
            "address_confirmations",
            EmailConfirmation,
            (),
            owner="email_address__user",
            withheld="Links in letters to you.",
        ),
        rows(
            "returned_mail",
            ReturnedMail,
            ("why", "at"),
            owner="address__user",
            contains="Whether mail to you came back, and since when none is sent.",
        ),
        rows("letters", Letter, (), withheld="Letters that are on their way to you."),
        rows(
            "recovery_codes",
            RecoveryCode,
            (),
            withheld="Of a recovery code nothing but a hash is kept.",
        ),
        rows(
            "second_steps",
            Authenticator,
            ("type", "created_at", "last_used_at"),
            owner="user",
            contains="Your passkeys and codes of an app, without the secrets.",
            ends=_("Your passkeys and codes of an app end."),
        ),
        rows(
            "elsewhere",
            SocialAccount,
            ("provider", "uid", "date_joined", "last_login"),
            owner="user",
            contains="The accounts on other servers with which you sign in here.",
            ends=_("The way in with accounts of other servers ends."),
        ),
        rows(
            "elsewhere_tokens",
            SocialToken,
            (),
            owner="account__user",
            withheld="No token of another server is kept.",
        ),
        rows(
            "browsers",
            UserSession,
            ("created_at", "last_seen_at", "ip", "user_agent"),
            owner="user",
            contains="Where you are signed in to pages.",
        ),
    )


def _apps() -> tuple[Part, ...]:
    """What she has let apps do. A refresh token stands before the token that was made with it."""
    own = rows(
        "own_apps",
        App,
        ("name", "client_id", "redirect_uris", "created"),
        owner="user",
        contains="Apps that an operator has entered in your name.",
    )
    held = (
        rows(
            "app_tokens",
            AppToken,
            ("application__name", "scope", "created", "expires"),
            owner="user",
            contains="What apps may do in your name, without the secrets.",
            ends=_("What apps may do in your name ends."),
        ),
        rows("app_refreshes", AppRefresh, (), owner="user", withheld="They go with `app_tokens`."),
        rows("app_codes", AppCode, (), owner="user", withheld="Codes that are good for a minute."),
        rows("app_devices", AppDevice, (), owner="user", withheld="Codes of terminals."),
        rows("app_identities", AppIdentity, (), owner="user", withheld="This server makes none."),
    )
    return (own, *map(_under_lock, held))


def _under_lock(part: Part) -> Part:
    """The part, erased under the lock that everything takes which ends rights of apps."""
    remove_some = part.erase

    def erase_under_lock(player: Player) -> int:
        lock_rights(player.pk)
        return remove_some(player) if remove_some else 0

    return replace(part, erase=erase_under_lock)


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
        ends=_("Your webhooks end, and nothing more is sent to them."),
    )
