"""Print what games weigh on disk."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.background import disk_usage
from games.background.disk_usage import Kind, Weight

HEAD = f"  {'table':<34}{'rows':>10}{'heap, TOAST':>14}{'indexes':>12}{'bytes':>12}"


class Command(BaseCommand):
    help = (
        "Print rows and bytes per game, by table, for each ruleset and status: heap with TOAST, and the"
        " share of the indexes. Every table of games is read from end to end, so on a large server take a"
        " quiet hour or a replica. What lies free in a table counts too: after VACUUM FULL it is least."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--ruleset", help="only games of this ruleset")
        parser.add_argument("--status", choices=["open", "running", "finished", "cancelled"])
        parser.add_argument("--json", action="store_true", help="as JSON, in bytes of all games")

    def handle(self, *args: Any, **given: Any) -> None:
        games = {
            kind: many
            for kind, many in disk_usage.count_games().items()
            if given["ruleset"] in {None, kind[0]} and given["status"] in {None, kind[1]}
        }
        found: dict[Kind, list[Weight]] = {kind: [] for kind in sorted(games)}
        tables = disk_usage.tables_of_games()
        for place, (model, ways) in enumerate(tables.items(), start=1):
            self.stderr.write(f"{place} of {len(tables)}: {model._meta.db_table}")  # noqa: SLF001
            for kind, weight in disk_usage.weigh_table(model, ways):
                if kind in found:
                    found[kind].append(weight)
        if given["json"]:
            self.stdout.write(json.dumps([_as_json(*one, games[one[0]]) for one in found.items()]))
        elif not found:
            self.stdout.write("There are no such games.")
        else:
            for kind, weights in found.items():
                self._show_kind(kind, weights, games[kind])

    def _show_kind(self, kind: Kind, weights: list[Weight], games: int) -> None:
        self.stdout.write(f"{kind[0]}, {kind[1]}: {games} games; a game has")
        self.stdout.write(HEAD)
        ordered = sorted(weights, key=lambda one: one.heap + one.indexes, reverse=True)
        for one in ordered:
            self._write_line(one.table, one.rows, one.heap, one.indexes, games)
        rows, heap, indexes = (
            sum(getattr(one, name) for one in weights) for name in ("rows", "heap", "indexes")
        )
        self._write_line("together", rows, heap, indexes, games)

    def _write_line(self, name: str, rows: int, heap: int, indexes: int, games: int) -> None:
        whole = (value // games for value in (heap, indexes, heap + indexes))
        figures = "{:>14,}{:>12,}{:>12,}".format(*whole)
        self.stdout.write(f"  {name:<34}{rows / games:>10,.1f}{figures}")


def _as_json(kind: Kind, weights: list[Weight], games: int) -> dict[str, Any]:
    tables = {
        one.table: {"rows": one.rows, "heap": one.heap, "indexes": one.indexes} for one in weights
    }
    return {"ruleset": kind[0], "status": kind[1], "games": games, "tables": tables}
