"""Sentences about the events of any game, in the active language."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.fairness.player_names import MEMBERS
from games.text.sheet import Sheet

Json = dict[str, Any]

SENTENCES: Mapping[str, Promise | str] = {
    "created": _("{name} has opened the game."),
    "joined": _("{name} has taken a seat."),
    "entropy_given": _("A player has given a text for the deal."),
    "left": _("{name} has left the table."),
    "host_changed": _("{name} is the host now."),
    "started": _("The game has started."),
    "cancelled": _("The game was cancelled."),
    "turn_opened": _("Turn {turn} has begun."),
    "sealed": _("{name} has answered."),
    "withdrawn": _("{name} has taken the answer back."),
    "turn_closed": _("Turn {turn} is closed."),
    "finished": _("The game is over."),
    "stand_in": _("A bot plays for {name} now."),
    "returned": _("{name} plays again."),
    "seat_offered": _("{name} is offered a seat."),
    "offered_to_you": _("{other} offers you a seat in a game that is under way."),
    "offer_ended": _("The seat is no longer offered to {name}."),
    "seat_taken": _("{name} has taken over a seat."),
    "seat_lost": _("Your seat was given to another player."),
    "order_given": _("You have left a standing order."),
    "order_taken_back": _("You have taken your standing order back."),
    "order_followed": _("Your standing order has played for you in turn {turn}: {action}."),
    "order_failed": _(
        "Nothing in your standing order fitted in turn {turn}. The server played: {action}."
    ),
    "deadlines_moved": _("The deadlines of turn {turn} have changed."),
    "time_given": _("{name} has more time."),
    "vacation": _("{name} has announced a vacation."),
    "pause_agreed": _("{name} agrees to a pause."),
    "pause_dropped": _("The proposed pause is off."),
    "paused": _("The game pauses."),
    "pause_ended": _("The pause is over."),
    "go_on_voted": _("{name} has voted for the game to go on."),
    "going_on": _("The game goes on."),
    "clock_moved": _("The time of the game was moved forward."),
    "friend_asked": _("{other} asks to be your friend."),
    "friend_accepted": _("{other} is your friend now."),
    "invited": _("{other} would like to play with you."),
    "invitation_declined": _("{other} has declined your invitation."),
    "one_seat_left": _("One seat is free at your table."),
    "table_full": _("All seats are taken."),
    "message_written": _("{other} has written at your table."),
    "message_deleted": _("{other} has deleted a message at your table."),
    "webhook_disabled": _("A webhook of yours was switched off."),
    "receiver_disabled": _("One of your notification channels was switched off."),
}
"""The server's own events. `name` is the player in the event, `other` who acted towards the reader."""
ANSWER_CHANGED = _("{name} has changed the answer.")
VACATION_OFF = _("{name} has called a vacation off.")


def event_sentence(event: Mapping[str, Any], sheet: Sheet | None) -> str | None:
    """Return the sentence about an event as its viewer sees it; None if there is none.

    `sheet` is that of the game, None if the viewer may not see the game.
    """
    kind, data = event["type"], event["data"]
    if sheet is not None and (said := sheet.event_sentence(kind, data)):
        return said
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
    return str(SENTENCES[kind]) if kind in SENTENCES else None


def _name_of(event: Mapping[str, Any], sheet: Sheet | None) -> str:
    """Return the username of the player in an event; empty if it names none."""
    kind, data = event["type"], event["data"]
    if kind in MEMBERS:
        return str(event["players"].get(data[MEMBERS[kind]], ""))
    if sheet is None or "seat" not in data:
        return str(data.get("player", ""))
    seats = zip(sheet.game["seats"], sheet.names, strict=True)
    return next((name for seat, name in seats if seat["seat"] == data["seat"]), "")
