"""What a player has kept, compared with the record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from packages.verify.python.draws import text_hash
from packages.verify.python.faults import Fault, Json, at, same, show
from packages.verify.python.fields import CHOSEN_BY, HASH, NONCE, TIME, WORD
from packages.verify.python.forms import Form, any_object, members, text, whole
from packages.verify.python.hashes import answer_commitment
from packages.verify.python.proofs import PROOF, check_kept_proof
from packages.verify.python.seals import Seals
from packages.verify.python.table import Table, read_log

RECEIPT = members(
    {
        "game": WORD,
        "turn": whole(1),
        "seat": whole(0),
        "action": any_object,
        "by": CHOSEN_BY,
        "commitment": HASH,
        "nonce": NONCE,
        "sealed_at": TIME,
    },
    more=True,
)
WITHDRAWAL = members(
    {
        "game": WORD,
        "turn": whole(1),
        "seat": whole(0),
        "commitment": HASH,
        "withdrawn_at": TIME,
    },
    more=True,
)
TEXT_RECEIPT = members(
    {"game": WORD, "seat": whole(0), "participant": WORD, "entropy": HASH, "given_at": TIME},
    more=True,
)
OWN_TEXT = members(
    {"game": WORD, "seat": whole(0), "text": text(r"(?s:.{1,200})", "text for a deal")}
)


class Deed:
    """What the log says that a player has done in her seat: sealed, withdrawn, or given a text."""

    def __init__(self, place: str, event: Json, player: Json) -> None:
        self.place = place
        self.kind = event["type"]
        self.data = event["data"]
        self.at = event["at"]
        self.player = player
        self.seat = event["data"]["seat"]
        self.now: int | None = self.seat
        """The seat as it is numbered since the start; None if she had left it by then."""
        self.covered = False
        """Whether something kept is about it."""
        self.others = False
        """Whether it was not her own doing, or may not have been: a bot's, the clock's, an order's."""

    @property
    def is_text(self) -> bool:
        return self.kind in ("joined", "entropy_given")


class Kept:
    """What a player has kept of a game, compared with the record as it is read."""

    def __init__(self, record: Json) -> None:
        self.record = record
        self.deeds: list[Deed] = []
        self.claimed: set[int] = set()
        """The seats in which something was kept."""
        self.keepers: set[Json] = set()
        """The participants as whom something was kept."""
        self.held: dict[int, set[Json]] = {seat: set() for seat in range(len(record["seats"]))}
        """By seat, whoever has held it."""
        seals = Seals(record)
        for place, event, table in read_log(record):
            seals.read(place, event, table)
            self._note(place, event, table, seals)
            for seat, player in enumerate(table.seats):
                self.held[seat].add(player)
        self._excuse(seals)

    def _note(self, place: str, event: Json, table: Table, seals: Seals) -> None:
        kind, data = event["type"], event["data"]
        if kind in ("sealed", "withdrawn"):
            deed = Deed(place, event, table.seats[data["seat"]])
            if kind == "sealed":
                bot = table.bots[data["seat"]] is not None
                deed.others = bot or seals.standing[data["seat"]].late
            self.deeds.append(deed)
        elif kind == "entropy_given" or (kind == "joined" and data["entropy"] is not None):
            player, _, _ = table.came[data["seat"]]
            self.deeds.append(Deed(place, event, player))
        elif kind == "started":
            for deed in self.deeds:
                seats = [n for n, player in enumerate(table.seats) if player == deed.player]
                deed.now = seats[0] if seats else None

    def _excuse(self, seals: Seals) -> None:
        """Seals that are known to be somebody else's doing: of orders, and of who chose what was shown."""
        shown = {
            (turn["number"], played["seat"]): played["by"]
            for turn in self.record["turns"]
            for played in turn["actions"]
        }
        followed = [
            (item["data"]["turn"], item["data"]["seat"], item["at"])
            for turn in self.record["turns"]
            for item in turn["private"]["told"]
            if item["type"] == "order_followed"
        ]
        for deed in self.deeds:
            if deed.kind == "sealed" and deed.data["replaces"] is not None:
                deed.others = False
            elif deed.kind == "sealed":
                turn, seat = deed.data["turn"], deed.data["seat"]
                standing = seals.answered[turn, seat]
                if standing.commitment == deed.data["commitment"]:
                    deed.others = shown[turn, seat] != "player"
                elif (turn, seat, deed.at) in followed:
                    deed.others = True

    # -- each of the things kept

    def check(self, one: Json, place: str) -> None:
        """Raise a `Fault` unless the record tells of it alike."""
        any_object(one, place)
        kinds: tuple[tuple[str, Form, Form], ...] = (
            ("algorithm", PROOF, self._proof),
            ("withdrawn_at", WITHDRAWAL, self._withdrawal),
            ("given_at", TEXT_RECEIPT, self._text_receipt),
            ("text", OWN_TEXT, self._own_text),
            ("nonce", RECEIPT, self._receipt),
        )
        _, form, check = next((kind for kind in kinds if kind[0] in one), kinds[-1])
        form(one, place)
        same(one["game"], self.record["game"], at(place, "game"), "the record")
        check(one, place)

    def _proof(self, proof: Json, place: str) -> None:
        check_kept_proof(self.record, proof, place)

    def _receipt(self, receipt: Json, place: str) -> None:
        """The answer that the receipt is for stands in the log, or was opened with its turn."""
        nonce, action = receipt["nonce"], receipt["action"]
        seat, number = receipt["seat"], receipt["turn"]
        commitment = answer_commitment(nonce, action, receipt["game"], seat, number)
        same(receipt["commitment"], commitment, at(place, "commitment"), "its nonce and action")
        found = self._find(receipt, "sealed", "commitment")
        if found is not None:
            same(receipt["sealed_at"], found.at, at(place, "sealed_at"), found.place)
            self._cover(found)
        # What the clock answered when it closed the turn was not told of before.
        turns = self.record["turns"]
        shown = turns[number - 1]["actions"] if number <= len(turns) else []
        for played in shown:
            if (played["seat"], played["nonce"]) == (seat, nonce):
                source = f"/turns/{number - 1}/actions"
                same(action, played["action"], at(place, "action"), source)
                same(receipt["by"], played["by"], at(place, "by"), source)
                return
        if found is None:
            raise Fault(at(place, "commitment"), "is nowhere in /log/events")

    def _withdrawal(self, receipt: Json, place: str) -> None:
        found = self._find(receipt, "withdrawn", "commitment")
        if found is None or found.data["turn"] != receipt["turn"]:
            raise Fault(at(place, "commitment"), "is withdrawn nowhere in /log/events")
        same(receipt["withdrawn_at"], found.at, at(place, "withdrawn_at"), found.place)
        self._cover(found)

    def _text_receipt(self, receipt: Json, place: str) -> None:
        given = (receipt["participant"], receipt["entropy"], receipt["given_at"])
        for deed in self.deeds:
            if deed.is_text and given == (deed.player, deed.data["entropy"], deed.at):
                if receipt["seat"] != deed.now:
                    same(receipt["seat"], deed.seat, at(place, "seat"), deed.place)
                self._cover(deed)
                return
        raise Fault(
            at(place, "entropy"), "was given nowhere in /log/events by this participant then"
        )

    def _own_text(self, own: Json, place: str) -> None:
        texts = self.record["fairness"]["entropy"]
        bound = texts[own["seat"]] if own["seat"] < len(texts) else None
        hash_ = text_hash(own["text"])
        if bound != hash_:
            said = f"is the text of {hash_}, but {show(bound)} by /fairness/entropy"
            raise Fault(at(place, "text"), said)
        for deed in self.deeds:
            if deed.is_text and deed.now == own["seat"] and deed.data["entropy"] == hash_:
                self._cover(deed)

    def _find(self, receipt: Json, kind: str, name: str) -> Deed | None:
        """The event that a receipt is for."""
        return next(
            (
                deed
                for deed in self.deeds
                if (deed.kind, deed.seat) == (kind, receipt["seat"])
                and deed.data[name] == receipt[name]
            ),
            None,
        )

    def _cover(self, deed: Deed) -> None:
        deed.covered = True
        if deed.now is not None:
            self.claimed.add(deed.now)
            self.keepers.add(deed.player)

    # -- what nothing kept is about

    def uncovered(self, all_of: Sequence[int]) -> Iterator[str]:
        """For each seat of which something was kept, a line with what else the log tells of her there.

        Raises a `Fault` for the first such thing of a seat of which all has been kept.
        """
        for seat in sorted({*self.claimed, *all_of}):
            players = self.held[seat] & self.keepers or {self.record["seats"][seat]}
            own = [one for one in self.deeds if one.now == seat and one.player in players]
            missing = [one for one in own if not one.covered and not one.others]
            if missing and seat in all_of:
                deed = missing[0]
                raise Fault(
                    deed.place, f"{deed.kind} in seat {seat}, and nothing that was kept tells"
                )
            if missing:
                places = ", ".join(one.place for one in missing)
                yield f"not covered  seat {seat}: {places}"
            else:
                yield f"covered  seat {seat}: all that its player has sealed, withdrawn and given"
