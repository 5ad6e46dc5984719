"""The OpenAPI document as YAML, with what is short on one line: half as long, and easier to read."""

from typing import Any

from drf_spectacular.renderers import OpenApiYamlRenderer
from yaml import MappingNode, Node, ScalarNode, SequenceNode, dump

from common.rest.schemas import KNOWN

try:
    from yaml import CSafeDumper as SafeDumper
except ImportError:  # PyYAML without libyaml.
    from yaml import SafeDumper  # type: ignore[assignment]

WIDTH = 140
"""Characters of a line."""
SHORT = 160
"""Characters of a list or mapping that is written like JSON."""
SHOWN = frozenset({"example", "value"})
"""Keys of examples, which are written like JSON whatever their length."""
LISTED = frozenset({"examples", "enum", "required", KNOWN})
"""Keys of lists that are written so too."""


class YamlRenderer(OpenApiYamlRenderer):
    """drf-spectacular's renderer in another style; `data` is what its generator gives."""

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None
    ) -> bytes:
        return dump(
            data,
            Dumper=_Dumper,
            width=WIDTH,
            sort_keys=False,
            allow_unicode=True,
            encoding="utf-8",
        )


class _Dumper(SafeDumper):
    def ignore_aliases(self, data: Any) -> bool:
        return True

    def represent(self, data: Any) -> None:
        node = self.represent_data(data)
        _shorten_node(node)
        self.serialize(node)


def _represent_text(dumper: _Dumper, text: str) -> ScalarNode:
    style = "|" if "\n" in text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", str(text), style=style)


_Dumper.add_representer(str, _represent_text)


def _shorten_node(node: Node, *, shown: bool = False) -> int:
    """Put what fits on one line on one, from the inside out; the length that it would have there."""
    if isinstance(node, MappingNode):
        length = 2 + sum(
            _shorten_node(key) + _shorten_node(value, shown=shown or _is_shown(key, value)) + 4
            for key, value in node.value
        )
    elif isinstance(node, SequenceNode):
        length = 2 + sum(_shorten_node(one, shown=shown) + 2 for one in node.value)
    else:
        return SHORT + 1 if "\n" in node.value else len(node.value)
    node.flow_style = shown or length <= SHORT
    return length


def _is_shown(key: Node, value: Node) -> bool:
    return key.value in SHOWN or (key.value in LISTED and isinstance(value, SequenceNode))
