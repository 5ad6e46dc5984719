"""Seats, holders and the open turn, while the log is read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from verify.python.faults import Fault, Json, at, same


class Table:
    """Who holds which seat, and which turn is open, while the log is read."""

    def __init__(self) -> None:
        self.seats: list[Json] = []
        """By seat, whose it is: a participant's id, None for a bot's from the start."""
        self.bots: list[Json] = []
        """By seat, the bot that plays in it now."""
        self.resigned: list[bool] = []
        """By seat, whether its player has given it up."""
        self.texts: list[Json] = []
        """By seat, the hash of the text that its first player gave for the deal."""
        self.came: dict[int, Json] = {}
        """Who has sat down before the start, by seat: a participant, a bot, and a text's hash."""
        self.host: Json = None
        self.size = 0
        self.when_full = True
        """Whether the game starts as soon as all seats are taken."""
        self.opened = 0
        self.closed = 0

    @property
    def turn(self) -> int:
        """The number of the open turn, 0 if none is open."""
        return self.opened if self.opened > self.closed else 0

    def read(self, event: Json, place: str) -> None:
        """Take an event into account. Raises `Fault` where it cannot come now."""
        kind, data = event["type"], event["data"]
        if (kind == "created") != (event["number"] == 1):
            raise Fault(at(place, "type"), "created is the first event, and no other is")
        if kind in ("joined", "left", "entropy_given", "started") and self.seats:
            raise Fault(at(place, "type"), "comes after the start")
        if kind in ("stand_in", "returned", "seat_taken", "turn_opened") and not self.seats:
            raise Fault(at(place, "type"), "comes before the start")
        full = len(self.came) == self.size and not self.seats and event["number"] > 1
        if full and self.when_full and kind != "started":
            raise Fault(
                at(place, "type"), "comes where all seats are taken, so that the game starts"
            )
        handler = self.HANDLERS.get(kind)
        if handler is not None:
            handler(self, data, at(place, "data"))
        if event["number"] == 2:
            self._seat_host(kind, data, place)

    def owner(self, seat: int) -> Json:
        """The participant whose seat it is, here or absent; None of a bot's, or one that was given up."""
        return None if self.resigned[seat] else self.seats[seat]

    def _seat_host(self, kind: str, data: Json, place: str) -> None:
        """Whoever opens a game is seated by the same call, which is the first to show the commitment."""
        if kind != "joined":
            raise Fault(at(place, "type"), "is not the joined of the host")
        place = at(place, "data")
        same(data["player"], self.host, at(place, "player"), "/log/events/0/data/host")
        if data["entropy"] is not None:
            raise Fault(at(place, "entropy"), "was given before the commitment was shown")

    def _created(self, data: Json, place: str) -> None:
        self.host = data["host"]
        self.size, self.when_full = data["seats"], data["start"] == "full"
        first = data["seats"] - len(data["bots"])
        self.came = {first + number: (None, bot, None) for number, bot in enumerate(data["bots"])}

    def _joined(self, data: Json, place: str) -> None:
        if data["seat"] in self.came:
            raise Fault(at(place, "seat"), "is taken")
        self._refuse_second_seat([player for player, _, _ in self.came.values()], data, place)
        self.came[data["seat"]] = (data["player"], None, data["entropy"])

    def _left(self, data: Json, place: str) -> None:
        player, _, _ = self.came.pop(data["seat"], (None, None, None))
        if player != data["player"]:
            raise Fault(place, "has not sat there")

    def _entropy_given(self, data: Json, place: str) -> None:
        player, bot, _ = self.came.get(data["seat"], (None, None, None))
        if player is None:
            raise Fault(at(place, "seat"), "is no player's")
        self.came[data["seat"]] = (player, bot, data["entropy"])

    def _started(self, data: Json, place: str) -> None:
        holders = [self.came[seat] for seat in sorted(self.came)]
        right = [
            {"seat": seat, "player": player, "bot": bot}
            for seat, (player, bot, _) in enumerate(holders)
        ]
        same(data["seats"], right, at(place, "seats"), "who had sat down")
        texts = [text for _, _, text in holders]
        same(data["entropy"], texts, at(place, "entropy"), "what they had given")
        self.seats = [player for player, _, _ in holders]
        self.bots = [bot for _, bot, _ in holders]
        self.resigned = [False] * len(holders)
        self.texts = texts

    def _stand_in(self, data: Json, place: str) -> None:
        same(data["player"], self.owner(data["seat"]), at(place, "player"), "whose seat it was")
        self.bots[data["seat"]] = data["bot"]
        self.resigned[data["seat"]] = data["away"] == "resigned"

    def _seat_taken(self, data: Json, place: str) -> None:
        self._vacant(data, place)
        self._refuse_second_seat(self.seats, data, place)
        self.seats[data["seat"]] = data["player"]

    def _returned(self, data: Json, place: str) -> None:
        self._vacant(data, place)
        same(data["player"], self.seats[data["seat"]], at(place, "player"), "who held the seat")
        self.bots[data["seat"]] = None
        self.resigned[data["seat"]] = False

    def _vacant(self, data: Json, place: str) -> None:
        if self.bots[data["seat"]] is None or self.seats[data["seat"]] is None:
            raise Fault(at(place, "seat"), "is not vacant")

    def _refuse_second_seat(self, holders: Iterable[Json], data: Json, place: str) -> None:
        if data["player"] in holders:
            raise Fault(at(place, "player"), "has a seat already")

    def _turn_opened(self, data: Json, place: str) -> None:
        if self.turn:
            raise Fault(at(place, "turn"), f"turn {self.turn} is still open")
        self.opened += 1
        same(data["turn"], self.opened, at(place, "turn"), "the turns before")

    def _turn_closed(self, data: Json, place: str) -> None:
        same(data["turn"], self.turn, at(place, "turn"), "the open turn")
        self.closed += 1

    HANDLERS: Mapping[str, Callable[[Table, Json, str], None]] = {
        "created": _created,
        "joined": _joined,
        "left": _left,
        "entropy_given": _entropy_given,
        "started": _started,
        "stand_in": _stand_in,
        "seat_taken": _seat_taken,
        "returned": _returned,
        "turn_opened": _turn_opened,
        "turn_closed": _turn_closed,
    }
    """What each type of event changes."""


def read_log(record: Json) -> Iterator[tuple[str, Json, Table]]:
    """Each event with its place, and the table as it stands right after it."""
    table = Table()
    for number, event in enumerate(record["log"]["events"]):
        place = f"/log/events/{number}"
        table.read(event, place)
        if len(table.seats) not in (0, len(record["seats"])):
            raise Fault("/seats", f"are not {len(table.seats)} as at {place}")
        yield place, event, table
