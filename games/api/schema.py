"""The bodies of the games' calls, as JSON Schemas by name."""

from games.api import event_schema, rulings, webhook_schema
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
from games.shapes.turns import TurnBody, Withdrawal
from tideapi.rest.paging import PageBody
from tideapi.rest.schemas import Schema
from tideapi.rest.shapes import schemas_of


def game_schemas() -> dict[str, Schema]:
    """All schemas of games, events and webhooks by name."""
    of_events = event_schema.event_schemas()
    of_webhooks = webhook_schema.webhook_schemas(of_events["FeedEvent"])
    return {**_response_schemas(), **rulings.ruleset_schemas(), **of_events, **of_webhooks}


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
    found["GameSummary"] |= rulings.by_ruleset(options="options")
    found["Game"] |= rulings.by_ruleset(options="options", table="table")
    found["GameRecord"] |= rulings.by_ruleset(options="options", setup="setup")
    rulings.add_members(found["MyView"], rulings.opened_part("mine"))
    rulings.add_members(
        found["GameStage"], {**rulings.opened_part("sealed"), **rulings.opened_part("shown")}
    )
    for name in ("Turn", "RecordedTurn"):
        rulings.add_members(found[name], rulings.HEADING, required=rulings.HEADING_REQUIRED)
    return found
