"""Addresses of the guides and the reference, and the parts of them that lead to a page."""

import re
from collections.abc import Container

from django.urls import register_converter
from django.urls.converters import PathConverter, StringConverter

from common.rest.error_codes import CODES
from tideapi.guides.pages import BY_NAME
from tideapi.reference.document import schemas_by_name, tag_descriptions

READERS = re.compile(r"/(?:docs|api/(?:docs|schema|swagger))(?:/|\Z)")
"""Addresses below which a person reads; what a browser opens there in vain is answered with a page."""


def is_for_readers(path: str) -> bool:
    """Return whether the address is of the guides, the problems or the reference."""
    return READERS.match(path) is not None


class GuideName(PathConverter):
    """The name of a guide."""

    def to_python(self, value: str) -> str:
        return _known(value, BY_NAME)


class ProblemCode(StringConverter):
    """The code of a problem."""

    def to_python(self, value: str) -> str:
        return _known(value, CODES)


class Tag(StringConverter):
    """A group of calls in the reference."""

    def to_python(self, value: str) -> str:
        return _known(value, tag_descriptions())


class SchemaName(StringConverter):
    """The name of a schema."""

    def to_python(self, value: str) -> str:
        return _known(value, schemas_by_name())


def _known(value: str, names: Container[str]) -> str:
    """Return the value; `ValueError`, by which an address is not found, if there is no such name."""
    if value not in names:
        raise ValueError(value)
    return value


register_converter(GuideName, "guide")
register_converter(ProblemCode, "problem")
register_converter(Tag, "tag")
register_converter(SchemaName, "schema")
