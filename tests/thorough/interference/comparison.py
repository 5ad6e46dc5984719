"""Two variants of a game side by side: what differs, and how much was compared."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial

from games.rulesets.testing.secrecy import kit_of
from games.rulesets.testing.whole_games import AnyRuleset
from tests import document
from tests.determinism import deterministic, numbered_as_before, rolled_back
from tests.moving_time import MONDAY, frozen_time
from tests.thorough.interference import operator_views, script
from tests.thorough.interference.responses import Choice, Response, responses
from tests.thorough.interference.scenario import Scenario
from tests.thorough.interference.secret_kinds import (
    AT_REST,
    EVERYBODY,
    IN_THE_LOBBY,
    OPENED_BY,
    OUTSIDE,
    SEATED,
    Extent,
    Variant,
    variants,
)

Script = Callable[[Scenario], script.Script]
OPERATOR = "operator"
EVERYTHING = ("some sealed", "cat")
"""When and by whom every request is made, however few are wanted."""
LAST = "stage over"
"""The last moment before the end of the game."""


@dataclass(frozen=True)
class Leak:
    """Something that is otherwise in a variant, and so tells of a secret."""

    variant: str
    moment: str
    viewer: str
    about: str
    call: str
    first: bytes
    second: bytes

    def __str__(self) -> str:
        where = f"{self.viewer} at “{self.moment}”, {self.about}: tells of {self.variant}"
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
    secrets: set[str] = field(default_factory=set)
    moments: set[str] = field(default_factory=set)
    met: set[tuple[str, str]] = field(default_factory=set)
    """Each call with each viewer that it was compared for."""
    compared: int = 0
    opened: Counter[str] = field(default_factory=Counter)
    leaks: list[Leak] = field(default_factory=list)

    @property
    def viewers(self) -> set[str]:
        return {viewer for _, viewer in self.met}

    def __str__(self) -> str:
        return (
            f"{self.ruleset}: {len(self.calls)} calls, {len(self.viewers)} viewers, "
            f"{len(self.secrets)} secrets, {len(self.moments)} moments: {self.compared} responses "
            f"compared ({self.opened.total()} lawfully opened), {len(self.leaks)} differ"
        )


def compare(rules: AnyRuleset, extent: Extent) -> Report:
    """Play a game and each of its variants, and compare them."""
    report = Report(rules.id)
    hides_hands = kit_of(rules).hides_in(rules.read_options(rules.variants[0]))
    chosen = [one for one in variants(hides_hands) if extent.variant in (None, one.name)]
    with frozen_time(MONDAY) as time, deterministic() as luck:
        make = partial(Scenario, rules, luck, time)
        if extent.at not in script.LOBBY:
            begun = [one for one in chosen if one.differs != {"entropy"}]
            _compare(report, script.game, make, begun, extent)
        if extent.at is None or extent.at in script.LOBBY:
            waiting = [one for one in chosen if one.differs & IN_THE_LOBBY]
            _compare(report, script.lobby, make, waiting, extent)
    return report


Key = tuple[str, str, int]
"""A moment, who reads, and that one request of so many is made of those that do not show the game."""


@dataclass
class Reading:
    """What one viewer got at one moment, and which secrets were otherwise then."""

    key: Key
    hidden: set[str]
    got: list[Response]


def _compare(
    report: Report,
    play: Script,
    make: Callable[..., Scenario],
    chosen: list[Variant],
    extent: Extent,
) -> None:
    seen: list[tuple[Variant, Reading]] = []
    for place, variant in enumerate(chosen):
        scenario = make(variant.differs, variant.eyes)
        with rolled_back():
            readings = _read(scenario, play, extent, _ReadersOfVariant(variant, place))
            seen += [(variant, one) for one in readings]
    # Asked last, so that no more is asked than a viewer of a variant has asked.
    with rolled_back():
        same = _SameReaders({one.key for _, one in seen})
        first = {one.key: one.got for one in _read(make(), play, extent, same)}
    for variant, one in seen:
        report.secrets |= one.hidden
        _compare_reading(report, variant, one, first[one.key])


@dataclass
class _ReadersOfVariant:
    """Who reads at a moment of a variant: some of those who may not notice, where it may be noticed."""

    variant: Variant
    place: int
    before: set[str] = field(default_factory=set)

    def choose(
        self, moment: str, place: int, hidden: set[str], extent: Extent
    ) -> Iterator[tuple[str, int]]:
        new, self.before = hidden - self.before, hidden
        in_turn = (place + self.place) % extent.moments == 0
        wanted = new or self.variant.always or extent.at == moment or in_turn
        if not hidden or not wanted or extent.at not in (None, moment):
            return
        if self.variant.concerns_operators:
            yield OPERATOR, extent.every
        for viewer in self.variant.viewers:
            if viewer in SEATED or (OUTSIDE.index(viewer) + place) % extent.outsiders == 0:
                whole = self.variant.always and (moment, viewer) == EVERYTHING
                yield viewer, 1 if whole else extent.every

    def are_done(self, moment: str) -> bool:
        return moment == self.variant.until or (moment == LAST and not self.variant.lasts)


@dataclass
class _SameReaders:
    """Who reads at a moment of the game itself: the viewers who did in one of the variants."""

    wanted: set[Key]

    def choose(
        self, moment: str, place: int, hidden: set[str], extent: Extent
    ) -> Iterator[tuple[str, int]]:
        for viewer in (OPERATOR, *EVERYBODY):
            for every in sorted({1, extent.every}):
                if (moment, viewer, every) in self.wanted:
                    yield viewer, every

    def are_done(self, moment: str) -> bool:
        return False


def _read(
    scenario: Scenario, play: Script, extent: Extent, readers: _ReadersOfVariant | _SameReaders
) -> Iterator[Reading]:
    """Play, and yield what each reader gets at every moment."""
    with operator_views.recorded() as recorder, closing(play(scenario)) as moments:
        for place, moment in enumerate(moments):
            with numbered_as_before():
                scenario.change_hidden()
                hidden = scenario.hidden & scenario.differs
                # The operator comes first, before the others make any noise.
                for viewer, every in readers.choose(moment, place, hidden, extent):
                    if any((secret, viewer) in scenario.known for secret in hidden):
                        continue
                    with numbered_as_before():
                        choice = Choice(every, place, extent.calls)
                        got = list(_read_all(scenario, recorder, viewer, choice))
                    yield Reading((moment, viewer, every), hidden, got)
            recorder.forget()
            if moment == extent.at or readers.are_done(moment):
                return


def _read_all(
    scenario: Scenario, recorder: operator_views.Recorder, viewer: str, choice: Choice
) -> Iterator[Response]:
    if viewer == OPERATOR:
        yield from operator_views.operator_views(scenario, recorder, choice)
        return
    recorder.forget()
    yield from responses(scenario, viewer, document.document(), choice)
    yield from operator_views.new_lines(recorder)


def _compare_reading(
    report: Report, variant: Variant, reading: Reading, first: list[Response]
) -> None:
    moment, viewer, _ = reading.key
    report.moments.add(moment)
    pairs: defaultdict[str, list[Response | None]] = defaultdict(lambda: [None, None])
    for place, got in enumerate((first, reading.got)):
        for one in got:
            pairs[one.about][place] = one
    for about, (this, other) in pairs.items():
        call = (this or other).call  # type: ignore[union-attr]  # One of them is there.
        if call == operator_views.DUMP and not reading.hidden <= AT_REST:
            continue
        report.compared += 1
        report.calls.add(call)
        report.met.add((call, viewer))
        both = (this, other)
        if this and other and OPENED_BY.get(call, set()) & reading.hidden:
            both = (this.without_opened(), other.without_opened())
            report.opened[call] += this != other and both[0] == both[1]
        if both[0] != both[1]:
            raws = [b"nothing" if one is None else b"%d " % one.status + one.raw for one in both]
            report.leaks.append(Leak(variant.name, moment, viewer, about, call, *raws))
