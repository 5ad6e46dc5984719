"""Which names may be taken: none that is reserved, or looks like one that somebody has or has given up."""

from collections.abc import Callable
from string import ascii_letters, digits
from typing import Any

import pytest
from confusable_homoglyphs.confusables import confusables_data  # type: ignore[import-untyped]
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.db import connection
from hypothesis import given
from hypothesis import strategies as some

from players import names
from players.models import KeptName, Player
from players.reserved_names import username_look
from tests.app.api.refusals import nothing_changes, refused
from tests.app.api.threads import threads
from tests.app.pages.visitor import Visitor
from tests.people import PASSWORD, Answer, Person

pytestmark = pytest.mark.django_db
OF_NAMES = ascii_letters + digits + "_-"


def signs_up(name: str) -> Answer:
    return Person().post("/players", {"username": name, "password": PASSWORD})


@pytest.mark.parametrize(
    ("name", "alike"),
    [
        ("lilian", "1i1ian"),
        ("ian_23", "Lan_23"),
        ("bob", "b0b"),
        ("rnarta", "marta"),
        ("vvilma", "wilma"),
        ("sea-gull", "sea_gull"),
        ("Oliver", "0LlVER"),
    ],
)
def test_a_name_that_looks_like_somebodys_is_taken(name: str, alike: str) -> None:
    assert signs_up(name).status == 201
    with nothing_changes():
        refused(signs_up(alike), 409, "username_taken")


def test_names_that_are_told_apart_are_both_given() -> None:
    for name in ("ann", "anna", "anne", "sea-gull", "seagull", "max", "nax", "jan"):
        assert signs_up(name).status == 201


@pytest.mark.parametrize(
    "name",
    [
        *("admin", "ADMIN", "adrnin", "me", "System", "deleted", "T1DE", "b0t"),
        *("deleted-x7", "Guest-ann", "guest_ann"),
    ],
)
def test_a_name_that_would_pass_for_the_server_is_reserved(name: str) -> None:
    with nothing_changes():
        refused(signs_up(name), 409, "username_reserved")


def test_an_operator_reserves_more(settings: Any) -> None:
    settings.TIDE_RESERVED_NAMES = ["Harbour-Master"]
    refused(signs_up("harbour_rnaster"), 409, "username_reserved")


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


@given(name=some.text(OF_NAMES, max_size=30))
def test_capitals_make_no_difference(name: str) -> None:
    assert username_look(name) == username_look(name.upper()) == username_look(name.lower())


def test_whoever_writes_a_name_writes_its_look(ann: Person) -> None:
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
    assert signs_up("b0b").status == 201
    assert bob.patch("/me", {"about": "I was here too."}).status == 200
    row = Player.objects.get(username="bob")
    row.full_clean()
    row.first_name = "Bob"
    row.save()
    assert Person().get("/players/bob").json["about"] == "I was here too."


@pytest.mark.django_db(transaction=True)
def test_of_two_who_want_names_that_look_alike_at_once_one_gets_hers() -> None:
    with threads() as at_once:
        asked = [at_once.start(signs_up, name) for name in ("b0b", "bob", "bOb", "B0b")]
        said = [one.result() for one in asked]
    assert sorted(one.status for one in said) == [201, 409, 409, 409]
    assert Player.objects.count() == 1


def test_in_the_admin_a_name_like_anothers_is_a_fault_of_the_form(ann: Person) -> None:
    row = Player(username="sea-gull", password="!")
    row.full_clean()
    signs_up("sea-gull")
    with pytest.raises(ValidationError, match="looks like"):
        Player(username="sea_gull", password="!").full_clean()


# -- kept


def test_what_is_kept_of_an_old_name_says_nothing_of_it() -> None:
    names.keep_name("sea-gull")
    refused(signs_up("sea_gull"), 409, "username_taken")
    kept = KeptName.objects.get()
    assert b"gull" not in bytes(kept.digest)
    assert len(kept.digest) == 32


# -- reserved names, however they are written and by whatever door they come


@pytest.mark.parametrize(
    "name",
    [
        *("ad_min", "a-d-m-i-n", "security_", "Sys-Tem", "ad-rn-in", "v-vebmaster", "0-w-ner"),
        *("postmaster", "post-master", "noreply", "no_reply", "No-Rep1y", "mailer-daemon"),
        *(
            "abuse",
            "hostmaster",
            "www",
            "noc",
            "marketing",
            "sales",
            "news",
            "usenet",
            "uucp",
            "ftp",
        ),
        *("random", "careful", "Strong", "exper-t", "care_ful", "careful-bot", "Careful_bot-2"),
        *("strongbot10", "careful-b0t", "even", "gu-est-ann", "de_leted-7"),
    ],
)
def test_a_reserved_name_is_reserved_with_separators_in_it_too(name: str) -> None:
    with nothing_changes():
        refused(signs_up(name), 409, "username_reserved")


@pytest.mark.parametrize(
    "name",
    ["ann-bot", "robot", "carefulness", "guestbook", "strongest", "minda", "bot-ann", "newsie"],
)
def test_names_that_only_have_such_a_word_in_them_are_given(name: str) -> None:
    assert signs_up(name).status == 201


def by_renaming(name: str, ann: Person) -> str | None:
    return ann.patch("/me", {"username": name}).code


def by_claiming(name: str, ann: Person) -> str | None:
    guest = Person(Person().post("/guests").json["token"])
    return guest.post("/me/claim", {"username": name, "password": PASSWORD}).code


def by_making_a_bot(name: str, ann: Person) -> str | None:
    return ann.post("/me/bots", {"username": name}).code


def on_the_page_of_sign_up(name: str, ann: Person) -> str | None:
    page = Visitor().signs_up(name)
    return "username_reserved" if "This username is not given to players." in page.html else None


def on_the_page_of_names(name: str, ann: Person) -> str | None:
    visitor = Visitor()
    visitor.signs_up("somename")
    page = visitor.fill("/account/name/", username=name)
    return "username_reserved" if "This username is not given to players." in page.html else None


def by_a_command(name: str, ann: Person) -> str | None:
    with pytest.raises(CommandError, match="not given to players"):
        call_command("createsuperuser", username=name, interactive=False)
    return "username_reserved"


def by_a_row(name: str, ann: Person) -> str | None:
    with pytest.raises(ValidationError, match="not given to players"):
        Player.objects.create_user(name, password=PASSWORD)
    return "username_reserved"


def by_the_form_of_the_admin(name: str, ann: Person) -> str | None:
    with pytest.raises(ValidationError, match="not given to players"):
        Player(username=name, password="!").full_clean()
    return "username_reserved"


DOORS = [
    by_renaming,
    by_claiming,
    by_making_a_bot,
    on_the_page_of_sign_up,
    on_the_page_of_names,
    by_a_command,
    by_a_row,
    by_the_form_of_the_admin,
]


@pytest.mark.parametrize("name", ["post_master", "careful"])
@pytest.mark.parametrize("door", DOORS)
def test_no_door_gives_a_reserved_name(
    door: Callable[[str, Person], str | None], name: str, ann: Person
) -> None:
    assert door(name, ann) == "username_reserved"
    assert not Player.objects.filter(username=name).exists()


def test_who_has_such_a_name_keeps_it(ann: Person) -> None:
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
