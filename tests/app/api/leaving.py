"""Going on vacation, for the tests of what that does."""

from datetime import UTC, datetime, timedelta

from tests.people import Answer, Person

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def day(year: int, month: int, day: int) -> datetime:
    return datetime(year, month, day, tzinfo=UTC)


def written(when: datetime) -> str:
    return when.isoformat().replace("+00:00", "Z")


def announces(person: Person, since: datetime, until: datetime) -> Answer:
    return person.post("/me/vacations", {"from": written(since), "until": written(until)})


def goes(person: Person, since: datetime, until: datetime) -> str:
    """Announce a vacation; its address."""
    said = announces(person, since, until)
    assert said.status == 201, said.json
    return f"/me/vacations/{said.json['id']}"
