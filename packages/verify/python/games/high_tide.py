"""High Tide: what its records and standing orders look like, and its rules."""

from __future__ import annotations

from games.rulesets.high_tide.rules import course, legal, rounds
from games.rulesets.high_tide.rules.actions import write_action
from games.rulesets.high_tide.rules.fallback import choose_fallback
from games.rulesets.high_tide.rules.options import EXPANSIONS, Options
from games.rulesets.high_tide.rules.orders.order import Order
from games.rulesets.high_tide.rules.orders.order_answer import follow_order
from games.rulesets.high_tide.rules.state import HighTideState
from games.rulesets.kit.values import from_json, to_json
from packages.verify.python.faults import Fault, Json, at
from packages.verify.python.fields import WORD, bounds
from packages.verify.python.forms import (
    Form,
    array,
    either,
    flag,
    in_order,
    one_of,
    optional,
    some_members,
    text,
    whole,
)
from packages.verify.python.known import Known, Rules


def chosen(expansions: list[Json]) -> list[Json]:
    """Expansions in their order, each once."""
    return [name for name in EXPANSIONS if name in expansions]


COLOUR = one_of("black", "purple", "blue", "orange", "yellow", "white")
COLOURS = in_order(array(COLOUR, 1), lambda colours: list(dict.fromkeys(colours)))
PAIR_WISH = some_members(
    {"total": bounds(2, 12), "beaches": COLOURS, "avoid": COLOURS, "dry": flag}
)
DIE_WISH = some_members({"face": bounds(1, 6), "beaches": COLOURS, "dry": flag})
COIN_WISH = some_members({"beaches": COLOURS, "value": bounds(1, 99)})
TILE_WISH = some_members({"tile": text("B[1-9]", "tile"), "gain": whole(1, 12)}, ["tile"])
MOST_WISHES = 20


def order_form(options: Json) -> Form:
    """The form of a standing order: a game without coins or Baywatch has no wishes for them."""
    wishes = {
        "take": array(either("roll", PAIR_WISH), 1, MOST_WISHES),
        "accept": array(PAIR_WISH, 0, MOST_WISHES),
        "reroll": array(DIE_WISH, 0, MOST_WISHES),
    }
    if "coins" in options["expansions"]:
        wishes["coins"] = array(either("pass", COIN_WISH), 1, MOST_WISHES)
    if "baywatch" in options["expansions"]:
        wishes["tiles"] = array(TILE_WISH, 1, MOST_WISHES)
    return some_members(wishes)


OPTIONS = {
    "expansions": in_order(array(one_of(*EXPANSIONS)), chosen),
    "beach_length": whole(8, 40),
    "rental_start": whole(2, 7),
    "large_wave": whole(1, 10),
    "small_wave": whole(1, 10),
    # All coins of a colour are different.
    "coin_values": in_order(array(whole(1, 99), 8, 8), lambda coins: sorted(set(coins))),
    "shark_distances": in_order(array(whole(1, 10), 7, 7), sorted),
}
HIDDEN_SURFERS = {"surfers": one_of("hidden")}
"""There where surfer tiles are hidden, and missing in every other game."""


def name_variant(options: Json) -> str:
    hidden = ", surfers hidden" if "surfers" in options else ""
    return "+".join(["base", *options["expansions"]]) + hidden


def check_options(value: Json, place: str) -> None:
    some_members({**OPTIONS, **HIDDEN_SURFERS}, list(OPTIONS))(value, place)
    if "surfers" in value and "surfer" not in value["expansions"]:
        raise Fault(at(place, "surfers"), "is of no game without surfers")


HIGH_TIDE = Known(
    version=1,
    seats=(3, 6),
    variant=name_variant,
    options=check_options,
    bots=("random", "careful", "strong"),
    setup={
        "start_order": array(whole(0)),
        "coins": optional(array(array(whole(1)))),
        "surfers": optional(array(WORD)),
        "baywatch_tile": optional(WORD),
    },
    heading={"stage": whole(1), "round": whole(1), "place": whole(1), "decision": WORD},
    order=order_form,
    sitting_begins=("round_began", "go_began", "towel_placed"),
)


def set_up(record: Json, chance: Json) -> HighTideState:
    options: Options = from_json(Options, record["options"])
    return rounds.set_up(options, len(record["seats"]), chance)


def heading(state: HighTideState) -> Json:
    return {
        "stage": state.round,
        "round": state.round,
        "place": state.place_in_round,
        "decision": state.open_decision,
    }


HIGH_TIDE_RULES = Rules(
    set_up=set_up,
    setup=lambda state: to_json(state.setup),
    open_first_turn=course.open_first_turn,
    seats_asked=legal.seats_asked,
    legal_actions=legal.legal_actions,
    close_turn=course.close_turn,
    heading=heading,
    write_action=write_action,
    choose_fallback=choose_fallback,
    read_order=Order.from_json,
    follow_order=follow_order,
    events=(
        *("round_began", "go_began", "rolled", "declined", "taken", "rerolled", "tile_used"),
        *("open_dice", "chair_moved", "coin_taken", "towel_placed", "last_pair_rolled"),
        *("shark_came", "wave_laid", "tile_gained", "point_gained", "surfers_revealed"),
        "game_ended",
    ),
)
