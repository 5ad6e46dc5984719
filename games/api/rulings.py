"""The rulesets' own schemas, under the names that they get in the document."""

from collections.abc import Iterator
from typing import Any

from games.api.parts import DEADLINES, PLAYERS
from games.rules import registry
from games.rules.ruleset import Ruleset
from tideapi.rest.schemas import Schema, array, closed, integer, nullable, ref, string, time


def name(rules: Ruleset[Any, Any], part: str) -> str:
    """The name of a ruleset's schema in the document, such as TurnTheTideTable."""
    return "".join(word.capitalize() for word in f"{rules.id}_{part}".split("_"))


def any_of(part: str) -> Schema:
    """The schema of this part, whatever the ruleset."""
    return {"anyOf": [ref(name(rules, part)) for rules in registry.RULESETS.values()]}


def schemas() -> dict[str, Schema]:
    """Every ruleset's schemas by their names in the document."""
    found: dict[str, Schema] = {}
    for rules in registry.RULESETS.values():
        found |= dict(_of(rules))
    actions = {
        kind: ref(name(rules, kind))
        for rules in registry.RULESETS.values()
        for kind in rules.schemas.actions
    }
    found["Action"] = _union(actions)
    return found


def _of(rules: Ruleset[Any, Any]) -> Iterator[tuple[str, Schema]]:
    own = rules.schemas
    action = ref(name(rules, "action"))
    yield name(rules, "options"), own.options
    for kind, schema in own.actions.items():
        yield name(rules, kind), {**schema, "examples": [own.examples["actions"][kind]]}
    yield name(rules, "action"), _union({kind: ref(name(rules, kind)) for kind in own.actions})
    yield name(rules, "table"), own.table
    yield name(rules, "mine"), _mine(rules, action)
    yield name(rules, "order"), own.order
    heading = own.heading["properties"]
    yield name(rules, "turn"), _turn(rules, heading)
    yield name(rules, "recorded_turn"), _recorded_turn(heading)
    setup = closed({**own.setup["properties"], "chance": array(ref("Drawn"))})
    yield name(rules, "setup"), setup
    yield name(rules, "stage"), _stage(rules)
    yield name(rules, "turn_opened"), event("turn_opened", closed({**_OPENED, **heading}))
    for kind, schema in own.events.items():
        yield name(rules, f"event_{kind}"), event(kind, schema)


def _mine(rules: Ruleset[Any, Any], action: Schema) -> Schema:
    return closed(
        {
            "seat": integer(minimum=0),
            **rules.schemas.mine["properties"],
            "legal_actions": array(action, description="Empty while this seat is not asked."),
            "fallback": nullable(action),
            "fallback_by": {"type": ["string", "null"], "enum": ["clock", "order", None]},
            "due_at": {
                "type": ["string", "null"],
                "format": "date-time",
                "description": "My own deadline, with all that is in my bank.",
            },
            "bank": {
                "type": ["string", "null"],
                "description": "What my bank held when I was asked; null without banks.",
            },
            "submission": nullable(ref("Receipt")),
        }
    )


_OPENED: Schema = {
    "turn": integer(minimum=1),
    "asked": array(integer(minimum=0), description="Seats."),
    "due_at": time("The last of the deadlines."),
    "deadlines": DEADLINES,
    "continues": {
        "type": "boolean",
        "description": "It goes on with the decisions of the turn before, under the same deadline.",
    },
}


def event(kind: str, data: Schema) -> Schema:
    """The schema of one type of event of a log, with the envelope that all events have."""
    return closed(
        {
            "number": integer("Its place in this feed.", minimum=1),
            "game": string("Id of the game."),
            "event": integer("Its number in the game's own log.", minimum=1),
            "type": {"const": kind},
            "at": time(),
            "data": data,
            "players": PLAYERS,
            "hash": string("The head of the game's log with this event."),
        }
    )


def private_event(kind: str, data: Schema) -> Schema:
    """The schema of one type of private event, which comes in one player's own feed."""
    schema = event(kind, data)
    nothing = {"event": {"type": "null"}, "hash": {"type": "null"}}
    return {**schema, "properties": {**schema["properties"], **nothing}}


def _union(parts: dict[str, Schema]) -> Schema:
    return {
        "oneOf": list(parts.values()),
        "discriminator": {
            "propertyName": "type",
            "mapping": {kind: schema["$ref"] for kind, schema in parts.items()},
        },
    }


def _turn(rules: Ruleset[Any, Any], heading: Schema) -> Schema:
    return closed(
        {
            "game": string("Id of the game."),
            "number": integer(minimum=1),
            **heading,
            "opened_at": time(),
            "due_at": time(),
            "closed_at": {"type": ["string", "null"], "format": "date-time"},
            "asked": array(ref("Asked")),
            "actions": nullable(array(ref("Played"))),
            "mine": nullable(ref(name(rules, "mine"))),
        }
    )


def _recorded_turn(heading: Schema) -> Schema:
    return closed(
        {
            "number": integer(minimum=1),
            **heading,
            "asked": array(integer(minimum=0)),
            "chance": array(ref("Drawn"), description="What chance gave to open the turn."),
            "actions": array(ref("Played")),
            "private": closed(
                {
                    "salt": string("32 hexadecimal digits."),
                    "told": array(ref("Told"), description="What players were told alone."),
                }
            ),
            "opened_at": time(),
            "closed_at": time(),
        }
    )


def _stage(rules: Ruleset[Any, Any]) -> Schema:
    shown, sealed = rules.schemas.shown["properties"], rules.schemas.sealed.get("properties", {})
    return closed(
        {
            "stage": integer(minimum=1),
            "scores": array(integer(), description="Points of this stage, by seat."),
            "ended_at": time(),
            **shown,
            **sealed_over_shown(shown, sealed),
        },
        optional=[part for part in sealed if part not in shown],
    )


def sealed_over_shown(shown: Schema, sealed: Schema) -> Schema:
    """The schemas of parts that only the end of a game shows in full; parts shown before keep theirs."""
    return {part: shown.get(part, schema) for part, schema in sealed.items()}
