"""A player's games as the player may see them, with the records of finished ones."""

from typing import Any

from django.db.models import QuerySet

from common.rest.errors import ApiError
from games.models import Game, Participant
from games.visibility.game_view import GameView
from players.models import Player
from players.privacy.parts import ExportPage

AT_ONCE = 5
"""Games that are read for one page: a record may be long."""


def list_participations(player: Player) -> "QuerySet[Participant]":
    """Return the player's participants: one for each game that ever named the player."""
    return Participant.objects.filter(player=player)


def games_page(player: Player, after: Any) -> ExportPage:
    """Export a part of the games that ever named the player."""
    found = list_participations(player).filter(pk__gt=after or "").order_by("pk")
    some = list(found.select_related("game")[:AT_ONCE])
    files: dict[str, Any] = {}
    for one in some:
        files |= _game_files(player, one)
    return ExportPage(files, len(some), some[-1].pk if len(some) == AT_ONCE else None)


def _game_files(player: Player, participant: Participant) -> dict[str, Any]:
    folder = f"games/{participant.game_id}"
    known = {"id": participant.game_id, "participant": participant.pk}
    try:
        view = GameView.load(participant.game_id, player)
    except ApiError as refusal:
        # The player has left a private game, or the rules are not installed at the moment.
        return {f"{folder}/game.json": {**known, "refused": refusal.code}}
    files: dict[str, Any] = {f"{folder}/game.json": {**known, **view.get_game()}}
    if participant.game.status == Game.Status.FINISHED:
        try:
            files[f"{folder}/record.json"] = view.get_record()
        except ApiError as refusal:  # One lost object must not end the whole export.
            files[f"{folder}/record.json"] = {**known, "refused": refusal.code}
    return files
