"""Receivers on this machine, for the tests of outgoing messages that need a database."""

from tests.unit.players.conftest import looked_up_names, private_addresses

__all__ = ["looked_up_names", "private_addresses"]
