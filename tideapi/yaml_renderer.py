"""The OpenAPI document as YAML, with what is short on one line: half as long, and easier to read."""

from typing import Any

from drf_spectacular.renderers import OpenApiYamlRenderer
from yaml import MappingNode, Node, ScalarNode, SequenceNode, dump

try:
    from yaml import CSafeDumper as SafeDumper
except ImportError:  # PyYAML without libyaml.
    from yaml import SafeDumper  # type: ignore[assignment]

WIDTH = 140
"""Characters after which a line is broken at the next space."""
MAX_LINE = 160
"""Characters up to which a list or mapping is written like JSON."""
WORD = 20
"""Characters of what stands in lists that are written so whatever their length."""


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
        lengths: dict[int, int] = {}
        _measure_node(node, lengths)
        _choose_styles(node, lengths, 0, 0)
        self.serialize(node)


def _represent_text(dumper: _Dumper, text: str) -> ScalarNode:
    lines = text.split("\n")
    long = max(map(len, lines)) > WIDTH
    style = None if len(lines) == 1 else ">" if long else "|"
    return dumper.represent_scalar("tag:yaml.org,2002:str", str(text), style=style)


_Dumper.add_representer(str, _represent_text)


def _measure_node(node: Node, lengths: dict[int, int]) -> int:
    """Note for each node how long it is on one line, with quotes wherever there may be some."""
    if isinstance(node, MappingNode):
        pairs = (
            (_measure_node(key, lengths), _measure_node(value, lengths))
            for key, value in node.value
        )
        length = 2 + sum(key + value + 4 for key, value in pairs)
    elif isinstance(node, SequenceNode):
        length = 2 + sum(_measure_node(one, lengths) + 2 for one in node.value)
    elif "\n" in node.value:
        length = MAX_LINE
    else:
        text = node.value
        length = len(text) + (0 if text.isidentifier() else 2 + text.count("'"))
    lengths[id(node)] = length
    return length


def _choose_styles(node: Node, lengths: dict[int, int], indent: int, column: int) -> None:
    """Put what fits on one line on one; `column` is where the node begins."""
    if not isinstance(node, MappingNode | SequenceNode):
        return
    node.flow_style = column + lengths[id(node)] <= MAX_LINE or _has_words_only(node, lengths)
    if node.flow_style:  # So is all that is in it.
        return
    for one in node.value:
        key, value = one if isinstance(node, MappingNode) else ("", one)
        start = lengths[id(key)] if isinstance(key, Node) else 0
        _choose_styles(value, lengths, indent + 2, indent + start + 2)


def _has_words_only(node: Node, lengths: dict[int, int]) -> bool:
    return isinstance(node, SequenceNode) and all(
        isinstance(one, ScalarNode) and lengths[id(one)] <= WORD for one in node.value
    )
