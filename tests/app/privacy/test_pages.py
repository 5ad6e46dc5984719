"""The pages on which a person takes everything along, and leaves."""

from typing import Any
from urllib.parse import unquote

import pytest
from django.contrib.auth.models import AbstractUser
from django.test import Client

from players.models import AccountDeletion, Export, Player
from tests.app.privacy.working import workers_gather
from tests.moving_time import Time
from tests.people import PASSWORD, Person
from tests.reauthentication import reauthenticate

pytestmark = pytest.mark.django_db

DATA, LEAVE = "/account/data/", "/account/leave/"


@pytest.fixture
def browser(ann: Person) -> Client:
    """Ann's, in which she is signed in."""
    client = Client()
    client.force_login(Player.objects.get(username="ann"))
    return client


@pytest.mark.parametrize("address", [DATA, LEAVE, "/account/data/someexport/1/"])
def test_who_is_not_signed_in_is_asked_to(db: None, address: str) -> None:
    said = Client().get(address)
    assert (said.status_code, said.headers["Location"]) == (302, f"/account/login/?next={address}")


@pytest.mark.parametrize("address", [DATA, LEAVE])
def test_a_form_from_elsewhere_does_nothing(browser: Client, address: str) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = browser.cookies
    assert strict.post(address, {"password": PASSWORD}).status_code == 403
    assert not AccountDeletion.objects.exists()
    assert not Export.objects.exists()


@pytest.mark.parametrize("address", [DATA, LEAVE])
def test_a_page_is_kept_by_nobody(browser: Client, address: str) -> None:
    assert "no-store" in browser.get(address).headers["Cache-Control"]


def test_whoever_takes_everything_along_gives_the_password_once_more(browser: Client) -> None:
    def asked(said: Any, back: str) -> None:
        where = f"/account/reauthenticate/?next={back}"
        assert (said.status_code, unquote(said.headers["Location"])) == (302, where)

    asked(browser.post(DATA), DATA)
    assert not Export.objects.exists()
    assert reauthenticate(browser, next=DATA).headers["Location"] == DATA
    workers_gather()
    archive = f"{DATA}{Export.objects.get().pk}/1/"
    assert browser.get(archive).content.startswith(b"PK")
    later = Client()
    later.force_login(Player.objects.get(username="ann"))
    asked(later.get(archive), archive)
    assert archive in later.get(DATA).content.decode()


def test_everything_is_gathered_and_saved(browser: Client) -> None:
    reauthenticate(browser)
    assert browser.post(DATA).status_code == 302
    said = browser.get(DATA)
    assert said.headers["Refresh"] == "5"
    assert "The server makes your archives" in said.content.decode()
    workers_gather()
    said = browser.get(DATA)
    assert "Refresh" not in said.headers
    export = Export.objects.get()
    address = f"{DATA}{export.pk}/1/"
    assert address in said.content.decode()
    saved = browser.get(address)
    assert saved.headers["Content-Type"] == "application/octet-stream"
    assert 'filename="tideapi-ann-' in saved.headers["Content-Disposition"]
    assert saved.content.startswith(b"PK")


def test_nobody_else_saves_it(browser: Client, bob: Person) -> None:
    reauthenticate(browser)
    browser.post(DATA)
    workers_gather()
    other = Client()
    other.force_login(Player.objects.get(username="bob"))
    reauthenticate(other)
    assert other.get(f"{DATA}{Export.objects.get().pk}/1/").status_code == 404


def test_the_preview_stands_on_the_page(browser: Client, ann: Person) -> None:
    ann.opens(3)
    said = browser.get(LEAVE).content.decode()
    assert "You leave tables that have not started" in said
    assert "before 7 days have passed" in said


def test_it_needs_the_password(browser: Client) -> None:
    said = browser.post(LEAVE, {"password": "guessed-it"})
    assert said.status_code == 403
    assert not AccountDeletion.objects.exists()


def test_she_leaves_and_stays_signed_in_where_she_has_said_so(browser: Client, ann: Person) -> None:
    other = Client()
    other.force_login(Player.objects.get())
    assert browser.post(LEAVE, {"password": PASSWORD}).status_code == 302
    assert "about to end" in browser.get(LEAVE).content.decode()
    assert other.get(LEAVE).status_code == 302
    assert ann.get("/me").code == "token_invalid"
    assert browser.post(LEAVE, {"keep": "yes"}).status_code == 302
    assert not AccountDeletion.objects.exists()
    assert "End my account" in browser.get(LEAVE).content.decode()


def test_who_has_no_password_has_to_have_signed_in_just_now(browser: Client, time: Time) -> None:
    player = Player.objects.get()
    player.set_unusable_password()
    player.save()
    browser.force_login(player)
    time.goes_on(minutes=11)
    said = browser.post(LEAVE)
    assert said.status_code == 403
    browser.force_login(Player.objects.get())
    assert browser.post(LEAVE).status_code == 302
    assert AccountDeletion.objects.exists()


# -- operators


@pytest.fixture
def operator(db: None) -> Client:
    client = Client()
    client.force_login(Player.objects.create_superuser("olga", password=PASSWORD))
    return client


def ends(operator: Client, *chosen: AbstractUser, **more: Any) -> str:
    wish = {"action": "end_accounts", "_selected_action": [one.pk for one in chosen], **more}
    said = operator.post("/admin/players/player/", wish, follow=True)
    assert said.status_code == 200
    return str(said.content.decode())


def test_an_operator_is_asked_once_more(operator: Client, ann: Person, bob: Person) -> None:
    player = Player.objects.get(username="ann")
    assert "End these accounts?" in ends(operator, player)
    assert not AccountDeletion.objects.exists()
    assert "These accounts will end." in ends(operator, player, confirmed="yes")
    (ending,) = AccountDeletion.objects.all()
    assert (ending.player, ending.by) == (player, "operator")
    assert bob.get("/me").status == 200
    page = operator.get("/admin/players/accountdeletion/").content.decode()
    assert "olga" not in page.split("<main")[1]
