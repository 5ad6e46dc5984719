"""Pauses that are left out or ended where there is none, and hours of no place: the record alone tells."""

from datetime import timedelta
from typing import Any

import pytest

from tests.thorough.verify.building import sealed_up
from tests.thorough.verify.dishonest import VICTIM, Cheating, Game, event_of, judge
from tests.thorough.verify.forging import events
from tests.thorough.verify.verifiers import Verifier, judged
from tests.thorough.verify.writing import utc

Json = dict[str, Any]

PAUSED_IN = 4
LENGTH = timedelta(hours=8)


class Pausing(Cheating):
    """All agree to a pause in one turn, and nothing is wrong with it."""

    def can_cheat(self, chosen: dict[int, str]) -> bool:
        return False

    def stop(self) -> None:
        """Nobody else stops the clock."""

    def answer(self) -> dict[int, str]:
        if self.number == PAUSED_IN:
            self.playing.pass_time(most=5.0)
            begin = self.playing.now
            self.pause(begin, begin + LENGTH)
        return super().answer()

    def pause(self, begin: Any, end: Any) -> None:
        self.playing.pause(end - begin)
        self.move_deadlines()


class WithVacations(Game):
    """A game in which stops need not be the same for all."""

    def sit_down(self) -> None:
        self.vacations = True
        super().sit_down()


class LeftOutForHer(Pausing):
    def deadlines(self) -> list[Json]:
        told = super().deadlines()
        for one in told:
            if one["seat"] == VICTIM and one["stops"]:
                one["stops"] = []
                one["due_at"] = utc(self.playing.clock.deadline_from(self.since, self.base))
        return told


class NotEnded(Pausing):
    """Somebody ends it after an hour, and the deadlines stay as late as they were."""

    def pause(self, begin: Any, end: Any) -> None:
        super().pause(begin, end)
        self.playing.now += timedelta(hours=1)
        self.playing.tell("pause_ended", seat=VICTIM)


class EndedTwice(Pausing):
    """A pause that is over becomes longer when it is ended once more."""

    def pause(self, begin: Any, end: Any) -> None:
        super().pause(begin, end)
        self.playing.now = end
        self.playing.tell("pause_ended", seat=VICTIM)


class Backdated(Pausing):
    def pause(self, begin: Any, end: Any) -> None:
        super().pause(begin, end)
        paused = next(e for e in self.playing.events if e["type"] == "paused")
        paused["data"]["from"] = utc(begin - timedelta(seconds=30))


def played(turn: type[Pausing], game: type[Game] = Game) -> Game:
    return game("pauses", turn)


@pytest.mark.parametrize("game", [Game, WithVacations])
def test_a_pause_moves_all_deadlines(verifier: Verifier, game: type[Game]) -> None:
    honest = played(Pausing, game)
    event_of(honest, "paused")
    event_of(honest, "deadlines_moved", turn=PAUSED_IN)
    assert judge(verifier, honest).sound


def test_a_pause_that_is_left_out_for_one_seat_is_refused(verifier: Verifier) -> None:
    forged = played(LeftOutForHer, WithVacations)
    moved = event_of(forged, "deadlines_moved", turn=PAUSED_IN)
    verdict = judge(verifier, forged)
    place = f"/log/events/{moved}/data/deadlines"
    assert (verdict.check, verdict.place) == ("times", place), verdict


def test_a_pause_that_was_ended_and_goes_on_is_refused(verifier: Verifier) -> None:
    forged = played(NotEnded)
    verdict = judge(verifier, forged)
    assert verdict.check == "times", verdict
    assert verdict.what == "comes where a pause of the log has not moved the deadlines"


def test_the_end_of_a_pause_that_is_over_is_refused(verifier: Verifier) -> None:
    forged = played(EndedTwice)
    verdict = judge(verifier, forged)
    place = f"/log/events/{event_of(forged, 'pause_ended')}/data"
    assert (verdict.check, verdict.place) == ("times", place), verdict


def test_a_pause_from_a_time_before_it_was_agreed_is_refused(verifier: Verifier) -> None:
    forged = played(Backdated)
    verdict = judge(verifier, forged)
    place = f"/log/events/{event_of(forged, 'paused')}/data/from"
    assert (verdict.check, verdict.place) == ("times", place), verdict


@pytest.mark.parametrize("zone", ["europe/berlin", "posix/Europe/Berlin", "+01:00", "../etc"])
def test_a_zone_that_only_some_machines_know_is_none(
    verifier: Verifier, tide: Json, zone: str
) -> None:
    _, created = next(events(tide, "created"))
    hours = {"zone": zone, "days": ["mon"], "from": "08:00", "to": "09:00"}
    created["data"]["clock"]["hours"] = hours
    verdict = judged(verifier, sealed_up(tide))
    place = "/log/events/0/data/clock/hours/zone"
    assert (verdict.check, verdict.place) == ("form", place), verdict
