"""The verifiers, for records of archived games."""

from tests.thorough.verify.conftest import both, javascript

__all__ = ["both", "javascript"]
