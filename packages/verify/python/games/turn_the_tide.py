"""Turn the Tide: its forms and its rules."""

from __future__ import annotations

from games.rulesets.turn_the_tide.rules import actions, course
from games.rulesets.turn_the_tide.rules.editions import EDITIONS
from games.rulesets.turn_the_tide.rules.orders import Order, follow_order
from games.rulesets.turn_the_tide.rules.state import TurnTheTideState
from packages.verify.python.faults import Fault, Json, show
from packages.verify.python.fields import bounds
from packages.verify.python.forms import array, members, one_of, some_members, whole
from packages.verify.python.known import Known, Rules

TIDE_BOUNDS = bounds(1, 12)
CARD_WISH = some_members(
    {
        "card": whole(1, 60),
        "when": some_members({"lower_tide": TIDE_BOUNDS, "higher_tide": TIDE_BOUNDS}),
    },
    ["card"],
)

TURN_THE_TIDE = Known(
    version=1,
    seats=(3, 6),
    variant=lambda options: str(options["edition"]),
    options=members({"edition": one_of("amigo", "gamewright", "bga", "bga_modified")}),
    bots=("random", "careful", "strong", "expert"),
    setup={"hands": array(array(whole(1, 60)))},
    heading={"stage": whole(1), "round": whole(1), "tides": array(whole(1))},
    order=lambda options: members({"plays": array(CARD_WISH, 1, 60)}),
    sitting_begins=("tides_revealed",),
)


def set_up(record: Json, chance: Json) -> TurnTheTideState:
    edition, seats = record["options"]["edition"], len(record["seats"])
    if seats not in EDITIONS[edition].seats:
        raise Fault("/options/edition", f"{show(edition)} is not for {seats} as in /seats")
    return course.set_up(edition, seats, chance)


TURN_THE_TIDE_RULES = Rules(
    set_up=set_up,
    setup=lambda state: {"hands": [[*hand] for hand in state.dealt]},
    open_first_turn=course.open_first_turn,
    seats_asked=lambda state: state.in_stage if state.tides else (),
    legal_actions=lambda state, seat: state.plays[seat],
    close_turn=course.close_round,
    heading=lambda state: {
        "stage": state.stage,
        "round": state.round,
        "tides": [*state.tides],
    },
    write_action=actions.write_action,
    choose_fallback=actions.choose_fallback,
    read_order=Order.from_json,
    follow_order=follow_order,
    events=(
        *("stage_began", "tides_revealed", "cards_revealed", "tides_taken", "preserver_lost"),
        *("eliminated", "stage_ended"),
    ),
)
