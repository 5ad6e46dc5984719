"""The parts of this app, and of Django's own tables about a player."""

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

from players.browser_sessions import sessions_of
from players.models import (
    AccountDeletion,
    Admission,
    App,
    AppCode,
    AppDevice,
    Appeal,
    AppIdentity,
    AppRefresh,
    AppToken,
    Archive,
    Block,
    Export,
    Friendship,
    KeptAnswer,
    KeptName,
    Letter,
    ModerationAct,
    Mute,
    Player,
    RecoveryCode,
    ReturnedMail,
    SignUpCode,
    StoredSession,
    Token,
    Vacation,
)
from players.models.app_rights import lock_rights
from players.privacy import erasure
from players.privacy.parts import ExportPage, ExportPart, delete_rows, register, table_part

FEW = 20
"""Accounts that are ended in one step."""


def _profile_page(player: Player, after: Any) -> ExportPage:
    shown = {
        "username": player.username,
        "email": player.email,
        "about": player.about,
        "avatar": player.shown_avatar,
        "joined_at": player.date_joined,
        "last_signed_in_to_pages_at": player.last_login,
    }
    return ExportPage({"profile.json": shown}, 1)


def _bots_of(player: Player) -> "QuerySet[Player]":
    return Player.objects.filter(bot_of=player, is_active=True)


def _erase_bots(player: Player) -> int:
    """End the accounts of the player's bots."""
    own = list(_bots_of(player)[:FEW])
    for bot in own:
        erasure.end_now(bot, AccountDeletion.RequestedBy.PLAYER)
    return len(own)


def _bots_page(player: Player, after: Any) -> ExportPage:
    shown = [{"username": one.username, "created_at": one.date_joined} for one in _bots_of(player)]
    return ExportPage({"bots.json": shown}, len(shown))


def _erase_rights(player: Player) -> int:
    through = (Player.groups.through, Player.user_permissions.through)
    return sum(delete_rows(model._default_manager.filter(player=player)) for model in through)  # noqa: SLF001


def _erase_codes(player: Player) -> int:
    """Delete the codes that were not used; the others lose the player's name."""
    own = SignUpCode.objects.filter(made_by=player)
    return own.filter(used=0).delete()[0] + own.update(made_by=None)


def _operators_log(player: Player) -> int:
    """Replace the player's name in the operators' log about the account by the account's number.

    What a player did as an operator is logged by number alone (players.0002).
    """
    about = LogEntry.objects.filter(
        content_type=ContentType.objects.get_for_model(Player), object_id=str(player.pk)
    )
    return about.exclude(object_repr=F("object_id")).update(object_repr=F("object_id"))


def register_parts() -> None:
    register(
        ExportPart(
            name="profile",
            models=(Player,),
            all_of=lambda player: Player.objects.filter(pk=player.pk),
            page=_profile_page,
            contains="What the server knows of you: name, address, what you say of yourself.",
            ends=_(
                "Your name, address, password and profile are erased: where your name stood, there is "
                "“deleted-…”."
            ),
            stays="An empty account under an invented name, because your games are others' too.",
        ),
        table_part(
            "tokens",
            Token,
            ("id", "name", "shown", "scopes", "test", "created_at", "expires_at", "last_used_at"),
            contains="Your tokens, without the secrets, which are not kept.",
            ends=_("Your tokens end."),
        ),
        ExportPart(
            name="sessions",
            models=(StoredSession,),
            withheld="A session has nothing but a number that your browser shows.",
            erase=lambda player: delete_rows(sessions_of(player)),
        ),
        table_part(
            "vacations",
            Vacation,
            ("id", "from_at", "until_at", "announced_at"),
            contains="The vacations that you have announced.",
            ends=_("Your vacations are erased."),
        ),
        table_part(
            "kept_answers",
            KeptAnswer,
            (),
            withheld="Copies of answers that you were given, kept for 24 hours.",
        ),
        ExportPart(
            name="bots",
            models=(Player,),
            all_of=_bots_of,
            page=_bots_page,
            contains="The accounts of your bots.",
            erase=_erase_bots,
            ends=_("The accounts of your bots end as yours does."),
        ),
        ExportPart(
            name="old_names",
            models=(KeptName,),
            withheld="Names that you have given up are kept as hashes.",
            erase=lambda player: KeptName.objects.filter(player=player).update(player=None),
            stays="A hash of each, until others may have the name. It does not name the account.",
        ),
        table_part(
            "admission",
            Admission,
            ("code_id", "at"),
            contains="The code by which you came, where the server takes players by invitation.",
        ),
        replace(
            table_part(
                "sign_up_codes",
                SignUpCode,
                ("id", "used", "created_at"),
                owner="made_by",
                contains="The codes that you have made for others.",
                stays="Codes that others came by, without your name.",
            ),
            erase=_erase_codes,
        ),
        *_moderation_parts(),
        *_relation_parts(),
        *_address_parts(),
        *_app_parts(),
        table_part(
            "exports",
            Export,
            (),
            withheld="The archives that you have asked for.",
        ),
        ExportPart(
            name="archives",
            models=(Archive,),
            withheld="The archives themselves.",
            stays="They go with their export.",
        ),
        ExportPart(
            name="ending",
            models=(AccountDeletion,),
            withheld="That your account is to end is said by `GET /me`.",
            stays=(
                "That an account has ended, when, and how much was erased. It does not name the "
                "account."
            ),
        ),
        ExportPart(
            name="rights",
            models=(Player.groups.through, Player.user_permissions.through),
            withheld="What an account may do for the operator.",
            erase=_erase_rights,
        ),
        ExportPart(
            name="operators_log",
            models=(LogEntry,),
            withheld="What operators have done, for operators.",
            erase=_operators_log,
            stays="That something was done to an account, known by its number alone.",
        ),
    )


def _moderation_parts() -> tuple[ExportPart, ...]:
    about = table_part(
        "acts_about",
        ModerationAct,
        ("kind", "at", "reason", "until"),
        contains="What moderators have done about you, and why.",
        stays="The acts, about an account without a name.",
    )
    appeals = table_part(
        "appeals",
        Appeal,
        ("at", "text", "answer"),
        owner="act__player",
        contains="Your appeals.",
        ends=_("Your appeals are erased."),
    )
    done = ExportPart(
        name="acts_done",
        models=(ModerationAct, Appeal),
        withheld="What you have done as a moderator is about others.",
        stays="The acts, by an account without a name.",
    )
    return replace(about, erase=None), appeals, done


def _relation_parts() -> tuple[ExportPart, ...]:
    """Return the parts of relations. Blocks and mutes made by others are not exported."""
    theirs = "Blocks and mutes of you belong to the players who made them."
    return (
        table_part(
            "friends_asked",
            Friendship,
            ("asked__username", "at", "since"),
            owner="asker",
            contains="Players you have asked to be your friends, and since when they are.",
            ends=_("Your friendships end."),
        ),
        table_part(
            "friends_asking",
            Friendship,
            ("asker__username", "at", "since"),
            owner="asked",
            contains="Players who have asked to be your friends, and since when they are.",
        ),
        table_part(
            "blocks", Block, ("other__username", "at"), contains="Players you have blocked."
        ),
        table_part("blocked_by", Block, (), owner="other", withheld=theirs),
        table_part("mutes", Mute, ("other__username", "at"), contains="Players you have muted."),
        table_part("muted_by", Mute, (), owner="other", withheld=theirs),
    )


def _address_parts() -> tuple[ExportPart, ...]:
    """Return the parts of addresses, letters and ways to sign in."""
    return (
        table_part(
            "addresses",
            EmailAddress,
            ("email", "verified", "primary"),
            owner="user",
            contains="Your addresses.",
            ends=_("Your addresses are erased."),
        ),
        table_part(
            "address_confirmations",
            EmailConfirmation,
            (),
            owner="email_address__user",
            withheld="Links in letters to you.",
        ),
        table_part(
            "returned_mail",
            ReturnedMail,
            ("why", "at"),
            owner="address__user",
            contains="Whether mail to you came back, and since when none is sent.",
        ),
        table_part("letters", Letter, (), withheld="Letters that are on their way to you."),
        table_part(
            "recovery_codes",
            RecoveryCode,
            (),
            withheld="Of a recovery code nothing but a hash is kept.",
        ),
        table_part(
            "second_steps",
            Authenticator,
            ("type", "created_at", "last_used_at"),
            owner="user",
            contains="Your passkeys and codes of an app, without the secrets.",
            ends=_("Your passkeys and codes of an app end."),
        ),
        table_part(
            "elsewhere",
            SocialAccount,
            ("provider", "uid", "date_joined", "last_login"),
            owner="user",
            contains="The accounts on other servers with which you sign in here.",
            ends=_("The way in with accounts of other servers ends."),
        ),
        table_part(
            "elsewhere_tokens",
            SocialToken,
            (),
            owner="account__user",
            withheld="No token of another server is kept.",
        ),
        table_part(
            "browsers",
            UserSession,
            ("created_at", "last_seen_at", "ip", "user_agent"),
            owner="user",
            contains="Where you are signed in to pages.",
        ),
    )


def _app_parts() -> tuple[ExportPart, ...]:
    """Return the parts of apps. A refresh token comes before the token that was made with it."""
    own = table_part(
        "own_apps",
        App,
        ("name", "client_id", "redirect_uris", "created"),
        owner="user",
        contains="Apps that an operator has entered in your name.",
    )
    held = (
        table_part(
            "app_tokens",
            AppToken,
            ("application__name", "scope", "created", "expires"),
            owner="user",
            contains="What apps may do in your name, without the secrets.",
            ends=_("Apps lose their access to your account."),
        ),
        table_part(
            "app_refreshes", AppRefresh, (), owner="user", withheld="They go with `app_tokens`."
        ),
        table_part(
            "app_codes", AppCode, (), owner="user", withheld="Codes that are good for a minute."
        ),
        table_part("app_devices", AppDevice, (), owner="user", withheld="Codes of terminals."),
        table_part(
            "app_identities", AppIdentity, (), owner="user", withheld="This server makes none."
        ),
    )
    return (own, *map(_under_lock, held))


def _under_lock(part: ExportPart) -> ExportPart:
    """Return the part, erased under the lock that every end of an app's rights takes."""
    remove_some = part.erase

    def erase_under_lock(player: Player) -> int:
        lock_rights(player.pk)
        return remove_some(player) if remove_some else 0

    return replace(part, erase=erase_under_lock)
