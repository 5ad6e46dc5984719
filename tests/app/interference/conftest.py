"""A sandbox, as in the thorough tier."""

from tests.thorough.interference.conftest import a_sandbox

__all__ = ["a_sandbox"]
