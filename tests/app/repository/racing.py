"""Races: things done at once in threads of their own, on a real PostgreSQL, and what is true then."""

from collections.abc import Callable, Iterator
from threading import Barrier, Thread
from typing import Any

from django.db import connection

from games.models import Log
from tests.app.api.calls import offer_seat, resign
from tests.event_log import logged_events
from tests.factories import make_game
from tests.people import Answer, People, Person

ROUNDS = 5
"""How often each race is run: who is first differs, what is true afterwards must not."""


def run_at_once(*deeds: Callable[[], Any]) -> list[Any]:
    """Do all of these in threads of their own that begin together; return their results in order."""
    results: list[Any] = [None] * len(deeds)
    gate = Barrier(len(deeds))

    def run(place: int, deed: Callable[[], Any]) -> None:
        try:
            gate.wait()
            results[place] = deed()
        except BaseException as error:  # noqa: BLE001  It is raised again below, where it is seen.
            results[place] = error
        finally:
            connection.close()

    threads = [Thread(target=run, args=(place, deed)) for place, deed in enumerate(deeds)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for result in results:
        if isinstance(result, BaseException):
            raise result
    return results


def make_rounds(make: Callable[..., str], *args: Any, **wish: Any) -> Iterator[str]:
    """Return so many games, made one after another, each when the race in the one before is over."""
    return (make(*args, **wish) for _ in range(ROUNDS))


def find_card(person: Person, game: str, place: int = 0) -> dict[str, Any]:
    action: dict[str, Any] = person.sees(game)["mine"]["legal_actions"][place]
    return action


def count_told(game: str, kind: str, **data: Any) -> int:
    """Return how often something was told of in a game's log."""
    return len(logged_events(game, kind, **data))


def has_no_gaps(game: str) -> bool:
    numbers = [event.number for event in logged_events(game)]
    return numbers == list(range(1, Log.objects.get(pk=game).event_number + 1))


def outcomes(answers: list[Answer]) -> list[tuple[int, str | None]]:
    return sorted((answer.status, answer.code) for answer in answers)


def make_offered_game(people: People, *seats: int) -> str:
    """Return a game in which these seats were resigned and are offered to dan."""
    game = make_game(people)
    for seat in seats:
        resign(people[seat], game)
        assert offer_seat(people[0], game, seat, "dan").status == 200
    return game
