"""A player's own settings for one game: a note, and whether the server sends notifications."""

from collections.abc import Collection
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import ngettext

from common.rest.errors import ApiError
from games.models import GamePreferences
from players.models import Player


def get_preferences(game_id: str, player: Player) -> GamePreferences:
    """Return the player's preferences for a game; where nothing is chosen, a row that is not saved."""
    found = GamePreferences.objects.filter(game=game_id, player=player).first()
    return found or GamePreferences(game_id=game_id, player=player)


@transaction.atomic
def change_preferences(game_id: str, player: Player, **changes: Any) -> GamePreferences:
    """Change `note` (a text or None) or `muted`, whichever is given. Raises `ApiError` (`too_many_notes`).

    The caller has made sure that the player may see the game.
    """
    # Under the lock of the player's row, so that notes can be counted and no change is lost.
    Player.objects.filter(pk=player.pk).lock()
    chosen = get_preferences(game_id, player)
    if "note" in changes:
        changes["noted_at"] = None if changes["note"] is None else timezone.now()
    for name, value in changes.items():
        setattr(chosen, name, value)
    _refuse_too_many(chosen)
    if chosen.note is None and not chosen.muted:
        GamePreferences.objects.filter(pk=chosen.pk).delete()
        return GamePreferences(game_id=game_id, player=player)
    chosen.save(update_fields=changes if chosen.pk else None)
    return chosen


def find_muted(player: Player, games: Collection[str] | None = None) -> list[str]:
    """Return the games, of these or of all, of which the player wants no notifications; newest first."""
    if games is not None and not games:
        return []
    rows = GamePreferences.objects.filter(player=player, muted=True)
    if games is not None:
        rows = rows.filter(game__in=games)
    return list(rows.order_by("-pk").values_list("game_id", flat=True))


def _refuse_too_many(chosen: GamePreferences) -> None:
    """Raise `ApiError` (`too_many_notes`) where this note is one more than a player may have."""
    others = GamePreferences.objects.filter(player=chosen.player_id, note__isnull=False)
    most = settings.TIDE_MAX_NOTES_PER_PLAYER
    if chosen.note is not None and others.exclude(game=chosen.game_id).count() >= most:
        words = ngettext(
            "You may have notes on {most} game at most.",
            "You may have notes on {most} games at most.",
            most,
        )
        raise ApiError("too_many_notes", words.format(most=most))
