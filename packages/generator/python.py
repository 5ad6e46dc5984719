"""The core of the Python client: a TypedDict for each component, a method for each call.

All is written for the async client. The sync client is the same text without `async` and `await`.
"""

import keyword
import re
import textwrap
from collections.abc import Iterator, Sequence
from graphlib import TopologicalSorter
from pathlib import Path

from packages.generator import document
from packages.generator.document import ClientOperation, Parameter, Schema, UnionMember
from packages.generator.type_names import join_types, name_variant, spell_type

HEAD = '"""{what} Generated from the OpenAPI document: change that instead."""\n\n'
NAME = re.compile(r"\w+")
ASYNC_CLIENT = document.ROOT / "packages/client-python/tideapi_client" / "async_client.py"
SYNC_WORDS = (
    ("import asyncio", "import threading\nimport time"),
    ("asyncio.sleep", "time.sleep"),
    ("asyncio.Lock", "threading.Lock"),
    (r"\b(async|await) ", ""),
    (r"\bAsync(?=[A-Z])", ""),
    (r"\basync_(?=calls\b)", ""),
    (r"\ba(?=(close|closing|iter_bytes|read)\b)", ""),
    (r"\b__a(?=(enter|exit)__)", "__"),
)
"""Patterns of the async client, and what stands for them in the sync client."""


class Python:
    """Python's words for types."""

    any = "Any"
    null = "None"
    open_text = "str"
    names = {
        "string": "str",
        "integer": "int",
        "number": "float",
        "boolean": "bool",
        "binary": "bytes",
    }

    def name_literal(self, values: Sequence[str]) -> str:
        return f"Literal[{', '.join(map(quote_text, values))}]"

    def list_of(self, item: str) -> str:
        return f"list[{item}]"

    def map_of(self, value: str) -> str:
        return f"dict[str, {value}]"


PYTHON = Python()


def write_core(folder: Path) -> dict[str, Path]:
    """Write the generated modules into a folder; return them by their names."""
    calls = write_calls()
    _, _, client = ASYNC_CLIENT.read_text().partition("\n\n")
    texts = {
        "models.py": write_models(),
        "async_calls.py": calls,
        "calls.py": make_sync(calls),
        "client.py": HEAD.format(what="The client.") + make_sync(client),
    }
    for name, text in texts.items():
        (folder / name).write_text(text)
    return {name: folder / name for name in texts}


def write_models() -> str:
    """Return the module with all types."""
    parts = dict(
        part for name, one in document.load_components().items() for part in _write(name, one)
    )
    imports = "from __future__ import annotations\n\n"
    imports += "from typing import Any, Literal, NotRequired, TypeAlias, TypedDict\n\n"
    ordered = [parts[name] for name in _sort_parts(parts)]
    return HEAD.format(what="Types of the API.") + imports + "\n\n".join(ordered) + "\n"


def _sort_parts(parts: dict[str, str]) -> list[str]:
    """Return the names, those of aliases after all that they are made of."""
    aliases = {name: text for name, text in parts.items() if text.startswith(f"{name}: ")}
    uses = {name: {*NAME.findall(text)} & aliases.keys() - {name} for name, text in aliases.items()}
    return [
        *(name for name in parts if name not in aliases),
        *TopologicalSorter(uses).static_order(),
    ]


def _write(name: str, schema: Schema) -> Iterator[tuple[str, str]]:
    variants, otherwise = document.find_variants(schema)
    if not variants:
        yield name, _write_component(name, schema, document.find_tags().get(name, {}))
        return
    names = [one.component or name_variant(name, one.tags) for one in variants]
    if any(one.component is None for one in variants):
        base = f"{name}Base"
        yield base, _write_dict(base, schema, {*variants[0].tags, *variants[0].members})
        for variant_name, variant in zip(names, variants, strict=True):
            if variant.component is None:
                yield variant_name, _write_variant(variant_name, base, variant, schema)
    yield (
        name,
        _write_alias(name, join_types([*names, *([otherwise] if otherwise else [])]), schema),
    )


def _write_component(name: str, schema: Schema, tags: dict[str, str]) -> str:
    if "properties" not in schema:
        return _write_alias(name, spell_type(schema, PYTHON), schema)
    if any(map(keyword.iskeyword, schema["properties"])):
        return _write_with_keywords(name, schema)
    return _write_dict(name, schema, set(), tags)


def _write_alias(name: str, meaning: str, schema: Schema) -> str:
    text = f"{name}: TypeAlias = {meaning}\n"
    return text + write_docstring(schema.get("description", ""), "")


def _write_dict(
    name: str, schema: Schema, left_out: set[str], tags: dict[str, str] | None = None
) -> str:
    lines = [write_docstring(schema.get("description", ""), "    ")]
    for member, one in schema["properties"].items():
        if member not in left_out:
            fixed = (tags or {}).get(member)
            kind = PYTHON.name_literal([fixed]) if fixed else spell_type(one, PYTHON)
            lines.append(f"    {member}: {_with_need(member, kind, schema)}")
            lines.append(write_docstring(one.get("description", ""), "    "))
    body = [line for line in lines if line] or ["    pass"]
    return "\n".join([f"class {name}(TypedDict):", *body]) + "\n"


def _write_variant(name: str, base: str, variant: UnionMember, schema: Schema) -> str:
    data = document.resolve_reference(variant.members.get("data", {}))
    lines = [write_docstring(data.get("description", ""), "    ")]
    for tag, value in variant.tags.items():
        lines.append(f"    {tag}: {PYTHON.name_literal([value])}")
    for member, one in variant.members.items():
        lines.append(f"    {member}: {_with_need(member, spell_type(one, PYTHON), schema)}")
        lines.append(write_docstring(schema["properties"][member].get("description", ""), "    "))
    return "\n".join([f"class {name}({base}):", *filter(None, lines)]) + "\n"


def _write_with_keywords(name: str, schema: Schema) -> str:
    """Return a type one of whose members is a word of Python's own, such as `from`."""
    members = [
        f"    {quote_text(member)}: {quote_text(_with_need(member, spell_type(one, PYTHON), schema))},"
        for member, one in schema["properties"].items()
    ]
    text = "\n".join([f"{name} = TypedDict({quote_text(name)}, {{", *members, "})"])
    return f"{text}\n{write_docstring(schema.get('description', ''), '')}"


def _with_need(member: str, kind: str, schema: Schema) -> str:
    return kind if member in schema.get("required", []) else f"NotRequired[{kind}]"


def make_sync(text: str) -> str:
    """Return a module of the async client as the sync client has it."""
    for pattern, word in SYNC_WORDS:
        text = re.sub(pattern, word, text)
    return text


def write_calls() -> str:
    """Return the module with a method for each call, awaited."""
    head = """\
# mypy: disable-error-code="no-any-return"
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Sequence
from typing import Any, Literal
from uuid import uuid4

from tideapi_client import models
from tideapi_client.call import ApiCall, fill_path


class AsyncCalls(ABC):
    \"\"\"A method for each call of the API.\"\"\"

    @abstractmethod
    async def _make_call(self, call: ApiCall) -> Any: ...

    @abstractmethod
    def _follow_stream(self, path: str, after: str | int) -> AsyncIterator[models.FeedEvent]: ...
"""
    methods = [_write_method(one) for one in document.list_operations()]
    return HEAD.format(what="Calls of the API.") + head + "\n" + "\n".join(methods)


def _write_method(one: ClientOperation) -> str:
    path = f"fill_path({', '.join([quote_text(one.path), *(f'{p.name}={p.name}' for p in one.in_path)])})"
    about = textwrap.indent(_describe_call(one), " " * 8)
    if one.is_stream:
        return f"""\
    def {one.name}({", ".join(["self", *_in_path(one), "after: str | int = 0"])}) \
-> AsyncIterator[models.FeedEvent]:
{about}
        return self._follow_stream({path}, after)
"""
    query = ", ".join(f"{quote_text(p.name)}: {p.name}" for p in one.in_query)
    given = [f'"{one.method}"', path]
    given += [f"query={{{query}}}"] if query else []
    given += ["body=body"] if one.body else []
    given += ["key=idempotency_key or str(uuid4())"] if one.takes_key else []
    answer = "None" if one.answer is None else _in_models(one.answer)
    return f"""\
    async def {one.name}({", ".join(_list_arguments(one))}) -> {answer}:
{about}
        return await self._make_call(ApiCall({", ".join(given)}))
"""


def _list_arguments(one: ClientOperation) -> Iterator[str]:
    yield from ("self", *_in_path(one))
    if one.body:
        kind = _in_models(one.body)
        yield f"body: {kind}" if one.needs_body else f"body: {kind} | None = None"
    if one.in_query or one.takes_key:
        yield "*"
    for parameter in one.in_query:
        yield f"{parameter.name}: {_in_query(parameter)} | None = None"
    if one.takes_key:
        yield "idempotency_key: str | None = None"


def _in_path(one: ClientOperation) -> list[str]:
    return [
        f"{parameter.name}: {spell_type(parameter.schema, PYTHON)}" for parameter in one.in_path
    ]


def _in_query(parameter: Parameter) -> str:
    if parameter.schema.get("type") == "array":
        return f"Sequence[{_in_models(parameter.schema['items'])}]"
    kind = _in_models(parameter.schema)
    return f"{kind} | int" if document.takes_number(parameter.schema) else kind


def _in_models(schema: Schema) -> str:
    kind = spell_type(schema, PYTHON)
    return f"models.{kind}" if "$ref" in schema else kind


def _describe_call(one: ClientOperation) -> str:
    parameters = [f"{p.name}: {p.description}" for p in one.in_query if p.description]
    return write_docstring(
        "\n\n".join([f"{one.summary}.", one.description, *parameters]).strip(), ""
    )


def write_docstring(text: str, indent: str) -> str:
    """Return a text as a docstring; nothing for an empty one."""
    if not text:
        return ""
    escaped = text.replace("\\", "\\\\").replace('"""', "'''")
    ending = "\n" if "\n" in text else ""
    return textwrap.indent(f'"""{escaped}{ending}"""', indent)


def quote_text(text: str) -> str:
    """Return a text as Python writes it, with double quotes."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
