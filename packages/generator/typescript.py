"""The core of the TypeScript client: an interface for each component, a method for each call."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from packages.generator import document
from packages.generator.document import ClientOperation, Schema, UnionMember
from packages.generator.type_names import join_types, name_type, name_variant, spell_type

HEAD = "/** {what} Generated from the OpenAPI document: change that instead. */\n\n"


class TypeScript:
    """TypeScript's words for types."""

    any = "unknown"
    null = "null"
    open_text = "(string & {})"
    names = {
        "string": "string",
        "integer": "number",
        "number": "number",
        "boolean": "boolean",
        "binary": "ArrayBuffer",
    }

    def name_literal(self, values: Sequence[str]) -> str:
        return join_types(f'"{value}"' for value in values)

    def list_of(self, item: str) -> str:
        return f"Array<{item}>"

    def map_of(self, value: str) -> str:
        return f"Record<string, {value}>"


TYPESCRIPT = TypeScript()


def write_core(folder: Path) -> dict[str, Path]:
    """Write the generated modules into a folder; return them by their names."""
    texts = {"models.ts": write_models(), "calls.ts": write_calls()}
    for name, text in texts.items():
        (folder / name).write_text(text)
    return {name: folder / name for name in texts}


def write_models() -> str:
    """Return the module with all types."""
    parts = [part for name, one in document.load_components().items() for part in _write(name, one)]
    return HEAD.format(what="Types of the API.") + "\n".join(parts)


def _write(name: str, schema: Schema) -> Iterator[str]:
    variants, otherwise = document.find_variants(schema)
    if not variants:
        yield _write_component(name, schema, document.find_tags().get(name, {}))
        return
    names = [one.component or name_variant(name, one.tags) for one in variants]
    if any(one.component is None for one in variants):
        base = f"{name}Base"
        yield _write_interface(base, schema, {*variants[0].tags, *variants[0].members})
        for variant_name, variant in zip(names, variants, strict=True):
            if variant.component is None:
                yield _write_variant(variant_name, base, variant, schema)
    yield _write_alias(name, join_types([*names, *([otherwise] if otherwise else [])]), schema)


def _write_component(name: str, schema: Schema, tags: dict[str, str]) -> str:
    match schema:
        case {"properties": dict()}:
            return _write_interface(name, schema, set(), tags)
        case {"enum": [*values]}:
            # The values are there at run time too, under the same name.
            listed = ", ".join(f'"{value}"' for value in values)
            about = write_comment(schema.get("description", ""), "")
            return f"{about}export const {name} = [{listed}] as const;\n" + _write_alias(
                name, f"(typeof {name})[number]", schema
            )
    return _write_alias(name, spell_type(schema, TYPESCRIPT), schema)


def _write_alias(name: str, meaning: str, schema: Schema) -> str:
    return f"{write_comment(schema.get('description', ''), '')}export type {name} = {meaning};\n"


def _write_interface(
    name: str, schema: Schema, left_out: set[str], tags: dict[str, str] | None = None
) -> str:
    lines = [f"{write_comment(schema.get('description', ''), '')}export interface {name} {{"]
    for member, one in schema["properties"].items():
        if member not in left_out:
            fixed = (tags or {}).get(member)
            kind = TYPESCRIPT.name_literal([fixed]) if fixed else spell_type(one, TYPESCRIPT)
            mark = "" if member in schema.get("required", []) else "?"
            lines.append(
                f"{write_comment(one.get('description', ''), '  ')}  {member}{mark}: {kind};"
            )
    return "\n".join([*lines, "}\n"])


def _write_variant(name: str, base: str, variant: UnionMember, schema: Schema) -> str:
    data = document.resolve_reference(variant.members.get("data", {}))
    about = write_comment(data.get("description", ""), "")
    lines = [f"{about}export interface {name} extends {base} {{"]
    for tag, value in variant.tags.items():
        lines.append(f"  {tag}: {TYPESCRIPT.name_literal([value])};")
    for member, one in variant.members.items():
        comment = write_comment(schema["properties"][member].get("description", ""), "  ")
        mark = "" if member in schema.get("required", []) else "?"
        lines.append(f"{comment}  {member}{mark}: {spell_type(one, TYPESCRIPT)};")
    return "\n".join([*lines, "}\n"])


def write_calls() -> str:
    """Return the module with a method for each call."""
    head = """\
import { newKey, type Call, type Following, type Keyed } from "./call.js";
import type * as models from "./models.js";

/** A method for each call of the API. */
export abstract class Calls {
  protected abstract call(call: Call): Promise<any>;

  protected abstract follow(path: string, how: Following): AsyncGenerator<models.FeedEvent, void>;
"""
    methods = [_write_method(one) for one in document.list_operations()]
    return HEAD.format(what="Calls of the API.") + head + "\n" + "\n".join(methods) + "}\n"


def _write_method(one: ClientOperation) -> str:
    path = "`" + re.sub(r"\{(\w+)\}", r"${encodeURIComponent(\1)}", one.path) + "`"
    name = name_type(one.name)
    about = write_comment(f"{one.summary}.\n\n{one.description}".strip(), "  ")
    head = f"{about}  {name[0].lower()}{name[1:]}"
    in_path = [f"{each.name}: {spell_type(each.schema, TYPESCRIPT)}" for each in one.in_path]
    if one.is_stream:
        return f"""\
{head}({", ".join([*in_path, "how: Following = {}"])}): AsyncGenerator<models.FeedEvent, void> {{
    return this.follow({path}, how);
  }}
"""
    given = [f'method: "{one.method}"', f"path: {path}"]
    arguments = in_path
    if one.body:
        arguments.append(f"body{'' if one.needs_body else '?'}: {_in_models(one.body)}")
        given.append("body")
    if one.in_query:
        arguments.append(f"query: {_write_query(one)} = {{}}")
        given.append("query")
    if one.takes_key:
        arguments.append("{ idempotencyKey = newKey() }: Keyed = {}")
        given.append("key: idempotencyKey")
    answer = "void" if one.answer is None else _in_models(one.answer)
    return f"""\
{head}({", ".join(arguments)}): Promise<{answer}> {{
    return this.call({{ {", ".join(given)} }});
  }}
"""


def _write_query(one: ClientOperation) -> str:
    members = [
        f"{write_comment(each.description, '    ')}    {each.name}?: {_in_models(each.schema)};"
        for each in one.in_query
    ]
    return "\n".join(["{", *members, "  }"])


def _in_models(schema: Schema) -> str:
    if schema.get("type") == "array":
        return TYPESCRIPT.list_of(_in_models(schema["items"]))
    kind = spell_type(schema, TYPESCRIPT)
    if document.takes_number(schema):
        kind += " | number"
    return f"models.{kind}" if "$ref" in schema else kind


def write_comment(text: str, indent: str) -> str:
    """Return a text as a comment above a declaration; nothing for an empty one."""
    if not text:
        return ""
    lines = text.replace("*/", "* /").splitlines()
    if len(lines) == 1:
        return f"{indent}/** {lines[0]} */\n"
    inside = "".join(f"{indent} * {line}".rstrip() + "\n" for line in lines)
    return f"{indent}/**\n{inside}{indent} */\n"
