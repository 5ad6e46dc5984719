"""Play many games between bots and print what they average."""

import json
from argparse import ArgumentParser
from functools import partial
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.bots.many import add_options, sent_options
from games.bots.simulation import simulate_games
from games.rules import registry
from games.rules.refusal import Refusal


class Command(BaseCommand):
    # Nothing here needs a secret, a database or a broker.
    requires_system_checks = ()
    help = (
        "Play games between bots, in this process and kept nowhere, and print the points per"
        " player and stage and the wins per player and game, with 95 % intervals."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("ruleset", choices=list(registry.RULESETS))
        parser.add_argument("--games", type=int, default=1000, help="games for each table size")
        parser.add_argument("--seats", type=int, nargs="+", help="table sizes; default: all")
        add_options(parser)
        parser.add_argument(
            "--bots",
            nargs="+",
            default=["random"],
            help="bots in the order of the seats; the last one takes all seats left",
        )
        parser.add_argument("--seed", type=int, default=0, help="the first game's; then one up")

    def handle(self, *args: Any, **given: Any) -> None:
        ruleset = registry.find_ruleset(given["ruleset"])
        try:
            options = ruleset.read_options(sent_options(given))
            sizes = given["seats"] or list(ruleset.seats_for(options))
            if wrong := [seats for seats in sizes if seats not in ruleset.seats_for(options)]:
                raise CommandError(f"These options are not played by {wrong[0]}.")
            self.stdout.write(f"{ruleset.name}, {json.dumps(options)}")
            self.stdout.write(f"{'seats':>5}  {'bot':<12}{'points per stage':>18}{'wins':>18}")
            for seats in sizes:
                lines = simulate_games(
                    ruleset,
                    options,
                    seats,
                    given["bots"],
                    given["games"],
                    seed=given["seed"],
                    progress=partial(self._write_progress, seats, given["games"]),
                )
                for line in lines:
                    self.stdout.write(
                        f"{seats:>5}  {line.bot:<12}{line.points!s:>18}{line.wins!s:>18}"
                    )
        except Refusal as refusal:
            raise CommandError(refusal.detail_with_place) from refusal

    def _write_progress(self, seats: int, games: int, done: int) -> None:
        """About twenty lines for each table size, where they do not get into the table."""
        if done == games or done % max(1, games // 20) == 0:
            self.stderr.write(f"{seats} seats: {done} of {games} games")
