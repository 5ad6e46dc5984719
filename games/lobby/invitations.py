"""Invitations to a table: by name, or by a link for all who have it. The first to accept is seated.

What blocks hide is hidden here: no player who has blocked its maker gets an invitation, and its maker is
answered as if it did.

Why so: docs/decisions/people.md.
"""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any, TypeAlias

from django.conf import settings
from django.db import models, transaction
from django.db.models import Exists, F, OuterRef, Q
from django.db.models.functions import Now
from django.utils.translation import gettext, ngettext

from common.rest.errors import ApiError
from games.clock.now import now
from games.lobby import limits, open_games
from games.lobby.account_events import inform_each, inform_players
from games.models import Game, Invitation, Seat
from games.repository.game_state import GameState
from games.repository.games import load, load_for_update
from players.models import Block, Player

SHORTEST = timedelta(minutes=1)
USUAL_LENGTH = timedelta(days=7)
PRUNE = 1000
OVER = {"game_not_found", "game_full", "already_started", "game_finished", "game_cancelled"}
"""Why a seat is refused that an invitation is over for: it does not tell which."""

Rows: TypeAlias = "models.QuerySet[Invitation]"


@transaction.atomic
def invite_player(game_id: str, host: Player, username: str) -> Invitation:
    """Invite a player by name, once in a game; again it gives the same invitation. Raises `ApiError`."""
    game = load_for_update(game_id, guest=username)
    _refuse_unless_inviting(game, host)
    guest = game.guest
    if guest is None:
        raise ApiError("unknown_player", "There is no such player.", "/player")
    if any(seat.player_id == guest.pk for seat in game.seats):
        message = gettext("{username} has a seat in this game already.")
        raise ApiError("already_joined", message.format(username=guest.username))
    limits.refuse_blocked_guest(game)
    known = of_game(game).filter(to=guest).first()
    if known is not None:
        return known
    _refuse_too_many(game)
    (invitation,) = create_invitations(game.row, host, {guest.pk: None})
    invitation.to = guest
    return invitation


def create_invitations(
    game: Game, host: Player, guests: Mapping[int, int | None]
) -> list[Invitation]:
    """An invitation for each of these players, who are told; maybe with a seat. Limits are not asked here."""
    moment = now()
    made = Invitation.objects.bulk_create(
        Invitation(game=game, by=host, to_id=guest, seat=seat, made_at=moment)
        for guest, seat in guests.items()
    )
    data = {
        invitation.to_id: {
            "game": game.pk,
            "invitation": invitation.pk,
            "rematch_of": game.rematch_of_id,
        }
        for invitation in made
        if invitation.to_id is not None
    }
    inform_each(data, "invited", moment=moment, about=host.pk)
    return made


@transaction.atomic
def create_link(game_id: str, host: Player, uses: int, length: timedelta) -> Invitation:
    """Create an invitation by link, for so many players and so long. Raises `ApiError`."""
    longest = timedelta(days=settings.TIDE_MAX_INVITATION_DAYS)
    if not SHORTEST <= length <= longest:
        words = ngettext(
            "A link may be good from a minute to {days} day.",
            "A link may be good from a minute to {days} days.",
            longest.days,
        )
        raise ApiError("invalid_invitation", words.format(days=longest.days), "/expires_in")
    game = load_for_update(game_id)
    _refuse_unless_inviting(game, host)
    _refuse_too_many(game)
    moment = now()
    return Invitation.objects.create(
        game=game.row, by=host, uses=uses, made_at=moment, expires_at=moment + length
    )


def list_for_host(game_id: str, host: Player) -> Rows:
    """The invitations to a game, for its host. Raises `ApiError`."""
    game = load(game_id)
    open_games.refuse_unless_host(game, host)
    return of_game(game)


def delete_invitation(invitation_id: str, host: Player) -> bool:
    """Delete an invitation to a game of this host; False if there is none."""
    deleted, _ = Invitation.objects.filter(pk=invitation_id, game__host=host).delete()
    return deleted > 0


def list_for_player(player: Player) -> Rows:
    """The invitations that wait for a player's answer."""
    rows = _filter_unanswered(_visible_to(player).filter(to=player, declined_at=None))
    return rows.filter(game__status=Game.Status.OPEN)


def get_invitation(invitation_id: str, viewer: Player | None) -> Invitation:
    """Return an invitation that this viewer may see; links are visible to all. Raises `ApiError`."""
    invitation = _visible_to(viewer).filter(pk=invitation_id).first()
    if invitation is None:
        raise not_found_error()
    return invitation


@transaction.atomic
def accept_invitation(invitation_id: str, player: Player, text: str | None) -> str:
    """Seat a player by an invitation, through the door of all; the game's id. Raises `ApiError`."""
    invitation = get_invitation(invitation_id, player)
    if invitation.to_id != player.pk and invitation.to_id is not None:
        raise not_found_error()
    try:
        open_games.join_game(invitation.game_id, player, text, invitation.seat)
    except ApiError as refusal:
        if refusal.code in OVER:
            raise _over_error() from None
        raise
    # Asked under the game's lock, so that no two use the last one.
    still = _visible_to(player).filter(Q(to=player) | Q(used__lt=F("uses")), pk=invitation.pk)
    if not Invitation.objects.filter(pk__in=still.values("pk")).update(used=F("used") + 1):
        raise _over_error()
    return invitation.game_id


@transaction.atomic
def decline_invitation(invitation_id: str, player: Player) -> None:
    """Decline an invitation by name; its maker is told once. Raises `ApiError`.

    One that was accepted, or whose game has started or is over, can no longer be declined.
    """
    invitation = get_invitation(invitation_id, player)
    if invitation.to_id != player.pk:
        raise not_found_error()
    if invitation.game.status != Game.Status.OPEN:
        raise _over_error()
    # Asked of the row itself, which may be accepted at this moment.
    waiting = _filter_unanswered(Invitation.objects.filter(pk=invitation_id))
    if waiting.filter(declined_at=None).update(declined_at=Now()):
        data = {"game": invitation.game_id, "invitation": invitation.pk}
        inform_players([invitation.by_id], "invitation_declined", data, about=player.pk)
    elif not waiting.exists():
        raise _over_error()


@transaction.atomic
def prune_invitations() -> int:
    """Remove some of the links that have ended, and of the invitations to games that are no longer open.

    They stay for as long as a link may be good. Gives how many.
    """
    old = Now() - timedelta(days=settings.TIDE_MAX_INVITATION_DAYS)
    ended = Q(to=None, expires_at__lt=Now()) | ~Q(game__status=Game.Status.OPEN)
    rows = Invitation.objects.filter(ended, made_at__lt=old).order_by("made_at")
    some = rows.select_for_update(skip_locked=True, of=("self",)).values_list("pk", flat=True)
    return Invitation.objects.filter(pk__in=list(some[:PRUNE])).delete()[0]


def of_game(game: GameState) -> Rows:
    """Return all invitations to a game, without regard to who may see them."""
    return _with_tables(Invitation.objects.filter(game=game.row))


def not_found_error() -> ApiError:
    """Return the error for an invitation that is missing or is not for the caller."""
    return ApiError("invitation_not_found", "There is no such invitation.")


def _over_error() -> ApiError:
    message = gettext("This invitation is used up, or the table takes no further players.")
    return ApiError("invitation_over", message)


def _visible_to(viewer: Player | None) -> Rows:
    """Return the invitations that a viewer may know of: live links, and those by or for the viewer.

    One for the viewer is left out where one of the two has blocked the other.
    """
    allowed: Any = Q(to=None, expires_at__gt=Now())
    if viewer is not None:
        averse = Q(player=OuterRef("to"), other=OuterRef("by"))
        averse |= Q(player=OuterRef("by"), other=OuterRef("to"))
        allowed |= Q(by=viewer) | (Q(to=viewer) & ~Exists(Block.objects.filter(averse)))
    return _with_tables(Invitation.objects.filter(allowed))


def _filter_unanswered(rows: Rows) -> Rows:
    """Of invitations by name, those that nobody has accepted, nor sat down without them."""
    seats = Seat.objects.filter(game=OuterRef("game"), player=OuterRef("to"))
    return rows.filter(~Exists(seats), used=0)


def _with_tables(rows: Rows) -> Rows:
    """With the people, and what is shown of the game: nothing that is encrypted."""
    secret = ("game__state", "game__setup", "game__server_seed", "game__nonce_key")
    return rows.select_related("game__host", "by", "to").defer(*secret)


def _refuse_unless_inviting(game: GameState, host: Player) -> None:
    open_games.refuse_unless_host(game, host)
    open_games.refuse_unless_open(game.row)


def _refuse_too_many(game: GameState) -> None:
    """Count those that could still be used. Raises `ApiError`."""
    ended = Q(to=None) & (Q(expires_at__lte=Now()) | Q(used=F("uses")))
    if of_game(game).exclude(ended).count() >= settings.TIDE_MAX_INVITATIONS_PER_GAME:
        most = settings.TIDE_MAX_INVITATIONS_PER_GAME
        words = ngettext(
            "A game may have {most} invitation that can be used. Take it back first.",
            "A game may have {most} invitations that can be used. Take one back first.",
            most,
        )
        raise ApiError("too_many_invitations", words.format(most=most))
