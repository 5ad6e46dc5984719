"""Seats, holders and the open turn, while the log is read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from packages.verify.python.faults import Fault, Json, at, same

IN_A_TURN = frozenset(
    (
        *("returned", "seat_offered", "offer_ended", "seat_taken"),
        *("pause_agreed", "pause_dropped", "pause_ended", "go_on_voted", "going_on", "vacation"),
    )
)
"""What only a deed of a player leads to. While a game is played a turn is always open."""


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
        self.next_host: Json = None
        """Who the next event has to make the host; None where the host stays."""
        self.offers: dict[int, Json] = {}
        """By vacant seat, the participant to whom it is offered."""
        self.arriving: int | None = None
        """The seat that was taken by the last event, and is given back by the next."""
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
        if kind in ("stand_in", "paused", "turn_opened") and not self.seats:
            raise Fault(at(place, "type"), "comes before the start")
        self._check_when(kind, at(place, "type"))
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

    def _check_when(self, kind: str, place: str) -> None:
        """Raise a `Fault` where the last event leaves no room for this one."""
        if kind in IN_A_TURN and not self.turn:
            raise Fault(place, "comes where no turn is open")
        if kind == "cancelled":
            raise Fault(place, "comes in a game that was played to its end")
        if (kind == "host_changed") != (self.next_host is not None):
            due = "is due" if self.next_host is not None else "is not due"
            raise Fault(place, f"comes where host_changed {due}")
        if self.arriving is not None and kind != "returned":
            raise Fault(place, "comes before the returned of who has taken a seat")

    def owner(self, seat: int) -> Json:
        """The participant whose seat it is, here or absent; None of a bot's, or one that was given up."""
        return None if self.resigned[seat] else self.seats[seat]

    def is_there(self, seat: int) -> bool:
        """Whether a player sits in a seat herself."""
        there = seat < len(self.seats) and self.owner(seat) is not None
        return there and self.bots[seat] is None

    def player_of(self, seat: int) -> Json:
        """The participant whose seat it is by now, also before the start; None if it is nobody's."""
        if self.seats:
            return self.owner(seat) if seat < len(self.seats) else None
        return self.came.get(seat, (None, None, None))[0]

    def _pass_on(self, players: Iterable[Json]) -> None:
        """Have the first of those who are there be the host; where nobody is, the host stays."""
        self.next_host = next((player for player in players if player is not None), None)

    def _there(self) -> list[Json]:
        return [self.seats[seat] for seat in range(len(self.seats)) if self.is_there(seat)]

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
        if data["seat"] >= self.size:
            raise Fault(at(place, "seat"), f"is none of {self.size}")
        if data["seat"] in self.came:
            raise Fault(at(place, "seat"), "is taken")
        self._refuse_second_seat([player for player, _, _ in self.came.values()], data, place)
        self.came[data["seat"]] = (data["player"], None, data["entropy"])

    def _left(self, data: Json, place: str) -> None:
        player, _, _ = self.came.pop(data["seat"], (None, None, None))
        if player != data["player"]:
            raise Fault(place, "has not sat there")
        left = [self.came[seat][0] for seat in sorted(self.came)]
        if all(one is None for one in left):
            raise Fault(place, "is the last player, with whom the game is called off")
        if player == self.host:
            self._pass_on(left)

    def _host_changed(self, data: Json, place: str) -> None:
        same(data["host"], self.next_host, at(place, "host"), "who is there")
        self.host, self.next_host = data["host"], None

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
        if data["player"] == self.host:
            self._pass_on(self._there())

    def _seat_offered(self, data: Json, place: str) -> None:
        self._vacant(data, place)
        others = [player for seat, player in enumerate(self.seats) if seat != data["seat"]]
        self._refuse_second_seat(others, data, place)
        if self.host not in map(self.owner, range(len(self.seats))):
            raise Fault(place, "comes where the host has no seat")
        self.offers[data["seat"]] = data["player"]

    def _offer_ended(self, data: Json, place: str) -> None:
        self._offered(data, place)
        del self.offers[data["seat"]]

    def _seat_taken(self, data: Json, place: str) -> None:
        self._vacant(data, place)
        self._refuse_second_seat(self.seats, data, place)
        self._offered(data, place)
        self.seats[data["seat"]] = data["player"]
        self.arriving = data["seat"]

    def _offered(self, data: Json, place: str) -> None:
        if self.offers.get(data["seat"]) != data["player"]:
            raise Fault(at(place, "player"), "is not who the seat is offered to")

    def _returned(self, data: Json, place: str) -> None:
        self._vacant(data, place)
        same(data["player"], self.seats[data["seat"]], at(place, "player"), "who held the seat")
        if self.arriving is not None:
            same(data["seat"], self.arriving, at(place, "seat"), "the seat that was taken")
        elif self.resigned[data["seat"]]:
            # What was given up for good is had again as others have it.
            self._offered(data, place)
        self.arriving = None
        self.offers.pop(data["seat"], None)
        self.bots[data["seat"]] = None
        self.resigned[data["seat"]] = False
        if self.host not in self._there():
            self._pass_on(self._there())

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
        "host_changed": _host_changed,
        "entropy_given": _entropy_given,
        "started": _started,
        "stand_in": _stand_in,
        "seat_offered": _seat_offered,
        "offer_ended": _offer_ended,
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
