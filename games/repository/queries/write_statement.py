"""The statement that writes all changes of one or more games."""

from collections.abc import Iterable
from functools import cache

from django.db import connection, models

from common.db.statements import Statement
from games.models import (
    Event,
    FormerSeat,
    Game,
    Log,
    Participant,
    Pause,
    PrivateEvent,
    Question,
    Seat,
    Stage,
    StandingOrder,
    Submission,
    Turn,
)
from games.repository import rows
from games.repository.columns import LOG_END
from players.models import Vacation

WITH_IDS = (Seat, Stage, Turn, Question)
"""The models of which new rows have their ids before they are written."""


def _list_columns(names: list[str], source: str = "") -> str:
    return ", ".join(f'{source}"{name}"' for name in names)


def _json_rows(model: type[models.Model], part: str, names: Iterable[str]) -> str:
    """Return SQL for the rows of a part's parameter, with these columns of a table."""
    fields = model._meta.concrete_fields  # noqa: SLF001  Public by documentation.
    types = {field.column: field.rel_db_type(connection) for field in fields}
    record = ", ".join(f'"{name}" {types[name]}' for name in names)
    # Without a limit PostgreSQL expects a hundred rows, and then scans a small table.
    return (
        f"(SELECT * FROM json_to_recordset(%({part})s::json) AS given ({record})"
        f" LIMIT json_array_length(%({part})s::json)) new"
    )


def _set_clause(names: Iterable[str], source: str = "new") -> str:
    return ", ".join(f'"{name}" = {source}."{name}"' for name in names)


def _insert_rows(model: type[models.Model], part: str) -> str:
    names = rows.writable_columns(model)
    if model in WITH_IDS:
        names.append("id")
    columns, given = _list_columns(names), _json_rows(model, part, names)
    return f"INSERT INTO {_table_name(model)} ({columns}) SELECT {columns} FROM {given}"


def _update_rows(model: type[models.Model], part: str, names: Iterable[str]) -> str:
    given = _json_rows(model, part, ["id", *names])
    return f"UPDATE {_table_name(model)} row SET {_set_clause(names)} FROM {given} WHERE row.id = new.id"


def _delete(model: type[models.Model], part: str) -> str:
    key = str(model._meta.pk.column)  # noqa: SLF001
    given = _json_rows(model, part, [key])
    return f"DELETE FROM {_table_name(model)} row USING {given} WHERE row.{key} = new.{key}"


def _table_name(model: type[models.Model]) -> str:
    return model._meta.db_table  # noqa: SLF001


CHANGEABLE: dict[type[models.Model], frozenset[str]] = {
    Game: frozenset(
        rows.writable_columns(
            Game,
            but={
                *("id", "ruleset", "rules_version", "options", "start", "most_stopped"),
                *(
                    "server_seed",
                    "nonce_key",
                    "created_at",
                    "messages",
                    "rematch_of_id",
                    "archived_at",
                ),
            },
        )
    ),
    Log: frozenset(LOG_END),
    Seat: frozenset(rows.writable_columns(Seat, but={"game_id"})),
    Turn: frozenset(
        rows.writable_columns(
            Turn,
            but={
                *("game_id", "number", "stage_id", "heading", "sitting", "chance"),
                *("opened_at", "clock_from", "base", "salt"),
            },
        )
    ),
    Question: frozenset({"due_at", "given", "changes", "stops"}),
    Stage: frozenset(rows.writable_columns(Stage, but={"game_id", "number"})),
    Pause: frozenset(rows.writable_columns(Pause, but={"game_id"})),
    # A replacement of one of these is a new row.
    Submission: frozenset(),
    StandingOrder: frozenset(),
    # The turn that binds the event, once it has closed.
    PrivateEvent: frozenset({"turn_id"}),
    # A vacation is written together with its games, not as a change of one of them.
    Vacation: frozenset(),
}
"""The columns that a writer may change in a row that was read; all others are fixed."""

COUNTS = frozenset({"changes"})
"""The columns of a question that count changes of its answer."""

_ANSWER = rows.writable_columns(Submission, but={"game_id", "question_id"})
_ORDER = rows.writable_columns(StandingOrder, but={"seat_id"})
_SEAT = rows.writable_columns(Seat, but={"game_id", "feed_cursor"})


def _changeable_columns(model: type[models.Model]) -> list[str]:
    return sorted(CHANGEABLE[model])


# The parts of the statement, in their order. Each changed row is found by its primary key (Nested Loop over
# the few rows given). `opened` waits for `turns`, because only one turn of a game may be open; `bound` waits
# for `seats`, because a reader of a feed also locks the player's seats before their private events. The
# reader of a feed writes `feed_cursor` without the game's lock; here it is written only when a seat changes
# hands.
_PARTS = {
    "created": _insert_rows(Game, "created"),
    "begun": _insert_rows(Log, "begun"),
    "games": _update_rows(Game, "games", _changeable_columns(Game)),
    "logs": f"""
        UPDATE games_log row SET {_set_clause(LOG_END)}
        FROM {_json_rows(Log, "logs", ["game_id", *LOG_END])}
        WHERE row.game_id = new.game_id {{and_first}}
        RETURNING row.game_id""",
    "events": f"{_insert_rows(Event, 'events')} {{if_logged}}",
    "participants": _insert_rows(Participant, "participants"),
    "turns": f"{_update_rows(Turn, 'turns', _changeable_columns(Turn))} RETURNING row.id",
    "questions": _update_rows(Question, "questions", _changeable_columns(Question)),
    "counted": f"{_update_rows(Question, 'counted', sorted(COUNTS))} {{and_logged}}",
    "begun_stages": _insert_rows(Stage, "begun_stages"),
    "stages": _update_rows(Stage, "stages", _changeable_columns(Stage)),
    "opened": f"{_insert_rows(Turn, 'opened')} {{after_turns}}",
    "asked": _insert_rows(Question, "asked"),
    "seats": f"""
        UPDATE games_seat row
        SET {_set_clause(_SEAT)}, feed_cursor = coalesce(new.feed_cursor, row.feed_cursor)
        FROM {_json_rows(Seat, "seats", ["id", "feed_cursor", *_SEAT])} WHERE row.id = new.id
        RETURNING row.id""",
    "taken": _insert_rows(Seat, "taken"),
    "vacated": _delete(Seat, "vacated"),
    "withdrawn": _delete(Submission, "withdrawn"),
    "answers": f"""
        {_insert_rows(Submission, "answers")} {{if_logged}}
        ON CONFLICT (question_id) DO UPDATE SET {_set_clause(_ANSWER, "excluded")}""",
    "bound": f"{_update_rows(PrivateEvent, 'bound', ['turn_id'])} {{after_seats}}",
    "private_events": _insert_rows(PrivateEvent, "private_events"),
    "orders": f"""
        {_insert_rows(StandingOrder, "orders")}
        ON CONFLICT (seat_id) DO UPDATE SET {_set_clause(_ORDER, "excluded")}""",
    "forgotten": _delete(StandingOrder, "forgotten"),
    "proposed": _insert_rows(Pause, "proposed"),
    "pauses": _update_rows(Pause, "pauses", _changeable_columns(Pause)),
    "dropped": _delete(Pause, "dropped"),
    "former": _insert_rows(FormerSeat, "former"),
    "announced": _insert_rows(Vacation, "announced"),
    "vacations": _update_rows(Vacation, "vacations", ["until_at"]),
}
WITHOUT_LOCK = frozenset({"logs", "events", "counted", "answers"})
"""The parts that can be written without the game's lock, if no other process was faster."""


@cache
def write(parts: frozenset[str], *, if_first: bool = False) -> Statement:
    """Return the statement that writes these parts, each of which needs a parameter of its name.

    With `if_first` it writes nothing if the last event of a game's log is not number `log_from`, or there is
    a new private event. Every writer adds one or the other, so another process has written since the game was
    read. It waits for a process that is writing now. Its row then has the number of logs written.
    """
    places = {
        "after_turns": "WHERE (SELECT count(*) FROM turns) >= 0" if "turns" in parts else "",
        "after_seats": "AND (SELECT count(*) FROM seats) >= 0" if "seats" in parts else "",
        "and_first": (
            "AND row.event_number = %(log_from)s::integer AND row.private_number = new.private_number"
            if if_first
            else ""
        ),
        "and_logged": "AND EXISTS (SELECT FROM logs)" if if_first else "",
        "if_logged": "WHERE EXISTS (SELECT FROM logs)" if if_first else "",
    }
    written = [
        f"{name} AS ({text.format_map(places)})" for name, text in _PARTS.items() if name in parts
    ]
    outcome = "count(*) FROM logs" if if_first else "1"
    return Statement(f"WITH {', '.join(written)} SELECT {outcome}")
