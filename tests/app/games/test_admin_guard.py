"""The admin of every registered model: it tells nothing that it does not show, and takes any id and value."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.admin.utils import flatten_fieldsets
from django.contrib.admin.views.main import ChangeList
from django.db import models
from django.test import Client, RequestFactory

from players.models import Player

pytestmark = pytest.mark.django_db

NAMES = {"username", "name", "client_id", "pk", "id"}
"""Fields of a related row that its own name tells, or its link."""
ODD = ["abc", "9" * 40, "-1", "1.5", "a\0b", "é" * 300, " "]
EACH = pytest.mark.parametrize("model", list(admin.site._registry), ids=lambda one: one.__name__)
Model = type[models.Model]


@pytest.fixture
def operator(db: None) -> Client:
    client = Client(raise_request_exception=False)
    olga = Player.objects.create_superuser("olga", password="rock-pool-and-anemone")
    client.force_login(olga, "players.backend.Passwords")
    return client


@pytest.fixture
def request_of(operator: Client) -> Any:
    request = RequestFactory().get("/")
    request.user = Player.objects.get(username="olga")
    return request


def place_of(model: Model) -> str:
    return f"/admin/{model._meta.app_label}/{model._meta.model_name}/"


def site_of(model: Model) -> Any:
    return admin.site._registry[model]


def shown_by(model: Model, request: Any) -> set[str]:
    """The columns and fields that an operator sees of this model."""
    site = site_of(model)
    fields = flatten_fieldsets(site.get_fieldsets(request, model()))
    key = model._meta.pk
    assert key is not None
    return {*map(str, fields), *map(str, site.get_list_display(request)), key.name, "pk"}


def paths_of(model: Model, deep: bool = True) -> "Iterator[tuple[str, models.Field[Any, Any]]]":
    """Every column of a model, and of the models to which its keys lead."""
    for field in model._meta.concrete_fields:
        yield field.name, field
        if deep and field.related_model is not None:
            for path, far in paths_of(field.related_model, deep=False):
                yield f"{field.name}__{path}", far
    for one in model._meta.related_objects if deep else ():
        for path, far in paths_of(one.related_model, deep=False):
            yield f"{one.name}__{path}", far


@EACH
def test_a_list_is_filtered_by_its_own_filters_alone(
    operator: Client, request_of: Any, model: Model
) -> None:
    site = site_of(model)
    filters = site.get_list_filter(request_of)
    named = [one for one in filters if not isinstance(one, type)]
    own = {one if isinstance(one, str) else one[0] for one in named}
    assert own <= shown_by(model, request_of)
    others = {str(vars(one)["parameter_name"]) for one in filters if isinstance(one, type)}
    shown: ChangeList = site.get_changelist_instance(request_of)
    for spec in shown.filter_specs:
        for name in spec.expected_parameters():
            assert name is not None
            assert site.lookup_allowed(name, "1", request_of)
    for path, field in paths_of(model):
        for lookup in ("", *(f"__{name}" for name in field.get_lookups())):
            allowed = site.lookup_allowed(f"{path}{lookup}", "1", request_of)
            about = path.removesuffix("__id")
            assert not allowed or about in own or f"{path}{lookup}" in others, f"{path}{lookup}"
    key = model._meta.pk
    assert key is not None
    assert operator.get(place_of(model), {"_facets": "True"}).status_code == 200
    for query in (f"{key.name}__startswith", "nothing__at_all", "pk__in"):
        assert operator.get(place_of(model), {query: "1"}).status_code == 400


@EACH
def test_a_list_is_searched_and_ordered_by_what_it_shows(request_of: Any, model: Model) -> None:
    site = site_of(model)
    shown = shown_by(model, request_of)
    for name in site.get_search_fields(request_of):
        first, *steps = name.lstrip("^=@").split("__")
        assert steps[-1] in NAMES if steps else first in shown, name
    changes: ChangeList = site.get_changelist_instance(request_of)
    known = {field.name for field in model._meta.get_fields()}
    for column in changes.list_display:
        ordered = changes.get_ordering_field(column)
        name = str(ordered).lstrip("-")
        assert ordered is None or {name, f"{name}_id"} & shown or name not in known, column
        field = next((one for one in model._meta.concrete_fields if one.name == name), None)
        if field is not None and field.related_model is not None:
            assert not field.related_model._meta.ordering


@EACH
def test_a_row_is_found_by_its_key_and_by_no_other_field(
    operator: Client, request_of: Any, model: Model
) -> None:
    site = site_of(model)
    for field in model._meta.concrete_fields:
        assert site.to_field_allowed(request_of, field.name) is field.primary_key
        asked = operator.get(place_of(model), {"_popup": "1", "_to_field": field.name})
        assert asked.status_code == (200 if field.primary_key else 400)


# -- anything for an id


@EACH
def test_an_action_takes_any_id(operator: Client, request_of: Any, model: Model) -> None:
    for name in site_of(model).get_actions(request_of):
        for across, ids in (*(("0", [one]) for one in ODD), ("0", ODD), ("1", ODD), ("abc", ODD)):
            sent = {"action": name, "_selected_action": ids, "select_across": across}
            said = operator.post(place_of(model), sent | {"index": "0"})
            assert said.status_code in {200, 302}, (name, ids, across)
    assert Player.objects.filter(username="olga", is_active=True).exists()
