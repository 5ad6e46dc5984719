"""Where a record tells of an answer, an opening, a closing: in its turns, and in its log."""

from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]


def events(record: Json, kind: str) -> Iterator[tuple[int, Json]]:
    """The events of a type, with their places in the log."""
    for number, event in enumerate(record["log"]["events"]):
        if event["type"] == kind:
            yield number, event


def closing(record: Json, turn: int) -> Json:
    """The data of the event that closes a turn, by its place in the record."""
    return told_of(record, "turn_closed", turn)


def opening(record: Json, turn: int) -> Json:
    return told_of(record, "turn_opened", turn)


def told_of(record: Json, kind: str, turn: int) -> Json:
    told: Iterator[Json] = (event["data"] for _, event in events(record, kind))
    return next(data for data in told if data["turn"] == turn + 1)


def answers(record: Json, *chosen_by: str) -> Iterator[tuple[int, int, Json]]:
    """The turn, the place and the action of every answer that was chosen by one of these."""
    for turn in record["turns"]:
        for number, played in enumerate(turn["actions"]):
            if played["by"] in chosen_by:
                yield turn["number"] - 1, number, played


def play(record: Json, turn: int, number: int, **other: Any) -> str:
    """Change an answer where it stands in the record and in the log; its place."""
    for actions in (record["turns"][turn]["actions"], closing(record, turn)["actions"]):
        actions[number] = {**actions[number], **other}
    return f"/turns/{turn}/actions/{number}"


def sealed(record: Json, turn: int, seat: int) -> int:
    """The place of the event by which the seat's answer to this turn stands sealed."""
    told = {"turn": turn + 1, "seat": seat}
    return [
        number
        for number, event in events(record, "sealed")
        if told.items() <= event["data"].items()
    ][-1]
