"""PUT /games/{id}/entropy: a text of one's own for the deal, after the commitment and before the start."""

import hashlib
import hmac

import pytest

from games.lobby import open_games
from games.models import Seat
from games.rulesets.chance import SeededChance
from tests.app.api.conftest import TimePasses
from tests.app.api.events import data, log
from tests.app.api.refusals import nothing_changes, refused
from tests.people import Answer, Person

pytestmark = pytest.mark.django_db

GULLS, SHELL = "three gulls on the pier 🌊", "a shell"


def hashed(text: str) -> str:
    return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"


def gives(person: Person, game: str, text: object) -> Answer:
    return person.put(f"/games/{game}/entropy", {"entropy": text})


def waiting(ann: Person, bob: Person, cat: Person, **wish: object) -> str:
    """A game with all its people, whose host keeps the start to herself."""
    game = ann.opens(3, start="host", **wish)
    bob.joins(game)
    cat.joins(game)
    return game


def test_the_receipt_says_whose_text_it_is_and_shows_its_hash_alone(ann: Person) -> None:
    game = ann.opens(3)
    said = gives(ann, game, GULLS)
    assert said.status == 200
    (told,) = log(ann, game, "entropy_given")
    assert said.json == {
        "game": game,
        "seat": 0,
        "participant": ann.sees(game)["seats"][0]["participant"],
        "entropy": hashed(GULLS),
        "given_at": told["at"],
    }
    assert told["data"] == {"seat": 0, "entropy": hashed(GULLS)}
    assert ann.sees(game)["fairness"]["entropy"] == [hashed(GULLS)]


def test_the_text_itself_is_kept_nowhere(ann: Person) -> None:
    game = ann.opens(3)
    gives(ann, game, GULLS)
    row = Seat.objects.get(game=game)
    assert row.entropy == hashed(GULLS)
    assert GULLS not in f"{Seat.objects.values()} {log(ann, game)}"


def test_who_joins_may_give_one_at_once_and_has_the_same_receipt_for_it(
    ann: Person, bob: Person
) -> None:
    game = ann.opens(3)
    bob.post(f"/games/{game}/join", {"entropy": SHELL})
    joined = log(ann, game, "joined")
    assert [one["entropy"] for one in data(joined)] == [None, hashed(SHELL)]
    with nothing_changes():
        said = gives(bob, game, SHELL)
    assert (said.json["entropy"], said.json["given_at"]) == (hashed(SHELL), joined[1]["at"])


def test_the_same_text_again_is_told_once_and_has_the_same_receipt_after_the_start(
    ann: Person, bob: Person, cat: Person
) -> None:
    game = waiting(ann, bob, cat)
    first = gives(ann, game, GULLS)
    with nothing_changes():
        assert gives(ann, game, GULLS).raw == first.raw
    assert ann.post(f"/games/{game}/start").status == 200
    with nothing_changes():
        assert gives(ann, game, GULLS).raw == first.raw


def test_another_text_takes_its_place_until_the_start(
    ann: Person, bob: Person, cat: Person
) -> None:
    game = waiting(ann, bob, cat)
    for text in (GULLS, SHELL):
        assert gives(ann, game, text).status == 200
    assert ann.sees(game)["fairness"]["entropy"] == [hashed(SHELL), None, None]
    ann.post(f"/games/{game}/start")
    (started,) = log(ann, game, "started")
    assert started["data"]["entropy"] == [hashed(SHELL), None, None]
    with nothing_changes():
        refused(gives(ann, game, GULLS), 409, "already_started")
        refused(gives(bob, game, GULLS), 409, "already_started")


def test_it_can_be_given_anew_ten_times(ann: Person) -> None:
    game = ann.opens(3)
    for time in range(open_games.TEXTS_PER_GAME):
        assert gives(ann, game, f"text {time}").status == 200
    with nothing_changes():
        refused(gives(ann, game, "one more"), 409, "too_many_changes")
    assert gives(ann, game, "text 9").status == 200, "it is there already"
    assert len(log(ann, game, "entropy_given")) == open_games.TEXTS_PER_GAME


def test_a_text_goes_with_its_seat_before_the_start(ann: Person, bob: Person, cat: Person) -> None:
    game = ann.opens(3)
    bob.post(f"/games/{game}/join", {"entropy": SHELL})
    bob.post(f"/games/{game}/leave")
    cat.joins(game)
    assert ann.sees(game)["fairness"]["entropy"] == [None, None]


def test_who_takes_a_seat_later_has_not_given_its_text(
    ann: Person, bob: Person, cat: Person, dan: Person
) -> None:
    game = waiting(ann, bob, cat)
    gives(bob, game, SHELL)
    ann.post(f"/games/{game}/start")
    bob.post(f"/games/{game}/resign")
    ann.put(f"/games/{game}/seats/1/offer", {"player": "dan"})
    assert dan.post(f"/games/{game}/seats/1/take").status == 200
    with nothing_changes():
        refused(gives(dan, game, SHELL), 409, "already_started")
        refused(gives(bob, game, SHELL), 403, "not_a_player")
    assert ann.sees(game)["fairness"]["entropy"] == [None, hashed(SHELL), None]


# -- the host


def test_a_host_who_keeps_the_start_gives_hers_when_the_commitment_is_known(ann: Person) -> None:
    wish = {
        "ruleset": "turn_the_tide",
        "seat_count": 3,
        "bots": ["random", "random"],
        "start": "host",
    }
    opened = ann.post("/games", wish).json
    game = opened["id"]
    assert (opened["status"], len(opened["seats"])) == ("open", 3)
    assert gives(ann, game, GULLS).status == 200
    assert ann.sees(game)["fairness"]["commitment"] == opened["fairness"]["commitment"]
    assert ann.post(f"/games/{game}/start").json["status"] == "running"
    assert ann.sees(game)["fairness"]["entropy"] == [hashed(GULLS), None, None]


def test_a_game_whose_host_keeps_the_start_is_full_and_waits(
    ann: Person, bob: Person, cat: Person, dan: Person
) -> None:
    game = waiting(ann, bob, cat)
    assert ann.sees(game)["status"] == "open"
    with nothing_changes():
        refused(dan.post(f"/games/{game}/join"), 409, "game_full")
        refused(bob.post(f"/games/{game}/start"), 403, "not_host")
    bob.post(f"/games/{game}/leave")
    dan.joins(game)
    assert ann.post(f"/games/{game}/start").json["status"] == "running"


def test_the_cards_come_from_the_hashes_of_all_texts(
    ann: Person, bob: Person, cat: Person, time_passes: TimePasses
) -> None:
    game = waiting(ann, bob, cat, absence={"bot_after": 100})
    gives(ann, game, GULLS)
    gives(cat, game, SHELL)
    ann.post(f"/games/{game}/start")
    time_passes(game, until=lambda row: False)
    record = ann.get(f"/games/{game}/record").json
    assert record["fairness"]["entropy"] == [hashed(GULLS), None, hashed(SHELL)]
    key = bytes.fromhex(record["fairness"]["server_seed"])
    message = bytes([0, 0, 0, len(game)]) + game.encode()
    message += b"\x01" + hashlib.sha256(GULLS.encode()).digest() + b"\x00"
    message += b"\x01" + hashlib.sha256(SHELL.encode()).digest()
    chance = SeededChance(hmac.digest(key, message, "sha256"))
    drawn = record["setup"]["chance"][0]
    dealt = chance.sample(drawn["purpose"], drawn["from"], len(drawn["value"]))
    assert list(dealt) == drawn["value"]
