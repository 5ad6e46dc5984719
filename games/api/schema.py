"""The bodies of the games' calls, as JSON Schemas by name."""

from common.rest.paging import PageBody
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
from games.shapes.events import EventPage
from games.shapes.games import (
    GameBody,
    GamePage,
    GameStage,
    MyGamePage,
    PlayerProfile,
    QuestionBody,
)
from games.shapes.people import EntropyReceipt, InvitationBody, TableMessage, VacationList
from games.shapes.records import GameAnalysis, GameRecord
from games.shapes.rulesets import RulesetBody
from games.shapes.terms import AbsenceTerms, ClockTerms, Span
from games.shapes.turns import TurnBody, Withdrawal


def game_schemas() -> dict[str, Schema]:
    """Return all schemas of games and events by name."""
    return {**_response_schemas(), **ruleset_schemas.named_schemas(), **_event_schemas()}


def _response_schemas() -> dict[str, Schema]:
    found = schemas_of(
        PageBody[RulesetBody],
        GamePage,
        MyGamePage,
        GameBody,
        PlayerProfile,
        PageBody[GameStage],
        PageBody[QuestionBody],
        TurnBody,
        Withdrawal,
        EntropyReceipt,
        PageBody[InvitationBody],
        PageBody[TableMessage],
        VacationList,
        GameRecord,
        GameAnalysis,
    )
    found["GameSummary"] |= ruleset_schemas.ruleset_condition(options="options")
    found["Game"] |= ruleset_schemas.ruleset_condition(options="options", table="table")
    found["GameRecord"] |= ruleset_schemas.ruleset_condition(options="options", setup="setup")
    ruleset_schemas.add_members(found["MyView"], ruleset_schemas.merge_part_properties("mine"))
    ruleset_schemas.add_members(
        found["GameStage"],
        {
            **ruleset_schemas.merge_part_properties("sealed"),
            **ruleset_schemas.merge_part_properties("shown"),
        },
    )
    for name in ("Turn", "RecordedTurn"):
        ruleset_schemas.add_members(
            found[name], ruleset_schemas.HEADING, required=ruleset_schemas.HEADING_REQUIRED
        )
    return found


def _event_schemas() -> dict[str, Schema]:
    """Return the schemas of the envelope, of pages and of each type's `data`, by component name.

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
    found = schemas_of(EventPage, AbsenceTerms, ClockTerms, Span)
    found["FeedEvent"]["properties"]["type"][KNOWN] = feed_types()
    cases = {kind: with_properties({"data": _any_of(names[kind])}) for kind in feed_types()}
    found["FeedEvent"] |= depends_on("type", cases)
    return {**data, **found}


def _any_of(names: list[str]) -> Schema:
    """Return the schema of a value that fits one of these components."""
    schemas = [reference_schema(name) for name in names]
    return schemas[0] if len(schemas) == 1 else {"anyOf": schemas}
