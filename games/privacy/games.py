"""Her games as she may see them, with the records of those that are over."""

from typing import Any

from django.db.models import QuerySet

from games.models import Game, Participant
from games.visibility.game_view import GameView
from players.models import Player
from players.privacy.parts import Page
from tideapi.rest.errors import ApiError

AT_ONCE = 5
"""Games that are read for one page: a record may be long."""


def all_of(player: Player) -> "QuerySet[Participant]":
    """Who she is in each game in which she was ever named."""
    return Participant.objects.filter(player=player)


def page(player: Player, after: Any) -> Page:
    """Some of all games in which she was ever named."""
    found = all_of(player).filter(pk__gt=after or "").order_by("pk")
    some = list(found.select_related("game")[:AT_ONCE])
    files: dict[str, Any] = {}
    for one in some:
        files |= _files(player, one)
    return Page(files, len(some), some[-1].pk if len(some) == AT_ONCE else None)


def _files(player: Player, hers: Participant) -> dict[str, Any]:
    folder = f"games/{hers.game_id}"
    known = {"id": hers.game_id, "participant": hers.pk}
    try:
        view = GameView.find(hers.game_id, player)
    except ApiError as refusal:
        # A private game that she has left is others' by now; or its rules are not here at the moment.
        return {f"{folder}/game.json": {**known, "refused": refusal.code}}
    files: dict[str, Any] = {f"{folder}/game.json": {**known, **view.whole()}}
    if hers.game.status == Game.Status.FINISHED:
        files[f"{folder}/record.json"] = _record(view, known)
    return files


def _record(view: GameView, known: dict[str, Any]) -> dict[str, Any]:
    """The record, or that there is none: one object that is lost must not keep all else from her."""
    try:
        return view.record()
    except ApiError as refusal:
        return {**known, "refused": refusal.code}
