"""A database full of games: one that was opened in earnest, copied as often as wanted."""

from django.db import connection

from games import lobby
from games.clock import Clock
from games.models import Game
from games.now import now
from players.models import Player

PLAYERS = 1000
SEATS = 4

# A copy differs in its id, its players, and nothing else: the database has as much to look through, and
# each game is as real as the first. What is encrypted opens as well; only the hashes of its log are those
# of the first, as its id is in none of them, which nobody measures.
_COPY = """
INSERT INTO {table} ({columns})
SELECT {values} FROM {table} row, generate_series(1, {copies}) AS copy
WHERE row.{key} = '{original}'
"""
_NEW_ID = "substr(translate(encode(sha256((copy || 'tide')::bytea), 'base64'), '+/=', '-_'), 1, 16)"


def fill(games: int, per_turn_hours: float = 24, tidy: str = "VACUUM ANALYZE") -> None:
    """Open so many games of four people, each waiting for the answers to its first turn."""
    people = _people()
    original = _open_one(people[:SEATS], per_turn_hours)
    first = people[0].pk
    copies = games - 1
    _copy("games_game", "id", original, copies, {"id": _NEW_ID})
    player = f"{first} + (copy * {SEATS} + row.number) % {PLAYERS}"
    for table, changed in {
        "games_seat": {"player_id": player},
        "games_turn": {},
        "games_event": {},
    }.items():
        _copy(table, "game_id", original, copies, {"game_id": _NEW_ID, **changed})
    with connection.cursor() as cursor:
        cursor.execute(tidy)


def due_within(seconds: float, turns: int, starts_in: float) -> None:
    """Have the deadlines of so many games fall within `seconds`, beginning so many seconds from now."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            WITH chosen AS (
                SELECT id, row_number() OVER (ORDER BY id) AS place
                FROM games_turn WHERE closed_at IS NULL
                ORDER BY id LIMIT %(turns)s
            ), moved AS (
                SELECT id, %(now)s::timestamptz + make_interval(
                    secs => %(starts_in)s + %(seconds)s * place / %(turns)s
                ) AS due FROM chosen
            )
            UPDATE games_turn turn
            SET clock_from = moved.due - turn.base, dues = array_fill(moved.due, ARRAY[4]),
                due_at = moved.due, look_at = moved.due
            FROM moved WHERE turn.id = moved.id
            """,
            {"turns": turns, "now": now(), "starts_in": starts_in, "seconds": seconds},
        )


def _people() -> list[Player]:
    moment = now()
    return Player.objects.bulk_create(
        Player(username=f"player{number}", password="!", date_joined=moment)
        for number in range(PLAYERS)
    )


def _open_one(people: list[Player], hours: float) -> str:
    wish = lobby.Wish(
        ruleset="turn_the_tide",
        options={},
        seats=SEATS,
        bots=(),
        clock=Clock.from_json(
            {
                "per_turn": f"PT{int(hours * 3600)}S",
                "bank": None,
                "increment": None,
                "grace": None,
                "hours": None,
            }
        ),
        bot_after=3,
        vacations=True,
        least_reliability=None,
        private=False,
        entropy="",
    )
    game: Game = lobby.create(people[0], wish)
    for player in people[1:]:
        lobby.join(game.pk, player, "")
    return game.pk


def _copy(table: str, key: str, original: str, copies: int, changed: dict[str, str]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT column_name FROM information_schema.columns WHERE table_name = %s"
            " AND is_generated = 'NEVER' AND is_identity = 'NO' ORDER BY ordinal_position",
            [table],
        )
        columns = [name for (name,) in cursor.fetchall()]
        values = [changed.get(name, f'row."{name}"') for name in columns]
        cursor.execute(
            _COPY.format(
                table=table,
                columns=", ".join(f'"{name}"' for name in columns),
                values=", ".join(values),
                copies=copies,
                key=key,
                original=original,
            )
        )
