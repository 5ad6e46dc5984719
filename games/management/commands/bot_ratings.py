"""Have all bots of a game play at mixed tables, and print a rating for each."""

from argparse import ArgumentParser
from random import SystemRandom
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.bots import registry as bots
from games.bots.many import add_options, is_reported, options_by_seats, sent_options, told_options
from games.bots.ratings import play_tables, rate_bots
from games.rules import registry
from games.rules.refusal import Refusal


class Command(BaseCommand):
    # Nothing here needs a secret, a database or a broker.
    requires_system_checks = ()
    help = (
        "A rating for each bot of a game, with 95 % intervals, by games with bots drawn for each "
        "seat. The first has 0; a bot with 400 more than another wins ten times as often at the "
        "same table."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("ruleset", choices=list(registry.RULESETS))
        parser.add_argument("--games", type=int, default=1000, help="in all (1000)")
        parser.add_argument("--seats", type=int, nargs="+", help="table sizes; default: all")
        add_options(parser)
        parser.add_argument("--seed", type=int, help="the first game's; then one up")
        parser.add_argument("--processes", type=int, default=2, help="that play at once (2)")

    def handle(self, *args: Any, **given: Any) -> None:
        ruleset, games = given["ruleset"], given["games"]
        rules = registry.find_ruleset(ruleset)
        seed = SystemRandom().randrange(10**9) if given["seed"] is None else given["seed"]
        try:
            options = options_by_seats(rules, given["seats"], sent_options(given))
        except Refusal as refusal:
            raise CommandError(refusal.detail_with_place) from refusal
        except ValueError as error:
            raise CommandError(str(error)) from error

        def progress(done: int) -> None:
            if is_reported(done, games):
                self.stderr.write(f"{done} of {games} games")

        tables = play_tables(
            ruleset, options, games, seed, processes=given["processes"], progress=progress
        )
        self.stdout.write(f"{ruleset}, {games} games, seed {seed}")
        for seats, played in options.items():
            self.stdout.write(f"{seats} seats: {told_options(rules, played)}")
        self.stdout.write("bot        rating")
        for name, rating in rate_bots(tables, bots.bot_names(ruleset), seed).items():
            self.stdout.write(f"{name:<8}  {rating.mean:>5.0f} ± {rating.margin:.0f}")
