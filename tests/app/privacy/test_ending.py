"""The wish to leave: what it does at once, what it says beforehand, and taking it back."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.auth.models import Group
from django.db.models import F

from common.rest.errors import ApiError
from players.models import AccountDeletion, Player, Token
from players.privacy import closure
from tests.app.api.refusals import nothing_changes, refused
from tests.app.privacy.conftest import signs_in
from tests.app.privacy.working import workers_erase
from tests.moving_time import Time, moment
from tests.people import Answer, Person
from tests.webhooks import makes

pytestmark = pytest.mark.django_db
Leaves = Callable[[Person], Answer]


def test_who_has_nothing_reads_of_nothing_that_is_not_there(ann: Person) -> None:
    said = ann.get("/me/ending").json["consequences"]
    assert [(one["what"], one["count"]) for one in said] == [("profile", 1), ("tokens", 1)]


def test_it_needs_a_token_that_was_got_just_now(ann: Person, time: Time) -> None:
    time.goes_on(minutes=11)
    with nothing_changes():
        refused(ann.delete("/me"), 403, "sign_in_again")
    assert signs_in(ann).delete("/me").status == 202


def test_who_has_no_password_ends_her_account_with_the_token_that_she_has(
    ann: Person, time: Time
) -> None:
    Player.objects.update(password="!none", epoch=F("epoch"))
    Token.objects.update(epoch=Player.objects.get().epoch)
    time.goes_on(days=3)
    assert ann.delete("/me").status == 202


def test_it_needs_a_token_for_tokens(ann: Person) -> None:
    Token.objects.update(scopes=["profile:write", "game:read"])
    for said in (ann.get("/me/ending"), ann.delete("/me"), ann.delete("/me/ending")):
        refused(said, 403, "insufficient_scope")


def test_whatever_else_was_signed_in_ends_at_once(ann: Person, leaves: Leaves) -> None:
    hook = makes(ann, "https://ann.example/hook")
    with_old, with_new = ann, signs_in(ann)
    assert with_new.delete("/me").status == 202
    refused(with_old.get("/me"), 401, "token_invalid")
    assert with_new.get("/me").status == 200
    (shown,) = with_new.get("/me/receivers").json["results"]
    assert (shown["id"], shown["disabled"]["why"]) == (hook["id"], "signed_out")


def test_it_is_said_of_me_until_when_it_can_be_taken_back(ann: Person, time: Time) -> None:
    assert ann.get("/me").json["ending"] is None
    asked = time.now
    said = ann.delete("/me").json
    shown = ann.get("/me").json["ending"]
    assert shown == {name: said[name] for name in ("created_at", "due_at")}
    assert moment(shown["created_at"]) == asked
    assert moment(shown["due_at"]) == asked + timedelta(days=7)


def test_asked_for_once_more_it_comes_no_later(ann: Person, time: Time) -> None:
    first = ann.delete("/me").json
    time.goes_on(minutes=5)
    again = ann.delete("/me")
    assert (again.status, again.json["due_at"]) == (202, first["due_at"])
    assert ann.get("/me").status == 200


def test_it_can_be_taken_back_where_it_was_asked_for(ann: Person, time: Time) -> None:
    ann.delete("/me")
    assert ann.delete("/me/ending").status == 204
    assert ann.get("/me").json["ending"] is None
    time.goes_on(days=20)
    workers_erase()
    assert ann.get("/me").json["username"] == "ann"
    assert not AccountDeletion.objects.exists()


def test_signing_in_alone_takes_nothing_back(ann: Person, time: Time) -> None:
    ann.delete("/me")
    time.goes_on(days=6)
    again = signs_in(ann)
    assert again.get("/me").json["ending"] is not None
    assert again.delete("/me/ending").status == 204
    refused(again.delete("/me/ending"), 404, "not_ending")


def test_her_games_go_on_until_the_time_has_come(
    ann: Person, table: Callable[..., str], leaves: Leaves
) -> None:
    game = table()
    leaves(ann)
    again = signs_in(ann)
    assert again.sees(game)["seats"][0]["away"] is None
    assert again.seals_anything(game).status == 200


def test_how_many_days_there_are_is_the_operators_to_say(
    ann: Person, time: Time, settings: object
) -> None:
    settings.TIDE_DELETION_GRACE_DAYS = 0  # type: ignore[attr-defined]
    ann.delete("/me")
    workers_erase()
    refused(ann.get("/me"), 401, "token_invalid")


def test_what_operators_have_given_her_goes_too(ann: Person, time: Time) -> None:
    player = Player.objects.get()
    player.groups.add(Group.objects.create(name="helpers"))
    Player.objects.update(is_staff=True, is_superuser=True)
    ann.delete("/me")
    time.goes_on(days=8)
    workers_erase()
    player.refresh_from_db()
    assert (player.is_staff, player.is_superuser, player.groups.count()) == (False, False, 0)


def test_what_was_written_while_the_account_was_closed_goes_a_day_later(
    ann: Person, time: Time
) -> None:
    player = Player.objects.get()
    ann.delete("/me")
    time.goes_on(days=7)
    workers_erase()
    # A call that was under way has come too late for the first time.
    player.vacations.create(from_at=time.now, until_at=time.now, announced_at=time.now)
    time.goes_on(hours=23)
    workers_erase()
    assert AccountDeletion.objects.get().erased_at is None
    time.goes_on(hours=3)
    workers_erase()
    assert AccountDeletion.objects.get().erased_at is not None
    assert not player.vacations.exists()


def test_nothing_is_taken_back_once_it_has_begun(ann: Person, time: Time) -> None:
    player = Player.objects.get()
    ann.delete("/me")
    time.goes_on(days=7)
    workers_erase()
    with pytest.raises(ApiError):
        closure.take_back(player)
    assert AccountDeletion.objects.exists()
