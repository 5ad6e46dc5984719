"""What a row is called: in the admin, in messages and in a debugger."""

from typing import Any

import pytest
from django.apps import apps
from django.db import models
from django.utils import timezone

LABELS = ("games", "players", "notifications")
MODELS = [model for label in LABELS for model in apps.get_app_config(label).get_models()]


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_every_row_has_a_name_that_django_has_not_made_up(model: type[models.Model]) -> None:
    row = model(**{field.attname: stand_in(field) for field in model._meta.concrete_fields})
    assert str(row)
    assert str(row) != models.Model.__str__(row)


def stand_in(field: "models.Field[Any, Any]") -> Any:
    """A value that a column of this kind may hold."""
    match field:
        case models.DateTimeField():
            return timezone.now()
        case models.BinaryField():
            return bytes(32)
        case models.CharField() | models.TextField():
            return "x"
        case models.ForeignKey() | models.IntegerField():
            return 1
    return field.get_default()
