"""DRF serializers of request bodies: closed objects, with every fault found and placed.

The document has each under the name of its class, with the descriptions, limits and patterns of its fields.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any, ClassVar

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.fields import empty

from common.rest.errors import (
    ApiError,
    Fault,
    invalid_body,
    invalid_query,
    last_member,
    pointer_to,
    top_member,
)
from common.rest.fields import field_messages
from common.rest.schemas import Schema

CODES = {
    "required": "missing_field",
    "unknown": "unknown_field",
    "null": "wrong_type",
    "invalid": "wrong_type",
    "invalid_choice": "not_a_choice",
    "min_value": "out_of_range",
    "max_value": "out_of_range",
    "min_length": "too_short",
    "max_length": "too_long",
}
"""The API's code for each of DRF's; any other is one of the API's already."""

MAX_RIGHT_PLACES = 3
"""Places of a misplaced member that are named; a name that stands in more tells nothing."""


@extend_schema_field({"type": "object", "additionalProperties": True})
class ObjectField(serializers.Field[Any, Any, Any, Any]):
    """An object of which a ruleset or another field says more.

    `members` returns the names of its members for a body, as far as they are known.
    """

    def __init__(
        self,
        *,
        component: str = "",
        members: Callable[[Mapping[str, Any]], Iterable[str]] = lambda _: (),
        **more: Any,
    ) -> None:
        self.component = component
        self.members = members
        super().__init__(**more)

    default_error_messages = field_messages("object")

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        if not isinstance(data, dict):
            self.fail("invalid")
        return data


class Body(serializers.Serializer[Any]):
    # The document describes each by its own docstring, so this has none.

    default_error_messages = field_messages("object", unknown=_("This field is unknown."))

    def get_fields(self) -> dict[str, Any]:
        """Return the fields; one whose name is a word of Python's is written `from_`."""
        return {name.rstrip("_"): field for name, field in super().get_fields().items()}

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        if not isinstance(data, dict):
            self.fail("invalid")
        faults: dict[str, Any] = {}
        read: dict[str, Any] = {}
        try:
            read = super().to_internal_value(data)
        except ValidationError as error:
            faults = error.detail  # type: ignore[assignment]  # By field.
        if unknown := sorted(data.keys() - self.fields.keys()):
            # One detail for all of them: a body may have thousands of members.
            detail = [ErrorDetail(str(self.error_messages["unknown"]), "unknown")]
            faults |= dict.fromkeys(unknown, detail)
        if faults:
            raise ValidationError(faults)
        return read

    find_faults: Callable[..., Iterable[Fault]] | None = None
    """Yields faults that no field knows; in what it is given a member that has a fault already is None."""

    schema_extra: ClassVar[Schema] = {}
    """What the document says of the whole beyond its fields."""

    make_error = staticmethod(invalid_body)
    _errors: Any
    _validated_data: Any

    def __init__(
        self, instance: Any = None, data: Any = empty, *, place: str = "", **more: Any
    ) -> None:
        """Make a field of another body, or a serializer of this data; `place` is its pointer."""
        if data is empty:
            super().__init__(instance, **more)
            return
        # What is the same for a class is made once: docs/decisions/drf.md.
        self.__dict__ |= _prototype(type(self)).__dict__
        self.initial_data, self.place = data, place

    def is_valid(self, *, raise_exception: bool = False) -> bool:
        """Return whether the data fits; with `raise_exception`, raise `ApiError` with all faults if not."""
        # What DRF takes for an empty form has methods of its own.
        data = dict(self.initial_data) if isinstance(self.initial_data, dict) else self.initial_data
        self.initial_data = data
        faults = [] if super().is_valid() else [*_list_faults(self._errors, self.place)]
        if self.find_faults is not None and isinstance(data, dict):
            faulty = {top_member(fault.place) for fault in faults}
            faults += self.find_faults(
                {name: None if name in faulty else data[name] for name in data}
            )
        if faults and raise_exception:
            raise self.make_error(*_name_right_places(faults, self, data, self.place))
        return not faults


@cache
def _prototype(kind: type[Body]) -> Body:
    made = kind()
    _ = made.fields, made.validators
    return made


class EmptyBody(Body):
    """An empty object, or no body at all."""


class PartialBody(Body):
    # Each member may be left out.

    def get_fields(self) -> dict[str, Any]:
        fields = super().get_fields()
        for field in fields.values():
            field.required = False
        return fields


def _refuse_parameters(*faults: Fault) -> ApiError:
    # A query is flat: what is left of the pointer is the parameter's name.
    return invalid_query(*[replace(one, place=top_member(one.place)) for one in faults])


class Query(PartialBody):
    """The parameters of a call.

    A list is written as `id=a&id=b` or `id=a,b`; of anything else that is there twice the last counts.
    """

    default_error_messages = field_messages("object", unknown=_("This parameter is unknown."))
    make_error = staticmethod(_refuse_parameters)

    def is_valid(self, *, raise_exception: bool = False) -> bool:
        sent = self.initial_data
        if not sent:
            self._validated_data, self._errors = {}, {}
            return True
        self.initial_data = {
            name: _with_type(self.fields.get(name), values) for name, values in sent.lists()
        }
        return super().is_valid(raise_exception=raise_exception)


def read_integer(sent: str) -> int | None:
    """Return the number that a parameter is as JSON would have it; None for anything else."""
    # int() takes what no JSON integer looks like (1_0, other scripts' digits).
    whole = re.fullmatch(r"(-?[0-9]{1,18})(\.0{1,18})?", sent)
    return int(whole[1]) if whole else None


def _with_type(field: Any, values: list[str]) -> Any:
    """Return a parameter as JSON would have it, or as it is where it has not the form of its type."""
    if isinstance(field, serializers.ListField):
        return ",".join(values).split(",")
    value = values[-1]
    if isinstance(field, serializers.BooleanField):
        return {"true": True, "false": False}.get(value, value)
    whole = read_integer(value) if isinstance(field, serializers.IntegerField) else None
    return value if whole is None else whole


def _name_right_places(
    faults: Iterable[Fault], body: Body, data: Any, place: str
) -> Iterator[Fault]:
    """Yield the faults; an unknown member that the body knows elsewhere is told where."""
    known: dict[str, list[str]] = {}
    for name, pointer in _list_places(body, data if isinstance(data, dict) else {}, place):
        known.setdefault(name, []).append(pointer)
    for fault in faults:
        places = known.get(last_member(fault.place), ())
        if fault.code == CODES["unknown"] and 0 < len(places) <= MAX_RIGHT_PLACES:
            words = gettext("This field is unknown here; it belongs at {places}.")
            yield replace(fault, detail=words.format(places=", ".join(places)))
        else:
            yield fault


def _list_places(body: Body, data: Mapping[str, Any], place: str) -> Iterator[tuple[str, str]]:
    """Yield the name and the pointer of each member of a body, and of the objects in it."""
    for name, field in body.fields.items():
        pointer = pointer_to(place, name)
        yield name, pointer
        if isinstance(field, Body):
            yield from _list_places(field, {}, pointer)
        elif isinstance(field, ObjectField):
            for member in field.members(data):
                yield member, pointer_to(pointer, member)


def _list_faults(detail: Any, place: str) -> Iterator[Fault]:
    if isinstance(detail, Mapping):
        for member, inner in detail.items():
            yield from _list_faults(inner, pointer_to(place, member))
    else:
        for one in detail:
            code = CODES.get(one.code, one.code)
            yield Fault(place, code, str(one))
