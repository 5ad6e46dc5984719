"""Many games between bots: how often one wins against a table of others, or a rating for each.

Without --one each bot plays the next better one: first the better one alone, then the other. Without options
it is the default ones, or the first edition that so many play. Wins and leads have 95 % intervals; with
--ratings a bot with 400 more than another wins ten times as often at the same table.
"""

import argparse
import json
import os
import sys
from itertools import pairwise
from random import SystemRandom
from typing import Any

import django

from games.rulesets import bots, registry
from games.rulesets.refusal import Refusal
from games.rulesets.ruleset import Ruleset
from tools.bots.ratings import rate_bots
from tools.bots.tables import Estimate, Json, mixed, one_against, options_by_seats, play_tables

HEAD = "seats  one       others     fair           wins            lead  ms mean/worst  options"


def main(arguments: list[str] | None = None) -> int:
    """Play, and print a table; 1 with a sentence for what cannot be played."""
    parser = argparse.ArgumentParser(prog="python -m tools.bots", description=__doc__)
    parser.add_argument("ruleset")
    parser.add_argument("--one", help="the bot in one seat; needs --others")
    parser.add_argument("--others", help="the bot in all other seats")
    parser.add_argument("--ratings", action="store_true", help="draw the bots; a figure for each")
    parser.add_argument("--games", type=int, default=1000, help="for each row, or in all (1000)")
    parser.add_argument("--seats", type=int, nargs="+", help="table sizes; default: all")
    parser.add_argument("--options", type=json.loads, help="options, as JSON")
    parser.add_argument("--seed", type=int, help="the first game's; then one up")
    parser.add_argument("--processes", type=int, default=2, help="that play at once (2)")
    given = parser.parse_args(arguments)
    if bool(given.one) != bool(given.others):
        parser.error("--one and --others belong together.")
    if given.seed is None:
        given.seed = SystemRandom().randrange(10**9)
    try:
        rules = registry.find_ruleset(given.ruleset)
        options = options_by_seats(rules, given.seats, given.options)
        print(f"{rules.id}, {given.games} games, seed {given.seed}")
        (print_ratings if given.ratings else print_rows)(rules, options, given)
    except (Refusal, ValueError) as error:
        print(error.detail if isinstance(error, Refusal) else error, file=sys.stderr)
        return 1
    return 0


def print_rows(
    rules: Ruleset[Any, Any], options: dict[int, Json], given: argparse.Namespace
) -> None:
    """Print a line for each pair of bots at each number of seats."""
    pairs = [
        pair
        for worse, better in pairwise(bots.bot_names(rules.id))
        for pair in ((better, worse), (worse, better))
    ]
    print(HEAD)
    for one, others in [(given.one, given.others)] if given.one else pairs:
        for seats, played in options.items():
            seeds = range(given.seed, given.seed + given.games)
            tables = [one_against(rules.id, played, seats, one, others, seed) for seed in seeds]
            places = [seed % seats for seed in seeds]
            games = list(zip(play_tables(tables, given.processes), places, strict=True))
            wins, lead = (
                Estimate.from_samples([getattr(game, figure)[place] for game, place in games])
                for figure in ("won", "leads")
            )
            spent = [1000 * seconds for game, place in games for seconds in game.spent[place]]
            took = f"{sum(spent) / len(spent):.2f}/{max(spent):.1f}" if spent else ""
            print(
                f"{seats:>5}  {one:<8}  {others:<8}  {1 / seats:>5.3f}  {wins!s:>13}  {lead!s:>14}"
                f"  {took:<13}  {describe_options(rules, played)}",
                flush=True,
            )


def print_ratings(
    rules: Ruleset[Any, Any], options: dict[int, Json], given: argparse.Namespace
) -> None:
    """Print a line for each bot, from games of all of them at tables of these sizes in turn."""
    seeds = range(given.seed, given.seed + given.games)
    games = list(play_tables([mixed(rules.id, options, seed) for seed in seeds], given.processes))
    for seats, played in options.items():
        print(f"{seats} seats: {describe_options(rules, played)}")
    print("bot        rating")
    for name, rating in rate_bots(games, bots.bot_names(rules.id), given.seed).items():
        print(f"{name:<8}  {rating.mean:>5.0f} ± {rating.margin:.0f}")


def describe_options(rules: Ruleset[Any, Any], options: Json) -> str:
    """Return options for people to read: those that are not the default ones, as JSON."""
    default = rules.read_options({})
    own = {name: value for name, value in options.items() if value != default.get(name)}
    return json.dumps(own) if own else "default options"


if __name__ == "__main__":
    # Nothing here needs a secret, a database or a broker.
    os.environ.setdefault("TIDE_DEBUG", "true")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tideapi.settings")
    django.setup()
    sys.exit(main())
