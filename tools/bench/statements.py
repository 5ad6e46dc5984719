"""The statements that PostgreSQL was asked to execute, and the same for pgbench to repeat.

They are read from PostgreSQL's own log, so whatever the code does to speak to it, none is missed, and
when the code changes, so does what pgbench repeats.
"""

import csv
import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from uuid import uuid4

from tools.bench.clients import Failed
from tools.bench.copies import FIRST, Db
from tools.bench.server import Backing, Town
from tools.bench.table import Row

_NUMBER = re.compile(r"(?:(?<=game)|(?<![0-9A-Za-z]))(\d{12})\d?(?![0-9A-Za-z])")
"""A number that stands in an id: of a game or a turn; with one digit more, of a seat."""
_CONTROL = re.compile(r"(BEGIN|START|COMMIT|END|ROLLBACK|SAVEPOINT|RELEASE)\b", re.IGNORECASE)
_PROBE = re.compile(r"SELECT 1\W*", re.IGNORECASE)
_PARAMETER = re.compile(r"\$(\d+) = (NULL|'(?:[^']|'')*')")
_CONSTANT = re.compile(r"'(?:[^']|'')*'|\b\d{12,13}\b")
_DATABASE, _SESSION, _MESSAGE, _DETAIL = 2, 5, 13, 14  # columns of the log


@dataclass(frozen=True)
class Asked:
    """A statement with $1, $2 … in the places of its values, the values, and their types."""

    text: str
    values: Sequence[str | None] = ()
    types: Sequence[str] = ()

    @property
    def copies(self) -> set[int]:
        """The numbers of the copies whose ids stand in it."""
        found = (int(one[1]) for value in self.values for one in _NUMBER.finditer(value or ""))
        return {number - FIRST for number in found if FIRST <= number < 2 * FIRST}


def heard(town: Town, act: Callable[[], object]) -> list[Asked]:
    """Return the statements that were executed on a town's database because of what was done, in order."""
    backing = town.backing
    end = f"end {uuid4()}"
    _log(backing, "all")
    try:
        begin = backing.log.stat().st_size
        act()
        town.db.execute(f"SELECT '{end}'".encode())
        while end not in (said := backing.log.read_text()[begin:]):
            time.sleep(0.05)
    finally:
        _log(backing, "none")
    rows = [row for row in csv.reader(said.splitlines(keepends=True)) if len(row) > _DETAIL]
    (ours,) = {row[_SESSION] for row in rows if end in row[_MESSAGE]}
    return [
        _asked(town.db, text.strip().rstrip(";"), row[_DETAIL])
        for row in rows
        if row[_DATABASE] == town.database and row[_SESSION] != ours
        for kind, _, text in [row[_MESSAGE].partition(": ")]
        if kind == "statement" or kind.startswith("execute ")
    ]


def counted(part: str, statements: Sequence[Asked]) -> Iterator[Row]:
    """Count them by kind; a probe asks whether the connection still lives."""
    control = sum(bool(_CONTROL.match(one.text)) for one in statements)
    probes = sum(bool(_PROBE.fullmatch(one.text)) for one in statements)
    yield Row(part, "queries a request", "", [len(statements) - control - probes])
    yield Row(part, "and besides: transaction control", "", [control])
    yield Row(part, "and besides: probes of the connection", "", [probes])


def transactions(statements: Sequence[Asked]) -> list[list[Asked]]:
    """Group the statements by the transaction to which they belong; those of none stand alone."""
    found: list[list[Asked]] = []
    within = False
    for one in statements:
        if within:
            found[-1].append(one)
        else:
            found.append([one])
        if re.match(r"(BEGIN|START)\b", one.text, re.IGNORECASE):
            within = True
        elif re.match(r"(COMMIT|END|ROLLBACK(?! TO))\b", one.text, re.IGNORECASE):
            within = False
    return found


def repeated(statements: Sequence[Asked], captured: Sequence[int], numbers: range) -> str:
    """Return a script for pgbench: the same statements, each time for copies that nobody has touched.

    What was captured named some copies; in their place come others out of `numbers`, every one once, in
    an order without pattern. Each value is a parameter, as it is when the server sends it; pgbench has it
    from the first round on, and PostgreSQL puts the other copies' numbers into it, one by one: if several
    were captured, they are not in `numbers`. pgbench is to be told `clients`, and `-1` for `round`. Raises
    `Failed` where the statements name a row that they made themselves: pgbench would write to it again
    and again.
    """
    places = {number: place for place, number in enumerate(captured)}
    if unknown := {number for one in statements for number in one.copies} - set(captured):
        raise Failed(f"The statements name what pgbench cannot know: {sorted(unknown)[:5]}")
    given, body = list[str](), list[str]()
    for number, one in enumerate(statements):
        names = [f"z{number:04}_{place:02}" for place in range(len(one.values))]
        given += [
            f"{_quoted(value)} AS {name}"
            for name, value in zip(names, one.values, strict=True)
            if value is not None
        ]
        body.append(f"{_with_variables(one, names, places)};")
    script = [
        "\\set round :round + 1",
        # Before all else: pgbench 18 crashes if the 128th command ends with \gset.
        f"\\if :round = 0\nSELECT {', '.join(given)} \\gset\n\\endif",
        f"\\set first (:round * :clients + :client_id) * {len(captured)}",
    ]
    script += [
        f"\\set copy_{place} {FIRST + numbers.start} + permute(:first + {place}, {len(numbers)}, 1)"
        for place in places.values()
    ]
    return "\n".join([*script, *body, ""])


def _log(backing: Backing, what: str) -> None:
    with backing.connect("postgres") as db:
        db.execute(f"ALTER SYSTEM SET log_statement = '{what}'".encode())
        db.execute("SELECT pg_reload_conf()")
    time.sleep(0.5)  # until every session has heard of it


def _asked(db: Db, text: str, detail: str) -> Asked:
    """Return a statement as the log has it, what names a copy in its text made a parameter too."""
    said = [one for _, one in _PARAMETER.findall(detail)] if "arameters: " in detail else []

    def parameter(match: re.Match[str]) -> str:
        # To pgbench a word after a colon is a variable.
        if not _NUMBER.search(match[0]) and not re.search(r":[A-Za-z_]", match[0]):
            return match[0]
        said.append(match[0])
        return f"${len(said)}"

    text = _CONSTANT.sub(parameter, text)
    if not said:
        return Asked(text)
    db.execute(f"PREPARE heard AS {text}".encode())
    found = "SELECT unnest(parameter_types)::text FROM pg_prepared_statements WHERE name = 'heard'"
    types = [str(one) for (one,) in db.execute(found.encode()).fetchall()]
    db.execute("DEALLOCATE heard")
    plain = (one[1:-1].replace("''", "'") if one.startswith("'") else one for one in said)
    values = [None if one == "NULL" else one for one in plain]
    return Asked(text, values, types)


def _with_variables(asked: Asked, names: Sequence[str], places: dict[int, int]) -> str:
    """Return the statement with pgbench's variables in the places of its parameters."""

    def variable(match: re.Match[str]) -> str:
        place = int(match[1]) - 1
        # To pgbench what has no value is NULL.
        found = f":{names[place]}"
        for copy in sorted(Asked("", [asked.values[place]]).copies):
            found = f"replace({found}, '{FIRST + copy}', :copy_{places[copy]})"
        return f"({found})::{asked.types[place]}"

    return re.sub(r"\$(\d+)", variable, asked.text)


def _quoted(value: str) -> str:
    """Return a constant of SQL in which pgbench finds no variable."""
    escaped = value.replace("\\", "\\\\").replace("'", "''").replace(":", "\\x3a")
    return f"E'{escaped}'"
