"""High Tide in the terminal: the goes of the players, the track, and the beaches."""

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Any

from games.text.display import WIDTH, Display, Paint
from games.text.high_tide_board import LETTERS, MARGIN, SHORT, Board, pair_text

Json = dict[str, Any]

NAME = 20
"""The width of a player's name before the words for their go."""
COLUMN = 14
DOINGS = {
    "rolled": "rolls {pair}",
    "declined": "lays it on space {space}",
    "taken": "takes {pair} from space {space}",
    "rerolled": "re-rolls {dice}: {pair}",
    "tile_used": "uses {tile}, {how}",
    "open_dice": "has the open dice, {pair}",
    "chair_moved": "{beach} {start}>{end}{water}",
    "coin_taken": "takes the {beach} coin {value}",
}
"""The words for a player's actions, by type of event."""
TILES = {
    "B1": "pushes the rental",
    "B2": "plays at once",
    "B3": "{beach} by {steps}",
    "B4": "the {die} die moves {beach} too",
    "B5": "re-rolls the {die} die",
    "B6": "left {left:+}, right {right:+}",
    "B7": "the {die} die counts as {colour}",
    "B8": "takes from space {space} instead",
    "B9": "the {die} die moves back",
}


class HighTideText(Display):
    """The display of High Tide: one paragraph for each player's go."""

    verbs = {
        "roll": ("würfeln", "würfle"),
        "take": ("nimm", "nehmen", "nehme"),
        "accept": ("annehmen", "ja", "yes"),
        "decline": ("ablehnen", "nein", "no"),
        "move": ("ziehen", "ziehe"),
        "coin": ("münze",),
        "pass": ("passen", "passe"),
        "tile": ("plättchen",),
    }

    def __init__(self, game: Json, paint: Paint) -> None:
        super().__init__(game, paint)
        self.board = Board(game, paint)
        self.decision = ""
        self.done: list[tuple[int, str]] = []
        """The actions since the last line, each with its seat."""

    def legend_lines(self) -> Iterator[str]:
        players = [f"{LETTERS[seat]} {name}" for seat, name in enumerate(self.names)]
        yield from wrap(f"Chairs and towels: {', '.join(players)}.", WIDTH)
        colours = ", ".join(f"{short} {colour}" for colour, short in SHORT.items())
        yield from wrap(f"Dice: {colours}; bk4 is a black 4.", WIDTH)
        yield "Each beach runs from the bar to the water (~): nearest to it is best, in it is worth nothing."
        yield "Of chairs on one space the right one is ahead. Figures on the sand are coins. At the end of a"
        yield "row stand the letter of whoever surfs there, and ! for a shark alert. Pairs lie on the track"
        yield "until they are taken; spaces from the rental on are not available for them."

    def event_lines(self, event: Json) -> Iterator[str]:
        data = event["data"]
        match event["type"]:
            case "turn_opened":
                self.decision = data["decision"]
            case "turn_closed":
                self.done += [
                    (answer["seat"], said)
                    for answer in data["actions"]
                    if (said := self._describe_answer(answer["action"]))
                ]
            case "go_began" | "surfers_revealed" | "game_ended" | "shark_came" | "wave_laid":
                yield from self._action_lines()
        self.board.apply_event(event)
        match event["type"]:
            case "round_began":
                yield from self._round_lines(data)
            case "game_ended":
                yield ""
                yield from self.board.beach_rows()
                yield from self.board.possession_lines()
            case "surfers_revealed":
                tiles = zip(LETTERS, data["surfers"], strict=False)
                said = ", ".join(f"{letter} {beach}" for letter, beach in tiles)
                yield f"  The surfer tiles are turned up: {said}."
            case "towel_placed":
                yield from self._action_lines()
                yield self.board.along_the_track()
            case "last_pair_rolled" | "shark_came" | "wave_laid" | "tile_gained" | "point_gained":
                yield f"  {self._of_the_round(event['type'], data)}"
            case happening:
                said = _did(happening, data)
                if said:
                    self.done.append((data["seat"], said))

    def result_lines(self, result: Json, stages: Sequence[Json]) -> Iterator[str]:
        points = stages[-1]["points"]
        yield ""
        yield self.paint.heading(self._table_row("points", self.names))
        for beach in points["beaches"]:
            yield self._table_row(beach["beach"], beach["points"])
        for title in ("coins", "open_dice"):
            if any(points[title]):
                yield self._table_row(title.replace("_", " "), points[title])
        yield self._table_row("in all", points["totals"])
        yield from super().result_lines(result, stages)

    def _table_row(self, title: str, cells: Sequence[object]) -> str:
        shown = "".join(f"{str(cell)[: COLUMN - 1]:<{COLUMN}}" for cell in cells)
        return f"{title:<{MARGIN}}{shown}".rstrip()

    def _round_lines(self, data: Json) -> Iterator[str]:
        order = " ".join(LETTERS[seat] for seat in data["order"])
        alert = f", shark alert on {data['alert']}" if data["alert"] else ""
        yield ""
        yield self.paint.heading(f"Round {data['round']}: {order} play in this order{alert}")
        yield from self.board.beach_rows()
        yield from self.board.possession_lines()

    def _action_lines(self) -> Iterator[str]:
        """Yield the lines for all actions since the last ones, one or more for each player."""
        while self.done:
            seat, _ = self.done[0]
            others = (place for place, (other, _) in enumerate(self.done) if other != seat)
            until = next(others, len(self.done))
            own, self.done = self.done[:until], self.done[until:]
            text = wrap("; ".join(said for _, said in own), WIDTH - NAME)
            name = f"  {LETTERS[seat]} {self.names[seat]}"
            yield self.paint.heading(f"{name[: NAME - 1]:<{NAME}}") + text[0]
            yield from [f"{'':<{NAME}}{line}" for line in text[1:]]

    def _describe_answer(self, action: Json) -> str:
        """Return words for an answer that no event tells of; empty for all others."""
        match action:
            case {"type": "accept"}:
                return "accepts"
            case {"type": "reroll", "dice": []}:
                return "re-rolls none"
            case {"type": "pass"}:
                return "leaves a coin" if self.decision == "coin" else "uses no tile now"
        return ""

    def _of_the_round(self, happening: str, data: Json) -> str:
        seat = data.get("seat")
        who = "nobody" if seat is None else f"{LETTERS[seat]} {self.names[seat]}"
        match happening:
            case "last_pair_rolled":
                return f"No pair is left: {pair_text(data['pair'])} is rolled for the waves."
            case "shark_came":
                flees = (
                    f"{who} flees {data['start']}>{data['end']}" if data["start"] else "no chair"
                )
                return f"A shark on {data['beach']}, distance {data['distance']}: {flees}."
            case "wave_laid":
                wet = " ".join(LETTERS[flooded] for flooded in data["flooded"])
                stand = self.paint.bad(f", {wet} in it") if wet else ""
                return (
                    f"A {data['size']} wave on {data['beach']}: water from {data['water']}{stand}."
                )
            case "tile_gained":
                return f"{who} gains {data['tile']} for the open dice; {data['next']} is next."
        return f"{who} gains {data['points']} point for the open dice."


def _did(happening: str, data: Json) -> str:
    """Return words for a player's action in an event; empty for other events."""
    if happening not in DOINGS:
        return ""
    facts = dict(data)
    if "pair" in data:
        facts["pair"] = pair_text(data["pair"])
    if happening == "rerolled":
        facts["dice"] = " and ".join(data["dice"])
    if happening == "chair_moved":
        facts["water"] = " into the water" if data["in_water"] else ""
    if happening == "tile_used":
        use = data["action"]
        facts = {"tile": use["tile"], "how": TILES[use["tile"]].format_map(use)}
    return DOINGS[happening].format_map(facts)
