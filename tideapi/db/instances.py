"""Instances of models whose values were read by hand-written SQL.

Why so: docs/why.md#instances.
"""

from collections.abc import Iterable
from typing import Any, TypeVar

from django.db import DEFAULT_DB_ALIAS, models
from django.db.models.base import ModelState

M = TypeVar("M", bound=models.Model)


def instance(model: type[M], values: Iterable[tuple[str, Any]]) -> M:
    """A row of these values; what is not among them is read from the database when it is asked for.

    As `Model.from_db` does it, in a fifth of the time (docs/why.md): a table has a dozen rows.
    """
    row = model.__new__(model)
    state = row._state = ModelState()  # noqa: SLF001  Public by documentation.
    state.adding, state.db = False, DEFAULT_DB_ALIAS
    row.__dict__.update(values)
    return row
