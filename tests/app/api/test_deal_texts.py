"""PUT /games/{id}/entropy: a text of one's own for the deal, after the commitment and before the start."""

import hashlib
import hmac

import pytest

from games.lobby import open_games
from games.models import Seat
from games.rulesets.chance import SeededChance
from tests.app.api.calls import hand_seat_on
from tests.app.api.events import data, log
from tests.app.api.refusals import nothing_changes, refused
from tests.factories import NO_BOT, expire_turns
from tests.people import Answer, Person

GULLS, SHELL = "three gulls on the pier 🌊", "a shell"


def hash_text(text: str) -> str:
    return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"


def give_text(person: Person, game: str, text: object) -> Answer:
    return person.put(f"/games/{game}/entropy", {"entropy": text})


@pytest.fixture
def full_game(ann: Person, bob: Person, cat: Person) -> str:
    """A game with all its people, whose host keeps the start for later."""
    game = ann.opens(3, start="host", absence=NO_BOT)
    bob.joins(game)
    cat.joins(game)
    return game


def test_the_receipt_says_whose_text_it_is_and_shows_its_hash_alone(ann: Person) -> None:
    game = ann.opens(3)
    said = give_text(ann, game, GULLS)
    assert said.status == 200
    (told,) = log(ann, game, "entropy_given")
    assert said.json == {
        "game": game,
        "seat": 0,
        "participant": ann.sees(game)["seats"][0]["participant"],
        "entropy": hash_text(GULLS),
        "given_at": told["at"],
    }
    assert told["data"] == {"seat": 0, "entropy": hash_text(GULLS)}
    assert ann.sees(game)["fairness"]["entropy"] == [hash_text(GULLS)]
    assert Seat.objects.get(game=game).entropy == hash_text(GULLS)
    assert GULLS not in f"{Seat.objects.values()} {log(ann, game)}", "the text is kept nowhere"


def test_a_text_comes_with_its_player_and_goes_before_the_start(ann, bob, cat) -> None:
    game = ann.opens(3)
    bob.post(f"/games/{game}/join", {"entropy": SHELL})
    joined = log(ann, game, "joined")
    assert [one["entropy"] for one in data(joined)] == [None, hash_text(SHELL)]
    with nothing_changes():
        said = give_text(bob, game, SHELL)
    assert (said.json["entropy"], said.json["given_at"]) == (hash_text(SHELL), joined[1]["at"])
    bob.post(f"/games/{game}/leave")
    cat.joins(game)
    assert ann.sees(game)["fairness"]["entropy"] == [None, None]


def test_another_text_takes_its_place_until_the_start(ann, bob, cat, dan, full_game) -> None:
    assert ann.sees(full_game)["status"] == "open"
    with nothing_changes():
        refused(dan.post(f"/games/{full_game}/join"), 409, "game_full")
        refused(bob.post(f"/games/{full_game}/start"), 403, "not_host")
    for text in (GULLS, SHELL):
        first = give_text(ann, full_game, text)
        with nothing_changes():
            assert give_text(ann, full_game, text).raw == first.raw, "it is told once"
    assert ann.sees(full_game)["fairness"]["entropy"] == [hash_text(SHELL), None, None]
    assert ann.post(f"/games/{full_game}/start").status == 200
    (started,) = log(ann, full_game, "started")
    assert started["data"]["entropy"] == [hash_text(SHELL), None, None]
    with nothing_changes():
        assert give_text(ann, full_game, SHELL).raw == first.raw
        refused(give_text(ann, full_game, GULLS), 409, "already_started")
        refused(give_text(bob, full_game, GULLS), 409, "already_started")
    # The next player of a seat has not given its text.
    hand_seat_on(full_game, ann, bob, dan, 0)
    with nothing_changes():
        refused(give_text(dan, full_game, SHELL), 409, "already_started")
        refused(give_text(ann, full_game, SHELL), 403, "not_a_player")
    assert bob.sees(full_game)["fairness"]["entropy"] == [hash_text(SHELL), None, None]


def test_it_can_be_given_anew_ten_times(ann: Person) -> None:
    game = ann.opens(3)
    for time in range(open_games.TEXTS_PER_GAME):
        assert give_text(ann, game, f"text {time}").status == 200
    with nothing_changes():
        refused(give_text(ann, game, "one more"), 409, "too_many_changes")
    assert give_text(ann, game, "text 9").status == 200, "it is there already"
    assert len(log(ann, game, "entropy_given")) == open_games.TEXTS_PER_GAME


def test_the_cards_come_from_the_hashes_of_all_texts(ann, cat, full_game) -> None:
    give_text(ann, full_game, GULLS)
    give_text(cat, full_game, SHELL)
    ann.post(f"/games/{full_game}/start")
    expire_turns(full_game, until=lambda row: False)
    record = ann.get(f"/games/{full_game}/record").json
    assert record["fairness"]["entropy"] == [hash_text(GULLS), None, hash_text(SHELL)]
    key = bytes.fromhex(record["fairness"]["server_seed"])
    message = bytes([0, 0, 0, len(full_game)]) + full_game.encode()
    message += b"\x01" + hashlib.sha256(GULLS.encode()).digest() + b"\x00"
    message += b"\x01" + hashlib.sha256(SHELL.encode()).digest()
    chance = SeededChance(hmac.digest(key, message, "sha256"))
    drawn = record["setup"]["chance"][0]
    dealt = chance.sample(drawn["purpose"], drawn["from"], len(drawn["value"]))
    assert list(dealt) == drawn["value"]
