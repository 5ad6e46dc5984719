"""The smallest game: what an author has to fulfil, and nothing else."""

from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple

from games.rulesets.chance import Chance
from games.rulesets.game_package import GamePackage
from games.rulesets.kit.schemas import integer_schema
from games.rulesets.kit.shapes import Spec
from games.rulesets.kit.values import to_json
from games.rulesets.ruleset import Ruleset, Shapes, StageEnd, Step

Json = dict[str, Any]
ROUNDS = 12


class Draw(NamedTuple):
    """Take some pebbles."""

    pebbles: Annotated[int, Spec(integer_schema(1, 6, "How many."))]


class State(NamedTuple):
    taken: tuple[tuple[int, ...], ...]
    seats: int


class Heading(NamedTuple):
    """The open round."""

    stage: Annotated[int, "There is one."]
    round: Annotated[int, "From 1."]


class Table(NamedTuple):
    """What everybody sees."""

    taken: Annotated[tuple[Annotated[tuple[int, ...], "By seat."], ...], "By round."]


class Pebbles(Ruleset[State, Draw]):
    id = "pebbles"
    name = "Pebbles"
    seats = range(3, 5)
    shapes = Shapes(state=State, actions=(Draw,), table=Table, heading=Heading)

    def initial_state(self, options: Json, seats: int, chance: Chance) -> State:
        return State((), seats)

    def legal_actions(self, state: State, seat: int) -> tuple[Draw, ...]:
        return () if len(state.taken) == ROUNDS else tuple(map(Draw, range(1, 7)))

    def close_turn(self, state: State, actions: Mapping[int, Draw], chance: Chance) -> Step[State]:
        row = tuple(actions[seat].pebbles for seat in range(state.seats))
        after = State((*state.taken, row), state.seats)
        if len(after.taken) < ROUNDS:
            return Step(after)
        return Step(after, (), (StageEnd(1, self.current_scores(after), {}, {}),))

    def table_view(self, state: State) -> Json:
        return to_json(Table(state.taken))

    def turn_heading(self, state: State) -> Json:
        return to_json(Heading(1, min(len(state.taken) + 1, ROUNDS)))

    def current_scores(self, state: State) -> tuple[int, ...]:
        return tuple([sum(row[seat] for row in state.taken) for seat in range(state.seats)])


GAME = GamePackage(ruleset=Pebbles())
