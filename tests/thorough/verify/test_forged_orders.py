"""What time and standing orders have played: it follows from the record, and anything else is refused."""

from typing import Any

import pytest

from tests.thorough.verify import spec
from tests.thorough.verify.building import sealed_up
from tests.thorough.verify.dishonest import VICTIM, Cheating, Game, both_games, judge
from tests.thorough.verify.forging import Forgery, closing
from tests.thorough.verify.verifiers import Verifier, judged

Json = dict[str, Any]


class Late(Cheating):
    """A turn in which she was late and had no order, and in which the server does what it likes."""

    def can_cheat(self, chosen: dict[int, str]) -> bool:
        no_order = VICTIM not in self.playing.orders
        return chosen[VICTIM] == "clock" and VICTIM not in self.standing and no_order


class WrongFallback(Late):
    """The clock plays what harms her."""

    def cheat(self, chosen: dict[int, str]) -> None:
        self.answers[VICTIM] = self.another_answer()


class OrderWithoutAnOrder(Late):
    """The server says that she had left an order; her private list has none."""

    def cheat(self, chosen: dict[int, str]) -> None:
        self.answers[VICTIM] = self.another_answer()
        chosen[VICTIM] = "order"


class FollowedWithoutAnOrder(OrderWithoutAnOrder):
    """And it says that she was told so."""

    def cheat(self, chosen: dict[int, str]) -> None:
        super().cheat(chosen)
        action = self.rules.write_action(self.answers[VICTIM])
        told = {"turn": self.number, "seat": VICTIM, "action": action, "skipped": []}
        self.playing.publish_to(VICTIM, "order_followed", **told)


class ClockDespiteAnOrder(Cheating):
    """She had left an order that fits; the server has the clock play."""

    def can_cheat(self, chosen: dict[int, str]) -> bool:
        late = chosen[VICTIM] == "order" and self.playing.now >= self.dues[VICTIM]
        return late and VICTIM not in self.standing

    def cheat(self, chosen: dict[int, str]) -> None:
        self.answers[VICTIM] = self.rules.choose_fallback(self.state, VICTIM)
        chosen[VICTIM] = "clock"
        told = self.playing.private_events
        told[:] = [
            one
            for one in told
            if (one["type"], one["data"].get("seat")) != ("order_followed", VICTIM)
        ]


class AnotherWayOfFollowing(ClockDespiteAnOrder):
    """Her order says one thing; the server plays another, and tells her so."""

    def cheat(self, chosen: dict[int, str]) -> None:
        self.answers[VICTIM] = self.another_answer()
        action = self.rules.write_action(self.answers[VICTIM])
        self.playing.private_events[-1]["data"]["action"] = action

    def can_cheat(self, chosen: dict[int, str]) -> bool:
        told = self.playing.private_events
        hers = bool(told) and told[-1]["data"].get("seat") == VICTIM
        return hers and super().can_cheat(chosen)


def place_of(game: Game, tail: str) -> str:
    turn = game.turns[game.forged_in - 1]
    (number,) = [n for n, one in enumerate(turn["actions"]) if one["seat"] == VICTIM]
    return f"/turns/{game.forged_in - 1}/actions/{number}/{tail}"


@pytest.mark.parametrize("ruleset", ["turn_the_tide", "high_tide"])
@pytest.mark.parametrize(
    ("forgery", "tail"),
    [(WrongFallback, "action"), (OrderWithoutAnOrder, "by"), (ClockDespiteAnOrder, "by")],
    ids=["fallback", "order", "clock"],
)
def test_what_neither_time_nor_an_order_would_have_played_is_refused(
    verifier: Verifier, ruleset: str, forgery: type[Cheating], tail: str
) -> None:
    honest, forged = both_games(forgery, ruleset)
    assert judge(verifier, honest).sound
    verdict = judge(verifier, forged)
    assert (verdict.check, verdict.place) == ("rules", place_of(forged, tail)), verdict


@pytest.mark.parametrize("ruleset", ["turn_the_tide", "high_tide"])
def test_an_order_that_is_said_to_have_been_followed_and_was_never_given_is_refused(
    verifier: Verifier, ruleset: str
) -> None:
    honest, forged = both_games(FollowedWithoutAnOrder, ruleset)
    assert judge(verifier, honest).sound
    told = forged.turns[forged.forged_in - 1]["private"]["told"]
    verdict = judge(verifier, forged)
    place = f"/turns/{forged.forged_in - 1}/private/told/{len(told) - 1}"
    # Where she had given one and taken it back it has ended; in either case no order stands.
    assert (verdict.check, verdict.place) == ("rules", place), verdict


@pytest.mark.parametrize("ruleset", ["turn_the_tide", "high_tide"])
def test_an_order_that_is_followed_in_another_way_than_it_says_is_refused(
    verifier: Verifier, ruleset: str
) -> None:
    honest, forged = both_games(AnotherWayOfFollowing, ruleset)
    assert judge(verifier, honest).sound
    told = forged.turns[forged.forged_in - 1]["private"]["told"]
    verdict = judge(verifier, forged)
    place = f"/turns/{forged.forged_in - 1}/private/told/{len(told) - 1}/data/action"
    assert verdict.check == "rules"
    assert (verdict.place or "").startswith(place), verdict


# ---- changes of the private lists


def find(record: Json, kind: str) -> tuple[int, int, Json]:
    """The first entry of this type in a private list: its turn, its place and itself."""
    return next(
        (turn["number"] - 1, number, item)
        for turn in record["turns"]
        for number, item in enumerate(turn["private"]["told"])
        if item["type"] == kind
    )


def bound(record: Json) -> Json:
    """The record with all private lists hashed anew, as its forger would."""
    for turn in record["turns"]:
        private = turn["private"]
        told = closing(record, turn["number"] - 1)
        told["private"] = spec.private(private["salt"], private["told"])
    return sealed_up(record)


def an_order_given_by_nobody_of_the_seat(record: Json) -> str:
    turn, number, item = find(record, "order_given")
    item["player"] = next(one for one in record["players"] if one not in record["seats"])
    record["players"].setdefault(item["player"], "moth")
    return f"/turns/{turn}/private/told/{number}/player"


def an_order_that_was_not_for_at_once(record: Json) -> str:
    """It was followed long before the deadline."""
    _, _, item = find(record, "order_given")
    item["data"]["at_once"] = False
    return ""


def an_entry_of_an_order_that_is_said_to_have_fallen_through(record: Json) -> str:
    turn, number, item = find(record, "order_followed")
    item["data"]["skipped"].append(
        {"pointer": "/plays/0", "code": "card_not_in_hand", "detail": ""}
    )
    return f"/turns/{turn}/private/told/{number}/data/skipped"


def an_order_followed_that_is_said_to_have_failed(record: Json) -> str:
    turn, number, item = find(record, "order_followed")
    item["type"] = "order_failed"
    return f"/turns/{turn}/private/told/{number}/type"


CHANGES: list[Forgery] = [
    an_order_that_was_not_for_at_once,
    an_entry_of_an_order_that_is_said_to_have_fallen_through,
    an_order_followed_that_is_said_to_have_failed,
]


def ordered() -> Game:
    """A game whose first order is followed as soon as it is given."""
    for number in range(300):
        game = Game(f"orders {number}")
        told = [item for turn in game.turns for item in turn["private"]["told"]]
        kinds = [item["type"] for item in told]
        if kinds[:2] == ["order_given", "order_followed"] and told[0]["data"]["at_once"]:
            return game
    raise AssertionError("No game began like that.")


@pytest.mark.parametrize("forgery", CHANGES)
def test_a_change_of_what_is_told_of_an_order_is_refused(
    verifier: Verifier, forgery: Forgery
) -> None:
    record = ordered().record
    assert judged(verifier, record).sound
    place = forgery(record)
    verdict = judged(verifier, bound(record))
    assert verdict.check == "rules", verdict
    assert (verdict.place or "").startswith(place or "/turns/"), verdict


def test_an_order_of_somebody_who_never_held_the_seat_is_refused(verifier: Verifier) -> None:
    game = next(
        game
        for game in (Game(f"moths {number}") for number in range(300))
        if set(game.names) - {*game.players} and any(turn["private"]["told"] for turn in game.turns)
    )
    record = game.record
    assert judged(verifier, record).sound
    place = an_order_given_by_nobody_of_the_seat(record)
    verdict = judged(verifier, bound(record))
    assert (verdict.check, verdict.place) == ("rules", place), verdict


def test_a_name_beside_the_record_may_change_and_nothing_else_does(verifier: Verifier) -> None:
    record = ordered().record
    for one in record["players"]:
        record["players"][one] = f"{record['players'][one]} the Second"
    assert judged(verifier, record).sound
    left_out = next(iter(record["players"]))
    del record["players"][left_out]
    assert (judged(verifier, record).check, judged(verifier, record).place) == ("names", "/players")
    record["players"].update({left_out: "back again", "somebody": "else"})
    assert judged(verifier, record).place == "/players/somebody"
