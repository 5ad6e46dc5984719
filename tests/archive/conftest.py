"""The verifiers, for records of archived games."""

from tests.verify.conftest import both, javascript

__all__ = ["both", "javascript"]
