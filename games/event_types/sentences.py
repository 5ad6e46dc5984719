"""Sentences about the events of any game, in the active language."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from common.rest.json_codec import Json
from games.event_types.catalogue import SERVER_TYPES
from games.fairness.player_names import MEMBERS
from games.rulesets.sheet import Sheet, player_name

ANSWER_CHANGED = _("{name} has changed the answer.")
VACATION_OFF = _("{name} has called a vacation off.")


def event_sentence(event: Mapping[str, Any], sheet: Sheet | None) -> str | None:
    """Return the sentence about an event as its viewer sees it; None if there is none.

    `sheet` is that of the game, None if the viewer may not see the game.
    """
    kind, data = event["type"], event["data"]
    if sheet is not None and (sentence := sheet.event_sentence(kind, data)):
        return sentence
    words = _words_of(kind, data)
    name = _name_of(event, sheet)
    if words is None or ("{name}" in words and not name):
        return None
    facts = {**data, "name": name, "other": name}
    if "action" in data:
        if sheet is None:
            return None
        facts["action"] = sheet.earlier_action_text(data["action"])
    return words.format(**facts)


def _words_of(kind: str, data: Json) -> str | None:
    if kind == "sealed" and data["replaces"] is not None:
        return str(ANSWER_CHANGED)
    if kind == "vacation" and data["from"] == data["until"]:
        return str(VACATION_OFF)
    return str(SERVER_TYPES[kind].sentence) if kind in SERVER_TYPES else None


def _name_of(event: Mapping[str, Any], sheet: Sheet | None) -> str:
    """Return the name of the player in an event; empty if it names none."""
    kind, data = event["type"], event["data"]
    if kind in MEMBERS:
        return player_name(event["players"].get(data[MEMBERS[kind]]))
    if sheet is None or "seat" not in data:
        return player_name(data.get("player"))
    seats = zip(sheet.game["seats"], sheet.names, strict=True)
    return next((name for seat, name in seats if seat["seat"] == data["seat"]), "")
