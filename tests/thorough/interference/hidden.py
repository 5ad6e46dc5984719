"""What may not be known, by whom, and which of it differs between a world and its twin."""

from collections.abc import Iterator
from dataclasses import dataclass

SEATED = ("ann", "bob", "cat")
"""The players, by seat. The second is the one who has secrets, unless it is said that the host has."""
OUTSIDE = ("dan", "eve", "nobody", "impostor")
"""A player in another game, a former player of this one, a stranger, somebody with an invalid token."""
EVERYBODY = (*SEATED, *OUTSIDE)

ACCOUNT = ("webhook", "token", "bot account", "e-mail", "password", "private game", "note", "block")
ANSWERS = ("sealed answer", "replaced answer", "withdrawn answer", "order or by hand")
ORDERS = ("order to come", "rest of an order", "order that failed", "order taken back")
OWN = (*ACCOUNT, *ANSWERS, *ORDERS, "entropy")
"""What its owner knows and nobody else may."""
TO_COME = ("seed", "bot's choice")
"""What nobody may know yet."""
SEALED = (*ANSWERS[:-1], *TO_COME)
HANDS = "hands"
"""What the ruleset hides: hands of which each seat knows a part, or cards that lie face down for all."""
OPERATORS = {*ANSWERS[:-1], *ORDERS, *TO_COME, HANDS}
"""What operators may not see either. Accounts are theirs to look after, and who has answered for a seat
(`by`) stands in the database from the first.
"""
AT_REST = {*ANSWERS[:-1], *TO_COME, HANDS, "rest of an order"}
"""What all columns that are not encrypted say nothing of. That there is an order they do say."""

IN_THE_LOBBY = {*ACCOUNT, "entropy", "seed"}
"""What is secret before a game has begun."""

OPENED_BY = {
    "start_game": {"seed"},
    "join_game": {"seed"},
    "accept_seat": {HANDS, "bot's choice"},
}
"""Calls that lawfully tell what was secret until then: the cards are dealt, or a hand is taken over."""


@dataclass(frozen=True)
class Twin:
    """A world in which some of what is secret is otherwise, and those who may not notice it.

    `eyes` is the seat for whom the unknown cards are dealt anew; None for those who know no hand.
    """

    name: str
    differs: frozenset[str]
    viewers: tuple[str, ...]
    eyes: int | None = None
    until: str | None = None
    """The moment after which nothing new can be noticed."""
    always: bool = False
    """Whether it is looked at in every moment, however few are wished for."""

    @property
    def lasts(self) -> bool:
        """Whether any of it is secret even when the game is over."""
        return bool(self.differs & {*ACCOUNT, "replaced answer", "withdrawn answer"})

    @property
    def operator(self) -> bool:
        """Whether an operator may not notice either."""
        return self.differs <= OPERATORS


@dataclass(frozen=True)
class Wish:
    """How much is to be compared.

    At each moment, of the requests that do not show the game, one of `every`, in turns; a twin at one
    moment of `moments`, and where something new is secret; of those outside one of `outsiders`. And then:
    `each` secret for itself, the secrets of the host too, private games too.
    """

    every: int = 48
    moments: int = 8
    outsiders: int = 4
    each: bool = False
    hosts: bool = False
    private: bool = False
    calls: frozenset[str] = frozenset()
    """If there are any, the only calls that are made, and in every way."""
    twin: str | None = None
    """The one twin that is looked at."""
    at: str | None = None
    """The one moment of a game that is looked at; it is not played on."""


def twins(owner: str, hides: bool, *, each: bool) -> Iterator[Twin]:
    """The twins of a world in which `owner` has the secrets; `hides` as the ruleset declares it."""
    others = tuple(name for name in EVERYBODY if name != owner)
    together: dict[str, tuple[tuple[str, ...], str | None]] = {
        "the owner's account": (ACCOUNT, "turn closed"),
        "the owner's text for the seed": (("entropy",), "before the game"),
        "what the owner has ordered": (ORDERS, None),
        "that an order has answered": (ANSWERS[-1:], "some sealed, by hand or by order"),
        "what is sealed and to come": (SEALED, None),
    }
    if each:
        together |= {one: ((one,), None) for one in (*OWN, *TO_COME)}
    for name, (differs, until) in together.items():
        viewers = EVERYBODY if set(differs) <= set(TO_COME) else others
        always = differs in (SEALED, ("entropy",))
        yield Twin(name, frozenset(differs), viewers, until=until, always=always)
    seat = SEATED.index(owner)
    yield Twin("what the owner cannot know", frozenset((*TO_COME, HANDS)), (owner,), seat)
    if hides:
        for eyes, name in enumerate(SEATED):
            if name != owner:
                # Who sat here before has seen the same hand. One of them sees the hands go round.
                viewers = (name, "eve") if name == "cat" else (name,)
                until = None if name == "cat" or each else "some sealed"
                about = f"hands that {name} cannot know"
                yield Twin(about, frozenset([HANDS]), viewers, eyes, until)
        about = "hands that nobody outside can know"
        until = None if each else "some sealed"
        yield Twin(about, frozenset([HANDS]), OUTSIDE, until=until)
