"""What is told: by a game's log to all, and by a player's own feed to her."""

from typing import Any

from tests.people import Person

Json = dict[str, Any]


def log(person: Person, game: str, *kinds: str) -> list[Json]:
    """The events of a game, all or those of these types."""
    return _events(person, f"/games/{game}/events", kinds)


def feed(person: Person, *kinds: str) -> list[Json]:
    """What a player has heard in all her games, all or those events of these types."""
    heard = _events(person, "/me/events", ())
    assert [one["number"] for one in heard] == list(range(1, len(heard) + 1)), "numbered with gaps"
    return [one for one in heard if not kinds or one["type"] in kinds]


def data(events: list[Json]) -> list[Json]:
    """What events say, with names in the places of the ids under which a game knows its players."""
    return [_with_names(event["data"], event["players"]) for event in events]


def sealing(receipt: Json, replaces: Json | None = None) -> Json:
    """What all are told of a sealed answer, by its receipt and that of the answer before."""
    return {
        "turn": receipt["turn"],
        "seat": receipt["seat"],
        "commitment": receipt["commitment"],
        "replaces": None if replaces is None else replaces["commitment"],
    }


def without_nonce(played: Json) -> Json:
    """An answer as it was shown, where it was nobody's who could have told its nonce before."""
    nonce = played["nonce"]
    assert len(bytes.fromhex(nonce)) == 16
    return {name: value for name, value in played.items() if name != "nonce"}


def types(events: list[Json]) -> list[str]:
    return [event["type"] for event in events]


def _with_names(said: Any, players: dict[str, str]) -> Any:
    if isinstance(said, dict):
        return {name: _with_names(value, players) for name, value in said.items()}
    if isinstance(said, list):
        return [_with_names(value, players) for value in said]
    return players.get(said, said) if isinstance(said, str) else said


def _events(person: Person, address: str, kinds: tuple[str, ...]) -> list[Json]:
    found: list[Json] = []
    while True:
        after = found[-1]["number"] if found else 0
        said = person.get(address, after=after, page_size=100)
        assert said.status == 200, said.json
        found += said.json["results"]
        if said.json["next"] is None:
            return [event for event in found if not kinds or event["type"] in kinds]
