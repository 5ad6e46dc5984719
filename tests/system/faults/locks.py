"""Holding a game up from outside, so that whoever closes its turn can be met in the midst of it."""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg

from tests.running import MortalServer


@contextmanager
def held(server: MortalServer, game: str) -> Iterator[None]:
    """Keep the seats of a game locked: a turn of it is closed in part and then waits.

    What it waits with is written and not committed: the answers and the next turn.
    """
    connection = psycopg.connect(server.postgres.url)
    try:
        connection.execute("SELECT 1 FROM games_seat WHERE game_id = %s FOR UPDATE", [game])
        yield
    finally:
        connection.close()
