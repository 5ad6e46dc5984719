"""The door: who gets an account, by whichever way, and who came by whose code."""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from players.models import Admission, Player, SignUpCode
from tests.app.api.refusals import nothing_changes, refused
from tests.app.pages.club import comes_from_the_club
from tests.app.pages.visitor import Visitor
from tests.app.repository.racing import outcomes, run_at_once
from tests.people import PASSWORD, Answer, Person

pytestmark = pytest.mark.django_db


def signs_up(name: str, **more: Any) -> Answer:
    return Person().post("/players", {"username": name, "password": PASSWORD, **more})


def make_code(**columns: Any) -> str:
    return SignUpCode.objects.create(by_operator=True, **columns).pk


@pytest.fixture
def _by_invitation(settings) -> None:
    settings.TIDE_SIGN_UP = settings.TIDE_GUESTS = "invitation"


def test_a_closed_door_is_closed_whichever_way_one_comes(settings) -> None:
    guest = Person(Person().post("/guests").json["token"])
    settings.TIDE_SIGN_UP = settings.TIDE_GUESTS = "closed"
    settings.TIDE_CONTACT = "mailto:ann@tide.example"
    code = make_code()
    said = "This server takes no new players. Its operator is reached at ann@tide.example."
    with nothing_changes():
        sent = {"username": "bob", "password": PASSWORD, "code": code}
        for answer, kind in [
            (signs_up("bob", code=code), "sign_up_closed"),
            (Person().post("/guests", {"code": code}), "no_guests"),
        ]:
            refused(answer, 403, kind)
            assert answer.json["detail"] == said
        assert guest.post("/me/claim", sent).code == "sign_up_closed"
        page = Visitor().visit("/account/signup/")
        assert "mailto:ann@tide.example" in page.html
        assert "<form" not in page.html.partition("<main>")[2]
    index = Person().get("").json
    assert (index["sign_up"], index["guests"]) == ("closed", "closed")


@pytest.mark.usefixtures("_by_invitation")
def test_by_invitation_a_good_code_lets_in_and_no_other() -> None:
    past = timezone.now() - timedelta(seconds=1)
    refused(signs_up("bob"), 403, "code_needed")
    for code in ("none", make_code(until=past), make_code(used=1)):
        with nothing_changes():
            assert signs_up("bob", code=code).code == "code_invalid"
    code = make_code(uses=2)
    assert signs_up("bob", code=f" {code} ").status == 201
    assert signs_up("BOB", code=code).code == "username_taken"
    guest = Person().post("/guests", {"code": code})
    assert guest.status == 201
    # A guest who came by a code needs no other.
    claimed = Person(guest.json["token"]).post(
        "/me/claim", {"username": "gil", "password": PASSWORD}
    )
    assert claimed.status == 200
    assert Person().post("/guests", {"code": code}).code == "code_invalid"
    came = Admission.objects.values_list("player__username", "code")
    assert sorted(came) == [("bob", code), ("gil", code)]


@pytest.mark.usefixtures("_by_invitation")
def test_a_guest_of_an_open_door_needs_a_code_to_stay(settings) -> None:
    settings.TIDE_GUESTS = "open"
    guest, sent = (
        Person(Person().post("/guests").json["token"]),
        {"username": "gil", "password": PASSWORD},
    )
    assert guest.post("/me/claim", sent).code == "code_needed"
    assert guest.post("/me/claim", {**sent, "code": make_code()}).status == 200


@pytest.mark.usefixtures("_by_invitation")
def test_pages_ask_for_the_code_which_a_link_brings() -> None:
    code = make_code()
    assert f'value="{code}"' in Visitor().visit(f"/account/signup/?code={code}").html
    assert "This field is required." in Visitor().signs_up("bob").html
    assert "wrong, used up or over" in Visitor().signs_up("bob", code="none").html
    assert Visitor().signs_up("bob", code=code).path == "/account/recovery/"
    assert Admission.objects.get().player.username == "bob"


@pytest.mark.usefixtures("_by_invitation")
def test_an_account_elsewhere_comes_through_the_same_door(settings, club) -> None:
    visitor = Visitor()
    page = comes_from_the_club(visitor)
    assert page.path == "/account/3rdparty/signup/"
    sent = partial(visitor.submit, page, page.path, username="bob")
    assert "wrong, used up or over" in sent(code="none").html
    settings.TIDE_SIGN_UP = "closed"
    assert "takes no new players" in sent(code=make_code()).html
    assert not Player.objects.exists()


@pytest.mark.usefixtures("_by_invitation")
def test_a_player_makes_as_many_codes_as_the_setting_says(settings) -> None:
    ann = Person.signs_up("ann")
    settings.TIDE_MAX_CODES_PER_PLAYER = 2
    first, second = (ann.post("/me/codes").json for _ in range(2))
    refused(ann.post("/me/codes"), 409, "too_many_codes")
    assert first["url"].endswith(f"/account/signup/?code={first['code']}")
    assert signs_up("bob", code=first["code"]).status == 201
    assert [one["used"] for one in ann.get("/me/codes").json["results"]] == [False, True]
    assert ann.delete(f"/me/codes/{first['code']}").code == "code_not_found"
    assert ann.delete(f"/me/codes/{second['code']}").status == 204
    third = ann.post("/me/codes").json["code"]
    Player.objects.filter(username="ann").update(is_active=False)
    assert signs_up("cat", code=third).code == "code_invalid"


def test_where_no_code_is_needed_none_is_made() -> None:
    assert Person.signs_up("ann").post("/me/codes").code == "too_many_codes"
    assert signs_up("bob", code="whatever").status == 201
    assert not Admission.objects.exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_by_invitation")
def test_of_two_at_once_one_has_the_last_use() -> None:
    for number in range(3):
        code = make_code()
        both = [partial(signs_up, f"{name}{number}", code=code) for name in ("bob", "cat")]
        assert outcomes(run_at_once(*both)) == [(201, None), (403, "code_invalid")]
        assert (
            SignUpCode.objects.get(pk=code).used == Admission.objects.filter(code=code).count() == 1
        )
