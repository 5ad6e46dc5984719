"""Taking another name on a page."""

import pytest

from players.models import Player
from tests.app.pages.visitor import Visitor

pytestmark = pytest.mark.django_db


def test_a_player_takes_another_name_once(ann: Visitor, name: str) -> None:
    page = ann.fill("/account/name/", username=f"x{name}")
    assert f"You are x{name} now." in page.html
    assert Player.objects.get().username == f"x{name}"
    again = ann.visit("/account/name/")
    assert "You may take another name from" in again.html
    assert 'name="username"' not in again.html


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ("admin", "This username is not given to players."),
        ("-", "2 to 30 letters"),
        ("b0b", "or one that looks like it"),
    ],
)
def test_a_name_that_cannot_be_had_is_refused_at_its_field(
    ann: Visitor, name: str, wanted: str, said: str
) -> None:
    Visitor().signs_up("bob")
    page = ann.fill("/account/name/", username=wanted)
    assert said in page.html
    assert Player.objects.filter(username=name).exists()
