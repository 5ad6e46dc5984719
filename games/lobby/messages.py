"""Messages at a table: written, listed and deleted by those who have a seat."""

from datetime import timedelta

from django.conf import settings
from django.db import models, transaction
from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Now
from django.utils.translation import ngettext

from common.rest.errors import ApiError
from games.clock.now import now
from games.lobby.account_events import inform_players
from games.models import Game, Message, ReadMark, Seat
from games.refusals import no_such_game
from players.models import Block, Mute, Player
from players.suspension import refuse_silenced

NEW_FOR = timedelta(days=30)
"""An older message no longer counts as new."""


def at_table(game_id: str, player: Player) -> "models.QuerySet[Message]":
    """Return the messages at a player's table, each with whether it is `folded` for the player.

    Raises `ApiError`.
    """
    _refuse_without_seat(game_id, player)
    rows = Message.objects.filter(game=game_id).select_related("author")
    return rows.annotate(folded=_is_folded(player))


def count_unread(player: Player) -> int:
    """Count new messages of others at the player's tables.

    New is what comes after the player's mark there, and after the player's own last message.
    """
    seats = Seat.objects.kept().filter(player=player)
    marks = ReadMark.objects.filter(player=player, game=OuterRef("game"))
    own = Message.objects.filter(game=OuterRef("game"), author=player)
    new = Message.objects.filter(
        ~Exists(marks.filter(messages_at__gte=OuterRef("at"))),
        ~Exists(own.filter(at__gte=OuterRef("at"))),
        ~_is_folded(player),
        game__in=seats.values("game"),
        at__gt=Now() - NEW_FOR,
        deleted_at=None,
    )
    return new.exclude(author=player).count()


def _is_folded(player: Player) -> Q:
    averse = Q(player=player, other=OuterRef("author"))
    return Q(Exists(Block.objects.filter(averse)) | Exists(Mute.objects.filter(averse)))


@transaction.atomic
def write(game_id: str, player: Player, *, text: str = "", phrase: str = "") -> Message:
    """Write a text, or a phrase by its code, to all who have a seat. Raises `ApiError`."""
    game = _refuse_without_seat(game_id, player)
    refuse_silenced(player)
    if game.chat == Game.Chat.NONE:
        raise ApiError("messages_off", "The host has opened this table without messages.")
    if game.chat == Game.Chat.PHRASES and not phrase:
        raise ApiError("phrases_only", "The host has opened this table with set phrases only.")
    if Message.objects.filter(game=game).count() >= settings.TIDE_MAX_MESSAGES_PER_GAME:
        most = settings.TIDE_MAX_MESSAGES_PER_GAME
        words = ngettext(
            "A table may have {most} message, deleted ones too.",
            "A table may have {most} messages, deleted ones too.",
            most,
        )
        raise ApiError("too_many_messages", words.format(most=most))
    content = {"phrase": phrase} if phrase else text
    message = Message.objects.create(game=game, author=player, text=content, at=now())
    inform_others(message, "message_written")
    return message


@transaction.atomic
def delete(game_id: str, player: Player, message_id: str) -> None:
    """Delete a message of one's own: its text is gone, its place stays. Raises `ApiError`."""
    _refuse_without_seat(game_id, player)
    own = Message.objects.filter(game=game_id, pk=message_id, author=player)
    message = own.select_for_update().first()
    if message is None:
        raise ApiError("message_not_found", "You have written no such message here.")
    if message.hidden_text is not None:
        own.update(hidden_text=None)
    if message.deleted_at is None:
        own.update(text=None, deleted_at=Now())
        inform_others(message, "message_deleted")


def inform_others(message: Message, kind: str) -> None:
    """Put an event about a message into the feeds of the other players at its table."""
    seats = Seat.objects.kept().filter(game=message.game_id)
    others = seats.exclude(player=None).exclude(player=message.author_id)
    players = [*others.values_list("player_id", flat=True)]
    data = {"game": message.game_id, "message": message.pk}
    inform_players(players, kind, data, about=message.author_id)


def _refuse_without_seat(game_id: str, player: Player) -> Game:
    seats = Seat.objects.kept().filter(game=game_id, player=player)
    game, is_seated = Game.objects.filter(pk=game_id).first(), seats.exists()
    if game is None or (game.private and not is_seated):
        raise no_such_game()
    if not is_seated:
        raise ApiError("not_a_player", "You have no seat in this game.")
    return game
