"""The rules of goofspiel."""

from collections.abc import Mapping

from games.rulesets.chance import Chance
from games.rulesets.kit.values import to_json
from games.rulesets.ruleset import Event, Json, Orders, Ruleset, Shapes, StageEnd, Step

from . import shapes
from .orders import ORDERS, Order
from .shapes import Bid, State


class Goofspiel(Ruleset[State, Bid]):
    """All seats bid for each prize at once; the prizes to come lie face down."""

    id = "goofspiel"
    name = "Goofspiel"
    seats = range(3, 6)
    shapes = Shapes(
        state=State,
        actions=(Bid,),
        table=shapes.Table,
        heading=shapes.Heading,
        options=shapes.Options,
        events=(shapes.PrizeShown, shapes.BidsOpened),
        order=Order,
    )

    def initial_state(self, options: Json, seats: int, chance: Chance) -> State:
        return State(chance.shuffle("prizes", range(1, options["cards"] + 1)), seats)

    def open_first_turn(self, state: State, chance: Chance) -> Step[State]:
        return Step(state, (show_prize(state),))

    def legal_actions(self, state: State, seat: int) -> tuple[Bid, ...]:
        return tuple(map(Bid, state.hand(seat)))

    def close_turn(self, state: State, actions: Mapping[int, Bid], chance: Chance) -> Step[State]:
        bids = tuple([actions[seat].card for seat in range(state.seats)])
        prize, won = state.prizes[len(state.bids)], shapes.winner(bids)
        opened = Event.from_shape(shapes.BidsOpened(prize, bids, won))
        after = state._replace(bids=(*state.bids, bids))
        if after.prize is None:
            return Step(after, (opened,), (StageEnd(1, self.current_scores(after), {}, {}),))
        return Step(after, (opened, show_prize(after)))

    def turn_heading(self, state: State) -> Json:
        number = min(len(state.bids) + 1, len(state.prizes))
        return to_json(shapes.Heading(1, number, state.prize))

    def table_view(self, state: State) -> Json:
        seats = [shapes.SeatAtTable(n, state.hand(n), state.won(n)) for n in range(state.seats)]
        return to_json(shapes.Table(state.prize, tuple(seats)))

    def current_scores(self, state: State) -> tuple[int, ...]:
        return tuple([sum(state.won(seat)) for seat in range(state.seats)])

    decisions: Mapping[str, str] = {"bid": "which card to bid"}
    variants = ({}, {"cards": 4})
    orders: Orders[State, Bid] = ORDERS
    secrecy = f"{__package__}.secrecy:SECRECY"


def show_prize(state: State) -> Event:
    return Event.from_shape(shapes.PrizeShown(len(state.bids) + 1, state.prizes[len(state.bids)]))
