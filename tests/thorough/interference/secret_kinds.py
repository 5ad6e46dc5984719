"""What may not be known, by whom, and the variants of a game in which some of it differs."""

from collections.abc import Iterator
from dataclasses import dataclass

SEATED = ("ann", "bob", "cat")
"""The players, by seat."""
OWNER = "bob"
"""The player who has secrets."""
OUTSIDE = ("dan", "eve", "nobody", "impostor")
"""A player in another game, a former player of this one, a stranger, a caller with an invalid token."""
EVERYBODY = (*SEATED, *OUTSIDE)

ACCOUNT = ("webhook", "token", "bot account", "e-mail", "password", "private game", "note", "block")
ANSWERS = ("sealed answer", "replaced answer", "withdrawn answer", "order or by hand")
ORDERS = ("order to come", "rest of an order", "order that failed", "order taken back")
TO_COME = ("seed", "bot's choice")
"""What nobody may know yet."""
SEALED = (*ANSWERS[:-1], *TO_COME)
HANDS = "hands"
"""What the ruleset hides: hands of which each seat knows a part, or cards that lie face down for all."""
FROM_OPERATORS = {*ANSWERS[:-1], *ORDERS, *TO_COME, HANDS}
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
class Variant:
    """A game in which some of what is secret is otherwise, and those who may not notice it.

    `eyes` is the seat for whom the unknown cards are dealt again; None for those who know no hand.
    """

    name: str
    differs: frozenset[str]
    viewers: tuple[str, ...]
    eyes: int | None = None
    until: str | None = None
    """The moment after which nothing new can be noticed."""
    always: bool = False
    """Whether it is compared at every moment, however few are wanted."""

    @property
    def lasts(self) -> bool:
        """Whether any of it is secret even when the game is over."""
        return bool(self.differs & {*ACCOUNT, "replaced answer", "withdrawn answer"})

    @property
    def concerns_operators(self) -> bool:
        return self.differs <= FROM_OPERATORS


@dataclass(frozen=True)
class Extent:
    """How much is compared.

    At each moment, of the requests that do not show the game, one of `every`, in turns; a variant at one
    moment of `moments`, and where something new is secret; of those outside one of `outsiders`.
    """

    every: int = 48
    moments: int = 8
    outsiders: int = 4
    calls: frozenset[str] = frozenset()
    """If there are any, the only calls that are made, and in every way."""
    variant: str | None = None
    """The one variant that is compared."""
    at: str | None = None
    """The one moment of a game that is compared; it is not played on."""


def variants(hides_hands: bool) -> Iterator[Variant]:
    """Yield all variants of a game; `hides_hands` as the ruleset declares it."""
    others = tuple(name for name in EVERYBODY if name != OWNER)
    for name, differs, until in (
        ("the owner's account", ACCOUNT, "turn closed"),
        ("the owner's text for the seed", ("entropy",), "before the game"),
        ("what the owner has ordered", ORDERS, None),
        ("that an order has answered", ANSWERS[-1:], "some sealed, by hand or by order"),
        ("what is sealed and to come", SEALED, None),
    ):
        always = differs in (SEALED, ("entropy",))
        yield Variant(name, frozenset(differs), others, until=until, always=always)
    unknown = frozenset((*TO_COME, HANDS))
    yield Variant("what the owner cannot know", unknown, (OWNER,), SEATED.index(OWNER))
    if hides_hands:
        hands = frozenset([HANDS])
        yield Variant("hands that ann cannot know", hands, ("ann",), 0, "some sealed")
        # Who sat here before has seen the same hand, and sees the hands go round.
        yield Variant("hands that cat cannot know", hands, ("cat", "eve"), 2)
        yield Variant("hands that nobody outside can know", hands, OUTSIDE, until="some sealed")
