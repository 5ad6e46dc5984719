"""People who have signed up at the running server, and a game of theirs, as in the system tier."""

from tests.system.flows.conftest import newcomers, record

__all__ = ["newcomers", "record"]
