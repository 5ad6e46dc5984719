"""JSON to read: what is short stands on one line, what is long on a line for each member."""

import json
from typing import Any

WIDTH = 68
"""Characters of a value that stands on one line."""


def format_json(value: Any, level: int = 0) -> str:
    """Return the value as JSON; `level` is how many objects and lists it stands in."""
    line = json.dumps(value, ensure_ascii=False)
    if len(line) + 2 * level <= WIDTH or not value or not isinstance(value, dict | list):
        return line
    if isinstance(value, dict):
        parts = [
            f"{json.dumps(name)}: {format_json(one, level + 1)}" for name, one in value.items()
        ]
    else:
        parts = [format_json(one, level + 1) for one in value]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    indent = "  " * level
    lines = ",\n".join(f"{indent}  {part}" for part in parts)
    return f"{opening}\n{lines}\n{indent}{closing}"
