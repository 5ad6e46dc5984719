"""What was got with an old password ends with it, however the new one came to be, and whoever was quicker."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib import auth
from django.contrib.auth.hashers import Argon2PasswordHasher, make_password
from django.core.management import call_command
from django.db.models import F
from django.test import Client

from notifications.api.serializers import ReceiverChangeRequest, ReceiverRequest
from notifications.models import Webhook
from notifications.webhooks import outbox
from notifications.webhooks.feed_events import enqueue_events
from players import accounts
from players.api import me, tokens
from players.authentication import valid_tokens
from players.models import EpochOver, Player, Token
from tests.app.api.refusals import nothing_changes, refused
from tests.form_fields import form_fields
from tests.people import PASSWORD, Answer, Person
from tests.webhooks import create_webhook, player_id, webhook_to

pytestmark = pytest.mark.django_db
NEW = "sea-urchin-and-sand"
HOOK = "https://bots.example/tide"
End = Callable[[Person], None]


def issue_token(password: str = PASSWORD) -> Answer:
    return Person().post("/me/tokens", {"username": "ann", "password": password})


def another(person: Person) -> Person:
    """The same player with another token."""
    return Person(issue_token().json["token"], person.name)


def change_password(person: Person) -> None:
    said = person.patch("/me", {"password": NEW, "current_password": PASSWORD})
    assert said.status == 200, said.json


def operator() -> Client:
    client = Client()
    client.force_login(Player.objects.create_superuser("olga", password=PASSWORD))
    return client


def reset_in_the_admin(person: Person) -> None:
    wish = {"password1": NEW, "password2": NEW, "usable_password": "true"}
    page = operator().post(f"/admin/players/player/{player_id(person)}/password/", wish)
    assert page.status_code == 302


def reset_by_command(person: Person) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("getpass.getpass", lambda prompt: NEW)
        call_command("changepassword", person.name)


def reset_in_sql(person: Person) -> None:
    Player.objects.filter(username=person.name).update(password=make_password(NEW))


def sign_out_in_sql(person: Person) -> None:
    Player.objects.filter(username=person.name).update(epoch=F("epoch") + 1)


def shut_out_and_let_in_again(person: Person) -> None:
    for active in (False, True):
        Player.objects.filter(username=person.name).update(is_active=active)


def shut_out_and_let_in_again_in_the_admin(person: Person) -> None:
    client, row = operator(), Player.objects.get(username=person.name)
    address = f"/admin/players/player/{row.pk}/change/"
    for active in ([], ["on"]):
        form = form_fields(client.get(address).content, "player_form")
        page = client.post(address, {**form, "is_active": active})
        assert page.status_code == 302, page.content
        assert Player.objects.get(pk=row.pk).is_active == bool(active)


ENDS = [
    change_password,
    reset_in_the_admin,
    reset_by_command,
    reset_in_sql,
    sign_out_in_sql,
    shut_out_and_let_in_again,
    shut_out_and_let_in_again_in_the_admin,
]
ENDED = pytest.mark.parametrize("end", ENDS, ids=lambda end: end.__name__)


# -- what ends


@ENDED
def test_all_that_was_begun_with_the_old_password_ends(ann, bob, end) -> None:
    thief, known = another(ann), Player.objects.get(username="ann")
    stream = issue_token().json["id"]
    assert valid_tokens([stream]) == {stream}
    Player.objects.filter(username="ann").update(is_staff=True)
    session = Client()
    assert session.login(username="ann", password=PASSWORD)
    end(ann)
    refused(thief.get("/me"), 401, "token_invalid")
    with nothing_changes():
        refused(thief.patch("/me", {"about": "mine now"}), 401, "token_invalid")
    assert valid_tokens([stream]) == set()
    with pytest.raises(EpochOver):
        Token.objects.issue(known)
    Player.objects.filter(username="ann").update(is_staff=True)
    assert session.get("/admin/").status_code == 302
    assert bob.get("/me").status == 200


@ENDED
def test_webhooks_are_disabled_and_say_why(ann, end) -> None:
    hook, off = create_webhook(ann, HOOK), create_webhook(ann, f"{HOOK}/off")
    ann.patch(f"/me/receivers/{off['id']}", {"enabled": False})
    end(ann)
    if end is not change_password:
        password = NEW if "reset" in end.__name__ else PASSWORD
        ann = Person(issue_token(password).json["token"], "ann")
    shown = ann.get(f"/me/receivers/{hook['id']}").json
    assert (shown["enabled"], shown["disabled"]["why"]) == (False, "signed_out")
    if end in {change_password, reset_in_the_admin, reset_by_command}:
        (event,) = ann.get("/me/events").json["results"]
        assert event["type"] == "webhook_disabled"
        assert event["data"] == {"webhook": hook["id"], "url": HOOK, "why": "signed_out"}
    assert Webhook.objects.get(pk=off["id"]).disabled_why == "by_player"
    ann.opens()
    enqueue_events(player_id(ann))
    assert outbox.OUTBOX.claim() is None
    assert ann.patch(f"/me/receivers/{hook['id']}", {"enabled": True}).json["enabled"]
    ann.opens()
    assert enqueue_events(player_id(ann)) == 1


def test_a_token_asked_for_with_the_password_of_before_is_refused(ann, monkeypatch) -> None:
    verified = auth.authenticate

    def slowly(*asked: Any, **given: Any) -> Any:
        found = verified(*asked, **given)
        change_password(ann)
        return found

    monkeypatch.setattr(tokens, "authenticate", slowly)
    refused(issue_token(), 401, "wrong_credentials")
    assert Token.objects.filter(player__username="ann").count() == 1


def test_of_two_new_passwords_at_once_one_wins(ann, monkeypatch) -> None:
    thief, checked = another(ann), accounts.refuse_weak

    def slowly(*given: Any) -> None:
        monkeypatch.setattr(me, "refuse_weak", checked)
        change_password(ann)
        checked(*given)

    monkeypatch.setattr(me, "refuse_weak", slowly)
    wish = {"password": "barnacle-and-brine", "current_password": PASSWORD}
    refused(thief.patch("/me", wish), 401, "token_invalid")
    assert issue_token(NEW).status == 201


THIEF = "https://thief.example/"


@pytest.mark.parametrize("change", [{"address": {"url": THIEF}}, {"enabled": True}, None])
def test_a_call_that_was_under_way_changes_no_webhook(ann, monkeypatch, change) -> None:
    path, thief = f"/me/receivers/{create_webhook(ann, HOOK)['id']}", another(ann)
    for body in (ReceiverRequest, ReceiverChangeRequest):

        def slowly(self: Any, *, raise_exception: bool, check: Any = body.is_valid) -> Any:
            change_password(ann)
            return check(self, raise_exception=raise_exception)

        monkeypatch.setattr(body, "is_valid", slowly)
    said = thief.patch(path, change) if change else thief.post("/me/receivers", webhook_to(THIEF))
    refused(said, 401, "token_invalid")
    assert [(one.url, one.enabled) for one in Webhook.objects.all()] == [(HOOK, False)]


def test_who_changes_the_own_password_in_the_admin_stays_there() -> None:
    client = operator()
    wish = {"old_password": PASSWORD, "new_password1": NEW, "new_password2": NEW}
    assert client.post("/admin/password_change/", wish).status_code == 302
    assert client.get("/admin/").status_code == 200


def test_a_hash_that_is_renewed_ends_nothing_and_revives_nothing(ann, settings) -> None:
    hook, known = create_webhook(ann, HOOK)["id"], Player.objects.get()
    settings.PASSWORD_HASHERS = ["tests.app.players.test_epoch.Quick", *settings.PASSWORD_HASHERS]
    assert issue_token().status == 201
    assert Player.objects.get().password != known.password
    assert ann.get("/me").status == 200
    assert Webhook.objects.get(pk=hook).enabled
    change_password(ann)
    assert known.check_password(PASSWORD)
    assert Player.objects.get().check_password(NEW)
    with pytest.raises(EpochOver):
        Token.objects.issue(known)


class Quick(Argon2PasswordHasher):
    """A newer way to hash, for tests."""

    time_cost, memory_cost, parallelism = 1, 64, 1
