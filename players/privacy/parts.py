"""A player's data, part by part: each app registers its own.

A part says what of it is exported, and what becomes of it when the account ends. A part that is not exported
or not erased says why. A test reads every table that leads to a player, and fails if no part covers it.

Why so: docs/decisions/privacy.md.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from django.db.models import IntegerField, Model, Subquery

from players.models import Player

BATCH = 500
"""Rows that are read or erased in one step."""


@dataclass(frozen=True, slots=True)
class ExportPage:
    """Some of a part: files by their names, each a JSON value, and how many things are in them."""

    files: dict[str, Any]
    things: int
    after: Any = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportPart:
    """One kind of a player's data.

    Either `page` exports it and `contains` describes it to the player, or `withheld` says why not. `erase`
    erases some rows and returns their number; 0 means that nothing is left. `ends` tells the player about it,
    marked for translation. `stays` says what is not erased, and why.
    """

    name: str
    models: tuple[type[Model], ...]
    all_of: Callable[[Player], Any] | None = None
    """The rows, as a queryset, for counting what is exported and erased."""
    page: Callable[[Player, Any], ExportPage] | None = None
    contains: str = ""
    withheld: str = ""
    erase: Callable[[Player], int] | None = None
    ends: str = ""
    stays: str = ""

    def __post_init__(self) -> None:
        if (self.page is None) != bool(self.withheld) or (self.page and not self.contains):
            raise TypeError(f"{self.name}: say what is exported, or why nothing is.")
        if self.erase is None and not self.stays:
            raise TypeError(f"{self.name}: say how it is erased, or why it stays.")


_PARTS: dict[str, ExportPart] = {}


def register(*parts: ExportPart) -> None:
    """Register parts; called by each app when it is ready. Later parts may depend on earlier ones."""
    for part in parts:
        if part.name in _PARTS:
            raise TypeError(f"There is a part {part.name} already.")
        _PARTS[part.name] = part


def all_parts() -> tuple[ExportPart, ...]:
    """Return all parts in the order of registration."""
    return tuple(_PARTS.values())


def exported_parts() -> tuple[ExportPart, ...]:
    """Return the parts that are exported."""
    return tuple(part for part in all_parts() if part.page is not None)


def erased_parts() -> Iterator[ExportPart]:
    """Return the parts that are erased, dependent ones first."""
    return (part for part in reversed(all_parts()) if part.erase is not None)


class _RowCount(Subquery):
    """The number of rows of a query, as a column of another."""

    template = "(SELECT count(*) FROM (%(subquery)s) AS counted)"
    output_field = IntegerField()


def count_rows(some: Iterable[ExportPart], player: Player) -> dict[str, int]:
    """Return the number of rows in these parts by name, in one statement."""
    known = [part for part in some if part.all_of is not None]
    # Columns by their places: a part may be called as a field is.
    numbers = [
        _RowCount(part.all_of(player).order_by().values("pk")) for part in known if part.all_of
    ]
    found = Player.objects.filter(pk=player.pk).values_list(*numbers).get()
    return dict(zip((part.name for part in known), found, strict=True))


# -- parts that are plain rows


def table_part(
    name: str, model: type[Model], fields: Iterable[str], *, owner: str = "player", **words: str
) -> ExportPart:
    """Return a part of one table's rows: these fields are exported, all rows are erased.

    `owner` is the lookup from a row to its player; `words` are those of a `Part`. With `withheld` nothing is
    exported.
    """
    table: Any = model._default_manager  # noqa: SLF001  Public by documentation.
    shown = [*fields]

    def all_of(player: Player) -> Any:
        return table.filter(**{owner: player})

    def page(player: Player, after: Any) -> ExportPage:
        found = all_of(player).order_by("pk")
        if after is not None:
            found = found.filter(pk__gt=after["pk"])
        some = list(found[:BATCH])
        values = [
            {field: attrgetter(field.replace("__", "."))(one) for field in shown} for one in some
        ]
        number = 1 if after is None else after["file"] + 1
        more = {"pk": some[-1].pk, "file": number} if len(some) == BATCH else None
        file = f"{name}.json" if number == 1 else f"{name}-{number}.json"
        return ExportPage({file: values} if values or number == 1 else {}, len(some), more)

    def erase(player: Player) -> int:
        return delete_rows(all_of(player))

    given = None if "withheld" in words else page
    return ExportPart(name=name, models=(model,), all_of=all_of, page=given, erase=erase, **words)


def delete_rows(found: Any) -> int:
    """Delete some of these rows and their dependants; return their number."""
    some = list(found.order_by("pk").values_list("pk", flat=True)[:BATCH])
    if some:
        found.model._default_manager.filter(pk__in=some).delete()  # noqa: SLF001
    return len(some)
