"""Finding and changing things in records, for forgers who can write all of a record, hashes included."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.thorough.verify import spec
from tests.thorough.verify.building import sealed_up
from tests.thorough.verify.verifiers import Verifier, judged

Json = dict[str, Any]
Forgery = Callable[[Json], str]
"""Changes a record wherever it tells of the same thing, and gives the place where the fault must be found."""


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


def another_card(record: Json, turn: int, played: Json) -> Json:
    """A play of another card that the seat has in its hand in this turn."""
    stage = record["turns"][turn]["stage"]
    hands = record["setup"]["hands"]
    gone = {
        one["action"]["card"]
        for before in record["turns"][: turn + 1]
        if before["stage"] == stage
        for one in before["actions"]
        if one["seat"] == played["seat"]
    }
    hand = hands[(played["seat"] - stage + 1) % len(hands)]
    return {"type": "play", "card": next(card for card in hand if card not in gone)}


def draws(record: Json) -> spec.Draws:
    """The game's chance, for a forger who draws again."""
    proof = record["fairness"]
    return spec.Draws(spec.game_seed(proof["server_seed"], record["game"], proof["entropy"]))


def rolls(record: Json) -> Iterator[tuple[int, int, Json]]:
    for turn in record["turns"]:
        for number, draw in enumerate(turn["chance"]):
            if "sides" in draw:
                yield turn["number"] - 1, number, draw


def by_name(forgeries: list[tuple[str, Forgery]]) -> pytest.MarkDecorator:
    names = [getattr(forgery, "__name__", "") for _, forgery in forgeries]
    return pytest.mark.parametrize(("check", "forgery"), forgeries, ids=names)


def caught(verifier: Verifier, record: Json, forgery: Forgery, check: str) -> None:
    """The verifier finds nothing wrong with the record, and with what the forger makes of it what is."""
    assert judged(verifier, record).sound
    place = forgery(record)
    verdict = judged(verifier, sealed_up(record))
    assert verdict.check == check, verdict
    if place:
        assert verdict.place == place, verdict
