"""High Tide as a ruleset."""

from collections.abc import Mapping
from functools import partial

from games.rulesets.chance import Chance
from games.rulesets.high_tide.rules import actions, course, legal, rounds, view
from games.rulesets.high_tide.rules.actions import Action
from games.rulesets.high_tide.rules.components import ROUNDS, SEATS
from games.rulesets.high_tide.rules.fallback import choose_fallback
from games.rulesets.high_tide.rules.options import EXPANSIONS, HIDDEN, Options
from games.rulesets.high_tide.rules.orders.order import Order
from games.rulesets.high_tide.rules.orders.order_answer import follow_order
from games.rulesets.high_tide.rules.orders.order_checks import judge_order
from games.rulesets.high_tide.rules.presentation import PRESENTATION
from games.rulesets.high_tide.rules.schema import SCHEMAS
from games.rulesets.high_tide.rules.schema.actions import read_action
from games.rulesets.high_tide.rules.schema.options import read_options
from games.rulesets.high_tide.rules.schema.order import read_order
from games.rulesets.high_tide.rules.scoring import points_of
from games.rulesets.high_tide.rules.state import HighTideState, Phase
from games.rulesets.kit.values import Json, from_json, to_json
from games.rulesets.kit.words import gettext_noop as _
from games.rulesets.ruleset import Orders, Ruleset


class HighTide(Ruleset[HighTideState, Action]):
    """The ruleset of High Tide. A stage is a game round, and only the last one has points.

    Each decision is a turn of its own; all those of a seat's go in the round are one sitting.

    Why so: docs/decisions/deadlines.md.
    """

    id = "high_tide"
    name = "High Tide"
    version = 1
    seats = SEATS
    schemas = SCHEMAS
    decisions = legal.QUESTIONS
    refusals: Mapping[str, str] = {
        "must_accept": _("The roll must be accepted"),
        "not_now": _("This is no answer to the open question"),
        "not_on_offer": _("This is not on offer now"),
        "tile_not_held": _("The player does not hold the tile"),
    }
    variants = (
        {"expansions": list(EXPANSIONS), "surfers": HIDDEN},
        {"beach_length": 12},
        *({"expansions": [expansion]} for expansion in EXPANSIONS),
    )
    orders: Orders[HighTideState, Action] = Orders(
        follow=follow_order,
        judge=judge_order,
        read=read_order,
        write=Order.to_json,
        refusals={
            "condition_never_met": _("The condition can never be met"),
            "never_reached": _("An entry above always comes first"),
            "not_in_this_game": _("The game is played without that expansion"),
        },
    )
    presentation = PRESENTATION
    secrecy = "games.rulesets.high_tide.rules.secrecy:SECRECY"

    read_options = staticmethod(read_options)

    def initial_state(self, options: Json, seats: int, chance: Chance) -> HighTideState:
        if seats not in SEATS:
            raise ValueError(f"High Tide is not played by {seats}.")
        return rounds.set_up(from_json(Options, options), seats, chance)

    # A method that only calls a function of another module is that function.
    open_first_turn = staticmethod(course.open_first_turn)
    seats_asked = staticmethod(legal.seats_asked)
    legal_actions = staticmethod(legal.legal_actions)
    read_action = staticmethod(read_action)
    write_action = staticmethod(actions.write_action)
    check_action = staticmethod(legal.check_action)
    close_turn = staticmethod(course.close_turn)
    choose_fallback = staticmethod(choose_fallback)

    def sitting_name(self, state: HighTideState) -> str:
        match state.phase:
            case Phase.OVER:
                return "over"
            case Phase.INTERRUPT:
                return f"round {state.round} before go {state.place_in_round}"
            case _:
                return f"round {state.round} seat {state.pile[0]}"

    table_view = staticmethod(view.view_table)
    private_view = staticmethod(view.own_surfer)

    def current_stage(self, state: HighTideState) -> int:
        return state.round

    def max_stages(self, state: HighTideState) -> int:
        return ROUNDS

    def current_scores(self, state: HighTideState) -> tuple[int, ...]:
        """Return the points: 0 before the end. `view` has the points if the game ended now."""
        return (
            points_of(state).total_points if state.phase == Phase.OVER else (0,) * state.seat_count
        )

    turn_heading = staticmethod(view.view_heading)

    def decision_of(self, heading: Json) -> str:
        return str(heading["decision"])

    def setup_record(self, state: HighTideState) -> Json:
        return to_json(state.setup)

    load = staticmethod(partial(from_json, HighTideState))


HIGH_TIDE = HighTide()
