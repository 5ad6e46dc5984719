"""What tests of races share: what was told, and tables whose players are away."""

from games.models import Log
from tests.app.repository.test_races import opened
from tests.event_log import logged_events
from tests.people import Answer, Person


def told(game: str, kind: str) -> int:
    """How often something was told of in a game's log."""
    return len(logged_events(game, kind))


def without_gaps(game: str) -> bool:
    numbers = [event.number for event in logged_events(game)]
    return numbers == list(range(1, Log.objects.get(pk=game).event_number + 1))


def outcomes(answers: list[Answer]) -> list[tuple[int, str | None]]:
    return sorted((answer.status, answer.code) for answer in answers)


def offered(people: list[Person], *seats: int) -> str:
    """A game in which these seats were resigned and are offered to dan."""
    ann = people[0]
    game = opened(people)
    for seat in seats:
        people[seat].post(f"/games/{game}/resign")
        assert ann.put(f"/games/{game}/seats/{seat}/offer", {"player": "dan"}).status == 200
    return game
