"""The wish to leave, by a call, a command and a page: what it does at once, and taking it back."""

from collections.abc import Callable
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
from players import tasks
from players.models import AccountDeletion, Export, Player, Token
from players.privacy import closure
from tests.app.api.refusals import nothing_changes, refused
from tests.app.privacy.conftest import signs_in
from tests.app.privacy.working import workers_erase, workers_gather
from tests.moving_time import Time, moment
from tests.people import PASSWORD, Person
from tests.reauthentication import reauthenticate
from tests.webhooks import create_webhook
from tideapi.celery import app

pytestmark = pytest.mark.django_db


def test_it_needs_a_token_that_was_got_just_now(ann: Person, time: Time) -> None:
    time.advance(minutes=11)
    with nothing_changes():
        refused(ann.delete("/me"), 403, "sign_in_again")
    assert signs_in(ann).delete("/me").status == 202


def test_who_has_no_password_ends_the_account_with_any_token(ann: Person, time: Time) -> None:
    Player.objects.update(password="!none", epoch=F("epoch"))
    Token.objects.update(epoch=Player.objects.get().epoch)
    time.advance(days=3)
    assert ann.delete("/me").status == 202


def test_it_needs_a_token_for_tokens(ann: Person) -> None:
    Token.objects.update(scopes=["profile:write", "game:read"])
    for said in (ann.get("/me/ending"), ann.delete("/me"), ann.delete("/me/ending")):
        refused(said, 403, "insufficient_scope")


def test_all_else_ends_at_once_and_games_go_on(ann: Person, table: Callable[..., str]) -> None:
    game, hook = table(), create_webhook(ann, "https://ann.example/hook")
    with_new = signs_in(ann)
    assert with_new.delete("/me").status == 202
    refused(ann.get("/me"), 401, "token_invalid")
    (shown,) = with_new.get("/me/receivers").json["results"]
    assert (shown["id"], shown["disabled"]["why"]) == (hook["id"], "signed_out")
    assert with_new.sees(game)["seats"][0]["away"] is None
    assert with_new.seals_anything(game).status == 200


def test_it_can_be_taken_back_within_the_time_that_is_said(ann: Person, time: Time) -> None:
    said = ann.get("/me/ending").json["consequences"]
    assert [(one["what"], one["count"]) for one in said] == [("profile", 1), ("tokens", 1)]
    assert ann.get("/me").json["ending"] is None
    asked, first = time.now, ann.delete("/me").json
    shown = ann.get("/me").json["ending"]
    assert shown == {name: first[name] for name in ("created_at", "due_at")}
    assert moment(shown["created_at"]) == asked
    assert moment(shown["due_at"]) == asked + timedelta(days=7)
    time.advance(minutes=5)
    again = ann.delete("/me")
    assert (again.status, again.json["due_at"]) == (202, first["due_at"])
    # Signing in alone takes nothing back.
    time.advance(days=6)
    later = signs_in(ann)
    assert later.get("/me").json["ending"] is not None
    assert later.delete("/me/ending").status == 204
    refused(later.delete("/me/ending"), 404, "not_ending")
    assert later.get("/me").json["ending"] is None
    time.advance(days=20)
    workers_erase()
    assert later.get("/me").json["username"] == "ann"
    assert not AccountDeletion.objects.exists()


def test_how_many_days_there_are_is_the_operators_to_say(ann: Person, settings: Any) -> None:
    settings.TIDE_DELETION_GRACE_DAYS = 0
    ann.delete("/me")
    workers_erase()
    refused(ann.get("/me"), 401, "token_invalid")


def test_once_begun_it_is_not_taken_back_and_goes_on(ann: Person, time: Time) -> None:
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


def test_beat_closes_accounts_and_builds_exports(ann: Person, time: Time) -> None:
    rung = set(app.conf.beat_schedule)
    assert rung >= {tasks.build_exports.name, tasks.end_accounts.name}
    ann.delete("/me")
    AccountDeletion.objects.update(next_at=time.now)
    tasks.end_accounts()
    assert AccountDeletion.objects.get().closed_at is not None


# -- manage.py erase


def test_the_command_ends_an_account_after_the_days_of_grace(
    ann: Person, time: Time, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("erase", "ANN", "--yes")
    assert "profile, 1: Your name" in capsys.readouterr().out
    assert ann.get("/me").code == "token_invalid"
    call_command("erase", "ann", "--keep")
    assert not AccountDeletion.objects.exists()
    with pytest.raises(CommandError, match="not about to end"):
        call_command("erase", "ann", "--keep")
    call_command("erase", "ann", "--yes")
    time.advance(days=6)
    workers_erase()
    assert Player.objects.get().username == "ann"
    time.advance(days=1)
    workers_erase()
    assert Player.objects.get().username.startswith("deleted-")


def test_the_command_erases_at_once_where_that_is_wanted(ann: Person) -> None:
    ann.opens(3)
    call_command("erase", "ann", "--yes", "--now")
    assert Player.objects.get().username.startswith("deleted-")
    assert AccountDeletion.objects.get().erased["open_tables"] == 1


def test_the_command_asks_for_the_name(ann: Person, monkeypatch: pytest.MonkeyPatch) -> None:
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
def test_who_is_not_signed_in_is_asked_to(db: None, address: str) -> None:
    said = Client().get(address)
    assert (said.status_code, said.headers["Location"]) == (302, f"/account/login/?next={address}")


@pytest.mark.parametrize("address", [DATA, LEAVE])
def test_a_form_from_elsewhere_does_nothing(browser: Client, address: str) -> None:
    assert "no-store" in browser.get(address).headers["Cache-Control"]
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = browser.cookies
    assert strict.post(address, {"password": PASSWORD}).status_code == 403
    assert not AccountDeletion.objects.exists()
    assert not Export.objects.exists()


def test_everything_is_saved_with_the_password_given_again(browser: Client, bob: Person) -> None:
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


def test_a_player_leaves_and_stays_signed_in_there(browser: Client, ann: Person) -> None:
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


def test_who_has_no_password_has_to_have_signed_in_just_now(browser: Client, time: Time) -> None:
    player = Player.objects.get()
    player.set_unusable_password()
    player.save()
    browser.force_login(player)
    time.advance(minutes=11)
    said = browser.post(LEAVE)
    assert said.status_code == 403
    browser.force_login(Player.objects.get())
    assert browser.post(LEAVE).status_code == 302
    assert AccountDeletion.objects.exists()


def test_an_operator_is_asked_once_more(ann: Person, bob: Person) -> None:
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
