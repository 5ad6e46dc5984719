"""What a player notes about a game, for herself alone.

Why so: docs/why.md#notes.
"""

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from games.models import Note
from games.repository.queries import people
from games.visibility.game_view import GameView
from players.models import Player
from tideapi.rest.errors import ApiError


def find(game_id: str, player: Player) -> Note:
    """Her note. Raises `ApiError` (`game_not_found`, `no_note`)."""
    _refuse_unseen(game_id, player)
    note = Note.objects.filter(game=game_id, player=player).first()
    if note is None:
        raise ApiError("no_note", "You have noted nothing on this game.")
    return note


@transaction.atomic
def write(game_id: str, player: Player, text: str) -> Note:
    """Note this on the game, in the place of what she had noted. Raises `ApiError`."""
    _refuse_unseen(game_id, player)
    # Under the lock of her row, so that they can be counted.
    people.LOCK.row(player=player.pk)
    others, most = (
        Note.objects.filter(player=player).exclude(game=game_id),
        settings.TIDE_NOTES_EACH,
    )
    if others.count() >= most:
        raise ApiError("too_many_notes", f"You may have notes on {most} games at most.")
    note = Note(game_id=game_id, player=player, text=text, written_at=timezone.now())
    Note.objects.bulk_create(
        [note],
        update_conflicts=True,
        unique_fields=["player", "game"],
        update_fields=["text", "written_at"],
    )
    return note


def delete(game_id: str, player: Player) -> None:
    """Throw her note away. Raises `ApiError` (`game_not_found`, `no_note`)."""
    find(game_id, player).delete()


def _refuse_unseen(game_id: str, player: Player) -> None:
    """Raise `ApiError` (`game_not_found`) unless she may see the game."""
    GameView.find(game_id, player)
