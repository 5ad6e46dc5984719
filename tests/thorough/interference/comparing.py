"""Two worlds side by side: what differs, and how much was compared."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial

from games.rulesets.testing.secrecy import kit_of
from games.rulesets.testing.whole_games import AnyRuleset
from tests import document
from tests.moving_time import MONDAY, standing
from tests.thorough.interference import courses, operators
from tests.thorough.interference.answers import Answer, Choice, answers
from tests.thorough.interference.hidden import (
    AT_REST,
    EVERYBODY,
    IN_THE_LOBBY,
    OPENED_BY,
    OUTSIDE,
    SEATED,
    Twin,
    Wish,
    twins,
)
from tests.thorough.interference.world import World
from tests.twins import alike, numbered_as_before, rolled_back

Course = Callable[[World], courses.Course]
OPERATOR = "operator"
EVERYTHING = ("some sealed", "cat")
"""When and by whom every request is made, however few are wished for."""
LAST = "stage over"
"""The last moment before the end of the game."""


@dataclass(frozen=True)
class Found:
    """Something that is otherwise in the twin world, and so tells of a secret."""

    twin: str
    moment: str
    viewer: str
    about: str
    call: str
    first: bytes
    second: bytes

    def __str__(self) -> str:
        where = f"{self.viewer} at “{self.moment}”, {self.about}: tells of {self.twin}"
        at = next(
            (n for n, (a, b) in enumerate(zip(self.first, self.second, strict=False)) if a != b),
            min(len(self.first), len(self.second)),
        )
        parts = [one[max(0, at - 120) : at + 120] for one in (self.first, self.second)]
        return f"{where}\n    {parts[0]!r}\n    {parts[1]!r}"


@dataclass
class Report:
    """What was compared, and what was found."""

    ruleset: str
    calls: set[str] = field(default_factory=set)
    viewers: set[str] = field(default_factory=set)
    secrets: set[str] = field(default_factory=set)
    moments: set[str] = field(default_factory=set)
    met: set[tuple[str, str]] = field(default_factory=set)
    """Each call with each viewer that it was compared for."""
    compared: int = 0
    succeeded: int = 0
    opened: Counter[str] = field(default_factory=Counter)
    found: list[Found] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.ruleset}: {len(self.calls)} calls, {len(self.viewers)} viewers, "
            f"{len(self.secrets)} secrets, {len(self.moments)} moments: {self.compared} answers compared "
            f"({self.succeeded} not refused, {self.opened.total()} lawfully opened), {len(self.found)} differ"
        )


def compare(rules: AnyRuleset, wish: Wish) -> Report:
    """Play a world and each of its twins, and hold them against one another."""
    report = Report(rules.id)
    hides = kit_of(rules).hides_in(rules.read_options(rules.variants[0]))
    with standing(MONDAY) as time, alike() as luck:
        for owner in ("bob", "ann") if wish.hosts else ("bob",):
            for private in (False, True) if wish.private else (False,):
                made = partial(World, rules, luck, time, owner=owner, private=private)
                pairs = [
                    twin
                    for twin in twins(owner, hides, each=wish.each)
                    if wish.twin in (None, twin.name)
                ]
                if wish.at not in courses.LOBBY:
                    begun = [twin for twin in pairs if twin.differs != {"entropy"}]
                    _compare(report, courses.game, made, begun, wish)
                if wish.at is None or wish.at in courses.LOBBY:
                    waiting = [twin for twin in pairs if twin.differs & IN_THE_LOBBY]
                    _compare(report, courses.lobby, made, waiting, wish)
    return report


def _compare(
    report: Report, course: Course, made: Callable[..., World], pairs: list[Twin], wish: Wish
) -> None:
    seen: list[tuple[Twin, Got]] = []
    for place, twin in enumerate(pairs):
        world = made(differs=twin.differs, eyes=twin.eyes)
        with rolled_back():
            seen += [(twin, one) for one in _played(world, course, wish, _Part(twin, place))]
    # Asked last, so that no more is asked than somebody in a twin world was.
    wanted = {one.key for _, one in seen}
    with rolled_back():
        first = {one.key: one for one in _played(made(), course, wish, _All(wanted))}
    for twin, one in seen:
        report.secrets |= one.told
        _hold(report, twin, one, first[one.key].got)


@dataclass
class Got:
    """What one viewer got at one moment, and what was otherwise then and secret."""

    moment: str
    viewer: str
    every: int
    """Of the requests that do not show the game one of so many was made."""
    told: set[str]
    got: list[Answer]

    @property
    def key(self) -> "Key":
        return self.moment, self.viewer, self.every


Key = tuple[str, str, int]


Look = tuple[str, int]
"""Who looks, and one of how many requests she makes."""


@dataclass
class _Part:
    """Who looks at a moment of a twin world: some of those who may not notice, where it may be noticed."""

    twin: Twin
    place: int
    before: set[str] = field(default_factory=set)

    def looking(self, moment: str, place: int, told: set[str], wish: Wish) -> Iterator[Look]:
        new, self.before = told - self.before, told
        turn = self.twin.always or wish.at == moment or (place + self.place) % wish.moments == 0
        if not told or not (new or turn) or wish.at not in (None, moment):
            return
        if self.twin.operator:
            yield OPERATOR, wish.every
        for viewer in self.twin.viewers:
            if viewer in SEATED or (OUTSIDE.index(viewer) + place) % wish.outsiders == 0:
                whole = self.twin.always and (moment, viewer) == EVERYTHING
                yield viewer, 1 if whole else wish.every

    def ends(self, moment: str) -> bool:
        return moment == self.twin.until or (moment == LAST and not self.twin.lasts)


@dataclass
class _All:
    """Who looks at a moment of the world itself: whoever did in one of the twin worlds."""

    wanted: set[Key]

    def looking(self, moment: str, place: int, told: set[str], wish: Wish) -> Iterator[Look]:
        for viewer in (OPERATOR, *EVERYBODY):
            for every in sorted({1, wish.every}):
                if (moment, viewer, every) in self.wanted:
                    yield viewer, every

    def ends(self, moment: str) -> bool:
        return False


def _played(world: World, course: Course, wish: Wish, who: _Part | _All) -> Iterator[Got]:
    """Every moment of a course, with what each who looks then gets."""
    with operators.listening() as heard, closing(course(world)) as moments:
        for place, moment in enumerate(moments):
            with numbered_as_before():
                world.change()
                told = world.hidden & world.differs
                # The operator comes first, before the others make any noise.
                for viewer, every in who.looking(moment, place, told, wish):
                    if any((secret, viewer) in world.known for secret in told):
                        continue
                    with numbered_as_before():
                        choice = Choice(every, place, wish.calls)
                        got = list(_gets(world, heard, viewer, choice))
                    yield Got(moment, viewer, every, told, got)
            heard.forget()
            if moment == wish.at or who.ends(moment):
                return


def _gets(world: World, heard: operators.Heard, viewer: str, choice: Choice) -> Iterator[Answer]:
    if viewer == OPERATOR:
        yield from operators.looks(world, heard, choice)
        return
    heard.forget()
    yield from answers(world, viewer, document.document(), choice)
    yield from operators.said(heard)


def _hold(report: Report, twin: Twin, here: Got, first: list[Answer]) -> None:
    moment, viewer, told = here.moment, here.viewer, here.told
    report.viewers.add(viewer)
    report.moments.add(moment)
    by_name: defaultdict[str, list[Answer | None]] = defaultdict(lambda: [None, None])
    for place, got in enumerate((first, here.got)):
        for one in got:
            by_name[one.about][place] = one
    for about, (this, other) in by_name.items():
        call = (this or other).call  # type: ignore[union-attr]  # One of them is there.
        if call == operators.DUMP and not told <= AT_REST:
            continue
        report.compared += 1
        if this is None or other is None:
            report.found.append(_found(twin, moment, viewer, about, call, this, other))
            continue
        report.calls.add(call)
        report.met.add((call, viewer))
        report.succeeded += this.status < 300
        both = (this, other)
        if OPENED_BY.get(call, set()) & told:
            both = (this.opened(), other.opened())
            report.opened[call] += this != other and both[0] == both[1]
        if both[0] != both[1]:
            report.found.append(_found(twin, moment, viewer, about, call, this, other))


def _found(
    twin: Twin,
    moment: str,
    viewer: str,
    about: str,
    call: str,
    this: Answer | None,
    other: Answer | None,
) -> Found:
    raws = [b"nothing" if one is None else b"%d " % one.status + one.raw for one in (this, other)]
    return Found(twin.name, moment, viewer, about, call, *raws)
