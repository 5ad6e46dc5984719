"""Print what the bot `strong` thinks of a finished game."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from common.rest.errors import ApiError
from games.background import analysis
from games.models import Game


class Command(BaseCommand):
    help = (
        "Say of every answer in a finished game what the bot strong would have played, how likely it would"
        " have played what was played, and what that cost; by stage and seat. It is kept for the API."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", help="the id of the game")
        parser.add_argument("--short", action="store_true", help="only the sums")

    def handle(self, *args: Any, **given: Any) -> None:
        game = Game.objects.filter(pk=given["game"]).first()
        if game is None:
            raise CommandError(f"There is no game {given['game']}.")
        try:
            stages = analysis.make_analysis(game).stages
        except ApiError as refusal:
            raise CommandError(refusal.detail) from refusal
        for stage in stages:
            for seat in stage["seats"]:
                where = f"stage {stage['stage']} seat {seat['seat']}"
                self.stdout.write(f"{where}: {seat['cost']:.2f} in {len(seat['moves'])} answers")
                if not given["short"]:
                    self._print_moves(seat["moves"])

    def _print_moves(self, moves: list[dict[str, Any]]) -> None:
        for move in moves:
            played, strong = (_action_words(move[which]) for which in ("played", "strong"))
            rather = "" if played == strong else f", strong: {strong}"
            self.stdout.write(
                f"  turn {move['turn']} by {move['by']}: {played} ({move['chance']:.0%},"
                f" cost {move['cost']:.2f}){rather}"
            )


def _action_words(action: dict[str, Any]) -> str:
    rest = (str(value) for name, value in action.items() if name != "type")
    return " ".join([action["type"], *rest])
