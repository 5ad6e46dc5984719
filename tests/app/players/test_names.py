"""Which names may be taken: none that is reserved, or looks like another's; and taking another name."""

from datetime import timedelta
from string import ascii_letters, digits

import pytest
from confusable_homoglyphs.confusables import confusables_data  # type: ignore[import-untyped]
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import F
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as some

from players import housekeeping, names
from players.models import KeptName, Player
from players.reserved_names import username_look
from tests.app.api.refusals import nothing_changes, refused
from tests.app.api.threads import threads
from tests.app.pages.visitor import Visitor
from tests.people import PASSWORD, Answer, Person

pytestmark = pytest.mark.django_db
OF_NAMES = ascii_letters + digits + "_-"


def sign_up(name: str) -> Answer:
    return Person().post("/players", {"username": name, "password": PASSWORD})


@pytest.mark.parametrize(
    "pair",
    [
        *("lilian 1i1ian", "ian_23 Lan_23", "bob b0b", "rnarta marta", "vvilma wilma"),
        *("sea-gull sea_gull", "Oliver 0LlVER"),
    ],
)
def test_a_name_that_looks_like_somebodys_is_taken(pair: str) -> None:
    name, alike = pair.split()
    assert sign_up(name).status == 201
    with nothing_changes():
        refused(sign_up(alike), 409, "username_taken")


def test_names_that_are_told_apart_or_only_have_a_reserved_word_in_them_are_given() -> None:
    apart = ("ann", "anna", "anne", "sea-gull", "seagull", "max", "nax", "jan")
    within = ("ann-bot", "robot", "carefulness", "guestbook", "strongest", "minda", "bot-ann")
    for name in (*apart, *within, "newsie"):
        assert sign_up(name).status == 201


RESERVED = """
    admin ADMIN adrnin me System deleted T1DE b0t deleted-x7 Guest-ann guest_ann ad_min a-d-m-i-n
    security_ Sys-Tem ad-rn-in v-vebmaster 0-w-ner postmaster post-master noreply no_reply No-Rep1y
    mailer-daemon abuse hostmaster www noc marketing sales news usenet uucp ftp random careful Strong
    exper-t care_ful harbour_rnaster careful-bot Careful_bot-2 strongbot10 careful-b0t even
    gu-est-ann de_leted-7
"""


@pytest.mark.parametrize("name", RESERVED.split())
def test_a_name_of_the_server_or_a_bot_is_reserved(name: str, settings) -> None:
    settings.TIDE_RESERVED_NAMES = ["Harbour-Master"]
    with nothing_changes():
        refused(sign_up(name), 409, "username_reserved")


def test_unicodes_own_table_says_so_too() -> None:
    """Whatever of it is made of the characters of usernames alone looks alike here."""
    pairs = [
        (one, other["c"])
        for one, others in confusables_data.items()
        for other in others
        if set(one) <= set(OF_NAMES) and set(other["c"]) <= set(OF_NAMES)
    ]
    assert ("m", "rn") in pairs
    for one, other in pairs:
        assert username_look(one) == username_look(other), (one, other)


@given(
    name=some.text(OF_NAMES, min_size=1, max_size=30) | some.text("1lI0OoMmrnvVwW_-", max_size=30)
)
def test_the_database_looks_at_names_with_the_same_eyes(name: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT player_look(%s)", [name])
        assert cursor.fetchone() == (username_look(name),)
    assert username_look(name) == username_look(name.upper()) == username_look(name.lower())


def test_whoever_writes_a_name_writes_its_look(ann) -> None:
    row = Player.objects.get(username="ann")
    assert row.look == "ann"
    row.username = "Marta_1"
    row.save()
    Player.objects.create_user("olga_", password=PASSWORD)
    looks = {"Marta_1": "rnarta-l", "olga_": "olga-"}
    assert dict(Player.objects.values_list("username", "look")) == looks
    Player.objects.filter(username="olga_").update(username="deleted-7")
    assert Player.objects.get(username="deleted-7").look == "deleted-7"


def test_who_had_such_a_name_before_keeps_it() -> None:
    bob = Person.signs_up("bob")
    Player.objects.update(look=None)  # As of such names in a database of before, but the first.
    assert sign_up("b0b").status == 201
    assert bob.patch("/me", {"about": "I was here too."}).status == 200
    row = Player.objects.get(username="bob")
    row.full_clean()
    row.first_name = "Bob"
    row.save()


@pytest.mark.django_db(transaction=True)
def test_of_two_who_want_names_that_look_alike_at_once_one_gets_it() -> None:
    with threads() as at_once:
        asked = [at_once.start(sign_up, name) for name in ("b0b", "bob", "bOb", "B0b")]
        said = [one.result() for one in asked]
    assert sorted(one.status for one in said) == [201, 409, 409, 409]
    assert Player.objects.count() == 1


def test_in_the_admin_a_name_like_anothers_is_a_fault_of_the_form(ann) -> None:
    Player(username="sea-gull", password="!").full_clean()
    sign_up("sea-gull")
    with pytest.raises(ValidationError, match="looks like"):
        Player(username="sea_gull", password="!").full_clean()


def test_what_is_kept_of_an_old_name_says_nothing_of_it() -> None:
    names.keep_name("sea-gull")
    refused(sign_up("sea_gull"), 409, "username_taken")
    kept = KeptName.objects.get()
    assert (len(kept.digest), b"gull" in bytes(kept.digest)) == (32, False)


@pytest.mark.parametrize("name", ["post_master", "careful"])
def test_no_door_gives_a_reserved_name(name: str, ann) -> None:
    guest = Person(Person().post("/guests").json["token"])
    wish = {"username": name}
    with nothing_changes():
        refused(ann.patch("/me", wish), 409, "username_reserved")
        refused(ann.post("/me/bots", wish), 409, "username_reserved")
        claim = {**wish, "password": PASSWORD}
        refused(guest.post("/me/claim", claim), 409, "username_reserved")
    assert "This username is not given to players." in Visitor().signs_up(name).html
    for error, make in (
        (CommandError, lambda: call_command("createsuperuser", **wish, interactive=False)),
        (ValidationError, lambda: Player.objects.create_user(name, password=PASSWORD)),
        (ValidationError, lambda: Player(username=name, password="!").full_clean()),
    ):
        with pytest.raises(error, match="not given to players"):
            make()
    assert not Player.objects.filter(username=name).exists()


def test_who_has_such_a_name_keeps_it(ann) -> None:
    Player.objects.filter(username="ann").update(username="postmaster")
    row = Player.objects.get()
    row.full_clean()
    row.first_name = "Ann"
    row.save()
    assert ann.patch("/me", {"about": "I was here first."}).status == 200
    wish = {"email": "ann@tide.example", "current_password": PASSWORD}
    assert ann.patch("/me", wish).status == 200
    assert ann.patch("/me", {"username": "Postmaster"}).status == 200
    said = Person().post("/me/tokens", {"username": "postmaster", "password": PASSWORD})
    assert said.status == 201


# -- another name: once in ninety days, and the old one is kept from others for as long


def rename(person: Person, name: str) -> Answer:
    return person.patch("/me", {"username": name})


def let_days_pass(days: int) -> None:
    span = timedelta(days=days)
    Player.objects.exclude(renamed_at=None).update(renamed_at=F("renamed_at") - span)
    KeptName.objects.update(until=F("until") - span)


def test_a_player_is_known_by_the_new_name_everywhere(stranger, ann, bob, table) -> None:
    game = table()
    before = bob.get(f"/games/{game}")
    said = rename(ann, "anemone")
    assert (said.status, said.json["username"]) == (200, "anemone")
    assert ann.get("/me").json == said.json, "the token goes on"
    again = bob.get(f"/games/{game}", headers={"If-None-Match": before.headers["ETag"]})
    assert again.status == 200, "it looks otherwise now"
    assert (again.json["host"], again.json["seats"][0]["player"]) == ("anemone", "anemone")
    assert bob.get("/me/games").json["results"][0]["host"] == "anemone"
    events = bob.get("/me/events").json["results"]
    assert {name for one in events for name in one["players"].values()} <= {"anemone", "bob", "cat"}
    refused(stranger.get("/players/ann"), 404, "player_not_found")
    assert stranger.get("/players/anemone").status == 200
    for name, status in (("ann", 401), ("anemone", 201)):
        wish = {"username": name, "password": PASSWORD}
        assert stranger.post("/me/tokens", wish).status == status


def test_once_in_ninety_days_while_the_old_name_is_kept(ann, bob) -> None:
    assert ann.get("/me").json["renamable_from"] is None
    assert rename(ann, "anemone").json["renamable_from"] > timezone.now().isoformat()
    let_days_pass(89)
    assert housekeeping.remove_expired()["kept names"] == 0
    with nothing_changes():
        for name in ("annette", "ann"):
            refused(rename(ann, name), 409, "too_many_changes")
        for said in (sign_up("ann"), rename(bob, "ANN"), rename(bob, "anem0ne")):
            refused(said, 409, "username_taken")
    # The player may go back to it.
    Player.objects.update(renamed_at=None)
    assert rename(ann, "ann").status == 200
    refused(rename(bob, "anemone"), 409, "username_taken")
    let_days_pass(91)
    assert ann.get("/me").json["renamable_from"] is None
    assert rename(ann, "annette").status == 200
    let_days_pass(91)
    assert rename(bob, "ann").status == 200
    let_days_pass(91)
    assert housekeeping.remove_expired()["kept names"] >= 2
    assert not KeptName.objects.exists()


def test_the_own_name_is_no_change_and_no_obstacle_in_other_capitals(ann) -> None:
    with nothing_changes():
        assert rename(ann, "ann").json["renamable_from"] is None
    assert rename(ann, "Ann").json["username"] == "Ann"


def test_a_new_name_and_a_new_password_at_once_or_neither(ann) -> None:
    wish = {"username": "anemone", "password": "sea-urchin-and-sand"}
    with nothing_changes():
        refused(ann.patch("/me", {**wish, "current_password": "wrong"}), 403, "wrong_password")
    said = ann.patch("/me", {**wish, "current_password": PASSWORD})
    assert said.json["username"] == "anemone"
    assert Person().post("/me/tokens", wish).status == 201
