"""The contract between the server and a game: all that the server knows of a game's rules.

A game has to say ten things: `id`, `name`, `seats` and `shapes`, and how
`initial_state`, `legal_actions`, `close_turn`, `table_view`, `turn_heading` and
`current_scores` work. All else has a default that a game may override.

A ruleset is pure. It has no clock, no settings, no database and no randomness of its own: state
and actions go in, a new state and events come out, all of them frozen values. A *turn* is a set of
questions put to seats; it closes when all of them are answered, and closing it calls `close_turn`
once. Seats, stages, rounds and turns: seats count from 0, everything else from 1.

Why so: docs/decisions/rulesets.md, docs/decisions/feeds.md, docs/decisions/bots.md.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

from games.rulesets.chance import Chance
from games.rulesets.kit.schema_reader import check_move, read_options, read_word
from games.rulesets.kit.schemas import EventSchema
from games.rulesets.kit.shapes import docstring_paragraphs, example_of, schema_of
from games.rulesets.kit.values import Json, from_json, snake_case, to_json
from games.rulesets.kit.words import gettext_noop
from games.rulesets.material import Presentation
from games.rulesets.refusal import Illegal
from games.rulesets.steps import CONDITION_NOT_MET, Event, Followed, Skipped, StageEnd, Step

# A game finds all of its contract here.
__all__ = ["CONDITION_NOT_MET", "Event", "Followed", "Json", "Skipped", "StageEnd", "Step"]

S = TypeVar("S")  # a ruleset's state
A = TypeVar("A")  # a ruleset's action


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a game: points by seat, and the seats that share the win."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Schemas:
    """JSON Schemas (2020-12) of all that a ruleset puts into JSON, every object closed.

    `actions` has one schema for each `type` of action; `table` and `mine` describe what viewers see,
    `heading` what `Ruleset.turn_heading` gives, `setup` what `Ruleset.setup_record` gives,
    `shown` and `sealed` the two halves of a `StageEnd`, `events` each type of event,
    `order` a standing order. `examples` holds real actions and events by type, and a standing order.
    """

    options: Json
    actions: Mapping[str, Json]
    table: Json
    mine: Json
    heading: Json
    setup: Json
    shown: Json
    sealed: Json
    events: Mapping[str, EventSchema]
    order: Json | None = None
    examples: Mapping[str, Any] = field(default_factory=dict)


class Nothing(NamedTuple):
    """Nothing is said here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shapes:
    """Dataclasses or named tuples of all that a game puts into JSON; its schemas follow from them.

    The docstring of each of `events` has two paragraphs: its meaning, and when it happens.
    """

    state: type
    actions: tuple[type, ...]
    table: type
    heading: type
    options: type = Nothing
    mine: type = Nothing
    setup: type = Nothing
    shown: type = Nothing
    sealed: type = Nothing
    events: tuple[type, ...] = ()
    order: type | None = None

    @property
    def action_types(self) -> dict[str, type]:
        """Return the classes of the actions by the `type` that they have in JSON."""
        return {snake_case(one): one for one in self.actions}

    def build_schemas(self) -> Schemas:
        """Return the JSON Schemas of all shapes."""
        actions = {
            kind: schema_of(one, sent=True, tag=kind) for kind, one in self.action_types.items()
        }
        events = {snake_case(one): _event_schema(one) for one in self.events}
        order = None if self.order is None else schema_of(self.order, sent=True)
        data = {kind: one.data for kind, one in events.items()}
        groups = {"actions": actions, "events": data}
        examples: Json = {
            name: {kind: example_of(schema) for kind, schema in group.items()}
            for name, group in groups.items()
        }
        return Schemas(
            options=schema_of(self.options, sent=True),
            actions=actions,
            table=schema_of(self.table),
            mine=schema_of(self.mine),
            heading=schema_of(self.heading),
            setup=schema_of(self.setup),
            shown=schema_of(self.shown),
            sealed=schema_of(self.sealed),
            events=events,
            order=order,
            examples={**examples, "order": order and example_of(order)},
        )


def _event_schema(shape: type) -> EventSchema:
    """Return the type of event of a shape: the paragraphs of its docstring are the texts."""
    means, *rest = docstring_paragraphs(shape)
    return EventSchema(means, " ".join(rest[:1]), schema_of(shape))


@dataclass(frozen=True, slots=True)
class Orders(Generic[S, A]):
    """Standing orders, for a game that has them; each game has a frozen type of its own for them.

    `follow` says what an order answers for a seat that is asked. It is total for every order that
    can be read: an entry that is illegal or does not apply falls through to the next. `judge` raises
    `Illegal`, its pointer relative to the order, if an entry can never be of use as things stand,
    whether or not the seat is asked. Neither is random, nor depends on what the seat may not see.

    `read` takes exactly what fits `schemas.order`, and raises `Unreadable` ("invalid_order",
    "unknown_field") or `Illegal` ("no_such_number") for all else; `write` gives the same JSON for equal
    orders.
    """

    follow: Callable[[S, int, Any], Followed[A]]
    judge: Callable[[S, int, Any], None]
    read: Callable[[Json], Any]
    write: Callable[[Any], Json]
    refusals: Mapping[str, str] = field(default_factory=dict)
    """The codes that only `judge` refuses with, each with a title for people."""

    @classmethod
    def from_shape(cls, shape: type, **functions: Any) -> "Orders[S, A]":
        """Return orders that are read and written as their shape says."""
        schema = schema_of(shape, sent=True)

        def read(raw: Json) -> Any:
            check_move(raw, schema, "invalid_order")
            return from_json(shape, raw)

        def write(order: Any) -> Json:
            return to_json(order, sparse=True)

        return cls(read=read, write=write, **functions)


class Ruleset(ABC, Generic[S, A]):
    """One game: its rules and nothing else.

    A class that leaves out a member without a default is refused with a `TypeError` that names it,
    and one that leaves out a method cannot be made.
    """

    id: str
    """Stable name in snake_case, as clients send it."""
    name: str
    """The game's title for people."""
    seats: range
    """The numbers of players that any options allow."""
    shapes: Shapes
    """The classes of the game's JSON. A game with schemas, readers and writers of its own needs none."""

    # -- what a game may declare

    schemas: Schemas
    version: int = 1
    """Increased whenever a running game would go on differently; a game keeps the one it began with."""
    editions: tuple[str, ...] = ()
    """Names of the printed or played variants, the default one first."""
    decisions: Mapping[str, str] = {"move": gettext_noop("which move to make")}
    """The kinds of decisions: words in snake_case, each with its meaning for people."""
    refusals: Mapping[str, str] = {"not_legal": gettext_noop("This is not legal now")}
    """The codes that only this game refuses with, each with a title for people."""
    variants: tuple[Json, ...] = ({},)
    """Options, as a client sends them, that together reach every rule; those with most rules first."""
    orders: Orders[S, A] | None = None
    """Standing orders; None where the game has none."""
    presentation: Presentation | None = None
    """The description and the material of the game, for clients that draw it; None if it has none."""
    secrecy: str = ""
    """The name of its `games.rulesets.testing.secrecy.SecrecyKit`, as `package.module:NAME`."""

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        if "shapes" in cls.__dict__:
            cls.schemas = cls.__dict__.get("schemas") or cls.shapes.build_schemas()
        declared = ("id", "name", "seats", "schemas")
        if missing := [name for name in declared if not hasattr(cls, name)]:
            raise TypeError(f"{cls.__name__} does not declare: {', '.join(missing)}.")
        if cls.schemas.order is not None and cls.orders is None:
            raise TypeError(f"{cls.__name__}: shapes.order is declared, but `orders` is not.")
        if cls.schemas.order is None and cls.orders is not None:
            raise TypeError(f"{cls.__name__}: `orders` is declared: declare `order=` in shapes.")
        if len(cls.decisions) > 1 and cls.decision_of is Ruleset.decision_of:
            raise TypeError(
                f"{cls.__name__} has several decisions and no `decision_of` that tells them."
            )

    @property
    def all_refusals(self) -> dict[str, str]:
        """Return all codes that only this game refuses with, each with a title for people."""
        return {**self.refusals, **(self.orders.refusals if self.orders else {})}

    # -- before the game

    def read_options(self, raw: Json) -> Json:
        """Return the options with all defaults. Raises `Unreadable`, its pointer relative to `raw`."""
        return read_options(raw, self.schemas.options)

    def seats_for(self, options: Json) -> range:
        """Return the numbers of players that these options allow."""
        return self.seats

    @abstractmethod
    def initial_state(self, options: Json, seats: int, chance: Chance) -> S:
        """Return the state before the first turn: cards dealt, order drawn."""

    def open_first_turn(self, state: S, chance: Chance) -> Step[S]:
        """Open the first turn of a game just set up."""
        return Step(state)

    # -- a turn

    def seats_asked(self, state: S) -> tuple[int, ...]:
        """Return the seats whose actions are due, ascending; empty only when the game is over.

        The server asks those that have a choice, and plays the only legal action of the others.
        If no seat has a choice, the game goes on at once, without a turn.
        """
        seats = range(len(self.current_scores(state)))
        return tuple([seat for seat in seats if self.legal_actions(state, seat)])

    @abstractmethod
    def legal_actions(self, state: S, seat: int) -> tuple[A, ...]:
        """Return the seat's legal actions in a stable order; empty if it is not asked."""

    def split_choices(self, state: S) -> tuple[dict[int, A], list[int]]:
        """Return the actions of the seats without a choice, and the seats with one, ascending.

        Both are empty when the game is over. Why so: docs/decisions/deadlines.md.
        """
        only: dict[int, A] = {}
        asked: list[int] = []
        for seat in self.seats_asked(state):
            legal = self.legal_actions(state, seat)
            if len(legal) == 1:
                only[seat] = legal[0]
            else:
                asked.append(seat)
        return only, asked

    def read_action(self, raw: Json) -> A:
        """Return an action from JSON. Raises `Unreadable`, its pointer relative to `raw`.

        Its code is "invalid_action", or "unknown_field" for a field that no action of this type has. A number
        that nothing in the game has is `Illegal` ("no_such_number").
        """
        kind = read_word(raw, "type", self.schemas.actions, "invalid_action")
        check_move(raw, self.schemas.actions[kind], "invalid_action")
        values = {name: value for name, value in raw.items() if name != "type"}
        action: A = from_json(self.shapes.action_types[kind], values)
        return action

    def write_action(self, action: A) -> Json:
        """Return the JSON of an action, as `read_action` reads it."""
        return {"type": snake_case(type(action)), **to_json(action, sparse=True)}

    def check_action(self, state: S, seat: int, action: A) -> None:
        """Raise `Illegal`, in words for the player, unless the seat may answer this now."""
        legal = self.legal_actions(state, seat)
        if not legal:
            raise Illegal("not_asked", "It is not your turn.")
        if action not in legal:
            raise Illegal("not_legal", "This is not one of your legal actions.")

    @abstractmethod
    def close_turn(self, state: S, actions: Mapping[int, A], chance: Chance) -> Step[S]:
        """Apply a legal action of each seat of `seats_asked`. Return the next question or the end."""

    def choose_fallback(self, state: S, seat: int) -> A:
        """Return the action for a seat that has not answered in time: legal, sensible, never random.

        It depends on nothing that the seat may not see. The default is the first legal action.
        """
        return self.legal_actions(state, seat)[0]

    def sitting_name(self, state: S) -> str:
        """Return the name of the sitting, unique within the game: its turns share one deadline.

        The default is the heading: then every turn of a game must have another one.
        """
        return " ".join(f"{name} {value}" for name, value in self.turn_heading(state).items())

    # -- looking

    @abstractmethod
    def table_view(self, state: S) -> Json:
        """Return the public view of the table."""

    def private_view(self, state: S, seat: int) -> Json:
        """Return what only this seat may see, without its question; empty if nothing is hidden."""
        return {}

    def seat_view(self, state: S, seat: int) -> Json:
        """Return the private view of a seat, with the question put to it.

        This and `table_view` are the only ways by which a viewer sees a state. `legal_actions` is empty and
        `fallback` None while the seat is not asked.
        """
        legal = [*map(self.write_action, self.legal_actions(state, seat))]
        return {
            "seat": seat,
            **self.private_view(state, seat),
            "legal_actions": legal,
            "fallback": self.write_action(self.choose_fallback(state, seat)) if legal else None,
        }

    def memory_view(self, state: S, seat: int) -> Json:
        """Return what the seat was shown before and the table does not show now.

        Bots get it in `mine`, because they store nothing themselves. It has nothing that the seat was not
        told at the time or by the game's options; empty if the table shows everything.
        """
        return {}

    @abstractmethod
    def turn_heading(self, state: S) -> Json:
        """Return the public facts of the open turn: at least `stage` and `round`.

        They stand beside the turn's own fields, and so have other names.
        """

    def current_stage(self, state: S) -> int:
        """Return the current stage, or the last one when the game is over."""
        stage: int = self.turn_heading(state)["stage"]
        return stage

    def max_stages(self, state: S) -> int:
        """Return the highest number of stages that the game can have."""
        return 1

    @abstractmethod
    def current_scores(self, state: S) -> tuple[int, ...]:
        """Return the points of each seat so far."""

    def decision_of(self, heading: Json) -> str:
        """Return the decision of a turn with this heading: one of `decisions`.

        It follows from the heading alone, because a list of games reads no state.
        """
        return next(iter(self.decisions))

    def game_result(self, state: S) -> Result | None:
        """Return the result, or None while the game goes on. The most points win."""
        if self.seats_asked(state):
            return None
        scores = self.current_scores(state)
        best = max(scores)
        return Result(scores, tuple([seat for seat, score in enumerate(scores) if score == best]))

    def setup_record(self, state: S) -> Json:
        """Return the set-up for the record of a finished game, which also has the draws."""
        return {}

    # -- keeping

    def dump(self, state: S) -> Json:
        """Return the whole state as JSON, secrets included, as `load` reads it."""
        return to_json(state)

    def load(self, raw: Json) -> S:
        """Return the state that `dump` wrote."""
        state: S = from_json(self.shapes.state, raw)
        return state
