"""A game told in plain text: a line for each thing that happens, the beaches after each round."""

from typing import Any

from games.rulesets.ruleset import Event

Json = dict[str, Any]

NAMES = ("Red", "Brown", "Green", "Beige", "Pink", "Blue")


def pair(dice: Json) -> str:
    left, right = dice["left"], dice["right"]
    return f"{left['colour']} {left['face']}, {right['colour']} {right['face']}"


def names(seats: list[int]) -> str:
    return " ".join(NAMES[seat] for seat in seats) or "nobody"


def answer(seat: int, action: Json, of: int) -> str:
    """What was answered, and out of how many answers."""
    fields = [str(value) for value in action.values()]
    return f"    {NAMES[seat]}: {' '.join(fields)}  (of {of})"


def event(happened: Event) -> str:
    facts = happened.data
    who = NAMES[facts["seat"]] if facts.get("seat") is not None else "nobody"
    match happened.type:
        case "round_began":
            alert = f", alert on {facts['alert']}" if facts["alert"] else ""
            text = f"\nRound {facts['round']}: {names(facts['order'])}{alert}"
        case "go_began":
            rental = facts["rental"] or "removed"
            text = f"  Go {facts['place']}: {who}, rental {rental}"
        case "chair_moved":
            water = " (water)" if facts["in_water"] else ""
            text = f"    {who} on {facts['beach']}: {facts['start']} -> {facts['end']}{water}"
        case "wave_laid":
            flooded = f", flooded: {names(facts['flooded'])}" if facts["flooded"] else ""
            text = (
                f"  {facts['size']} wave on {facts['beach']}, water from {facts['water']}{flooded}"
            )
        case "shark_came":
            text = f"  shark {facts['distance']} on {facts['beach']}: {who}"
        case "game_ended":
            text = f"\nThe end by {facts['ended_by']}"
        case _:
            text = f"    {happened.type.replace('_', ' ')}: {_plain(facts)}"
    return text


def _plain(facts: Json) -> str:
    words = []
    for name, value in facts.items():
        if name == "round":
            continue
        if name == "seat":
            words.append(NAMES[value])
        elif name == "pair":
            words.append(pair(value))
        elif name == "action":
            words += [str(field) for field in value.values() if field != "tile"]
        else:
            words.append(f"{name} {value}")
    return ", ".join(words)


def beaches(table: Json) -> list[str]:
    """Each beach on a line: its chairs by space, the water, the coins that lie there."""
    lines = []
    for beach in table["beaches"]:
        chairs = "  ".join(f"{row['space']} {names(row['seats'])}" for row in beach["chairs"])
        coins = "".join(f" {coin['space']}:{coin['value']}" for coin in beach["coins"] or [])
        with_coins = f" | coins{coins}" if beach["coins"] is not None else ""
        lines.append(f"  {beach['beach']:7}{chairs} | water {beach['water']}{with_coins}")
    return lines
