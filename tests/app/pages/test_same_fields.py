"""What a page takes for a name, a password or an address, the API takes too, and nothing else."""

import pytest

from players.models import Player
from tests.app.pages.visitor import Visitor
from tests.people import PASSWORD, Person

pytestmark = pytest.mark.django_db
LONG = "anemone-and-rock-pool-" * 7
"""More than 128 characters."""


def takes(page: bool, username: str, password: str = PASSWORD, email: str = "") -> str | None:
    """Sign up on the page or by the API; under which name and address, or None where that is refused."""
    if page:
        fields = {"username": username, "password1": password, "email": email}
        Visitor().fill("/account/signup/", **fields)
    else:
        wish = {"username": username, "password": password}
        said = Person().post("/players", wish | ({"email": email} if email else {}))
        assert said.status in {201, 400, 409, 422}, said.json
    made = Player.objects.order_by("pk").last()
    if made is None:
        return None
    assert made.check_password(password)
    found = f"{made.username} {made.email}"
    made.delete()
    return found


@pytest.mark.parametrize(
    ("username", "taken"),
    [
        ("Ann", True),
        (" ann", True),
        ("ann  ", True),
        ("an" * 15, True),
        (" " + "an" * 15 + " ", True),
        ("an" * 15 + "n", False),
        ("a", False),
        (" a ", False),
        ("ann b", False),
        ("änn", False),
        ("-ann", False),
        ("ann@tide", False),
        ("admin", False),
    ],
)
def test_names(username: str, taken: bool) -> None:
    wanted = f"{username.strip()} " if taken else None
    assert (takes(True, username), takes(False, username)) == (wanted, wanted)


@pytest.mark.parametrize(
    ("password", "taken"),
    [
        ("rock-pool", True),
        ("rock-po", False),
        (LONG[:128], True),
        (LONG[:129], False),
        (" rock-pool ", True),
        ("rock\u0000pool", False),
        ("password", False),
        ("ännemöne", True),
        ("a\u0308nnemo\u0308ne", True),
    ],
)
def test_passwords(password: str, taken: bool) -> None:
    wanted = "kim " if taken else None
    assert (takes(True, "kim", password), takes(False, "kim", password)) == (wanted, wanted)


@pytest.mark.parametrize(
    ("email", "taken"),
    [
        ("Ann@Tide.example", True),
        (" ann@tide.example ", True),
        ("a+b.c'd@sub.tide.example", True),
        ("ann@tide", False),
        ("ann@[192.0.2.1]", False),
        ('"ann b"@tide.example', False),
        ("ann@tide..example", False),
        ("ann.@tide.example", False),
        ("jörg@tide.example", False),
        ("ann@tïde.example", False),
        ("ann@xn--tde-0ma.example", True),
        ("a" * 64 + "@" + "b" * 50 + ".example", True),
        ("a@" + "b.example" * 29, False),
        ("ann@tide.example\u0000", False),
    ],
)
def test_addresses(email: str, taken: bool) -> None:
    wanted = f"kim {email.strip().lower()}" if taken else None
    found = takes(True, "kim", email=email), takes(False, "kim", email=email)
    assert found == (wanted, wanted)


@pytest.mark.parametrize("name", ["ann", "ANN", " Ann", "ann "])
def test_who_signs_in_is_known_however_a_keyboard_writes_her_name(ann: Person, name: str) -> None:
    page = Visitor()
    assert page.signs_in(name).path == "/account/"
    assert Person().post("/me/tokens", {"username": name, "password": PASSWORD}).status == 201


@pytest.mark.parametrize("name", ["keeper", " Keeper "])
def test_an_operator_signs_in_to_the_admin_under_any_capitals(name: str) -> None:
    Player.objects.create_superuser("keeper", password=PASSWORD)
    page = Visitor().fill("/admin/login/", username=name, password=PASSWORD, next="/admin/")
    assert (page.status, page.path) == (200, "/admin/")
