"""The rulesets' own schemas, as the document has them.

A ruleset states everything exactly, in closed schemas. What is sent stands here as it is; what is answered is
opened. Where a field's content depends on the ruleset or on a type, it stands as an object without members,
and the exact schema as a condition. Why so: docs/decisions/api-document.md.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from drf_spectacular.utils import OpenApiExample

from common.rest.schemas import (
    KNOWN,
    Schema,
    any_object,
    array_of,
    depends_on,
    open_object,
    or_null,
    reference_schema,
    string,
    with_properties,
)
from games.rulesets import registry
from games.rulesets.ruleset import Ruleset

AnyRuleset = Ruleset[Any, Any]


def component_name(*words: str) -> str:
    """These words as the name of a component, such as TurnTheTideTable."""
    return "".join(part.capitalize() for word in words for part in word.split("_"))


def ruleset_condition(**parts: str) -> Schema:
    """Return the condition by `ruleset`: each field named here has the schema of that part."""
    return depends_on(
        "ruleset",
        {
            rules.id: with_properties(
                {name: _part_schema(rules, part) for name, part in parts.items()}
            )
            for rules in registry.RULESETS.values()
        },
    )


def _part_schema(rules: AnyRuleset, part: str) -> Schema:
    schema = reference_schema(component_name(rules.id, part))
    return or_null(schema) if part == "table" else schema


def order_condition() -> Schema:
    """Return the schema of an object whose `order` is that of one of the rulesets."""
    orders = [
        reference_schema(component_name(rules.id, "order"))
        for rules in registry.RULESETS.values()
        if rules.schemas.order
    ]
    return {"dependentSchemas": {"order": with_properties({"order": {"anyOf": orders}})}}


def action_condition() -> Schema:
    """Return the schema of an object whose `action` has a type that some ruleset knows."""
    kinds = sorted({kind for rules in registry.RULESETS.values() for kind in rules.schemas.actions})
    known = with_properties({"type": string(enum=kinds)})
    return {"dependentSchemas": {"action": with_properties({"action": known})}}


def option_names(body: Mapping[str, Any]) -> set[str]:
    """Return the names of the options of the ruleset that a body names, or of all rulesets."""
    named = registry.RULESETS.get(str(body.get("ruleset")))
    every = registry.RULESETS.values() if named is None else [named]
    return {name for rules in every for name in rules.schemas.options["properties"]}


def action_members(_: Mapping[str, Any]) -> set[str]:
    """Return the names of all members of any ruleset's actions."""
    forms = [form for rules in registry.RULESETS.values() for _, _, form in _forms(rules)]
    return {name for form in forms for name in form["properties"]}


def order_members(_: Mapping[str, Any]) -> set[str]:
    """Return the names of the outer members of any ruleset's standing orders."""
    orders = [rules.schemas.order for rules in registry.RULESETS.values() if rules.schemas.order]
    return {name for order in orders for name in order["properties"]}


def action_examples() -> list[OpenApiExample]:
    """Return a body with a real action for each type of action of each game."""
    return [
        OpenApiExample(
            f"{rules.id}_{kind}",
            {"action": action},
            summary=f"{rules.name}: {kind}",
            request_only=True,
        )
        for rules in registry.RULESETS.values()
        for kind, action in rules.schemas.examples["actions"].items()
    ]


def order_examples() -> list[OpenApiExample]:
    """Return a body with a standing order for each game that has them."""
    return [
        OpenApiExample(
            rules.id,
            {"order": rules.schemas.examples["order"]},
            summary=rules.name,
            request_only=True,
        )
        for rules in registry.RULESETS.values()
        if rules.schemas.order
    ]


def merge_properties(parts: Iterator[Mapping[str, Schema]]) -> Schema:
    """The properties of several objects in one, each as wide as the widest of its name."""
    found: Schema = {}
    for part in parts:
        for name, schema in part.items():
            found[name] = _widen_schema(found[name], schema) if name in found else schema
    return found


def _widen_schema(one: Schema, other: Schema) -> Schema:
    if one == other:
        return one
    alike = {key: value for key, value in one.items() if other.get(key) == value}
    if "type" in one and "type" not in alike:
        return {"description": one.get("description", "What the ruleset says.")}
    return {"description": one.get("description", "What the ruleset says."), **alike}


def merge_part_properties(part: str) -> Schema:
    """Return the properties that this part has in any ruleset; none of them is required."""
    return merge_properties(_opened_properties(rules, part) for rules in registry.RULESETS.values())


def _opened_properties(rules: AnyRuleset, part: str) -> Schema:
    schema: Schema = open_schema(rules, getattr(rules.schemas, part))
    return dict(schema.get("properties", {}))


CHANCE = array_of(reference_schema("Draw"), "Random draws that set the game up.")


def named_schemas() -> dict[str, Schema]:
    """Return the schemas of all rulesets by their names in the document."""
    found: dict[str, Schema] = {"Action": _any_action()}
    for rules in registry.RULESETS.values():
        parts = rules.schemas
        found[component_name(rules.id, "options_request")] = _prefix_enumerations(
            rules, parts.options
        )
        found[component_name(rules.id, "options")] = _require_defaults(
            rules, open_schema(rules, parts.options)
        )
        if parts.order:
            found[component_name(rules.id, "order")] = _prefix_enumerations(rules, parts.order)
        found[component_name(rules.id, "table")] = open_schema(rules, parts.table)
        setup = {"chance": CHANCE, **_opened_properties(rules, "setup")}
        found[component_name(rules.id, "setup")] = open_object(setup)
        found |= dict(_sent_actions(rules))
        for kind, event in parts.events.items():
            found[component_name(rules.id, kind, "data")] = open_schema(rules, event.data)
    return found


def event_data() -> dict[str, list[str]]:
    """The names of the schemas of each type of event that a ruleset has."""
    found: dict[str, list[str]] = {}
    for rules in registry.RULESETS.values():
        for kind in rules.schemas.events:
            found.setdefault(kind, []).append(component_name(rules.id, kind, "data"))
    return found


# -- actions


def _forms(rules: AnyRuleset) -> Iterator[tuple[str, Schema, Schema]]:
    """Each form of an action: the name of its schema, the fields by which it is known, and the schema."""
    for schema in rules.schemas.actions.values():
        for form in schema.get("oneOf", [schema]):
            tags = {name: field for name, field in form["properties"].items() if "const" in field}
            yield (
                component_name(rules.id, *(str(field["const"]) for field in tags.values())),
                tags,
                form,
            )


def _sent_actions(rules: AnyRuleset) -> Iterator[tuple[str, Schema]]:
    """The schema of each form of an action as it is sent, by its name, with a real one."""
    examples = list(rules.schemas.examples["actions"].values())
    for name, tags, form in _forms(rules):
        shown = [
            one
            for one in examples
            if all(one.get(tag) == field["const"] for tag, field in tags.items())
        ]
        yield (
            name,
            {
                **_prefix_enumerations(rules, _without_constants(form)),
                **({"examples": shown} if shown else {}),
            },
        )


def _any_action() -> Schema:
    """Any action: one object with all fields that actions have, which goes back as it came."""
    forms = [(rules, *one) for rules in registry.RULESETS.values() for one in _forms(rules)]
    fields = merge_properties(open_schema(rules, form["properties"]) for rules, _, _, form in forms)
    kinds = sorted({tags["type"]["const"] for _, _, tags, _ in forms})
    fields["type"] = string(
        "Type of the action. `GET /rulesets` has the schema of each type.", **{KNOWN: kinds}
    )
    conditions = [
        {
            "if": with_properties(
                {tag: string(const=field["const"]) for tag, field in tags.items()}
            ),
            "then": reference_schema(name),
        }
        for _, name, tags, _ in forms
    ]
    return {
        "type": "object",
        "description": ("An answer to a question: any entry of `legal_actions`, unchanged."),
        "properties": fields,
        "required": ["type"],
        "additionalProperties": True,
        "dependentSchemas": {"type": {"allOf": conditions}},
    }


# -- from a ruleset's schemas to the document's

BOUNDS = frozenset(
    {"default", "minimum", "maximum", "minItems", "maxItems", "minProperties", "uniqueItems"}
)
"""What an edition of tomorrow may exceed, and so is not stated of answers."""


def open_schema(rules: AnyRuleset, schema: Any) -> Any:
    """A schema of what is answered: objects may have more fields, enumerations other values, lists more."""
    if isinstance(schema, list):
        return [open_schema(rules, one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    if "oneOf" in schema:
        return any_object(schema["description"])
    words = {word: value for word, value in schema.items() if word not in BOUNDS}
    if words.get("additionalProperties") is False:
        del words["additionalProperties"]
    values = words.pop("enum", None) or ([words.pop("const")] if "const" in words else None)
    if values:
        words[KNOWN] = values
    if isinstance(words.get("title"), str):
        words["title"] = component_name(rules.id) + words["title"]
    return {name: open_schema(rules, one) for name, one in words.items()}


def _without_constants(form: Schema) -> Schema:
    """A form of an action without its constants: the condition that leads to it says them already.

    Generators would make an enumeration with one value of each, and call it `Type`.
    """
    fields = {
        name: string(f"{field['description']} Always `{field['const']}`.")
        if "const" in field
        else field
        for name, field in form["properties"].items()
    }
    return {**form, "properties": fields}


def _prefix_enumerations(rules: AnyRuleset, schema: Any) -> Any:
    """A schema of what is sent, as it is; an enumeration has another name than its open twin."""
    if isinstance(schema, list):
        return [_prefix_enumerations(rules, one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    words = dict(schema)
    if isinstance(words.get("title"), str):
        choice = "Choice" if "enum" in words else ""
        words["title"] = component_name(rules.id) + words["title"] + choice
    return {name: _prefix_enumerations(rules, one) for name, one in words.items()}


def _require_defaults(rules: AnyRuleset, options: Schema) -> Schema:
    """Options as they are answered: with every default filled in that the ruleset fills in."""
    return {**options, "required": list(rules.read_options({}))}


HEADING: Schema = merge_part_properties("heading")
"""Properties of a turn, in any ruleset, other than its number."""
HEADING_REQUIRED = ("stage", "round")


def add_members(schema: Schema, members: Schema, required: Sequence[str] = ()) -> None:
    """Add to the schema of an answer what rulesets add to it; they may leave out what is not required."""
    schema["properties"] |= {
        name: one for name, one in members.items() if name not in schema["properties"]
    }
    schema["required"] += required
