"""Additions of rulesets and events to the schemas of responses."""

from typing import Any

from common.rest.schemas import (
    KNOWN,
    Schema,
    depends_on,
    open_object,
    reference_schema,
    with_properties,
)
from common.rest.shapes import schemas_of
from games.api import ruleset_schemas
from games.event_types.catalogue import SERVER_TYPES, feed_types
from games.shapes.terms import AbsenceTerms, ClockTerms, Span


def add_game_schemas(result: Schema, **context: Any) -> Schema:
    """drf-spectacular's hook: add what rulesets say of responses, and the data of each type of event."""
    schemas: dict[str, Schema] = result["components"]["schemas"]
    schemas |= schemas_of(AbsenceTerms, ClockTerms, Span)
    schemas |= ruleset_schemas.named_schemas()
    _add_ruleset_members(schemas)
    _add_event_data(schemas)
    return result


def _add_ruleset_members(schemas: dict[str, Schema]) -> None:
    schemas["GameSummary"] |= ruleset_schemas.ruleset_condition(options="options")
    schemas["Game"] |= ruleset_schemas.ruleset_condition(options="options", table="table")
    schemas["GameRecord"] |= ruleset_schemas.ruleset_condition(options="options", setup="setup")
    ruleset_schemas.add_members(schemas["MyView"], ruleset_schemas.merge_part_properties("mine"))
    ruleset_schemas.add_members(
        schemas["GameStage"],
        {
            **ruleset_schemas.merge_part_properties("sealed"),
            **ruleset_schemas.merge_part_properties("shown"),
        },
    )
    for name in ("Turn", "RecordedTurn"):
        ruleset_schemas.add_members(
            schemas[name], ruleset_schemas.HEADING, required=ruleset_schemas.HEADING_REQUIRED
        )


def _add_event_data(schemas: dict[str, Schema]) -> None:
    """Add the schema of each type's `data`.

    All events share one envelope, so a generated client can read later types too. A condition gives each
    type its `data`. Why so: docs/decisions/api-document.md.
    """
    names = ruleset_schemas.event_data()
    data: dict[str, Schema] = {}
    for one in SERVER_TYPES.values():
        name = ruleset_schemas.component_name(one.type, "data")
        names[one.type] = [name]
        data[name] = open_object(one.data)
    data["CreatedData"] |= ruleset_schemas.ruleset_condition(options="options")
    heading = ruleset_schemas.merge_part_properties("heading")
    data["TurnOpenedData"] = open_object(
        {**SERVER_TYPES["turn_opened"].data, **heading},
        optional=heading.keys() - {*ruleset_schemas.HEADING_REQUIRED},
    )
    for one in SERVER_TYPES.values():
        data[names[one.type][0]]["description"] = one.means
    schemas |= data
    schemas["FeedEvent"]["properties"]["type"][KNOWN] = feed_types()
    cases = {kind: with_properties({"data": _any_of(names[kind])}) for kind in feed_types()}
    schemas["FeedEvent"] |= depends_on("type", cases)


def _any_of(names: list[str]) -> Schema:
    """Return the schema of a value that fits one of these components."""
    schemas = [reference_schema(name) for name in names]
    return schemas[0] if len(schemas) == 1 else {"anyOf": schemas}
