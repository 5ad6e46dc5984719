"""What every writer of a game asks: the lock, all rows in one answer, all changes in one statement."""

from functools import cache

from django.db import models

from games import rows
from games.models import (
    Event,
    FormerSeat,
    Game,
    Participant,
    Pause,
    Seat,
    Stage,
    StandingOrder,
    Submission,
    Turn,
    Whisper,
)
from games.sql import people
from players.models import Vacation
from tideapi.db.statements import Statement

# Index Scan using games_game_pkey. Locked as an update of other columns than the key locks it, so that
# rows which refer to the game can be written meanwhile.
LOCK = Statement("SELECT id FROM games_game WHERE id = %(game)s::text FOR NO KEY UPDATE")

# The same together with the lock of a player's row, which is asked for first, as by all who hold both: who
# takes a seat takes no two at once, so that they can be counted. Index Scans: players_player_pkey,
# games_game_pkey.
LOCK_FOR = Statement(
    """
    SELECT game.id FROM players_player player, games_game game
    WHERE player.id = %(player)s::bigint AND game.id = %(game)s::text
    FOR NO KEY UPDATE OF player, game
    """
)

# Index Scan using turn_to_look_at, in its order, up to the limit; each game by games_game_pkey. Those for
# which nobody waits are asked for apart, after the others.
CLAIM = Statement(
    """
    SELECT game.id FROM games_turn turn JOIN games_game game ON game.id = turn.game_id
    WHERE turn.closed_at IS NULL AND turn.unattended = %(unattended)s::boolean
        AND turn.look_at <= %(moment)s::timestamptz
    ORDER BY turn.look_at LIMIT %(most)s::integer
    FOR NO KEY UPDATE OF game SKIP LOCKED
    """
)


# Games that wait for players since then or longer, if their rules are here, the oldest first: Index Scan
# using game_waiting.
OPEN_FOR_LONG = Statement(
    """
    SELECT game.id FROM games_game game
    WHERE game.status = 'open' AND game.created_at <= %(oldest)s::timestamptz
        AND (game.ruleset, game.rules_version::integer) IN (
            SELECT * FROM unnest(%(rulesets)s::text[], %(versions)s::integer[]))
    ORDER BY game.created_at LIMIT %(most)s::integer
    FOR NO KEY UPDATE SKIP LOCKED
    """
)


def _load(besides: str) -> Statement:
    return Statement(
        f"""
        SELECT json_build_array(
            clock_timestamp(),
            (SELECT at FROM games_event newest
             WHERE newest.game_id = game.id AND newest.number = game.event_number),
            {rows.columns(Game, "game")},
            (SELECT json_agg(json_build_array(
                    {rows.columns(Seat, "seat")},
                    (SELECT username FROM players_player player WHERE player.id = seat.player_id),
                    (SELECT username FROM players_player guest WHERE guest.id = seat.offered_to_id)
                ) ORDER BY seat.number)
             FROM games_seat seat WHERE seat.game_id = game.id),
            (SELECT json_build_array({rows.columns(Turn, "turn")}, (
                SELECT json_agg({rows.columns(Submission, "answer")} ORDER BY answer.seat)
                FROM games_submission answer WHERE answer.turn_id = turn.id))
             FROM games_turn turn WHERE turn.game_id = game.id AND turn.closed_at IS NULL),
            (SELECT json_agg(json_build_array(seat.number, {rows.columns(StandingOrder, "lasting")})
                ORDER BY seat.number)
             FROM games_seat seat JOIN games_standingorder lasting ON lasting.seat_id = seat.id
             WHERE seat.game_id = game.id),
            (SELECT json_agg(json_build_array(one.player_id, one.id) ORDER BY one.player_id)
             FROM games_participant one WHERE one.game_id = game.id),
            (SELECT json_agg({rows.columns(Whisper, "whisper")} ORDER BY whisper.number)
             FROM games_whisper whisper
             WHERE whisper.game_id = game.id AND whisper.turn_id IS NULL),
            (SELECT json_agg({rows.columns(Pause, "pause")} ORDER BY pause.proposed_at, pause.id)
             FROM games_pause pause WHERE pause.game_id = game.id),
            (SELECT json_agg({rows.columns(Vacation, "vacation")}
                ORDER BY vacation.from_at, vacation.id)
             FROM players_vacation vacation
             WHERE game.vacations
               AND vacation.player_id = ANY(%(newcomer)s::bigint || ARRAY(
                   SELECT seat.player_id FROM games_seat seat WHERE seat.game_id = game.id))
               AND vacation.until_at > coalesce(game.started_at, clock_timestamp() + game.ahead)),
            {besides}
        )::text
        FROM games_game game WHERE game.id = ANY(%(games)s::text[])
        ORDER BY array_position(%(games)s::text[], game.id::text)
        """
    )


# Asked after the lock is held, as a statement of its own: what an earlier writer has committed is seen by
# statements that begin afterwards. Names are subqueries, because PostgreSQL would hash all players for a
# join with a few seats. Each subquery is an Index Scan: event_once, seat_once, turn_one_open,
# submission_once, participant_once, whisper_to_bind, pause_of_game, the unique index of an order's seat, the
# index on a vacation's player.
LOAD = _load("NULL, NULL, NULL")

# The same for the few writers who ask more: how far a newcomer can be relied on, where a game wants to know,
# by the indexes of `people.RELIED`; how many games she plays; who has a name, by player_username_any_case.
LOAD_FOR_GUEST = _load(
    f"""
            CASE WHEN game.least_reliability IS NOT NULL AND %(newcomer)s::bigint IS NOT NULL
                THEN (SELECT json_build_array(relied.required, relied.answered)
                      FROM ({people.RELIED.format(player="%(newcomer)s::bigint")}) relied) END,
            (SELECT json_build_array(guest.id, guest.username) FROM players_player guest
             WHERE lower(guest.username) = lower(%(guest)s::text) AND guest.is_active),
            CASE WHEN %(newcomer)s::bigint IS NOT NULL
                THEN ({people.GAMES.format(player="%(newcomer)s::bigint")}) END
    """
)

# A sealed answer after which nothing else happens: Index Scan using games_game_pkey, and two rows more; if it
# takes the place of another, that is counted in the turn, by games_turn_pkey. That the log still ends where
# it did says that nobody has written to the game since it was read; who is writing to it now is waited for.
SEAL = Statement(
    """
    WITH log AS (
        UPDATE games_game SET event_number = %(number)s::integer, head = %(head)s::bytea
        WHERE id = %(game)s::text AND event_number = %(number)s::integer - 1
        RETURNING id
    ), answer AS (
        INSERT INTO games_submission
            (turn_id, seat, action, by, receipt, nonce, skipped, sealed_at)
        SELECT %(turn)s::bigint, %(seat)s::smallint, %(action)s::bytea, %(by)s::text,
            %(receipt)s::text, %(nonce)s::bytea, %(skipped)s::bytea, %(at)s::timestamptz
        FROM log
        ON CONFLICT (turn_id, seat) DO UPDATE SET
            action = excluded.action, by = excluded.by, receipt = excluded.receipt,
            nonce = excluded.nonce, skipped = excluded.skipped, sealed_at = excluded.sealed_at
    ), counted AS (
        UPDATE games_turn turn SET changes = %(changes)s::smallint[]
        FROM log WHERE turn.id = %(turn)s::bigint AND %(changes)s::smallint[] IS NOT NULL
    )
    INSERT INTO games_event (game_id, number, type, data, at, hash)
    SELECT id, %(number)s::integer, %(type)s::text, %(data)s::jsonb, %(at)s::timestamptz,
        %(head)s::bytea
    FROM log
    RETURNING number
    """
)


def _columns(names: list[str], source: str = "") -> str:
    return ", ".join(f'{source}"{name}"' for name in names)


def _rows(table: str, name: str) -> str:
    # Without a limit PostgreSQL takes it for a hundred rows, and reads a small table from end to end.
    return (
        f"(SELECT * FROM json_populate_recordset(NULL::{table}, %({name})s::json)"
        f" LIMIT json_array_length(%({name})s::json)) new"
    )


def _of_turns(table: str, name: str) -> str:
    """Rows that belong to a turn: to one that is there (`turn_id`), or to one that is opened with them."""
    return (
        f"(SELECT * FROM ROWS FROM ("
        f"json_populate_recordset(NULL::{table}, %({name})s::json),"
        f" json_to_recordset(%({name})s::json) AS (of_game text, of_turn integer))"
        f" LIMIT json_array_length(%({name})s::json)) new"
    )


def _assigned(columns: list[str], source: str = "new") -> str:
    return ", ".join(f'"{column}" = {source}."{column}"' for column in columns)


def _insert(model: type[models.Model], name: str) -> str:
    table = model._meta.db_table  # noqa: SLF001  Public by documentation.
    columns = _columns(rows.names(model))
    return f"INSERT INTO {table} ({columns}) SELECT {columns} FROM {_rows(table, name)}"


_FIXED_IN_GAMES = {
    *("id", "ruleset", "rules_version", "options", "start", "most_stopped", "server_seed"),
    "created_at",
}
_FIXED_IN_SEATS = {"game_id", "heard"}
_ANSWER = rows.names(Submission, but={"turn_id"})
_WHISPER = rows.names(Whisper, but={"turn_id"})
_TURNS_CHANGE = [
    *("dues", "stops", "due_at", "look_at", "held_until", "bots_at", "unattended", "changes"),
    *("go_on", "closed_at"),
]
_ORDER = rows.names(StandingOrder, but={"seat_id"})

# The parts of what is written, in their order. Each row that is changed is found by its primary key (Nested
# Loop over the few rows given). `opened` waits for `turns`, because only one turn of a game may be open; an
# answer to a turn that is opened here finds the turn's id there. How much of a game its player has heard is
# written by who reads her feed, without the game's lock: here only where a seat is another's from now on.
_PARTS = {
    "created": f"""
        {_insert(Game, "created")}""",
    "games": f"""
        UPDATE games_game row SET {_assigned(rows.names(Game, but=_FIXED_IN_GAMES))}
        FROM {_rows("games_game", "games")} WHERE row.id = new.id""",
    "logs": f"""
        UPDATE games_game row SET {_assigned(["event_number", "whisper_number", "head"])}
        FROM {_rows("games_game", "logs")} WHERE row.id = new.id""",
    "participants": f"""
        {_insert(Participant, "participants")}""",
    "turns": f"""
        UPDATE games_turn row SET {_assigned(_TURNS_CHANGE)}
        FROM {_rows("games_turn", "turns")} WHERE row.id = new.id RETURNING row.id""",
    "opened": f"""
        {_insert(Turn, "opened")}
        {{after_turns}} RETURNING id, game_id, number""",
    "seats": f"""
        UPDATE games_seat row SET {_assigned(rows.names(Seat, but=_FIXED_IN_SEATS))},
            heard = CASE WHEN new.player_id = row.player_id THEN row.heard ELSE new.heard END
        FROM {_rows("games_seat", "seats")} WHERE row.id = new.id""",
    "taken": f"""
        {_insert(Seat, "taken")} RETURNING id, game_id, number""",
    "withdrawn": """
        DELETE FROM games_submission row
        USING json_to_recordset(%(withdrawn)s::json) AS gone(turn_id bigint, seat smallint)
        WHERE row.turn_id = gone.turn_id AND row.seat = gone.seat""",
    "answers": f"""
        INSERT INTO games_submission (turn_id, {_columns(_ANSWER)})
        SELECT {{turn}}, {_columns(_ANSWER, "new.")}
        FROM {_of_turns("games_submission", "answers")} {{with_opened}}
        ON CONFLICT (turn_id, seat) DO UPDATE SET {_assigned(_ANSWER, "excluded")}""",
    "events": f"""
        {_insert(Event, "events")}""",
    "stages": f"""
        {_insert(Stage, "stages")}""",
    "bound": f"""
        UPDATE games_whisper row SET turn_id = {{turn}}
        FROM {_of_turns("games_whisper", "bound")} {{with_opened}} WHERE row.id = new.id""",
    "whispers": f"""
        INSERT INTO games_whisper (turn_id, {_columns(_WHISPER)})
        SELECT {{turn}}, {_columns(_WHISPER, "new.")}
        FROM {_of_turns("games_whisper", "whispers")} {{with_opened}}""",
    "orders": f"""
        {_insert(StandingOrder, "orders")}
        ON CONFLICT (seat_id) DO UPDATE SET {_assigned(_ORDER, "excluded")}""",
    "forgotten": f"""
        DELETE FROM games_standingorder row USING {_rows("games_standingorder", "forgotten")}
        WHERE row.seat_id = new.seat_id""",
    "proposed": f"""
        {_insert(Pause, "proposed")} RETURNING id, game_id, proposed_by""",
    "pauses": f"""
        UPDATE games_pause row SET {_assigned(rows.names(Pause, but={"game_id"}))}
        FROM {_rows("games_pause", "pauses")} WHERE row.id = new.id""",
    "dropped": f"""
        DELETE FROM games_pause row USING {_rows("games_pause", "dropped")}
        WHERE row.id = new.id""",
    "former": f"""
        {_insert(FormerSeat, "former")}""",
    "announced": f"""
        {_insert(Vacation, "announced")}""",
    "vacations": f"""
        UPDATE players_vacation row SET {_assigned(["until_at"])}
        FROM {_rows("players_vacation", "vacations")} WHERE row.id = new.id""",
}
_MADE = {
    "opened": "game_id, number",
    "taken": "game_id, number",
    "proposed": "game_id, proposed_by",
}
"""The parts whose new rows have to be known by their ids afterwards, and by what these are told apart."""


@cache
def write(parts: frozenset[str]) -> Statement:
    """The statement that writes these parts. Its row: the ids of the new rows of each part in `_MADE`."""
    opens = "opened" in parts
    places = {
        "after_turns": "WHERE (SELECT count(*) FROM turns) >= 0" if "turns" in parts else "",
        "turn": "coalesce(new.turn_id, opened.id)" if opens else "new.turn_id",
        "with_opened": (
            "LEFT JOIN opened ON opened.game_id = new.of_game AND opened.number = new.of_turn"
            if opens
            else ""
        ),
    }
    written = [
        f"{name} AS ({text.format_map(places)})" for name, text in _PARTS.items() if name in parts
    ]
    made = [
        f"(SELECT json_agg(json_build_array({key}, id))::text FROM {name})"
        if name in parts
        else "NULL"
        for name, key in _MADE.items()
    ]
    return Statement(f"WITH {', '.join(written)} SELECT {', '.join(made)}")
