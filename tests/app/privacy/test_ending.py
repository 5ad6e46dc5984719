"""The wish to leave, by a call, a command and a page: what it does at once, and taking it back."""

import json
from datetime import timedelta
from io import StringIO
from typing import Any
from urllib.parse import unquote

import pytest
from django.contrib.auth.models import Group
from django.core.management import CommandError, call_command
from django.db.models import F
from django.test import Client

from common.rest.errors import ApiError
from notifications.models import Delivery
from notifications.webhooks import player_names
from notifications.webhooks.feed_events import enqueue_events
from players import tasks
from players.models import AccountDeletion, Export, Player, Token
from players.privacy import closure
from tests.app.api.refusals import nothing_changes, refused
from tests.app.privacy.conftest import signs_in
from tests.app.privacy.working import workers_erase, workers_gather
from tests.factories import make_game
from tests.moving_time import moment
from tests.people import PASSWORD, Person
from tests.reauthentication import reauthenticate
from tests.webhooks import create_webhook, player_id
from tideapi.celery import app

pytestmark = pytest.mark.django_db


def test_it_needs_a_token_that_was_got_just_now(ann, time) -> None:
    time.advance(minutes=11)
    with nothing_changes():
        refused(ann.delete("/me"), 403, "sign_in_again")
    assert signs_in(ann).delete("/me").status == 202


def test_who_has_no_password_ends_the_account_with_any_token(ann, time) -> None:
    Player.objects.update(password="!none", epoch=F("epoch"))
    Token.objects.update(epoch=Player.objects.get().epoch)
    time.advance(days=3)
    assert ann.delete("/me").status == 202


def test_it_needs_a_token_for_tokens(ann) -> None:
    Token.objects.update(scopes=["profile:write", "game:read"])
    for said in (ann.get("/me/deletion"), ann.delete("/me"), ann.delete("/me/deletion")):
        refused(said, 403, "insufficient_scope")


def test_all_else_ends_at_once_and_games_go_on(ann, table) -> None:
    game, hook = table(), create_webhook(ann, "https://ann.example/hook")
    with_new = signs_in(ann)
    assert with_new.delete("/me").status == 202
    refused(ann.get("/me"), 401, "token_invalid")
    (shown,) = with_new.get("/me/receivers").json["results"]
    assert (shown["id"], shown["disabled"]["why"]) == (hook["id"], "signed_out")
    assert with_new.sees(game)["seats"][0]["away"] is None
    assert with_new.seals_anything(game).status == 200


def test_it_can_be_taken_back_within_the_time_that_is_said(ann, time) -> None:
    said = ann.get("/me/deletion").json["consequences"]
    assert [(one["what"], one["count"]) for one in said] == [("profile", 1), ("tokens", 1)]
    assert ann.get("/me").json["deletion"] is None
    asked, first = time.now, ann.delete("/me").json
    shown = ann.get("/me").json["deletion"]
    assert shown == {name: first[name] for name in ("created_at", "due_at")}
    assert moment(shown["created_at"]) == asked
    assert moment(shown["due_at"]) == asked + timedelta(days=7)
    time.advance(minutes=5)
    again = ann.delete("/me")
    assert (again.status, again.json["due_at"]) == (202, first["due_at"])
    # Signing in alone takes nothing back.
    time.advance(days=6)
    later = signs_in(ann)
    assert later.get("/me").json["deletion"] is not None
    assert later.delete("/me/deletion").status == 204
    refused(later.delete("/me/deletion"), 404, "not_ending")
    assert later.get("/me").json["deletion"] is None
    time.advance(days=20)
    workers_erase()
    assert later.get("/me").json["username"] == "ann"
    assert not AccountDeletion.objects.exists()


def test_how_many_days_there_are_is_the_operators_to_say(ann, settings) -> None:
    settings.TIDE_DELETION_GRACE_DAYS = 0
    ann.delete("/me")
    tasks.end_accounts()
    refused(ann.get("/me"), 401, "token_invalid")
    assert {*app.conf.beat_schedule} >= {tasks.build_exports.name, tasks.end_accounts.name}


def test_once_begun_it_is_not_taken_back_and_goes_on(ann, time) -> None:
    player = Player.objects.get()
    player.groups.add(Group.objects.create(name="helpers"))
    Player.objects.update(is_staff=True, is_superuser=True)
    ann.delete("/me")
    time.advance(days=7)
    workers_erase()
    with pytest.raises(ApiError):
        closure.take_back(player)
    player.refresh_from_db()
    assert (player.is_staff, player.is_superuser, player.groups.count()) == (False, False, 0)
    # A call that was under way has come too late for the first time.
    player.vacations.create(from_at=time.now, until_at=time.now, announced_at=time.now)
    time.advance(hours=23)
    workers_erase()
    assert AccountDeletion.objects.get().erased_at is None
    time.advance(hours=3)
    workers_erase()
    assert AccountDeletion.objects.get().erased_at is not None
    assert not player.vacations.exists()


def test_deliveries_to_others_get_the_new_name_in_steps(ann, bob, dan, monkeypatch) -> None:
    def writers() -> list[str]:
        bodies = [json.loads(bytes(row.body)) for row in Delivery.objects.order_by("pk")]
        return [body["data"]["player"] for body in bodies if "message" in body["data"]]

    game = make_game((dan, ann, bob))
    for person in (ann, bob):
        create_webhook(person, f"https://{person.name}.example/hook")
    for number in range(3):
        dan.post(f"/games/{game}/messages", {"text": f"Line {number}."})
    for person in (ann, bob):
        enqueue_events(player_id(person))
    assert writers() == ["dan"] * 6
    row = Player.objects.get(username="dan")
    row.username = "deleted-1"  # No player may choose such a name.
    Player.objects.filter(pk=row.pk).update(username=row.username)
    monkeypatch.setattr(player_names, "BATCH", 2)
    assert [player_names.rename_in_deliveries(row) for _ in range(5)] == [2, 3, 1, 0, 0]
    assert writers() == ["deleted-1"] * 6


def test_the_command_ends_an_account_after_the_days_of_grace(ann, time, capsys) -> None:
    call_command("erase", "ANN", "--yes")
    assert "profile, 1: Your name" in capsys.readouterr().out
    assert ann.get("/me").code == "token_invalid"
    call_command("erase", "ann", "--keep")
    assert not AccountDeletion.objects.exists()
    with pytest.raises(CommandError, match="not about to end"):
        call_command("erase", "ann", "--keep")
    call_command("erase", "ann", "--yes")
    for days, begins in {6: "ann", 1: "deleted-"}.items():
        time.advance(days=days)
        workers_erase()
        assert Player.objects.get().username.startswith(begins)


def test_the_command_erases_at_once_where_that_is_wanted(ann) -> None:
    ann.opens(3)
    call_command("erase", "ann", "--yes", "--now")
    assert Player.objects.get().username.startswith("deleted-")
    assert AccountDeletion.objects.get().erased["open_tables"] == 1


def test_the_command_asks_for_the_name(ann, monkeypatch) -> None:
    with pytest.raises(CommandError, match="There is no player nobody"):
        call_command("erase", "nobody", "--yes")
    with monkeypatch.context() as patch:
        patch.setattr("sys.stdin", StringIO())
        with pytest.raises(CommandError, match=r"there is no terminal .* `--yes`"):
            call_command("erase", "ann")
    monkeypatch.setattr("builtins.input", lambda _: "yes")
    with pytest.raises(CommandError, match="Nothing was done"):
        call_command("erase", "ann")
    assert not AccountDeletion.objects.exists()
    monkeypatch.setattr("builtins.input", lambda _: "ann")
    call_command("erase", "ann")
    assert AccountDeletion.objects.exists()


# -- the pages on which a player takes everything along, and leaves

DATA, LEAVE = "/account/data/", "/account/leave/"


@pytest.fixture
def browser(ann: Person) -> Client:
    """A browser in which ann is signed in."""
    client = Client()
    client.force_login(Player.objects.get(username="ann"))
    return client


@pytest.mark.parametrize("address", [DATA, LEAVE, "/account/data/someexport/1/"])
def test_who_is_not_signed_in_is_asked_to(db, address: str) -> None:
    said = Client().get(address)
    assert (said.status_code, said.headers["Location"]) == (302, f"/account/login/?next={address}")


@pytest.mark.parametrize("address", [DATA, LEAVE])
def test_a_form_from_elsewhere_does_nothing(browser, address: str) -> None:
    assert "no-store" in browser.get(address).headers["Cache-Control"]
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = browser.cookies
    with nothing_changes():
        assert strict.post(address, {"password": PASSWORD}).status_code == 403


def test_everything_is_saved_with_the_password_given_again(browser, bob) -> None:
    def check_asked(said: Any, back: str) -> None:
        where = f"/account/reauthenticate/?next={back}"
        assert (said.status_code, unquote(said.headers["Location"])) == (302, where)

    check_asked(browser.post(DATA), DATA)
    assert not Export.objects.exists()
    assert reauthenticate(browser, next=DATA).headers["Location"] == DATA
    said = browser.get(DATA)
    assert said.headers["Refresh"] == "5"
    assert "The server makes your archives" in said.content.decode()
    workers_gather()
    archive = f"{DATA}{Export.objects.get().pk}/1/"
    said = browser.get(DATA)
    assert "Refresh" not in said.headers
    assert archive in said.content.decode()
    saved = browser.get(archive)
    assert saved.headers["Content-Type"] == "application/octet-stream"
    assert 'filename="tideapi-ann-' in saved.headers["Content-Disposition"]
    assert saved.content.startswith(b"PK")
    later, other = Client(), Client()
    later.force_login(Player.objects.get(username="ann"))
    check_asked(later.get(archive), archive)
    assert archive in later.get(DATA).content.decode()
    other.force_login(Player.objects.get(username="bob"))
    reauthenticate(other)
    assert other.get(archive).status_code == 404


def test_a_player_leaves_and_stays_signed_in_there(browser, ann) -> None:
    ann.opens(3)
    page = browser.get(LEAVE).content.decode()
    assert "You leave tables that have not started" in page
    assert "before 7 days have passed" in page
    other = Client()
    other.force_login(Player.objects.get())
    assert browser.post(LEAVE, {"password": "guessed-it"}).status_code == 403
    assert not AccountDeletion.objects.exists()
    assert browser.post(LEAVE, {"password": PASSWORD}).status_code == 302
    assert "about to end" in browser.get(LEAVE).content.decode()
    assert other.get(LEAVE).status_code == 302
    assert ann.get("/me").code == "token_invalid"
    assert browser.post(LEAVE, {"keep": "yes"}).status_code == 302
    assert not AccountDeletion.objects.exists()
    assert "End my account" in browser.get(LEAVE).content.decode()


def test_who_has_no_password_has_to_have_signed_in_just_now(browser, time) -> None:
    player = Player.objects.get()
    player.set_unusable_password()
    player.save()
    for minutes, status in {11: 403, 0: 302}.items():
        browser.force_login(Player.objects.get())
        time.advance(minutes=minutes)
        assert browser.post(LEAVE).status_code == status
    assert AccountDeletion.objects.exists()


def test_an_operator_is_asked_once_more(ann, bob) -> None:
    operator, player = Client(), Player.objects.get(username="ann")
    operator.force_login(Player.objects.create_superuser("olga", password=PASSWORD))

    def end_account(**more: str) -> str:
        wish = {"action": "end_accounts", "_selected_action": [player.pk], **more}
        return operator.post("/admin/players/player/", wish, follow=True).content.decode()

    assert "End these accounts?" in end_account()
    assert not AccountDeletion.objects.exists()
    assert "These accounts will end." in end_account(confirmed="yes")
    (ending,) = AccountDeletion.objects.all()
    assert (ending.player, ending.by) == (player, "operator")
    assert bob.get("/me").status == 200
    page = operator.get("/admin/players/accountdeletion/").content.decode()
    assert "olga" not in page.split("<main")[1]
