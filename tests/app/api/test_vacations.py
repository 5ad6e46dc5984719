"""GET and POST /me/vacations, DELETE /me/vacations/{id}."""

from datetime import timedelta
from typing import Any

import pytest

from tests.app.api.calls import DAY, announces, day, goes, written
from tests.app.api.refusals import nothing_changes, refused
from tests.moving_time import MONDAY, Time, moment
from tests.people import Person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("time")]


def writes(person: Person, since: str, until: str) -> dict[str, str]:
    """Announce a vacation in times of other zones than UTC, in which the server never writes."""
    said = person._client.post(
        "/api/v1/me/vacations",
        {"from": since, "until": until},
        content_type="application/json",
        headers={"Authorization": f"Bearer {person.token}"},
    )
    assert said.status_code == 201, said.content
    announced: dict[str, str] = said.json()
    return announced


def days_left(person: Person) -> dict[int, float]:
    """What is left of each year's allowance, in days."""
    years = person.get("/me/vacations").json["allowance"]["years"]
    hours = {one["year"]: one["left"].removeprefix("PT").removesuffix("H") for one in years}
    return {year: int(left.removesuffix("0S") or 0) / 24 for year, left in hours.items()}


# -- announced


def test_a_vacation_is_announced_from_when_to_when(ann: Person) -> None:
    since, until = day(2027, 8, 1), day(2027, 8, 15)
    said = announces(ann, since, until)
    assert said.status == 201
    assert (moment(said.json["from"]), moment(said.json["until"])) == (since, until)
    assert moment(said.json["created_at"]) == MONDAY
    listed = ann.get("/me/vacations").json
    assert listed["results"] == [said.json]
    assert listed["allowance"]["days_a_year"] == 30
    assert days_left(ann) == {2027: 16, 2028: 30}


def test_nobody_can_guess_the_id_of_a_vacation(ann: Person, bob: Person) -> None:
    ids = [announces(who, day(2027, 8, 1), day(2027, 8, 2)).json["id"] for who in (ann, bob)]
    assert [len(one) for one in ids] == [12, 12]
    assert len(set(ids)) == 2
    with nothing_changes():
        refused(bob.delete(f"/me/vacations/{ids[0]}"), 404, "vacation_not_found")
        refused(ann.delete("/me/vacations/1"), 404, "vacation_not_found")


def test_without_a_beginning_it_begins_now(ann: Person) -> None:
    said = ann.post("/me/vacations", {"until": written(MONDAY + 5 * DAY)})
    assert moment(said.json["from"]) == MONDAY


def test_a_moment_may_be_written_in_any_zone(ann: Person) -> None:
    said = writes(ann, "2027-08-01T00:00:00+02:00", "2027-08-02T12:30:00.5-05:30")
    assert said["from"] == "2027-07-31T22:00:00Z"
    assert said["until"] == "2027-08-02T18:00:00.500000Z"


def test_vacations_are_listed_in_order_those_that_are_over_too(ann: Person, time: Time) -> None:
    goes(ann, day(2027, 9, 1), day(2027, 9, 2))
    goes(ann, MONDAY, MONDAY + DAY)
    time.goes_on(days=100)
    begin = [one["from"][:10] for one in ann.get("/me/vacations").json["results"]]
    assert begin == ["2027-03-01", "2027-09-01"]
    time.comes(day(2028, 1, 1))
    assert ann.get("/me/vacations").json["results"] == [], "of this year and the next"


# -- the allowance


def test_no_more_than_the_allowance_of_a_year_can_be_announced(ann: Person) -> None:
    goes(ann, day(2027, 4, 1), day(2027, 4, 21))
    with nothing_changes():
        said = announces(ann, day(2027, 6, 1), day(2027, 6, 11) + timedelta(seconds=1))
        refused(said, 409, "no_vacation_left")
        assert "10.0 days" in said.json["detail"]
    goes(ann, day(2027, 6, 1), day(2027, 6, 11))
    assert days_left(ann) == {2027: 0, 2028: 30}
    with nothing_changes():
        refused(announces(ann, day(2027, 7, 1), day(2027, 7, 2)), 409, "no_vacation_left")


def test_a_vacation_over_new_year_counts_in_each_year_for_its_days(ann: Person) -> None:
    goes(ann, day(2027, 12, 22), day(2028, 1, 13))
    assert days_left(ann) == {2027: 20, 2028: 18}


def test_it_is_refused_if_either_year_has_too_little_left(ann: Person, time: Time) -> None:
    goes(ann, day(2027, 5, 1), day(2027, 5, 26))
    with nothing_changes():
        said = announces(ann, day(2027, 12, 26), day(2028, 1, 2))
        refused(said, 409, "no_vacation_left")
        assert "2027" in said.json["detail"]
    goes(ann, day(2027, 12, 27), day(2028, 1, 26))
    assert days_left(ann) == {2027: 0, 2028: 5}
    with nothing_changes():
        said = announces(ann, day(2028, 2, 1), day(2028, 2, 7))
        refused(said, 409, "no_vacation_left")
        assert "2028" in said.json["detail"]


def test_the_year_is_that_of_utc(ann: Person) -> None:
    writes(ann, "2028-01-01T00:00:00+01:00", "2028-01-02T00:00:00+01:00")
    left = [one["left"] for one in ann.get("/me/vacations").json["allowance"]["years"]]
    assert left == ["PT719H", "PT697H"]


def test_where_the_operator_allows_none_there_is_none(ann: Person, settings: Any) -> None:
    settings.TIDE_MAX_VACATION_DAYS_PER_YEAR = 0
    with nothing_changes():
        refused(announces(ann, day(2027, 8, 1), day(2027, 8, 2)), 409, "no_vacation_left")


# -- overlaps


@pytest.mark.parametrize(
    ("since", "until"), [(5, 12), (12, 18), (18, 25), (8, 22), (10, 20)], ids=str
)
def test_two_vacations_may_not_overlap(ann: Person, since: int, until: int) -> None:
    goes(ann, day(2027, 8, 10), day(2027, 8, 20))
    with nothing_changes():
        said = announces(ann, day(2027, 8, since), day(2027, 8, until))
        refused(said, 409, "vacation_overlaps")


def test_but_one_may_begin_when_another_ends(ann: Person) -> None:
    goes(ann, day(2027, 8, 10), day(2027, 8, 15))
    goes(ann, day(2027, 8, 15), day(2027, 8, 20))
    goes(ann, day(2027, 8, 5), day(2027, 8, 10))
    assert days_left(ann)[2027] == 15


# -- ended


def test_a_vacation_can_be_ended_early_and_the_rest_of_it_used_again(
    ann: Person, time: Time
) -> None:
    address = goes(ann, MONDAY, MONDAY + 20 * DAY)
    time.goes_on(days=5)
    said = ann.delete(address)
    assert (said.status, said.raw) == (204, b"")
    (shown,) = ann.get("/me/vacations").json["results"]
    assert moment(shown["until"]) == time.now
    assert days_left(ann)[2027] == 25
    with nothing_changes():
        refused(ann.delete(address), 409, "vacation_over")
    goes(ann, time.now, time.now + 25 * DAY)


def test_a_vacation_that_is_called_off_before_it_began_has_never_been(ann: Person) -> None:
    address = goes(ann, day(2027, 8, 10), day(2027, 8, 20))
    assert ann.delete(address).status == 204
    assert ann.get("/me/vacations").json["results"] == []
    assert days_left(ann)[2027] == 30
    with nothing_changes():
        refused(ann.delete(address), 409, "vacation_over")
    goes(ann, day(2027, 8, 5), day(2027, 8, 15))


def test_a_vacation_that_is_over_cannot_be_ended(ann: Person, time: Time) -> None:
    address = goes(ann, MONDAY, MONDAY + DAY)
    time.goes_on(days=1)
    with nothing_changes():
        refused(ann.delete(address), 409, "vacation_over")
        refused(ann.delete("/me/vacations/none"), 404, "vacation_not_found")


# -- refused
