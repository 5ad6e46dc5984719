"""Deadlines that were not promised, and times that cannot be: the record alone tells."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from tests.thorough.verify import spec
from tests.thorough.verify.building import CALM, WORKDAYS, sealed_up
from tests.thorough.verify.dishonest import VICTIM, Cheating, Game, both_games, event_of, judge
from tests.thorough.verify.forging import closing, events, opening
from tests.thorough.verify.keeping import proof_of
from tests.thorough.verify.verifiers import Verdict, Verifier, judged
from tests.thorough.verify.writing import utc

Json = dict[str, Any]

BANKS: Json = {**CALM, "bank": "PT6H", "increment": "PT20M", "grace": "PT2H", "per_turn": "PT10M"}
OFFICE: Json = {**CALM, "hours": WORKDAYS}


class EarlyDeadline(Cheating):
    """The server gives her an hour less, and then has the clock play."""

    def play(self) -> Any:
        if self.number == 5 and VICTIM in self.asked and len(self.legal[VICTIM]) > 1:
            self.playing.forged_in = self.number
            self.dues[VICTIM] -= timedelta(hours=1)
        return super().play()

    def can_cheat(self, chosen: dict[int, str]) -> bool:
        return False


class Vacation(EarlyDeadline):
    """The server gives her a day more, by a vacation where none may be."""

    def deadlines(self) -> list[Json]:
        told = super().deadlines()
        if self.playing.forged_in == self.number:
            begin, end = self.since, self.since + timedelta(days=1)
            told[0]["stops"] = [{"from": utc(begin), "until": utc(end)}]
            told[0]["due_at"] = utc(self.dues[VICTIM] + timedelta(days=1, hours=1))
        return told


def at_deadline(game: Game) -> str:
    """Where the log tells of the deadline of seat 0 in the turn with which the server has cheated."""
    number = event_of(game, "turn_opened", turn=game.forged_in)
    deadlines = game.record["log"]["events"][number]["data"]["deadlines"]
    (place,) = [place for place, one in enumerate(deadlines) if one["seat"] == VICTIM]
    return f"/log/events/{number}/data/deadlines/{place}"


@pytest.mark.parametrize("ruleset", ["turn_the_tide", "high_tide"])
@pytest.mark.parametrize("clock", [CALM, BANKS, OFFICE], ids=["calm", "banks", "hours"])
def test_another_deadline_than_was_promised_is_refused(
    verifier: Verifier, monkeypatch: pytest.MonkeyPatch, ruleset: str, clock: Json
) -> None:
    monkeypatch.setattr(Game, "said_clock", clock)
    honest, forged = both_games(EarlyDeadline, ruleset)
    assert judge(verifier, honest).sound
    verdict = judge(verifier, forged)
    assert (verdict.check, verdict.place) == ("times", f"{at_deadline(forged)}/due_at"), verdict


def test_a_vacation_where_the_game_allows_none_is_refused(verifier: Verifier) -> None:
    honest, forged = both_games(Vacation)
    assert judge(verifier, honest).sound
    verdict = judge(verifier, forged)
    assert (verdict.check, verdict.place) == ("times", f"{at_deadline(forged)}/stops/0"), verdict


class AfterTheClock(Cheating):
    """The clock has played for a friend of the server, who thinks of something better hours later."""

    def can_cheat(self, chosen: dict[int, str]) -> bool:
        return chosen[VICTIM] == "clock" and VICTIM in self.standing and len(self.legal[VICTIM]) > 1

    def cheat(self, chosen: dict[int, str]) -> None:
        self.playing.now += timedelta(hours=1)
        self.seal_for_her(self.another_answer())
        chosen[VICTIM] = "player"


class TakenBack(AfterTheClock):
    """He takes back what was played for him."""

    def cheat(self, chosen: dict[int, str]) -> None:
        self.playing.now += timedelta(hours=1)
        self.withdraw(VICTIM)


@pytest.mark.parametrize("cheating", [AfterTheClock, TakenBack])
def test_what_stands_sealed_when_time_is_up_is_changed_by_nobody(
    verifier: Verifier, cheating: type[Cheating]
) -> None:
    honest, forged = both_games(cheating)
    assert judge(verifier, honest).sound
    verdict = judge(verifier, forged)
    assert (verdict.check, verdict.what.split(":")[0]) == (
        "sealed",
        "changes what stood sealed when its time was up",
    ), verdict


def refused(verifier: Verifier, record: Json) -> Verdict:
    verdict = judged(verifier, sealed_up(record))
    assert verdict.check == "times", verdict
    return verdict


def test_a_pause_that_nobody_agreed_to_is_refused(verifier: Verifier, tide: Json) -> None:
    """The deadline fits it, but the log tells of none."""
    assert judged(verifier, tide).sound
    number, event = next(events(tide, "turn_opened"))
    one = event["data"]["deadlines"][0]
    one["stops"].append({"from": event["at"], "until": one["due_at"]})
    _, created = next(events(tide, "created"))
    created["data"]["absence"]["vacations"] = False
    verdict = refused(verifier, tide)
    assert (verdict.place or "").startswith(f"/log/events/{number}/data/deadlines/0")


class Unpaused(Game):
    """Everybody has agreed to a pause, and the clocks run on."""

    most_stopped = "P60D"

    def stops(self, seat: int) -> list[tuple[datetime, datetime]]:
        return []

    def tell(self, kind: str, /, **data: Any) -> None:
        if kind == "created":
            data["absence"]["most_stopped"] = self.most_stopped
        super().tell(kind, **data)


class TimeIsUp(Unpaused):
    """In this game nothing may hold anything up."""

    most_stopped = "PT0S"


class Endless(Unpaused):
    """They have agreed to some hours, and the clocks stand still for years."""

    def stops(self, seat: int) -> list[tuple[datetime, datetime]]:
        return [(begin, begin + timedelta(days=2000)) for begin, _ in self.pauses]


def paused(kind: type[Game]) -> Game:
    games = (kind(f"pauses {number}") for number in range(100))
    return next(game for game in games if game.pauses)


def test_a_pause_that_stops_no_clock_is_refused(verifier: Verifier) -> None:
    assert judge(verifier, paused(Game)).sound
    forged = paused(Unpaused)
    verdict = judge(verifier, forged)
    assert verdict.check == "times"
    assert "a pause of the log" in verdict.what


def test_a_pause_stops_no_clock_where_stops_may_last_no_longer(verifier: Verifier) -> None:
    assert judge(verifier, paused(TimeIsUp)).sound


def test_a_pause_for_longer_than_was_agreed_is_refused(verifier: Verifier) -> None:
    verdict = judge(verifier, paused(Endless))
    assert verdict.check == "times"
    assert (verdict.place or "").endswith("/stops/0"), verdict


def test_something_that_was_told_before_the_turn_before_had_closed_is_refused(
    verifier: Verifier, tide: Json
) -> None:
    turn = next(turn for turn in tide["turns"][1:] if turn["private"]["told"])
    assert judged(verifier, tide).sound
    private = turn["private"]
    private["told"][0]["at"] = "2026-11-21T08:45:49Z"
    bound = closing(tide, turn["number"] - 1)
    bound["private"] = spec.private(private["salt"], private["told"])
    verdict = judged(verifier, sealed_up(tide))
    place = f"/turns/{turn['number'] - 1}/private/told/0/at"
    assert (verdict.check, verdict.place) == ("private", place)


@pytest.mark.parametrize(
    "time",
    [
        *("2026-02-30T08:00:00Z", "2026-11-21T24:00:00Z", "1969-12-31T23:59:59Z"),
        *("2026-11-21T08:45:49.5Z", "2026-11-21T08:45:49.000000Z", "2026-11-21 08:45:49Z"),
        *("2026-11-21T08:45:60Z", "2026-11-21T08:45:49+00:00", "0001-01-01T00:00:00Z"),
    ],
)
def test_a_time_that_is_written_in_another_way_is_refused(
    verifier: Verifier, tide: Json, time: str
) -> None:
    tide["log"]["events"][2]["at"] = time
    verdict = judged(verifier, sealed_up(tide))
    assert (verdict.check, verdict.place) == ("form", "/log/events/2/at")


ANSWERED = {"player", "bot"}
"""Chosen by these, an answer stood sealed before its turn closed."""


@pytest.mark.parametrize("kind", ["sealed", "turn_closed", "cards_revealed"])
def test_an_event_before_the_event_before_it_is_refused(
    verifier: Verifier, tide: Json, kind: str
) -> None:
    assert judged(verifier, tide).sound
    number, event = next(
        (number, event)
        for number, event in [*events(tide, kind)][3:]
        if kind != "turn_closed" or {one["by"] for one in event["data"]["actions"]} <= ANSWERED
    )
    event["at"] = "2026-11-21T08:45:48.999999Z"
    if kind == "turn_closed":
        tide["turns"][event["data"]["turn"] - 1]["closed_at"] = event["at"]
    assert refused(verifier, tide).place == f"/log/events/{number}/at"


def test_a_sitting_that_is_said_to_go_on_is_refused(verifier: Verifier, tide: Json) -> None:
    assert judged(verifier, tide).sound
    opening(tide, 3)["continues"] = True
    assert (refused(verifier, tide).place or "").endswith("/data/continues")


def test_a_bot_for_somebody_who_has_missed_nothing_is_refused(verifier: Verifier) -> None:
    class Hasty(Game):
        def stand_in_for_the_absent(self) -> None:
            if len(self.turns) == 4:
                self.stand_in(VICTIM, "absent")

    assert judge(verifier, Game("hasty")).sound
    verdict = judge(verifier, Hasty("hasty"))
    forged = Hasty("hasty")
    place = f"/log/events/{event_of(forged, 'stand_in', seat=VICTIM)}/data"
    assert (verdict.check, verdict.place) == ("times", place)


def test_a_bot_that_does_not_come_for_somebody_absent_is_refused(verifier: Verifier) -> None:
    class Patient(Game):
        def sit_down(self) -> None:
            self.bot_after = 1
            super().sit_down()

        def stand_in_for_the_absent(self) -> None:
            """Nobody does."""

    verdict = judge(verifier, Patient("patience"))
    assert verdict.check == "times"
    assert "the bot that is due in seat" in verdict.what


@pytest.mark.parametrize("name", ["clock", "absence"])
def test_other_settings_than_were_promised_contradict_the_head_that_was_shown(
    verifier: Verifier, name: str
) -> None:
    game = Game("settings")
    shown = proof_of(game.record, 1)
    other: Json = {
        "clock": {**CALM, "grace": "PT9H"},
        "absence": {**game.record["log"]["events"][0]["data"]["absence"], "most_stopped": "P1D"},
    }[name]
    assert judge(verifier, game, shown).sound

    class Changed(Game):
        said_clock = other if name == "clock" else CALM

        def tell(self, kind: str, /, **data: Any) -> None:
            super().tell(kind, **({**data, name: other} if kind == "created" else data))

    forged = Changed("settings")
    assert judge(verifier, forged).sound
    verdict = judge(verifier, forged, shown)
    assert (verdict.check, verdict.place) == ("kept", "0.json#/log/head")


def test_a_machine_without_data_of_time_zones_says_so_in_one_line(
    verifier: Verifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everything else is checked: hours of play in a zone that no machine knows."""
    monkeypatch.setattr(Game, "said_clock", OFFICE)
    record = Game("far away").record
    _, created = next(events(record, "created"))
    created["data"]["clock"]["hours"]["zone"] = "Mars/Utopia_Planitia"
    verdict = judged(verifier, sealed_up(record))
    assert verdict.sound
    assert verdict.lines[6].endswith(
        "deadlines not checked: this machine does not know Mars/Utopia_Planitia"
    )
