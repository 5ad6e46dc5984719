"""Have bots play each other, and print how often one of them wins against a table of others."""

from argparse import ArgumentParser
from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from random import SystemRandom
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.bots import registry as bots
from games.bots.many import add_options, is_reported, options_by_seats, sent_options, told_options
from games.bots.tournament import Row, play_row
from games.rules import registry
from games.rules.refusal import Refusal

HEAD = "seats  one       others     fair           wins            lead  ms mean/worst  options"


class Command(BaseCommand):
    # Nothing here needs a secret, a database or a broker.
    requires_system_checks = ()
    help = (
        "One bot against a table of others: its part of the wins and its lead in points, with 95 % intervals,"
        " and the processor time of its decisions. Without --one each bot plays the next better one: first"
        " the better one alone, then the other. Without options it is the default ones, or the first edition"
        " that so many play. Seeds are fresh unless one is given."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("ruleset", choices=list(registry.RULESETS))
        parser.add_argument("--one", help="the bot in one seat; needs --others")
        parser.add_argument("--others", help="the bot in all other seats")
        parser.add_argument("--games", type=int, default=1000, help="for each row (1000)")
        parser.add_argument("--seats", type=int, nargs="+", help="table sizes; default: all")
        add_options(parser)
        parser.add_argument("--seed", type=int, help="the first game's; then one up")
        parser.add_argument("--processes", type=int, default=2, help="that play at once (2)")

    def handle(self, *args: Any, **given: Any) -> None:
        seed = SystemRandom().randrange(10**9) if given["seed"] is None else given["seed"]
        self.stdout.write(f"{given['ruleset']}, {given['games']} games a row, seed {seed}\n{HEAD}")
        try:
            for row in self._read_rows(given):
                self._play_row(row, given["games"], seed, given["processes"])
        except Refusal as refusal:
            raise CommandError(refusal.detail_with_place) from refusal
        except ValueError as error:
            raise CommandError(str(error)) from error

    def _read_rows(self, given: dict[str, Any]) -> Iterator[Row]:
        ruleset = registry.find_ruleset(given["ruleset"])
        if bool(given["one"]) != bool(given["others"]):
            raise CommandError("--one and --others belong together.")
        names = bots.bot_names(ruleset.id)
        pairs = [
            pair for worse, better in pairwise(names) for pair in ((better, worse), (worse, better))
        ]
        if given["one"]:
            pairs = [(given["one"], given["others"])]
        options = options_by_seats(ruleset, given["seats"], sent_options(given))
        for one, others in pairs:
            for name in (one, others):
                bots.find_bot(ruleset.id, name)
            for seats, played in options.items():
                yield Row(ruleset.id, played, seats, one, others)

    def _play_row(self, row: Row, games: int, seed: int, processes: int) -> None:
        progress = partial(self._write_progress, row, games)
        outcome = play_row(row, games, seed, processes=processes, progress=progress)
        self.stdout.write(
            f"{row.seats:>5}  {row.one:<8}  {row.others:<8}  {1 / row.seats:>5.3f}  {outcome.wins!s:>13}"
            f"  {outcome.lead!s:>14}  {f'{outcome.mean:.2f}/{outcome.worst:.1f}':<13}"
            f"  {told_options(registry.find_ruleset(row.ruleset), row.options)}"
        )
        self.stdout.flush()

    def _write_progress(self, row: Row, games: int, done: int) -> None:
        """Write the progress to standard error, so that it does not get into the table."""
        if is_reported(done, games):
            self.stderr.write(f"{row.one} at {row.seats} seats: {done} of {games} games")
