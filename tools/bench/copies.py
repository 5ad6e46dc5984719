"""A town: one game that was opened in earnest, copied as often as wanted, with all who sit in it.

A copy differs in its ids, its players, and nothing else: the database has as much to look through, and each
game is as real as the first. What is encrypted opens as well; only the hashes of its log, and the ids under
which it names players, are those of the first, which nobody measures.

Copies are numbered from 1, and all ids are worked out from that number.
"""

from collections.abc import Collection, Sequence

from psycopg import Connection, connect

SEATS = 4
EACH = 50
"""Games in which one player sits."""
FIRST = 100_000_000_000
"""Added to a copy's number: all ids have as many digits, and no other number is like them."""

Db = Connection[tuple[object, ...]]

ORIGINAL = "SELECT game_id FROM games_turn ORDER BY id LIMIT 1"
"""The game that all others are copies of; nobody plays it."""

_TABLES = (
    "games_game, games_seat, games_stage, games_turn, games_question, games_log, games_event, "
    "games_participant"
)
_SEAT = "(SELECT seat.number FROM games_seat seat WHERE seat.id = {row}.seat_id)"
"""Of a question."""
TIDY = f"VACUUM ANALYZE {_TABLES}, players_player, players_token"
"""No table that is empty yet: PostgreSQL would plan to read it from end to end, and go on when it is full."""
_COPY = """
INSERT INTO {table} ({columns})
SELECT {values} FROM {table} row, generate_series({first}, {last}) AS copy WHERE row.{key} = {original}
"""


def game_id(number: int) -> str:
    return f"game{FIRST + number}"


def token(player: int) -> str:
    """The token of a player by her place in the town, from 0."""
    return f"tide_{player:043d}"


def people(games: int) -> int:
    """How many people live in a town of so many games."""
    return max(1, games // EACH) * SEATS


def seated(games: int, number: int, seat: int) -> int:
    """Who sits there in a copy, by her place in the town."""
    return (number * SEATS + seat) % people(games)


def grow(db: Db, games: int, tidy: str = TIDY) -> None:
    """Copy the one game until there are so many, and its players until each has a place."""
    # Foreign keys to what is copied in the same breath need no check of each row.
    db.execute("SET session_replication_role = replica")
    _copy_players(db, people(games))
    last = games - 1
    new = f"'game' || ({FIRST} + copy)"
    first_player = "(SELECT min(id) FROM players_player)"
    player = f"{first_player} + (copy * {SEATS} + row.number) % {people(games)}"
    original, seat = f"({ORIGINAL})", f"({FIRST} + copy) * 10 + {_SEAT.format(row='row')}"
    _copy(db, "games_game", "id", original, (1, last), {"id": new})
    for table, changed in {
        "games_seat": {"id": f"({FIRST} + copy) * 10 + row.number", "player_id": player},
        "games_stage": {"id": f"{FIRST} + copy"},
        "games_turn": {"id": f"{FIRST} + copy", "stage_id": f"{FIRST} + copy"},
        "games_question": {"id": seat, "turn_id": f"{FIRST} + copy", "seat_id": seat},
        "games_log": {},
        "games_event": {},
    }.items():
        _copy(db, table, "game_id", original, (1, last), {"game_id": new, **changed})
    db.execute(
        "INSERT INTO games_participant (id, game_id, player_id)"
        f" SELECT 'at' || id, game_id, player_id FROM games_seat WHERE game_id <> {original}".encode()
    )
    db.execute("RESET session_replication_role")
    for table in ("players_player", "games_seat", "games_stage", "games_turn", "games_question"):
        db.execute(
            f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), max(id)) FROM {table}".encode()
        )
    db.execute(tidy.encode())


def restore_all(url: str) -> None:
    """Make every copy what it was before anybody played: no measurement leaves a trace."""
    with connect(url, autocommit=True) as db:
        _restore(db)
        db.execute("CHECKPOINT")


def _restore(db: Db) -> None:
    # Whatever happens to a game begins with an answer to its first turn, or with a deadline.
    db.execute(
        f"CREATE TEMP TABLE touched AS"
        f" SELECT game_id AS id FROM games_submission"
        f" UNION SELECT game_id FROM games_turn WHERE closed_at IS NULL AND next_check_at <"
        f" (SELECT next_check_at FROM games_turn WHERE game_id = ({ORIGINAL}))".encode()
    )
    # Unlike a table that is empty, of one that is new PostgreSQL knows that it may be full soon.
    db.execute("TRUNCATE games_submission")
    db.execute(
        "DELETE FROM games_question question USING touched, games_turn turn"
        " WHERE question.game_id = touched.id AND turn.id = question.turn_id AND turn.number > 1"
    )
    for table in ("games_turn", "games_stage"):
        db.execute(
            f"DELETE FROM {table} USING touched WHERE game_id = touched.id AND number > 1".encode()
        )
    db.execute(
        "DELETE FROM games_event event USING touched, games_log log WHERE event.game_id = touched.id"
        f" AND log.game_id = ({ORIGINAL}) AND event.number > log.event_number".encode()
    )
    _make_like_the_original(db)
    db.execute("DROP TABLE touched")
    db.execute(f"VACUUM ANALYZE {_TABLES}".encode())


def _make_like_the_original(db: Db) -> None:
    """Write all that the rows of the original hold into those of all games in `touched`."""
    for table, key, same, kept in (
        ("games_game", "id", "true", {"id"}),
        ("games_log", "game_id", "true", set[str]()),
        ("games_seat", "game_id", "row.number = pattern.number", {"id", "player_id"}),
        ("games_stage", "game_id", "row.number = pattern.number", {"id"}),
        ("games_turn", "game_id", "row.number = pattern.number", {"id", "stage_id"}),
        (
            *("games_question", "game_id"),
            f"{_SEAT.format(row='row')} = {_SEAT.format(row='pattern')}",
            {"id", "turn_id", "seat_id"},
        ),
    ):
        names = _columns(db, table, {*kept, key})
        values = ", ".join(f'"{name}" = pattern."{name}"' for name in names)
        db.execute(
            f"UPDATE {table} row SET {values} FROM touched, {table} pattern"
            f" WHERE row.{key} = touched.id AND pattern.{key} = ({ORIGINAL}) AND {same}".encode()
        )


def _copy_players(db: Db, wanted: int) -> None:
    first = "(SELECT min(id) FROM players_player)"
    name = "'player' || copy"
    changed = {"id": "row.id + copy", "username": name, "look": name}
    _copy(db, "players_player", "id", first, (SEATS, wanted - 1), changed)
    db.execute("CREATE TEMP TABLE pattern AS SELECT id FROM players_token")
    secret = "'tide_' || lpad(copy::text, 43, '0')"
    _copy(
        db,
        "players_token",
        "id",
        "(SELECT id FROM pattern)",
        (0, wanted - 1),
        {
            "id": "'tokn' || lpad(copy::text, 8, '0')",
            "player_id": "row.player_id + copy",
            "digest": f"sha256(({secret})::bytea)",
            "shown": f"left({secret}, {len(token(0)[:9])})",
            # Written once an hour at most: a token that is in use is not written to now.
            "last_used_at": "now()",
        },
    )
    db.execute("DROP TABLE pattern")


def _copy(
    db: Db, table: str, key: str, original: str, numbers: tuple[int, int], changed: dict[str, str]
) -> None:
    columns = _columns(db, table, {"id"} - changed.keys())
    first, last = numbers
    values = ", ".join(changed.get(name, f'row."{name}"') for name in columns)
    names = ", ".join(f'"{name}"' for name in columns)
    db.execute(
        _COPY.format(
            table=table,
            columns=names,
            values=values,
            key=key,
            original=original,
            first=first,
            last=last,
        ).encode()
    )


def _columns(db: Db, table: str, without: Collection[str] = ()) -> Sequence[str]:
    found = db.execute(
        "SELECT column_name FROM information_schema.columns"
        " WHERE table_name = %s AND is_generated = 'NEVER' ORDER BY ordinal_position",
        [table],
    )
    return [str(name) for (name,) in found.fetchall() if name not in without]
