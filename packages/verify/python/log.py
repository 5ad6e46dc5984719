"""The checks `chain` and `log`."""

from __future__ import annotations

from packages.verify.python.faults import Fault, Json, at, count, same
from packages.verify.python.hashes import next_head, written
from packages.verify.python.table import Table, read_log


def check_chain(record: Json) -> str:
    """The events follow one another without a gap, each bound to those before it."""
    log, head = record["log"], bytes(32)
    events = log["events"]
    for number, event in enumerate(events):
        place = f"/log/events/{number}"
        if event["number"] != number + 1:
            raise Fault(at(place, "number"), f"{event['number']} is not {number + 1}")
        head = next_head(head, record["game"], event)
        if written(head) != event["hash"]:
            raise Fault(place, "its hash does not follow from it, the events before it and /game")
        if (event["type"] == "finished") != (number == len(events) - 1):
            raise Fault(at(place, "type"), "finished is the last event, and no other is")
    if log["head"] != events[-1]["hash"]:
        raise Fault("/log/head", "is not the hash of the last event")
    return f"{count(len(events), 'event')} in one chain, its head {log['head']}"


def check_log(record: Json) -> str:
    """The log tells the same as the record, from the first seat taken to the result."""
    turns, table = record["turns"], Table()
    for place, event, now in read_log(record):
        table, data = now, event["data"]
        if event["type"] == "created":
            same(record["ruleset"], data["ruleset"], "/ruleset", place)
            same(record["options"], data["options"], "/options", place)
            told = data["commitment"]
            same(record["fairness"]["commitment"], told, "/fairness/commitment", place)
        elif event["type"] == "started":
            same(record["fairness"]["entropy"], data["entropy"], "/fairness/entropy", place)
        elif event["type"] in ("turn_opened", "turn_closed"):
            if data["turn"] > len(turns):
                raise Fault("/turns", f"end before turn {data['turn']}, see {place}")
            check_turn_told(turns[data["turn"] - 1], event, f"/turns/{data['turn'] - 1}", place)
        elif event["type"] == "finished":
            told = {name: data[name] for name in ("scores", "winners")}
            same(record["result"], told, "/result", place)
    if table.turn or table.closed != len(turns):
        raise Fault("/turns", f"are not {table.closed}, as many as the log tells the end of")
    same(record["seats"], table.seats, "/seats", "/log/events")
    same(record["bots"], table.bots, "/bots", "/log/events")
    return f"it tells of the same seats, {count(len(turns), 'turn')} and result"


def check_turn_told(turn: Json, event: Json, place: str, source: str) -> None:
    """What the log tells of a turn that opens or closes stands in the record as well."""
    opened = event["type"] == "turn_opened"
    own = {"due_at", "deadlines", "continues", "turn", "private"}
    told = {name: value for name, value in event["data"].items() if name not in own}
    later = {"number", "chance", "actions", "opened_at", "closed_at", "private"}
    of_opening = {name: value for name, value in turn.items() if name not in later}
    same(of_opening if opened else {"actions": turn["actions"]}, told, place, source)
    name = "opened_at" if opened else "closed_at"
    same(turn[name], event["at"], at(place, name), source)
