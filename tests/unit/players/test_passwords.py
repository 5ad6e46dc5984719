"""A password is the same however a keyboard has put its letters together."""

import unicodedata
from typing import Literal

import pytest

from players.models import Player

Form = Literal["NFC", "NFD"]
WORDS = "Strandkörbe für alle"


@pytest.mark.parametrize("form", ["NFC", "NFD"])
@pytest.mark.parametrize("typed", ["NFC", "NFD"])
def test_composed_and_decomposed_letters_are_one_password(form: Form, typed: Form) -> None:
    player = Player(username="ann")
    player.set_password(unicodedata.normalize(form, WORDS))
    assert player.check_password(unicodedata.normalize(typed, WORDS))
    assert not player.check_password(WORDS.replace("ö", "o"))
