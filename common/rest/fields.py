"""DRF's fields for what clients send: JSON's own types alone, each refused in a sentence of its own."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from django.core.validators import BaseValidator, RegexValidator
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy
from rest_framework import serializers
from rest_framework.fields import empty

NO_NUL = r"^[^\x00]*$"
"""PostgreSQL cannot keep this character."""

TEXT = "text"
"""The part of an answer that is sentences for people, where `include` names it."""
IN_WORDS = "sentences for people, in the language of the response"


def field_messages(kind: str, **more: Any) -> dict[str, Any]:
    """Return a field's sentences, by DRF's codes."""
    wrong_type = format_lazy(_("This must be of type {kind}."), kind=kind)
    return {
        "required": _("This field is required."),
        "null": wrong_type,
        "invalid": wrong_type,
        **more,
    }


class _OfOneType:
    """A field that takes no other type of JSON for its own."""

    json_type: type

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        # DRF's own sentence stays in the language in which it was first said.
        for one in self.validators:  # type: ignore[attr-defined]
            if isinstance(one, BaseValidator):
                text = self.error_messages[one.code]  # type: ignore[attr-defined]
                one.message = format_lazy(text, **{one.code: one.limit_value})

    def to_internal_value(self, data: Any) -> Any:
        if type(data) is not self.json_type:
            self.fail("invalid")  # type: ignore[attr-defined]
        return super().to_internal_value(data)  # type: ignore[misc]


class CharField(_OfOneType, serializers.CharField):
    """A text, taken as it is: spaces stay, and only `min_length` and the pattern refuse an empty one.

    `wanted` says in words what fits the pattern. `usual` is what a field of a class is made with.
    """

    json_type = str
    usual: ClassVar[dict[str, Any]] = {}

    default_error_messages = field_messages(
        "string",
        min_length=ngettext_lazy(
            "This must have at least {min_length} character.",
            "This must have at least {min_length} characters.",
            "min_length",
        ),
        max_length=ngettext_lazy(
            "This must have at most {max_length} character.",
            "This must have at most {max_length} characters.",
            "max_length",
        ),
    )

    def __init__(self, **more: Any) -> None:
        more = self.usual | more
        pattern, wanted = more.pop("pattern", NO_NUL), more.pop("wanted", None)
        super().__init__(trim_whitespace=False, **more)
        # DRF puts what refuses NUL and surrogates last; the pattern stands in their place.
        text = _("This must have the form that the document states.")
        if wanted:
            text = format_lazy(_("This must be {wanted}."), wanted=wanted)
        # In Python `$` would let a newline follow.
        fits = RegexValidator(re.sub(r"\$$", r"\\Z", pattern), text, "wrong_format")
        self.validators[-2:] = [fits]

    def run_validation(self, data: Any = empty) -> Any:
        return serializers.Field.run_validation(self, data)


class IntegerField(_OfOneType, serializers.IntegerField):
    json_type = int
    default_error_messages = field_messages(
        "integer",
        min_value=_("This must be at least {min_value}."),
        max_value=_("This must be at most {max_value}."),
    )


class BooleanField(_OfOneType, serializers.BooleanField):
    json_type = bool
    default_error_messages = field_messages("boolean")


class ChoiceField(_OfOneType, serializers.ChoiceField):
    json_type = str
    default_error_messages = field_messages("string")

    def __init__(self, choices: Iterable[str], *, component: str = "", **more: Any) -> None:
        self.component = component
        super().__init__([*choices], **more)
        values = ", ".join(map(str, self.choices))
        text = format_lazy(_("This must be one of: {values}."), values=values)
        self.error_messages["invalid_choice"] = text


class ListField(_OfOneType, serializers.ListField):
    """A list; with `distinct` nothing may stand in it twice."""

    json_type = list
    default_error_messages = field_messages(
        "array",
        min_length=ngettext_lazy(
            "This must have at least {min_length} entry.",
            "This must have at least {min_length} entries.",
            "min_length",
        ),
        max_length=ngettext_lazy(
            "This must have at most {max_length} entry.",
            "This must have at most {max_length} entries.",
            "max_length",
        ),
        wrong_format=_("Each entry may occur only once."),
    )

    def __init__(self, *, distinct: bool = False, **more: Any) -> None:
        self.distinct = distinct
        super().__init__(**more)

    def to_internal_value(self, data: Any) -> Any:
        found = super().to_internal_value(data)
        if self.distinct and len(set(found)) < len(found):
            self.fail("wrong_format")
        return found


class IncludeField(ListField):
    """The parameter `include`: parts of an answer that are there only when a client asks for them.

    They are a list of these names, each with words that say what it adds.
    """

    def __init__(self, parts: Mapping[str, str], **more: Any) -> None:
        words = "; ".join(f"`{name}`: {text}" for name, text in parts.items())
        text = f"More parts of the response. {words[0].upper()}{words[1:]}."
        title = "".join(["Include", *map(str.capitalize, parts)])
        super().__init__(child=ChoiceField(parts, component=title), help_text=text, **more)
