"""The rulesets' own schemas, as the document has them.

A ruleset states everything exactly, in closed schemas. What is sent stands here as it is; what is answered is
opened. Where a field's content depends on the ruleset or on a type, it stands as an object of which no more
is said, and the exact schema as a condition. Why so: docs/why.md#open-answers.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from games.api.parts import BANK_OR_NONE, FALLBACK_BY, MY_DEADLINE, SEAT
from games.rules import registry
from games.rules.ruleset import Ruleset
from tideapi.rest.schemas import (
    KNOWN,
    Schema,
    answer,
    anything,
    array,
    depending,
    having,
    nullable,
    ref,
    string,
    time_or_null,
)

AnyRuleset = Ruleset[Any, Any]


def camel(*words: str) -> str:
    """These words as the name of a component, such as TurnTheTideTable."""
    return "".join(part.capitalize() for word in words for part in word.split("_"))


def by_ruleset(**parts: str) -> Schema:
    """What an object must be by its `ruleset`: each field named here is that part of the ruleset."""
    return depending(
        "ruleset",
        {
            rules.id: having({name: _part(rules, part) for name, part in parts.items()})
            for rules in registry.RULESETS.values()
        },
    )


def _part(rules: AnyRuleset, part: str) -> Schema:
    schema = ref(camel(rules.id, part))
    return nullable(schema) if part == "table" else schema


def some_order() -> Schema:
    """What an object must be by its `order`: that of one of the rulesets."""
    orders = [
        ref(camel(rules.id, "order")) for rules in registry.RULESETS.values() if rules.schemas.order
    ]
    return {"dependentSchemas": {"order": having({"order": {"anyOf": orders}})}}


def some_action() -> Schema:
    """What an object must be by its `action`: one of a type that some ruleset knows."""
    kinds = sorted({kind for rules in registry.RULESETS.values() for kind in rules.schemas.actions})
    known = having({"type": string(enum=kinds)})
    return {"dependentSchemas": {"action": having({"action": known})}}


def merged(parts: Iterator[Mapping[str, Schema]]) -> Schema:
    """The properties of several objects in one, each as wide as the widest of its name."""
    found: Schema = {}
    for part in parts:
        for name, schema in part.items():
            found[name] = _wide(found[name], schema) if name in found else schema
    return found


def _wide(one: Schema, other: Schema) -> Schema:
    if one == other:
        return one
    alike = {key: value for key, value in one.items() if other.get(key) == value}
    if "type" in one and "type" not in alike:
        return {"description": one.get("description", "What the ruleset says.")}
    return {"description": one.get("description", "What the ruleset says."), **alike}


def own(part: str) -> Schema:
    """What this part has in any ruleset, opened: none of it is there in all of them."""
    return merged(_properties(rules, part) for rules in registry.RULESETS.values())


def _properties(rules: AnyRuleset, part: str) -> Schema:
    schema: Schema = opened(rules, getattr(rules.schemas, part))
    return dict(schema.get("properties", {}))


MINE: Schema = {
    "seat": SEAT,
    "legal_actions": array(
        ref("Action"), "All that I may answer, two at least; none while I am not asked."
    ),
    "fallback": nullable(
        ref("Action"), "What is played for me if I do not answer; null while I am not asked."
    ),
    "fallback_by": FALLBACK_BY,
    "due_at": time_or_null(f"{MY_DEADLINE} Null while I am not asked."),
    "bank": BANK_OR_NONE,
    "submission": nullable(ref("Receipt"), "What I have sealed; null if nothing."),
}
"""What a seat may see in every game, besides what its ruleset has."""
CHANCE = array(ref("Draw"), "What chance gave to set the game up.")


def schemas() -> dict[str, Schema]:
    """What each ruleset puts into JSON, by the names that it has in the document."""
    found: dict[str, Schema] = {"Action": _action()}
    for rules in registry.RULESETS.values():
        parts = rules.schemas
        found[camel(rules.id, "options_request")] = _prefixed(rules, parts.options)
        found[camel(rules.id, "options")] = _complete(rules, opened(rules, parts.options))
        if parts.order:
            found[camel(rules.id, "order")] = _prefixed(rules, parts.order)
        found[camel(rules.id, "table")] = opened(rules, parts.table)
        setup = {"chance": CHANCE, **_properties(rules, "setup")}
        found[camel(rules.id, "setup")] = answer(setup)
        found |= dict(_sent_actions(rules))
        for kind, data in parts.events.items():
            found[camel(rules.id, kind, "data")] = opened(rules, data)
    return found


def event_data() -> dict[str, list[str]]:
    """The names of the schemas of each type of event that a ruleset has."""
    found: dict[str, list[str]] = {}
    for rules in registry.RULESETS.values():
        for kind in rules.schemas.events:
            found.setdefault(kind, []).append(camel(rules.id, kind, "data"))
    return found


# -- actions


def _forms(rules: AnyRuleset) -> Iterator[tuple[str, Schema, Schema]]:
    """Each form of an action: the name of its schema, the fields by which it is known, and the schema."""
    for schema in rules.schemas.actions.values():
        for form in schema.get("oneOf", [schema]):
            tags = {name: field for name, field in form["properties"].items() if "const" in field}
            yield camel(rules.id, *(str(field["const"]) for field in tags.values())), tags, form


def _sent_actions(rules: AnyRuleset) -> Iterator[tuple[str, Schema]]:
    """The schema of each form of an action as it is sent, by its name, with a real one."""
    examples = list(rules.schemas.examples["actions"].values())
    for name, tags, form in _forms(rules):
        shown = [
            one
            for one in examples
            if all(one.get(tag) == field["const"] for tag, field in tags.items())
        ]
        yield name, {**_prefixed(rules, _described(form)), **({"examples": shown} if shown else {})}


def _action() -> Schema:
    """Any action: one object with all fields that actions have, which goes back as it came."""
    forms = [(rules, *one) for rules in registry.RULESETS.values() for one in _forms(rules)]
    fields = merged(opened(rules, form["properties"]) for rules, _, _, form in forms)
    kinds = sorted({tags["type"]["const"] for _, _, tags, _ in forms})
    fields["type"] = string(
        "What is done. `GET /rulesets` has the schema of each type.", **{KNOWN: kinds}
    )
    conditions = [
        {
            "if": having({tag: string(const=field["const"]) for tag, field in tags.items()}),
            "then": ref(name),
        }
        for _, name, tags, _ in forms
    ]
    return {
        "type": "object",
        "description": (
            "An answer to a question. Whatever stands in `legal_actions` can be sent back as it came."
        ),
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


def opened(rules: AnyRuleset, schema: Any) -> Any:
    """A schema of what is answered: objects may have more fields, enumerations other values, lists more."""
    if isinstance(schema, list):
        return [opened(rules, one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    if "oneOf" in schema:
        return anything(schema["description"])
    words = {word: value for word, value in schema.items() if word not in BOUNDS}
    if words.get("additionalProperties") is False:
        del words["additionalProperties"]
    values = words.pop("enum", None) or ([words.pop("const")] if "const" in words else None)
    if values:
        words[KNOWN] = values
    if isinstance(words.get("title"), str):
        words["title"] = camel(rules.id) + words["title"]
    return {name: opened(rules, one) for name, one in words.items()}


def _described(form: Schema) -> Schema:
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


def _prefixed(rules: AnyRuleset, schema: Any) -> Any:
    """A schema of what is sent, as it is; an enumeration has another name than its open twin."""
    if isinstance(schema, list):
        return [_prefixed(rules, one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    words = dict(schema)
    if isinstance(words.get("title"), str):
        choice = "Choice" if "enum" in words else ""
        words["title"] = camel(rules.id) + words["title"] + choice
    return {name: _prefixed(rules, one) for name, one in words.items()}


def _complete(rules: AnyRuleset, options: Schema) -> Schema:
    """Options as they are answered: with every default filled in that the ruleset fills in."""
    return {**options, "required": list(rules.read_options({}))}


HEADING: Schema = own("heading")
"""What any ruleset says of a turn besides its number."""
HEADING_OPTIONAL = HEADING.keys() - {"stage", "round"}
