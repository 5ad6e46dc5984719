"""People who have signed up at the running server, as in the system tier."""

from tests.system.flows.conftest import newcomers

__all__ = ["newcomers"]
