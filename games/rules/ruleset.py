"""The contract between the server and a game: everything that it knows of any game's rules.

A ruleset is pure. It has no clock, no settings, no database and no randomness of its own: state
and actions go in, a new state and events come out, all of them frozen values. A *turn* is a set of
questions put to seats; it closes when all of them are answered, and closing it calls `advance`
once. Seats, stages, rounds and turns: seats count from 0, everything else from 1.

Why so: docs/why.md#rules-for-tests, docs/why.md#hides-nothing, docs/why.md#decision-word,
docs/why.md#remembered.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from games.rules.chance import Chance

S = TypeVar("S")  # a ruleset's state
A = TypeVar("A")  # a ruleset's action

Json = dict[str, Any]


# Of events and steps a game makes thousands. A named tuple is made in half the time that a frozen
# dataclass takes, and so is used for what is made in every round, here and in the rulesets.


class Event(NamedTuple):
    """Something that all may know: a type in snake_case and its facts."""

    type: str
    data: Json


class EventText(NamedTuple):
    """One type of event in words for those who write clients: a sentence or two each."""

    means: str
    when: str
    """At what point of a game it happens."""


@dataclass(frozen=True, slots=True)
class StageEnd:
    """A stage that is over.

    `scores` are the points of this stage by seat. `shown` is what all may see of it from now on,
    `sealed` what they may see only once the whole game is over.
    """

    number: int
    scores: tuple[int, ...]
    shown: Json
    sealed: Json


class Step(NamedTuple, Generic[S]):
    """Where a game stands now, what happened on the way, and the stages that ended on it."""

    state: S
    events: tuple[Event, ...] = ()
    stages: tuple[StageEnd, ...] = ()


@dataclass(frozen=True, slots=True)
class View:
    """What one viewer may see: `table` is for all, `mine` for this seat only (None for others)."""

    table: Json
    mine: Json | None


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a game: points by seat, and the seats that share the win."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]


CONDITION_NOT_MET = "condition_not_met"
"""Why an entry of a standing order does not apply at the moment, in every ruleset."""


@dataclass(frozen=True, slots=True)
class Skipped:
    """An entry of a standing order that fell through, and why.

    `pointer` is its JSON pointer within the order. `code` is `CONDITION_NOT_MET` or one of
    the ruleset's refusals; `detail` is one sentence for the player.
    """

    pointer: str
    code: str
    detail: str


@dataclass(frozen=True, slots=True)
class Followed(Generic[A]):
    """What a standing order comes to now.

    `action` is None if nothing in the order fits, so that the fallback is due. `skipped` are the
    entries that were tried and fell through, in the order in which they were.
    """

    action: A | None
    skipped: tuple[Skipped, ...] = ()


@dataclass(frozen=True, slots=True)
class Schemas:
    """JSON Schemas (2020-12) of all that a ruleset puts into JSON, every object closed.

    `actions` has one schema for each `type` of action; `table` and `mine` describe the view,
    `heading` what `Ruleset.heading` gives, `setup` what `Ruleset.setup` gives, `shown` and `sealed`
    the two halves of a `StageEnd`, `events` the data of each type of event, `order` a standing
    order. `examples` holds a real one of each under the same name (for actions and events by type).
    """

    options: Json
    actions: Mapping[str, Json]
    table: Json
    mine: Json
    heading: Json
    setup: Json
    shown: Json
    sealed: Json
    events: Mapping[str, Json]
    order: Json
    examples: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """Standing orders that a seat could give at the question before it, for the tests of secrecy.

    `order` answers the question, until the next sitting begins. Each of `longer` answers all of that
    sitting as `order` does, and holds more besides; each of `idle` leaves all of it to time. Both
    hold several because some may be refused as things stand: one of each can be given.
    """

    order: Json
    longer: tuple[Json, ...]
    idle: tuple[Json, ...]


class Ruleset(ABC, Generic[S, A]):
    """One game: its rules and nothing else.

    Nothing that it has to declare has a default. A class that leaves out a member below is refused
    with a `TypeError` that names it, and one that leaves out a method cannot be made.
    """

    DECLARED: ClassVar = (
        *("id", "name", "version", "editions", "seats", "schemas", "event_texts"),
        *("decisions", "refusals", "order_refusals", "hides", "variants"),
    )

    id: str
    """Stable name in snake_case, as clients send it."""
    name: str
    """The game's title for people."""
    version: int
    """Raised whenever a running game would go on differently; each game keeps the one it began with."""
    editions: tuple[str, ...]
    """Names of the printed or played variants, the default one first; empty where there are none."""
    seats: range
    """How many players any edition allows."""
    schemas: Schemas
    decisions: Mapping[str, str]
    """What a seat can be asked to decide: words in snake_case, each with what it means for people."""
    event_texts: Mapping[str, EventText]
    """What each type of event of its own means, in the order in which they are listed to people."""
    refusals: Mapping[str, str]
    """The codes of its own that `judge` refuses with, and `judge_order` too, each with a title for people."""
    order_refusals: Mapping[str, str]
    """The codes of its own that `judge_order` alone refuses with, each with a title for people."""
    hides: bool
    """Whether some viewer may not know all of the state. Then `redraw` gives her another one."""
    variants: tuple[Json, ...]
    """Options, as they are sent, that reach every rule between them: what the tests play.

    The first of them is the one with the most rules.
    """

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        missing = [name for name in cls.DECLARED if not hasattr(cls, name)]
        if missing:
            raise TypeError(f"{cls.__name__} does not declare: {', '.join(missing)}.")

    # -- before the game

    @abstractmethod
    def read_options(self, raw: Json) -> Json:
        """The options with every default filled in. Raises `Unreadable`, its pointer relative to `raw`."""

    @abstractmethod
    def seats_for(self, options: Json) -> range:
        """How many players these options allow."""

    @abstractmethod
    def set_up(self, options: Json, seats: int, chance: Chance) -> S:
        """The table before the first turn: cards dealt, order drawn."""

    @abstractmethod
    def begin(self, state: S, chance: Chance) -> Step[S]:
        """Open the first turn of a game just set up."""

    # -- a turn

    @abstractmethod
    def asked(self, state: S) -> tuple[int, ...]:
        """The seats whose actions are due, ascending; empty only when the game is over.

        Of them the server asks those that have a choice, and plays the only legal action of the others.
        Where nobody has a choice it goes on at once, without a turn.
        """

    @abstractmethod
    def legal_actions(self, state: S, seat: int) -> tuple[A, ...]:
        """Everything the seat may answer now, in a stable order; empty if it is not asked."""

    def choices(self, state: S) -> tuple[dict[int, A], list[int]]:
        """What the seats play that have one legal action only, and the seats that can choose, ascending.

        Both are empty when the game is over. Why so: docs/why.md#no-choice.
        """
        only: dict[int, A] = {}
        asked: list[int] = []
        for seat in self.asked(state):
            legal = self.legal_actions(state, seat)
            if len(legal) == 1:
                only[seat] = legal[0]
            else:
                asked.append(seat)
        return only, asked

    @abstractmethod
    def read_action(self, raw: Json) -> A:
        """An action from JSON. Raises `Unreadable`, its pointer relative to `raw`.

        Its code is "invalid_action", or "unknown_field" for a field that no action of this type has.
        """

    @abstractmethod
    def write_action(self, action: A) -> Json:
        """The JSON of an action; `read_action` takes it back."""

    @abstractmethod
    def judge(self, state: S, seat: int, action: A) -> None:
        """Raise `Illegal`, in words for the player, unless the seat may answer this now."""

    @abstractmethod
    def advance(self, state: S, actions: Mapping[int, A], chance: Chance) -> Step[S]:
        """Go on with one legal action for each seat of `asked`: to the next question, or to the end."""

    @abstractmethod
    def fallback(self, state: S, seat: int) -> A:
        """What time plays for a seat that is asked and has not answered: legal, sensible, never random.

        It depends on nothing that the seat itself may not see.
        """

    @abstractmethod
    def sitting(self, state: S) -> str:
        """Consecutive turns with the same sitting share one deadline; unique within the game."""

    # -- standing orders: each ruleset has a type of its own for them, frozen like all the rest

    @abstractmethod
    def read_order(self, raw: Json) -> Any:
        """A standing order from JSON: exactly what fits `schemas.order` can be read.

        Raises `Unreadable` ("invalid_order", "unknown_field"), its pointer relative to `raw`.
        """

    @abstractmethod
    def write_order(self, order: Any) -> Json:
        """The JSON of a standing order, the same for equal ones; `read_order` takes it back."""

    @abstractmethod
    def judge_order(self, state: S, seat: int, order: Any) -> None:
        """Raise `Illegal`, in words for the player, if an entry can never be of use as things stand.

        It is asked when the order is given, whether or not the seat is asked anything then. Its
        pointer is relative to the order. It depends on nothing that the seat may not see.
        """

    @abstractmethod
    def follow(self, state: S, seat: int, order: Any) -> Followed[A]:
        """What a standing order answers for a seat that is asked: a legal action, or none.

        Total for every order that `read_order` gives, whatever `judge_order` thinks of it: an entry
        that is illegal or does not apply falls through to the next. Each time it looks at the state
        anew. It is never random and depends on nothing that the seat may not see.
        """

    # -- looking

    @abstractmethod
    def table(self, state: S) -> Json:
        """What everybody may see."""

    @abstractmethod
    def own(self, state: S, seat: int) -> Json:
        """What only this seat may see, apart from the question put to it; empty if nothing is hidden."""

    def view(self, state: S, seat: int | None) -> View:
        """What this viewer may see; None is a stranger.

        With `mine` the only door through which a state becomes JSON for anyone.
        """
        return View(self.table(state), None if seat is None else self.own(state, seat))

    def mine(self, state: S, seat: int) -> Json:
        """What a seat may see and nobody else, with the question put to it.

        `legal_actions` is empty and `fallback` None while it is not asked.
        """
        legal = [*map(self.write_action, self.legal_actions(state, seat))]
        return {
            "seat": seat,
            **self.own(state, seat),
            "legal_actions": legal,
            "fallback": self.write_action(self.fallback(state, seat)) if legal else None,
        }

    def remembered(self, state: S, seat: int) -> Json:
        """What a client with this seat could have kept of what it was shown, and sees no more.

        Bots are given it in `mine`, for they keep nothing themselves. It says nothing that the seat was
        not told at the time or by the game's options; empty where the table tells everything anyhow.
        """
        return {}

    @abstractmethod
    def stage(self, state: S) -> int:
        """The stage being played, or the last one when the game is over."""

    @abstractmethod
    def stages(self, state: S) -> int:
        """How many stages the game has at most."""

    @abstractmethod
    def scores(self, state: S) -> tuple[int, ...]:
        """Points of each seat so far."""

    @abstractmethod
    def heading(self, state: S) -> Json:
        """What all know about the open turn: at least `stage` and `round`.

        It stands beside the turn's own fields, and so takes none of their names.
        """

    @abstractmethod
    def decision(self, heading: Json) -> str:
        """What the seats asked in a turn with this heading decide: one of `decisions`.

        By the heading alone: a list of games reads no state, and says nothing but what all know.
        """

    @abstractmethod
    def result(self, state: S) -> Result | None:
        """The end of the game, or None while it goes on."""

    @abstractmethod
    def setup(self, state: S) -> Json:
        """How the table was set up, for the record of a finished game."""

    # -- keeping and testing

    @abstractmethod
    def dump(self, state: S) -> Json:
        """The whole state as JSON, secrets included; `load` takes it back."""

    @abstractmethod
    def load(self, raw: Json) -> S:
        """The state from what `dump` gave."""

    @abstractmethod
    def redraw(self, state: S, seat: int | None, chance: Chance) -> S:
        """Another state that this viewer cannot tell from the given one, for the tests of secrecy."""

    @abstractmethod
    def rehearse(self, table: Json, mine: Json) -> Rehearsal | None:
        """Orders for a seat that is asked, by what it sees; None if orders are of no use at this question.

        For the tests of secrecy: they compare games that differ in an order that nobody else may know.
        """

    @abstractmethod
    def crowd(self, state: S, seat: int) -> S:
        """A state that could be in the place of this one and leads to a question for this seat and others.

        They are asked at once, now or a few turns later. For the tests of secrecy: only then does an
        answer stay sealed. A game in which that comes about by itself gives the state back as it is.
        """
