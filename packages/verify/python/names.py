"""The check `names`: participants and the names beside the record."""

from __future__ import annotations

from collections.abc import Iterator

from packages.verify.python.faults import Fault, Json, at, count, show

# By these members data name participants, in whichever types of events.
NAMED = {
    "created": "host",
    "joined": "player",
    "left": "player",
    "host_changed": "host",
    "stand_in": "player",
    "returned": "player",
    "seat_offered": "player",
    "offer_ended": "player",
    "seat_taken": "player",
    "offered_to_you": "host",
    "seat_lost": "player",
}


def participants(record: Json) -> Iterator[tuple[str, str]]:
    """Every participant that the record names, with the place."""
    told = [(f"/log/events/{number}", one) for number, one in enumerate(record["log"]["events"])]
    for number, turn in enumerate(record["turns"]):
        for item, one in enumerate(turn["private"]["told"]):
            place = f"/turns/{number}/private/told/{item}"
            yield at(place, "player"), one["player"]
            told.append((place, one))
    for place, one in told:
        if one["type"] in NAMED:
            name = NAMED[one["type"]]
            yield f"{place}/data/{name}", one["data"][name]
        elif one["type"] == "started":
            for seat, holder in enumerate(one["data"]["seats"]):
                if holder["player"] is not None:
                    yield f"{place}/data/seats/{seat}/player", holder["player"]


def check_names(record: Json) -> str:
    """Every participant has a name beside the record, and nobody else has."""
    players, named = record["players"], dict.fromkeys(one for _, one in participants(record))
    for place, one in participants(record):
        if one not in players:
            raise Fault("/players", f"have no name for {show(one)}, see {place}")
    for one in sorted(players):
        if one not in named:
            raise Fault(at("/players", one), "is named nowhere in the record")
    return f"{count(len(players), 'participant')}, whose names stand beside the record"
