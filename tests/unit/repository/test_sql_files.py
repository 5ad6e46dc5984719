"""Statements in files of SQL: what stands in braces is put in its place."""

from pathlib import Path

import pytest

from common.db.sql_files import SqlFile

SHARED = """-- Parts for others.

-- part number(of, beyond)
({of}.number {beyond} %(number)s)
"""
FILE = """-- What a table is asked.

-- part is_open(turn)
-- Not closed yet.
{turn}.closed_at IS NULL

-- statement OPEN scans games_turn, games_log
-- Index Scan using turn_one_open,
-- and no other.
SELECT {row(turn, Turn)} FROM turn WHERE {is_open(turn)} AND coalesce({shared.number(turn, >)}, '{}')

-- statement LATER
{ordered({is_open(one)}, coalesce(one.at, now()))}

-- part ordered(which, by)
SELECT FROM one WHERE {which} ORDER BY {by}
"""


@pytest.fixture
def file(tmp_path: Path) -> SqlFile:
    for name, text in (("shared", SHARED), ("file", FILE)):
        (tmp_path / f"{name}.sql").write_text(text)
    shared = SqlFile(tmp_path / "shared.sql")
    row = "[{} of {}]".format
    return SqlFile(tmp_path / "file.sql", {"row": row}, {"shared": shared})


def test_a_statement_has_its_parts_in_their_places(file: SqlFile) -> None:
    assert file.OPEN.text == (
        "SELECT [turn of Turn] FROM turn WHERE turn.closed_at IS NULL"
        " AND coalesce((turn.number > %(number)s), '{}')"
    )


def test_a_parameter_may_be_a_part_and_have_commas_within_parentheses(file: SqlFile) -> None:
    text = "SELECT FROM one WHERE one.closed_at IS NULL ORDER BY coalesce(one.at, now())"
    assert file.LATER.text == text


def test_a_statement_knows_its_comment_and_what_it_may_read_from_end_to_end(file: SqlFile) -> None:
    assert file.OPEN.comment == "Index Scan using turn_one_open, and no other."
    assert file.OPEN.scans == {"games_turn", "games_log"}
    assert (file.LATER.comment, file.LATER.scans) == ("", frozenset())
    assert [name for name, _ in file] == ["OPEN", "LATER"]
    with pytest.raises(AttributeError):
        file.is_open  # noqa: B018  Asking for it is what is tested.
