"""Goofspiel behind the contract of every ruleset."""

from collections.abc import Mapping
from typing import Any

from games.rules.chance import Chance
from games.rules.kit.frozen import replace
from games.rules.kit.reading import check
from games.rules.refusal import Illegal, Unreadable
from games.rules.ruleset import (
    Event,
    EventText,
    Followed,
    Rehearsal,
    Result,
    Ruleset,
    StageEnd,
    Step,
)

from . import orders
from .schema import BID, MOST, OPTIONS, SCHEMAS, SEATS
from .state import Bid, State, winner

Json = dict[str, Any]


class Goofspiel(Ruleset[State, Bid]):
    """All seats bid for each prize at once; the prizes to come lie face down."""

    id = "goofspiel"
    name = "Goofspiel"
    version = 1
    editions = ()
    seats = SEATS
    schemas = SCHEMAS
    decisions: Mapping[str, str] = {"bid": "which card to bid"}
    event_texts = {
        "prize_shown": EventText("The prize that is bid for.", "At the beginning of each round."),
        "bids_opened": EventText("All bids, and who has won.", "When everybody has bid."),
    }
    refusals: Mapping[str, str] = {
        "card_spent": "The card has been bid",
    }
    order_refusals: Mapping[str, str] = {
        "condition_never_met": "The condition can never be met",
    }
    hides = True
    variants = ({}, {"cards": 4})

    # -- before the game

    def read_options(self, raw: Json) -> Json:
        check(raw, OPTIONS, "invalid_options")
        return {"cards": MOST, **raw}

    def seats_for(self, options: Json) -> range:
        return SEATS

    def set_up(self, options: Json, seats: int, chance: Chance) -> State:
        return State(chance.shuffle("prizes", range(1, options["cards"] + 1)), seats)

    def begin(self, state: State, chance: Chance) -> Step[State]:
        return Step(state, (_shown(state),))

    # -- a turn

    def asked(self, state: State) -> tuple[int, ...]:
        return () if state.over else tuple(range(state.seats))

    def legal_actions(self, state: State, seat: int) -> tuple[Bid, ...]:
        return tuple(map(Bid, state.hand(seat)))

    def read_action(self, raw: Json) -> Bid:
        if raw.get("type") != "bid":
            raise Unreadable("invalid_action", 'The type of action must be "bid".', "/type")
        check(raw, BID, "invalid_action")
        return Bid(raw["card"])

    def write_action(self, action: Bid) -> Json:
        return {"type": "bid", "card": action.card}

    def judge(self, state: State, seat: int, action: Bid) -> None:
        if state.over:
            raise Illegal("not_asked", "The game is over.")
        orders.judge_card(state, seat, action.card)

    def advance(self, state: State, actions: Mapping[int, Bid], chance: Chance) -> Step[State]:
        bids = tuple([actions[seat].card for seat in range(state.seats)])
        after = replace(state, bids=(*state.bids, bids))
        opened = Event(
            "bids_opened",
            {
                "round": state.round,
                "prize": state.prize,
                "bids": list(bids),
                "winner": winner(bids),
            },
        )
        if not after.over:
            return Step(after, (opened, _shown(after)))
        shown = {"prizes": list(after.prizes), "bids": [list(one) for one in after.bids]}
        return Step(after, (opened,), (StageEnd(1, after.scores, shown, {}),))

    def fallback(self, state: State, seat: int) -> Bid:
        """The lowest card: it costs least."""
        return Bid(state.hand(seat)[0])

    def sitting(self, state: State) -> str:
        return "over" if state.over else f"round {state.round}"

    # -- standing orders

    def read_order(self, raw: Json) -> orders.Order:
        return orders.read_order(raw)

    def write_order(self, order: orders.Order) -> Json:
        return orders.write_order(order)

    def judge_order(self, state: State, seat: int, order: orders.Order) -> None:
        orders.judge_order(state, seat, order)

    def follow(self, state: State, seat: int, order: orders.Order) -> Followed[Bid]:
        return orders.follow(state, seat, order)

    # -- looking

    def table(self, state: State) -> Json:
        return {
            **self.heading(state),
            "rounds": len(state.prizes),
            "seats": [
                {
                    "seat": seat,
                    "hand": list(state.hand(seat)),
                    "won": list(state.won[seat]),
                    "score": state.scores[seat],
                }
                for seat in range(state.seats)
            ],
        }

    def own(self, state: State, seat: int) -> Json:
        return {"hand": list(state.hand(seat))}

    def stage(self, state: State) -> int:
        return 1

    def stages(self, state: State) -> int:
        return 1

    def scores(self, state: State) -> tuple[int, ...]:
        return state.scores

    def heading(self, state: State) -> Json:
        return {"stage": 1, "round": state.round, "prize": state.prize}

    def decision(self, heading: Json) -> str:
        return "bid"

    def result(self, state: State) -> Result | None:
        if not state.over:
            return None
        best = max(state.scores)
        return Result(state.scores, tuple([s for s, n in enumerate(state.scores) if n == best]))

    def setup(self, state: State) -> Json:
        return {"prizes": list(state.prizes)}

    # -- keeping and testing

    def dump(self, state: State) -> Json:
        return state.to_json()

    def load(self, raw: Json) -> State:
        return State.from_json(raw)

    def redraw(self, state: State, seat: int | None, chance: Chance) -> State:
        """The prizes that lie face down in another order, whoever looks."""
        to_come = chance.shuffle("redraw", state.to_come)
        return replace(state, prizes=(*state.prizes[: len(state.bids) + 1], *to_come))

    def rehearse(self, table: Json, mine: Json) -> Rehearsal | None:
        """The second card is bid, or none."""
        if len(mine["legal_actions"]) < 4:
            return None
        lowest, second, *_, highest = [{"card": card} for card in mine["hand"]]
        prize = table["prize"]
        bounds: tuple[Json, ...] = ({"least": prize + 1}, {"most": prize - 1})
        never = [
            {**highest, "when": {"prize": bound}}
            for bound in bounds
            if 1 <= min(bound.values()) <= MOST
        ]
        return Rehearsal(
            order={"bids": [second]},
            longer=tuple([{"bids": [entry, second, lowest]} for entry in never]),
            idle=tuple([{"bids": [entry]} for entry in never]),
        )

    def crowd(self, state: State, seat: int) -> State:
        """The same state: all seats are asked in every round."""
        return state


def _shown(state: State) -> Event:
    return Event("prize_shown", {"round": state.round, "prize": state.prize})


GOOFSPIEL = Goofspiel()
