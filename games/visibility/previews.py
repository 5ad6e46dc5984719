"""Previews of links to games: what a stranger may see of one, in a title and a sentence."""

from dataclasses import dataclass

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from games.rulesets import registry
from games.rulesets.sheet import join_words, seat_names
from games.shapes.games import GameSummary
from games.visibility.game_lists import list_summaries


@dataclass(frozen=True, slots=True)
class Preview:
    ruleset: str
    title: str
    sentence: str


def preview_game(game_id: str) -> Preview | None:
    """Return the preview of a public game, None for any other: a private one looks like none."""
    for game in list_summaries([game_id], None):
        if not game["private"]:
            with override(settings.LANGUAGE_CODE):
                return Preview(game["ruleset"], _name_game(game), _describe_state(game))
    return None


def _name_game(game: GameSummary) -> str:
    rules = registry.RULESETS.get(game["ruleset"])
    name = game["ruleset"] if rules is None else rules.name
    return f"{name}: {join_words(seat_names(game['seats']))}"


def _describe_state(game: GameSummary) -> str:
    seats = game["seats"]
    if game["status"] == "open":
        free = game["seat_count"] - len(seats)
        return ngettext("{n} seat is free.", "{n} seats are free.", free).format(n=free)
    if game["status"] == "cancelled":
        return _("This game was cancelled.")
    names = seat_names(seats)
    state = _("The game is under way.")
    if game["result"]:
        won = [names[seat] for seat in game["result"]["winners"]]
        state = ngettext("{names} has won.", "{names} have won.", len(won))
        state = state.format(names=join_words(won))
    if not any(one["score"] for one in seats):
        return state
    points = ", ".join(f"{name} {one['score']}" for name, one in zip(names, seats, strict=True))
    return f"{state} {_('Points: {points}.').format(points=points)}"
