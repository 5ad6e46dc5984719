"""Turn the Tide as a ruleset."""

from collections.abc import Mapping

from games.rulesets.chance import Chance
from games.rulesets.kit.values import Json
from games.rulesets.kit.words import gettext_noop as _
from games.rulesets.ruleset import Orders, Ruleset
from games.rulesets.turn_the_tide.rules import actions, course, orders, view
from games.rulesets.turn_the_tide.rules.actions import choose_fallback
from games.rulesets.turn_the_tide.rules.cards import Play
from games.rulesets.turn_the_tide.rules.editions import EDITIONS
from games.rulesets.turn_the_tide.rules.presentation import PRESENTATION
from games.rulesets.turn_the_tide.rules.schema import SCHEMAS, read_action, read_order
from games.rulesets.turn_the_tide.rules.state import TurnTheTideState


class TurnTheTide(Ruleset[TurnTheTideState, Play]):
    """The ruleset of Turn the Tide. Each round is a sitting and asks all seats still in the stage."""

    id = "turn_the_tide"
    name = "Turn the Tide"
    version = 1
    editions = tuple(EDITIONS)
    seats = range(
        min(edition.seats.start for edition in EDITIONS.values()),
        max(edition.seats.stop for edition in EDITIONS.values()),
    )
    schemas = SCHEMAS
    decisions: Mapping[str, str] = {"play_card": _("which card to play")}
    refusals: Mapping[str, str] = {
        "card_not_in_hand": _("The card is no longer in the hand"),
        "not_your_card": _("The card belongs to another hand"),
    }
    variants = tuple([{"edition": edition} for edition in EDITIONS])
    orders: Orders[TurnTheTideState, Play] = Orders(
        follow=orders.follow_order,
        judge=orders.judge_order,
        read=read_order,
        write=orders.Order.to_json,
        refusals={
            "condition_never_met": _("The condition can never be met"),
            "never_reached": _("An entry above always comes first"),
        },
    )
    presentation = PRESENTATION
    secrecy = "games.rulesets.turn_the_tide.rules.secrecy:SECRECY"

    def seats_for(self, options: Json) -> range:
        return EDITIONS[options["edition"]].seats

    def initial_state(self, options: Json, seats: int, chance: Chance) -> TurnTheTideState:
        if seats not in self.seats_for(options):
            raise ValueError(f"{options['edition']} is not played by {seats}.")
        return course.set_up(options["edition"], seats, chance)

    # A method that only calls a function of another module is that function.
    open_first_turn = staticmethod(course.open_first_turn)

    def seats_asked(self, state: TurnTheTideState) -> tuple[int, ...]:
        return state.in_stage if state.tides else ()

    def legal_actions(self, state: TurnTheTideState, seat: int) -> tuple[Play, ...]:
        return state.plays[seat] if state.tides and not state.eliminated[seat] else ()

    read_action = staticmethod(read_action)
    write_action = staticmethod(actions.write_action)
    check_action = staticmethod(actions.check_action)
    close_turn = staticmethod(course.close_round)
    choose_fallback = staticmethod(choose_fallback)

    def sitting_name(self, state: TurnTheTideState) -> str:
        return f"stage {state.stage} round {state.round}"

    table_view = staticmethod(view.view_table)
    private_view = staticmethod(view.view_hand)
    memory_view = staticmethod(view.view_memory)

    def current_stage(self, state: TurnTheTideState) -> int:
        return state.stage

    def max_stages(self, state: TurnTheTideState) -> int:
        return state.seat_count

    def current_scores(self, state: TurnTheTideState) -> tuple[int, ...]:
        if not state.stage_scores:
            return (0,) * state.seat_count
        return tuple(map(sum, zip(*state.stage_scores, strict=True)))

    def turn_heading(self, state: TurnTheTideState) -> Json:
        return {"stage": state.stage, "round": state.round, "tides": list(state.tides)}

    def setup_record(self, state: TurnTheTideState) -> Json:
        return {"hands": [list(hand) for hand in state.dealt]}

    load = staticmethod(TurnTheTideState.from_json)


TURN_THE_TIDE = TurnTheTide()
