"""The parameter `include`: parts of an answer that are there only when a client asks for them."""

from collections.abc import Mapping
from typing import Any

from tideapi.rest.fields import ChoiceField, ListField

TEXT = "text"
"""Sentences for people, in the language of the request."""


class IncludeField(ListField):
    """A list of these names, each with words that say what it adds."""

    def __init__(self, parts: Mapping[str, str], **more: Any) -> None:
        words = "; ".join(f"`{name}`: {said}" for name, said in parts.items())
        said = f"More parts of the response. {words[0].upper()}{words[1:]}."
        title = "".join(["Include", *map(str.capitalize, parts)])
        super().__init__(child=ChoiceField(parts, component=title), help_text=said, **more)


IN_WORDS = "sentences for people, in the language of the response"
