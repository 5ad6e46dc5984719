"""Every call that reads something of a game, and what each viewer is answered: to be the same afterwards."""

from collections.abc import Iterator, Sequence
from typing import Any

from games.models import Game
from tests.people import Answer, Person

Said = tuple[int, bytes, str | None, str | None]
"""The status, the body, the entity tag, and where the next page is."""
PAGE = 37
"""Events on a page: so many that pages end within turns."""


def of_game(game: str, viewer: Person) -> dict[str, Said]:
    """What one viewer is answered by every call that reads this game."""
    turns = Game.objects.values_list("turn_number", flat=True).get(pk=game)
    calls = [
        *("", "/stages", "/record", "/stream?after=100000", "/messages"),
        *("/events?after=latest", "/events?after=my_answer"),
        *(f"/turns/{number}" for number in range(turns + 2)),
        *(f"/turns/{number}/submission" for number in range(turns + 2)),
    ]
    found = {one: _said(viewer.get(f"/games/{game}{one}")) for one in calls}
    return found | dict(pages(viewer, f"/games/{game}/events"))


def of_player(viewer: Person) -> dict[str, Said]:
    """What she is answered of all her games: her feed with its numbers, her home, what others see of her."""
    calls = ["/me/games", "/me/turns", f"/players/{viewer.name}", f"/games?player={viewer.name}"]
    found = {one: _said(viewer.get(one)) for one in calls}
    return found | dict(pages(viewer, "/me/events"))


def everything(games: Sequence[str], people: Sequence[Person], stranger: Person) -> Any:
    """What everybody is answered. Feeds are read first, because reading gives them their numbers."""
    mine = {person.name: of_player(person) for person in people}
    theirs = {
        (game, viewer.name): of_game(game, viewer)
        for game in games
        for viewer in (*people, stranger)
    }
    return {**mine, **theirs}


def pages(viewer: Person, path: str) -> Iterator[tuple[str, Said]]:
    """A feed from its beginning to its end."""
    after = 0
    while True:
        said = viewer.get(path, after=after, page_size=PAGE)
        yield f"{path} after {after}", _said(said)
        if said.status != 200 or not said.json["results"]:
            return
        after = said.json["results"][-1]["number"]


def _said(answer: Answer) -> Said:
    return (
        answer.status,
        answer.raw_but_id,
        answer.headers.get("ETag"),
        answer.headers.get("Link"),
    )
