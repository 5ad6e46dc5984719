"""Play a finished game once more from its record."""

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from common.rest.errors import ApiError
from games.background.replay import CannotReplay, compare_record, replay_record
from games.models import Game


class Command(BaseCommand):
    help = (
        "Rebuild a finished game from its record by the rules of this server, and compare the record"
        " with every row of the game, if it was played here. Exits with 1 when anything differs."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("record", help="file with the record as JSON, or - for standard input")

    def handle(self, *args: Any, **given: Any) -> None:
        record = self._read(given["record"])
        try:
            found = list(replay_record(record))
            game = Game.objects.filter(pk=record["game"]).first()
            if game is not None:
                found += compare_record(record, game)
        except CannotReplay as why:
            raise CommandError(str(why)) from why
        except ApiError as refusal:
            raise CommandError(refusal.detail) from refusal
        except (KeyError, TypeError) as error:
            raise CommandError(f"This is no record of a finished game: {error!r}.") from error
        for line in found:
            self.stderr.write(line)
        if found:
            raise CommandError(f"{len(found)} differences.")
        turns = len(record["turns"])
        rows = "and every row is the same" if game is not None else "which was not played here"
        self.stdout.write(f"{record['game']}: {turns} turns replayed, {rows}.")

    def _read(self, name: str) -> Any:
        try:
            if name == "-":
                return json.load(sys.stdin)
            with open(name, encoding="utf-8") as file:  # noqa: PTH123  A name from the command line.
                return json.load(file)
        except (OSError, ValueError) as error:
            raise CommandError(f"{name} cannot be read: {error}") from error
