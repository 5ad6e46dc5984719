"""The statements that PostgreSQL was asked to execute, and the same for pgbench to repeat.

They are read from PostgreSQL's own log, so whatever the code does to speak to it, none is missed, and
when the code changes, so does what pgbench repeats.
"""

import csv
import re
import time
from collections.abc import Callable, Iterator, Sequence
from uuid import uuid4

from tools.bench.clients import Failed
from tools.bench.copies import FIRST
from tools.bench.server import Backing, Town
from tools.bench.table import Row

_NUMBER = re.compile(r"(:?)(?:(?<=game)|(?<![0-9A-Za-z]))(\d{12})(\d?)(?![0-9A-Za-z])")
"""A number that stands in an id: of a game or a turn; with one digit more, of a seat."""
_CONTROL = re.compile(r"(BEGIN|START|COMMIT|END|ROLLBACK|SAVEPOINT|RELEASE)\b", re.IGNORECASE)
_PROBE = re.compile(r"SELECT 1\W*", re.IGNORECASE)
_PARAMETER = re.compile(r"\$(\d+) = (NULL|'(?:[^']|'')*')")
_DATABASE, _SESSION, _MESSAGE, _DETAIL = 2, 5, 13, 14  # columns of the log


def heard(town: Town, act: Callable[[], object]) -> list[str]:
    """The statements that were executed on a town's database because of what was done, in their order."""
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
    found = [
        _with_values(text, row[_DETAIL])
        for row in rows
        if row[_DATABASE] == town.database and row[_SESSION] != ours
        for kind, _, text in [row[_MESSAGE].partition(": ")]
        if kind == "statement" or kind.startswith("execute ")
    ]
    return [text.strip().rstrip(";") for text in found]


def counted(part: str, statements: Sequence[str]) -> Iterator[Row]:
    """How many of which kind; a probe asks whether the connection still lives."""
    control = sum(bool(_CONTROL.match(one)) for one in statements)
    probes = sum(bool(_PROBE.fullmatch(one)) for one in statements)
    yield Row(part, "queries a request", "", [len(statements) - control - probes])
    yield Row(part, "and besides: transaction control", "", [control])
    yield Row(part, "and besides: probes of the connection", "", [probes])


def transactions(statements: Sequence[str]) -> list[list[str]]:
    """The statements by the transaction to which they belong; those of none stand alone."""
    found: list[list[str]] = []
    within = False
    for one in statements:
        if within:
            found[-1].append(one)
        else:
            found.append([one])
        if re.match(r"(BEGIN|START)\b", one, re.IGNORECASE):
            within = True
        elif re.match(r"(COMMIT|END|ROLLBACK(?! TO))\b", one, re.IGNORECASE):
            within = False
    return found


def named(statements: Sequence[str]) -> set[int]:
    """The numbers of the copies whose ids stand in statements."""
    found = (int(match[2]) for one in statements for match in _NUMBER.finditer(one))
    return {number - FIRST for number in found if FIRST <= number < 2 * FIRST}


def repeated(statements: Sequence[str], captured: Sequence[int], numbers: range) -> str:
    """A script for pgbench: the same statements, each time for copies that nobody has touched.

    What was captured named some copies; in their place come others out of `numbers`, every one once, in
    an order without pattern. pgbench is to be told `clients`, and `-1` for `round`. Raises `Failed`
    where the statements name a row that they made themselves: pgbench would write to it again and again.
    """
    if unknown := named(statements) - set(captured):
        raise Failed(f"The statements name what pgbench cannot know: {sorted(unknown)[:5]}")
    places = {number: place for place, number in enumerate(captured)}
    seats = set[str]()

    def variable(match: re.Match[str]) -> str:
        place = places.get(int(match[2]) - FIRST)
        if place is None:
            return match[0]
        # Two colons in a row would be a cast to pgbench, and are JSON's here.
        colon = f"{match[1]} " if match[1] else ""
        if not match[3]:
            return f"{colon}:copy_{place}"
        seats.add(f"\\set seat_{place}_{match[3]} :copy_{place} * 10 + {match[3]}")
        return f"{colon}:seat_{place}_{match[3]}"

    body = [f"{_NUMBER.sub(variable, one)};" for one in statements]
    head = [
        "\\set round :round + 1",
        f"\\set first (:round * :clients + :client_id) * {len(captured)}",
    ]
    head += [
        f"\\set copy_{place} {FIRST + numbers.start} + permute(:first + {place}, {len(numbers)}, 1)"
        for place in places.values()
    ]
    return "\n".join([*head, *sorted(seats), *body, ""])


def _log(backing: Backing, what: str) -> None:
    with backing.connect("postgres") as db:
        db.execute(f"ALTER SYSTEM SET log_statement = '{what}'".encode())
        db.execute("SELECT pg_reload_conf()")
    time.sleep(0.5)  # until every session has heard of it


def _with_values(text: str, detail: str) -> str:
    """A statement with parameters, as one without."""
    values = dict(_PARAMETER.findall(detail)) if "arameters: " in detail else {}
    return re.sub(r"\$(\d+)", lambda match: values.get(match[1], match[0]), text)
