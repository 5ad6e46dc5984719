"""Receivers on this machine, for the tests of outgoing messages that need a database."""

from tests.unit.players.conftest import development, looked_up

__all__ = ["development", "looked_up"]
