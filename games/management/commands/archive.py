"""Put games that are over for long into one row each."""

from argparse import ArgumentParser
from collections import Counter
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.dateparse import parse_duration

from games.background import archiving

PROGRESS = 20
"""About how many lines say how far it is."""


class Command(BaseCommand):
    help = (
        "Archive finished games: the log, turns, answers and stages of each become one compressed row, and"
        " every call answers as before. Workers do it by themselves, every minute some; this does all at"
        " once. It can be stopped and run again, also beside workers: a game is archived wholly or not."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--after", help="ended so long ago, as P90D; else TIDE_ARCHIVE_AFTER")
        parser.add_argument("--most", type=int, help="so many games at most")
        parser.add_argument("--dry-run", action="store_true", help="only say how many there are")

    def handle(self, *args: Any, **given: Any) -> None:
        after = self._read_age(given["after"])
        all_due = archiving.count_due_games(after)
        if given["dry_run"]:
            self.stdout.write(f"{all_due} games are to be archived.")
            return
        most: int | None = given["most"]
        wanted = all_due if most is None else min(all_due, most)

        def progress(counts: Counter[str]) -> None:
            done = counts.total()
            if done >= wanted or done % max(1, wanted // PROGRESS) == 0:
                self.stderr.write(f"{done} of {wanted} games")

        counts = archiving.archive_due(after=after, most=most, progress=progress)
        for what in (archiving.ARCHIVED, archiving.LATER, archiving.FAULTY):
            self.stdout.write(f"{counts[what]} games {what}")
        if counts[archiving.FAULTY]:
            raise CommandError("Some games cannot be archived: see the log.")

    def _read_age(self, text: str | None) -> timedelta | None:
        if text is None:
            return None
        after = parse_duration(text) if text.startswith("P") else None
        if after is None:
            raise CommandError(f"{text} is no ISO 8601 duration such as P90D.")
        return after
