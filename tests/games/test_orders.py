"""Standing orders in a game: when they are played, what wins over them, and that nobody else can tell."""

import json
import logging
from collections.abc import Callable, Iterator

import pytest

from games import deadlines
from games.models import StandingOrder, Submission, Turn, Whisper
from tests import dealing
from tests.api.hearing import Json, data, feed, log
from tests.api.looking import Look, looks
from tests.moving_time import Time, standing
from tests.people import Person
from tests.twins import undone

pytestmark = pytest.mark.django_db

BANKS = {"per_turn": "PT10H", "bank": "PT4H"}


@pytest.fixture(autouse=True)
def time() -> Iterator[Time]:
    with dealing.alike(), standing() as time:
        yield time


def hand(person: Person, game: str) -> list[int]:
    held: list[int] = person.sees(game)["mine"]["hand"]
    return held


def orders(person: Person, game: str, *ranked: int, at_once: bool = False) -> None:
    plays = [{"card": card} for card in ranked]
    said = person.put(
        f"/games/{game}/standing-order", {"order": {"plays": plays}, "at_once": at_once}
    )
    assert said.status == 200, said.json


def plays(person: Person, game: str, card: int) -> None:
    assert person.seals(game, {"type": "play", "card": card}).status == 200


# -- when it is played


def test_an_order_given_after_the_deadline_is_played_by_the_sweep(
    ann: Person, table: Callable[..., str], time: Time
) -> None:
    game = table()
    time.goes_on(hours=25)
    card = hand(ann, game)[-1]
    orders(ann, game, card)
    deadlines.sweep()
    played = Submission.objects.get(turn__game=game, turn__number=1, seat=0)
    assert (played.action, played.by) == ({"type": "play", "card": card}, "order")


def test_the_order_is_judged_by_how_things_stand_when_it_is_used(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str], time: Time
) -> None:
    game = table()
    first, second, third, *_ = hand(ann, game)
    orders(ann, game, first, second, third)
    plays(ann, game, first)
    bob.seals_anything(game)
    cat.seals_anything(game)
    time.passes(hours=24)
    (told,) = data(feed(ann, "order_followed"))
    assert (told["turn"], told["action"]["card"]) == (2, second)
    assert [one["pointer"] for one in told["skipped"]] == ["/plays/0"]
    assert all(one["detail"].endswith(".") for one in told["skipped"])
    time.passes(hours=24)
    told = data(feed(ann, "order_followed"))[-1]
    assert (told["turn"], told["action"]["card"]) == (3, third)
    assert [one["pointer"] for one in told["skipped"]] == ["/plays/0", "/plays/1"]


def test_orders_of_several_seats_are_each_played_for_their_own(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str], time: Time
) -> None:
    game = table()
    wanted = {}
    for seat, person in enumerate((ann, bob, cat)):
        wanted[seat] = hand(person, game)[seat + 3]
        orders(person, game, wanted[seat])
    time.passes(hours=24)
    closed = ann.get(f"/games/{game}/turns/1").json["actions"]
    assert {one["seat"]: one["action"]["card"] for one in closed} == wanted
    assert {one["by"] for one in closed} == {"order"}
    for seat, person in enumerate((ann, bob, cat)):
        assert [told["seat"] for told in data(feed(person, "order_followed"))] == [seat]


def test_orders_to_be_played_at_once_play_turn_after_turn_until_somebody_has_to_choose(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str]
) -> None:
    game = table()
    three = {person: hand(person, game)[:3] for person in (ann, bob, cat)}
    for person, ranked in three.items():
        orders(person, game, *ranked, at_once=True)
    assert ann.sees(game)["turn"]["number"] == 4
    closed = [turn["actions"] for turn in data(log(ann, game, "turn_closed"))]
    for seat, person in enumerate((ann, bob, cat)):
        assert [turn[seat]["action"]["card"] for turn in closed] == three[person]
    assert {one["by"] for turn in closed for one in turn} == {"order"}


def test_an_order_answers_for_whose_time_is_up_while_others_still_have_time(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str], time: Time
) -> None:
    game = table(clock=BANKS)
    bob.seals_anything(game)
    cat.seals_anything(game)
    time.goes_on(hours=14)
    ann.seals_anything(game)
    card = hand(ann, game)[-1]
    orders(ann, game, card)
    time.passes(hours=11)
    sealed = ann.sees(game)["mine"]["submission"]
    assert (sealed["action"]["card"], sealed["by"]) == (card, "order")
    assert ann.seals_anything(game).code == "time_is_up"
    assert ann.delete(f"/games/{game}/turns/2/submission").code == "time_is_up"
    assert bob.sees(game)["turn"]["number"] == 2


def test_a_seat_that_a_bot_plays_for_follows_no_order_at_once(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str], time: Time
) -> None:
    game = table(absence={"bot_after": 1})
    bob.seals_anything(game)
    cat.seals_anything(game)
    time.passes(hours=24)
    assert ann.sees(game)["seats"][0]["away"] == "absent"
    orders(ann, game, *hand(ann, game), at_once=True)
    assert ann.sees(game)["mine"]["submission"] is None


def test_what_an_order_has_sealed_counts_as_her_answer(
    ann: Person, table: Callable[..., str], time: Time
) -> None:
    game = table()
    orders(ann, game, hand(ann, game)[0])
    time.passes(hours=24)
    relied = {name: Person().get(f"/players/{name}").json["reliability"] for name in ("ann", "bob")}
    assert relied["ann"] == {"required": 1, "answered": 1, "percent": 100}
    assert relied["bob"] == {"required": 1, "answered": 0, "percent": 0}


# -- when the rules cannot follow it


def test_a_turn_in_which_an_order_was_played_twice_by_two_sweeps_is_told_of_once(
    ann: Person, table: Callable[..., str], time: Time
) -> None:
    game = table()
    orders(ann, game, hand(ann, game)[0])
    time.passes(hours=24)
    deadlines.sweep()
    assert Whisper.objects.filter(type="order_followed").count() == 1


def test_what_could_not_be_closed_tells_nothing_of_the_order(
    ann: Person, table: Callable[..., str], time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = table()
    orders(ann, game, hand(ann, game)[0])
    with monkeypatch.context() as patch:
        patch.setattr("games.rules.turn_the_tide.course.close_round", lambda *_: 1 / 0)
        time.passes(hours=24)
    assert Turn.objects.get(game=game).faults == 1
    assert feed(ann, "order_followed") == []
    time.passes(minutes=1)
    assert len(feed(ann, "order_followed")) == 1


# -- nobody else can tell


def seen_by_others(game: str, people: list[Person]) -> dict[str, dict[str, Look]]:
    """Every byte and every tag that others are shown."""
    return {person.name or "stranger": looks(person, game) for person in people}


@pytest.fixture
def others(bob: Person, stranger: Person) -> list[Person]:
    """One at the table, and one who only watches."""
    return [bob, stranger]


def test_whether_she_has_an_order_and_which_changes_no_byte_for_others(
    ann: Person, others: list[Person], table: Callable[..., str], time: Time
) -> None:
    game = table()
    cards = hand(ann, game)
    before = seen_by_others(game, others)
    time.goes_on(hours=1)
    orders(ann, game, cards[0])
    assert seen_by_others(game, others) == before
    orders(ann, game, cards[-1], cards[3])
    assert seen_by_others(game, others) == before
    ann.put(f"/games/{game}/standing-order", {"order": {"plays": [{"card": 61}]}})
    assert seen_by_others(game, others) == before
    ann.delete(f"/games/{game}/standing-order")
    assert seen_by_others(game, others) == before


def test_an_order_played_at_once_looks_like_a_card_that_she_has_sealed(
    ann: Person, others: list[Person], table: Callable[..., str], time: Time
) -> None:
    game = table()
    cards = hand(ann, game)
    seen = []
    with undone():
        plays(ann, game, cards[0])
        seen.append(seen_by_others(game, others))
    for ordered in (cards[0], cards[-1]):
        with undone():
            orders(ann, game, ordered, at_once=True)
            seen.append(seen_by_others(game, others))
    assert seen == [seen[0]] * 3


def test_a_card_in_the_place_of_what_her_order_has_sealed_looks_like_a_second_thought(
    ann: Person, others: list[Person], table: Callable[..., str], time: Time
) -> None:
    game = table()
    cards = hand(ann, game)
    seen = []
    with undone():
        plays(ann, game, cards[0])
        plays(ann, game, cards[3])
        seen.append(seen_by_others(game, others))
    for ordered in (cards[0], cards[-1]):
        with undone():
            orders(ann, game, ordered, at_once=True)
            plays(ann, game, cards[3])
            seen.append(seen_by_others(game, others))
    assert seen == [seen[0]] * 3


def test_at_her_deadline_nobody_can_tell_what_was_played_nor_by_whom(
    ann: Person,
    bob: Person,
    cat: Person,
    others: list[Person],
    table: Callable[..., str],
    time: Time,
) -> None:
    game = table(clock=BANKS)
    bob.seals_anything(game)
    cat.seals_anything(game)
    time.goes_on(hours=14)
    played = hand(ann, game)[0]
    plays(ann, game, played)
    cards = hand(ann, game)
    time.goes_on(hours=10)
    seen, kinds = [], []
    for ordered in ([], [cards[0]], [cards[-1]], [cards[5], cards[0]]):
        with undone():
            if ordered:
                orders(ann, game, *ordered)
            deadlines.sweep()
            seen.append(seen_by_others(game, others))
            kinds.append(Submission.objects.get(turn__closed_at=None).by)
    with undone():
        orders(ann, game, cards[0])
        # As if she had given it before this card left her hand.
        StandingOrder.objects.update(order={"plays": [{"card": played}]})
        deadlines.sweep()
        assert len(feed(ann, "order_failed")) == 1
        seen.append(seen_by_others(game, others))
    assert kinds == ["clock", "order", "order", "order"]
    assert seen == [seen[0]] * 5


def test_an_order_for_the_card_of_the_fallback_is_told_of_like_the_fallback_but_for_its_name(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str], time: Time
) -> None:
    game = table()
    fallback = ann.sees(game)["mine"]["fallback"]["card"]
    time.goes_on(hours=24)
    seen = []
    for ordered in (False, True):
        with undone():
            if ordered:
                orders(ann, game, fallback)
            deadlines.sweep()
            # Whose name it is stands in the log, so that its hashes differ from there on.
            seen.append([without_hashes(feed(person)) for person in (bob, cat)])
    without, with_order = seen
    assert without != with_order
    assert json.loads(json.dumps(with_order).replace('"order"', '"clock"')) == without


def without_hashes(events: list[Json]) -> list[Json]:
    return [{**event, "hash": None} for event in events]


def test_the_log_names_no_card_of_an_order(
    ann: Person, table: Callable[..., str], time: Time, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    game = table()
    *_, third, second, first = hand(ann, game)
    orders(ann, game, first, second, third)
    ann.put(f"/games/{game}/standing-order", {"order": {"plays": [{"card": first, "x": 1}]}})
    ann.put(f"/games/{game}/standing-order", {"order": {"plays": [{"card": 0}]}})
    time.passes(hours=24)
    assert "card" not in caplog.text
    assert "plays" not in caplog.text
