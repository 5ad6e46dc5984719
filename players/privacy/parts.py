"""What is kept of a player, part by part: each app enrols its own.

A part says what of it she is given when she takes everything along, and what becomes of it when her account
ends. Whatever of either is not done is said with the reason. A test looks at every table that leads to a
player, and fails if no part speaks of it.

Why so: docs/why.md#parts.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import IntegerField, Model, Subquery

from players.models import Player

BATCH = 500
"""Rows that are read or erased in one step."""


@dataclass(frozen=True, slots=True)
class Page:
    """Some of a part: files by their names, each a JSON value, and how many things are in them.

    `after` says where the next page begins, as a JSON value; None if this was the last.
    """

    files: dict[str, Any]
    things: int
    after: Any = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One kind of what is kept of a player.

    Either `page` gives it to her, and `contains` says to her what she finds, or `withheld` says why not.
    `erase` ends it, some at a time, and gives how many; 0 means that nothing is left. `ends` tells the
    player what that does, marked for her pages to translate. `stays` says what is not erased, and why.
    """

    name: str
    models: tuple[type[Model], ...]
    all_of: Callable[[Player], Any] | None = None
    """The rows, as a queryset, that say how much there is: to be exported, and to end."""
    page: Callable[[Player, Any], Page] | None = None
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


_PARTS: dict[str, Part] = {}


def enrol(*parts: Part) -> None:
    """Make parts known; called by each app when it is ready. Later ones may lean on earlier ones."""
    for part in parts:
        if part.name in _PARTS:
            raise TypeError(f"There is a part {part.name} already.")
        _PARTS[part.name] = part


def parts() -> tuple[Part, ...]:
    """All parts, in the order in which they were enrolled."""
    return tuple(_PARTS.values())


def exported() -> tuple[Part, ...]:
    """The parts that a player is given."""
    return tuple(part for part in parts() if part.page is not None)


def erased() -> Iterator[Part]:
    """The parts of which something is erased, what leans on others first."""
    return (part for part in reversed(parts()) if part.erase is not None)


class _Number(Subquery):
    """How many rows a query has, as a column of another."""

    template = "(SELECT count(*) FROM (%(subquery)s) AS counted)"
    output_field = IntegerField()


def counted(some: Iterable[Part], player: Player) -> dict[str, int]:
    """How much there is of these parts, by their names; in one statement."""
    known = [part for part in some if part.all_of is not None]
    # Columns by their places: a part may be called as a field is.
    numbers = [
        _Number(part.all_of(player).order_by().values("pk")) for part in known if part.all_of
    ]
    found = Player.objects.filter(pk=player.pk).values_list(*numbers).get()
    return dict(zip((part.name for part in known), found, strict=True))


# -- parts that are plain rows


def rows(
    name: str, model: type[Model], fields: Iterable[str], *, owner: str = "player", **words: str
) -> Part:
    """A part that is rows of one table: these fields of each are exported, all rows are erased.

    `owner` is the way from a row to its player; `words` are those of a `Part`. With `withheld` nothing is
    exported.
    """
    table: Any = model._default_manager  # noqa: SLF001  Public by documentation.
    shown = [*fields]

    def all_of(player: Player) -> Any:
        return table.filter(**{owner: player})

    def page(player: Player, after: Any) -> Page:
        found = all_of(player).order_by("pk")
        if after is not None:
            found = found.filter(pk__gt=after["pk"])
        some = list(found[:BATCH])
        values = [{field: _value(one, field) for field in shown} for one in some]
        number = 1 if after is None else after["file"] + 1
        more = {"pk": some[-1].pk, "file": number} if len(some) == BATCH else None
        file = f"{name}.json" if number == 1 else f"{name}-{number}.json"
        return Page({file: values} if values or number == 1 else {}, len(some), more)

    def erase(player: Player) -> int:
        return remove(all_of(player))

    given = None if "withheld" in words else page
    return Part(name=name, models=(model,), all_of=all_of, page=given, erase=erase, **words)


def _value(row: Any, field: str) -> Any:
    """A field of a row, or of one that it leads to (`app__name`)."""
    for name in field.split("__"):
        row = getattr(row, name)
    return row


def remove(found: Any) -> int:
    """Delete some of these rows, and what hangs on them; how many of them."""
    some = list(found.order_by("pk").values_list("pk", flat=True)[:BATCH])
    if some:
        found.model._default_manager.filter(pk__in=some).delete()  # noqa: SLF001
    return len(some)
