"""Play one game against a running server and show it in the terminal."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.text.client import NoServer, Refused
from games.text.display import Paint
from games.text.displays import DISPLAYS
from games.text.person import Script


class Command(BaseCommand):
    help = (
        "Play a whole game against a running server, over the API alone: one scripted person with"
        " a new account, and bots. The table is shown round by round, the scores at the end."
    )
    requires_system_checks = ()  # the settings here are not those of the server that is asked

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--url", default="http://127.0.0.1:8000", help="where the server is")
        first, *_ = DISPLAYS
        parser.add_argument("--game", default=first, choices=sorted(DISPLAYS))
        parser.add_argument("--options", type=json.loads, default={}, help="options, as JSON")
        parser.add_argument("--seats", type=int, default=4, help="one player and bots (4)")
        parser.add_argument("--pace", type=float, default=0.0, help="seconds between rounds (0)")
        parser.add_argument(
            "--seed",
            type=int,
            help=("the player's moves are random from this seed, instead of the clock's choice"),
        )

    def handle(self, *args: Any, **given: Any) -> None:
        style = self.style
        paint = Paint(heading=style.MIGRATE_HEADING, good=style.SUCCESS, bad=style.ERROR)
        url = given["url"].rstrip("/")
        try:
            script = Script(url, seed=given["seed"], pace=given["pace"], paint=paint)
            game = script.open_game(given["game"], given["options"], given["seats"])
            self.stdout.write(f"{url}/api/v1/games/{game['id']}")
            for line in script.play_game(game):
                self.stdout.write(line)
                self.stdout.flush()
        except NoServer as error:
            raise CommandError(
                f"{error} Start one with `make up`, or name it with --url."
            ) from error
        except Refused as refused:
            raise CommandError(str(refused)) from refused
        except KeyboardInterrupt:
            raise CommandError("The game stays open; the clock plays on for the player.") from None
