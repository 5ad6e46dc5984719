"""Have games that were set aside tried again at once."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.models import Turn
from games.play import faults


class Command(BaseCommand):
    help = (
        "Have the sweep try a game again at once whose rules had raised; without an id, list the"
        " games that are set aside."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", nargs="?", help="id of the game, or `all`")

    def handle(self, *args: Any, **given: Any) -> None:
        if given["game"] is None:
            self._list_games()
            return
        games = faults.find_games_set_aside() if given["game"] == "all" else [given["game"]]
        for game in games:
            if not faults.retry_game(game):
                raise CommandError(f"The game {game} is not set aside.")
            self.stdout.write(f"{game} is tried again with the next sweep.")

    def _list_games(self) -> None:
        rows = Turn.objects.set_aside().order_by("next_check_at", "game_id")
        for turn in rows:
            kind = turn.fault.split("\n", 1)[0]
            self.stdout.write(
                f"{turn.game_id} turn {turn.number}: {kind}, {turn.faults} times,"
                f" next try {turn.next_check_at:%Y-%m-%d %H:%M:%S} UTC"
            )
        if not rows:
            self.stdout.write("No game is set aside.")
