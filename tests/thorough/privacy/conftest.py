"""A world of games and a player who leaves it, as in the app tier."""

from tests.app.privacy.conftest import leaves, settled, time, world

__all__ = ["leaves", "settled", "time", "world"]
