"""The size of games on disk: rows and bytes in each table, by ruleset and status.

A row's share of its table's heap and TOAST is by the bytes of its columns; all rows have the same share of
the indexes. So all shares add up to the size of the tables, free space included.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db import connection, models
from django.db.models import Count, F, Func, IntegerField, Sum, Value
from django.db.models.functions import Coalesce

from games.models import Game

HEADER = 28
"""The bytes of a row beside its columns: its header and its pointer in the page."""
Kind = tuple[str, str]
"""A ruleset and a status of games."""


@dataclass(frozen=True, slots=True)
class Weight:
    """The rows and bytes of the games of one kind in one table."""

    table: str
    rows: int
    heap: int
    """The bytes in the heap and the TOAST."""
    indexes: int


def tables_of_games() -> dict[type[models.Model], list[str]]:
    """Return every table whose rows belong to games, with the lookups from a row to its game."""
    found: dict[type[models.Model], list[str]] = {Game: [""]}
    before = 0
    while len(found) != before:
        before = len(found)
        for model in apps.get_models(include_auto_created=True):
            if (
                model not in found
                and not model._meta.proxy  # noqa: SLF001
                and (ways := _lookups_to_game(model, found))
            ):
                found[model] = ways
    return found


def _lookups_to_game(
    model: type[models.Model], known: dict[type[models.Model], list[str]]
) -> list[str]:
    """Return the lookups to a game: by a foreign key, or else over known tables."""
    keys = [one for one in model._meta.concrete_fields if one.related_model in known]  # noqa: SLF001
    straight = [f"{one.name}__" for one in keys if one.related_model is Game]
    return straight or [
        f"{one.name}__{way}"
        for one in keys
        for way in known[one.related_model]  # type: ignore[index]
    ]


def count_games() -> dict[Kind, int]:
    """Return the number of games of each kind."""
    counted = Game.objects.values_list("ruleset", "status").annotate(Count("pk")).order_by()
    return {(ruleset, status): many for ruleset, status, many in counted}


def weigh_table(model: type[models.Model], ways: list[str]) -> Iterator[tuple[Kind, Weight]]:
    """Yield the weight of the games of each kind in this table. It reads the whole table."""
    table = model._meta.db_table  # noqa: SLF001
    with connection.cursor() as cursor:
        # The bytes of the heap with its TOAST, and of all indexes.
        cursor.execute("SELECT pg_table_size(%s), pg_indexes_size(%s)", [table, table])
        heap, indexes = cursor.fetchone() or (0, 0)
    counted = list(_count_rows(model, ways))
    rows, stored = (sum(one[place] for one in counted) for place in (1, 2))
    for kind, some, own in counted:
        if kind[0] is not None:
            share = Weight(
                table, some, heap * own // max(1, stored), indexes * some // max(1, rows)
            )
            yield kind, share


def _count_rows(model: type[models.Model], ways: list[str]) -> Iterator[tuple[Any, int, int]]:
    """Yield by kind the rows and the bytes of their columns, also of no game."""
    columns = model._meta.concrete_fields  # noqa: SLF001
    sizes = [Coalesce(_Stored(F(one.name)), Value(0)) for one in columns]
    stored: Any = Value(HEADER)
    for size in sizes:
        stored = stored + size
    found = (
        model._default_manager.annotate(  # noqa: SLF001
            of_ruleset=_first_lookup(ways, "ruleset"), of_status=_first_lookup(ways, "status")
        )
        .values_list("of_ruleset", "of_status")
        .annotate(all_rows=Count("pk"), all_bytes=Sum(stored, output_field=IntegerField()))
        .order_by()
    )
    for ruleset, status, rows, own in found:
        yield (ruleset, status), rows, int(own)


class _Stored(Func):
    """The bytes of a column as stored, compressed or not, in the heap or the TOAST."""

    function = "pg_column_size"
    output_field = IntegerField()


def _first_lookup(ways: list[str], column: str) -> Any:
    found = [F(f"{way}{column}") for way in ways]
    return found[0] if len(found) == 1 else Coalesce(*found)
