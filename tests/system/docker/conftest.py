"""A folder to write the files of a composition into."""

from tests.unit.docker.conftest import folder

__all__ = ["folder"]
