"""Games that do not keep the contract, each in one way; they need no server, and neither do these."""

from itertools import count
from typing import Any

from examples.goofspiel.ruleset import Goofspiel
from examples.goofspiel.shapes import Bid, State
from games.rulesets.game_package import GamePackage
from games.rulesets.ruleset import Event, Step

Json = dict[str, Any]
COUNTED = count()


def enrol(ruleset: type[Goofspiel]) -> GamePackage:
    return GamePackage(ruleset=ruleset())


class Late(Goofspiel):
    def choose_fallback(self, state: State, seat: int) -> Bid:
        return Bid(99)


class Forgetful(Goofspiel):
    def load(self, raw: Json) -> State:
        return super().load({**raw, "bids": []})


class Thawed(Goofspiel):
    def initial_state(self, options: Json, seats: int, chance: Any) -> State:
        state = super().initial_state(options, seats, chance)
        return state._replace(prizes=list(state.prizes))  # type: ignore[arg-type]

    def load(self, raw: Json) -> State:
        state = super().load(raw)
        return state._replace(prizes=list(state.prizes))  # type: ignore[arg-type]

    def close_turn(self, state: State, actions: Any, chance: Any) -> Step[State]:
        return super().close_turn(state, actions, chance)


class Endless(Goofspiel):
    def close_turn(self, state: State, actions: Any, chance: Any) -> Step[State]:
        return Step(state)


class Lucky(Goofspiel):
    """It has randomness of its own."""

    def initial_state(self, options: Json, seats: int, chance: Any) -> State:
        state = super().initial_state(options, seats, chance)
        turned = next(COUNTED) % len(state.prizes)
        return state._replace(prizes=(*state.prizes[turned:], *state.prizes[:turned]))


class Raising(Goofspiel):
    def close_turn(self, state: State, actions: Any, chance: Any) -> Step[State]:
        raise ZeroDivisionError("nothing is divided")


class Chatty(Goofspiel):
    """It tells of what it has not declared."""

    def open_first_turn(self, state: State, chance: Any) -> Step[State]:
        return Step(state, (Event("greeting", {}),))


class Vague(Goofspiel):
    """It tells less than it has declared."""

    def open_first_turn(self, state: State, chance: Any) -> Step[State]:
        return Step(state, (Event("prize_shown", {"round": 1}),))


class Crowded(Goofspiel):
    variants = ({"cards": 99}, {"cards": 4})


class Misspelt(Goofspiel):
    secrecy = "examples.goofspiel.secret:SECRECY"


LATE, FORGETFUL, THAWED = map(enrol, (Late, Forgetful, Thawed))
ENDLESS, LUCKY, RAISING = map(enrol, (Endless, Lucky, Raising))
CHATTY, VAGUE, CROWDED, MISSPELT = map(enrol, (Chatty, Vague, Crowded, Misspelt))
BARE, CLASS = Goofspiel(), GamePackage(ruleset=Goofspiel)  # type: ignore[arg-type]
