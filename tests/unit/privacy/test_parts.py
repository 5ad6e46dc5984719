"""Every table that leads to a player is in a part: what is exported of it, and what becomes of it."""

from typing import Any

import pytest
from django.apps import apps
from django.db.models import Model

from players.models import Player
from players.privacy import erasure
from players.privacy.parts import ExportPart, all_parts

WRITTEN_AGAIN = {"username", "look", "password", "date_joined"}
"""Columns of an account that are written again when it is closed (`erasure._close_account`)."""


def find_tables() -> set[type[Model]]:
    """Return all tables from which foreign keys lead to a player, over however many others."""
    found: set[type[Model]] = {Player}
    before = 0
    while len(found) != before:
        before = len(found)
        for model in apps.get_models(include_auto_created=True):
            fields = model._meta.get_fields(include_hidden=True)
            if any(one.concrete and one.related_model in found for one in fields):
                found.add(model)
    return {model for model in found if not model._meta.proxy}


@pytest.mark.parametrize("model", sorted(find_tables(), key=str), ids=lambda one: one.__name__)
def test_what_becomes_of_each_table_is_said(model: type[Model]) -> None:
    about = [part for part in all_parts() if model in part.models]
    assert about, f"{model.__name__}: name it in a part (players/privacy/parts.py)."
    # A part says both by itself: it cannot be made otherwise.
    for part in about:
        assert (part.page is not None) != bool(part.withheld)
        assert part.erase is not None or part.stays


@pytest.mark.parametrize(
    "words",
    [
        {"stays": "It stays."},
        {"withheld": "Not this.", "page": lambda player, after: None, "stays": "It stays."},
        {"page": lambda player, after: None, "stays": "It stays."},
        {"withheld": "Not this."},
    ],
)
def test_a_part_that_leaves_something_unsaid_cannot_be_made(words: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        ExportPart(name="new", models=(), **words)


def test_every_column_of_an_account_is_blanked_or_known_to_say_nothing() -> None:
    assert len(find_tables()) > 20
    columns = {field.name for field in Player._meta.concrete_fields}
    assert columns == {*erasure.BLANK, *erasure.STAYS, *WRITTEN_AGAIN}
