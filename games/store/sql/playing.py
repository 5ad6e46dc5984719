"""What every writer of a game asks: which games, the lock, and all rows in one answer."""

from games.models import Game, Pause, PrivateEvent, Seat, StandingOrder, Submission, Turn
from games.store import rows
from games.store.sql import people
from players.models import Vacation
from players.sql import caller
from tideapi.db.statements import Statement

# Index Scan using games_game_pkey. Locked as an update of other columns than the key locks it, so that
# rows which refer to the game can be written meanwhile. The numbers are those that the last writer has left.
LOCK = Statement(
    """
    SELECT event_number, private_number FROM games_game WHERE id = %(game)s::text FOR NO KEY UPDATE
    """
)

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

# Index Scan using turn_to_check, in its order, up to the limit; each game by games_game_pkey. Those for
# which nobody waits are asked for apart, after the others.
CLAIM = Statement(
    """
    SELECT game.id FROM games_turn turn JOIN games_game game ON game.id = turn.game_id
    WHERE turn.closed_at IS NULL AND turn.unattended = %(unattended)s::boolean
        AND turn.next_check_at <= %(moment)s::timestamptz
    ORDER BY turn.next_check_at LIMIT %(most)s::integer
    FOR NO KEY UPDATE OF game SKIP LOCKED
    """
)


def _has_row(table: str, column: str, which: str, latest: str = "moment") -> str:
    """Return SQL that tells whether any of these rows is due, by the first one in the order of the index."""
    return f"""
        (SELECT {column} FROM {table} WHERE {which} AND {column} <= %({latest})s::timestamptz
         ORDER BY {column} LIMIT 1) IS NOT NULL
        """


_OPEN = "closed_at IS NULL"

# Whether there is anything to sweep: turns that are due (Index Scans using turn_to_check), bots that have to
# move (turn_bots_to_move, turn_thinkers_to_move), and games that wait for players for too long
# (game_waiting).
WORK = Statement(
    f"""
    SELECT
        {_has_row("games_turn", "next_check_at", f"{_OPEN} AND NOT unattended")}
        OR {_has_row("games_turn", "next_check_at", f"{_OPEN} AND unattended")},
        {_has_row("games_turn", "bots_at", _OPEN)} OR {_has_row("games_turn", "thinkers_at", _OPEN)},
        {_has_row("games_game", "created_at", "status = 'open'", "oldest")}
    """
)

# When something that must happen again and again happened last.
BEAT = Statement(
    """
    INSERT INTO games_heartbeat (name, at, seconds)
    VALUES (%(name)s::text, %(at)s::timestamptz, %(seconds)s::float8)
    ON CONFLICT (name) DO UPDATE SET at = excluded.at, seconds = excluded.seconds
    RETURNING name
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


def _load(which: str, newcomer: str, besides: str = "NULL, NULL, NULL") -> str:
    """All rows of these games that a writer needs, for each game as one text."""
    return f"""
        SELECT json_build_array(
            clock_timestamp(),
            coalesce((SELECT at FROM games_event newest
             WHERE newest.game_id = game.id AND newest.number = game.event_number), game.ended_at),
            {rows.columns(Game, "game")},
            (SELECT json_agg({rows.columns(Seat, "seat")} ORDER BY seat.number)
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
            (SELECT json_agg({rows.columns(PrivateEvent, "private_event")} ORDER BY private_event.number)
             FROM games_privateevent private_event
             WHERE private_event.game_id = game.id AND private_event.turn_id IS NULL),
            (SELECT json_agg({rows.columns(Pause, "pause")} ORDER BY pause.proposed_at, pause.id)
             FROM games_pause pause WHERE pause.game_id = game.id),
            (SELECT json_agg({rows.columns(Vacation, "vacation")}
                ORDER BY vacation.from_at, vacation.id)
             FROM players_vacation vacation
             WHERE game.vacations
               AND vacation.player_id = ANY({newcomer}::bigint || ARRAY(
                   SELECT seat.player_id FROM games_seat seat WHERE seat.game_id = game.id))
               AND vacation.until_at > coalesce(game.started_at, clock_timestamp() + game.ahead)),
            {besides}
        )::text
        FROM games_game game WHERE {which}
        """


_THESE = """game.id = ANY(%(games)s::text[])
        ORDER BY array_position(%(games)s::text[], game.id::text)"""

# Asked after the lock is held, as a statement of its own: what an earlier writer has committed is seen by
# statements that begin afterwards. Each subquery is an Index Scan: event_once, seat_once, turn_one_open,
# submission_once, participant_once, private_event_to_bind, pause_of_game, the unique index of an order's
# seat, the index on a vacation's player.
LOAD = Statement(_load(_THESE, "%(newcomer)s"))

# Who calls, and one game for her to write to: the same, and the Index Scans of `players.sql.CALLER`.
LOAD_WITH_CALLER = caller(f"({_load('game.id = %(game)s::text', 'NULL')})")

# The same for the few writers who ask more: how far a newcomer can be relied on, where a game wants to know,
# by the indexes of `people.RELIED`; how many games she plays; who has a name, by player_username_any_case,
# and who of the host and her has blocked the other, by block_once.
LOAD_FOR_GUEST = Statement(
    _load(
        _THESE,
        "%(newcomer)s",
        f"""
            CASE WHEN game.least_reliability IS NOT NULL AND %(newcomer)s::bigint IS NOT NULL
                THEN (SELECT json_build_array(relied.required, relied.answered)
                      FROM ({people.RELIED.format(player="%(newcomer)s::bigint")}) relied) END,
            (SELECT json_build_array(
                json_build_array(guest.id, guest.username),
                EXISTS (SELECT FROM players_block block
                        WHERE block.player_id = game.host_id AND block.other_id = guest.id),
                EXISTS (SELECT FROM players_block block
                        WHERE block.player_id = guest.id AND block.other_id = game.host_id))
             FROM players_player guest
             WHERE lower(guest.username) = lower(%(guest)s::text) AND guest.is_active),
            CASE WHEN %(newcomer)s::bigint IS NOT NULL
                THEN ({people.GAMES.format(player="%(newcomer)s::bigint")}) END
        """,
    )
)
