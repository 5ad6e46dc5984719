"""A server of which every part may be killed, as in the system tier."""

from tests.system.faults.conftest import ledger, mortal, newcomers, one_server

__all__ = ["ledger", "mortal", "newcomers", "one_server"]
