"""A database full of games: one that was opened in earnest, copied as often as wanted."""

from django.db import connection
from django.db.models import F, Max

from games.clock.clock import Clock
from games.clock.now import now
from games.lobby import open_games
from games.models import Game, Turn
from players.models import Player, Token
from tools.bench.copies import SEATS, TIDY, grow


def fill(games: int, per_turn_hours: float = 24, tidy: str = TIDY) -> None:
    """Open so many games of four people, each waiting for the answers to its first turn."""
    found(per_turn_hours)
    grow(connection.connection, games, tidy)


def found(per_turn_hours: float = 24) -> None:
    """Open the one game of which all others are copies, and give one of its players a token."""
    moment = now()
    players = Player.objects.bulk_create(
        Player(username=f"player{number}", password="!", date_joined=moment)
        for number in range(SEATS)
    )
    Token.objects.issue(players[0])
    _open_one(players, per_turn_hours)


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
            , asked AS (
                UPDATE games_question question SET due_at = moved.due
                FROM moved WHERE question.turn_id = moved.id
            )
            UPDATE games_turn turn
            SET clock_from = moved.due - turn.base, due_at = moved.due, next_check_at = moved.due
            FROM moved WHERE turn.id = moved.id
            """,
            {"turns": turns, "now": now(), "starts_in": starts_in, "seconds": seconds},
        )


def _open_one(players: list[Player], hours: float) -> None:
    wish = open_games.GameSettings(
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
        start=Game.Start.FULL,
    )
    game = open_games.create_game(players[0], wish)
    for player in players[1:]:
        open_games.join_game(game.pk, player, None)


def untouched() -> list[int]:
    """The open turns that are due within the next minute."""
    moment = now()
    rows = Turn.objects.filter(closed_at__isnull=True, due_at__gt=moment, faults=0)
    nearest = rows.order_by("next_check_at").values_list("id", "due_at")[:20_000]
    return [pk for pk, due in nearest if (due - moment).total_seconds() < 60]


def latest(turns: list[int]) -> float | None:
    """The longest time in seconds from deadline to closing; None while one of them is open."""
    rows = Turn.objects.filter(pk__in=turns)
    if rows.filter(closed_at__isnull=True).exists():
        return None
    late = rows.aggregate(late=Max(F("closed_at") - F("due_at")))["late"]
    seconds: float = late.total_seconds()
    return seconds
