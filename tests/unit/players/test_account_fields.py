"""Passwords and addresses as keyboards and mail servers have them."""

import os
import subprocess
import sys
import unicodedata
from pathlib import Path
from typing import Literal

import pytest
from django.core.validators import validate_email
from hypothesis import given
from hypothesis import strategies as st

from players.account_fields import EMAIL_PATTERN, MAX_EMAIL_LENGTH
from players.models import Player
from tests.postbox import opened

Form = Literal["NFC", "NFD"]
WORDS = "Strandkörbe für alle"
ADDRESSES = st.from_regex(EMAIL_PATTERN, fullmatch=True).map(str.strip)


@pytest.mark.parametrize("form", ["NFC", "NFD"])
@pytest.mark.parametrize("typed", ["NFC", "NFD"])
def test_composed_and_decomposed_letters_are_one_password(form: Form, typed: Form) -> None:
    player = Player(username="ann")
    player.set_password(unicodedata.normalize(form, WORDS))
    assert player.check_password(unicodedata.normalize(typed, WORDS))
    assert not player.check_password(WORDS.replace("ö", "o"))


@given(ADDRESSES.filter(lambda address: 0 < len(address) <= MAX_EMAIL_LENGTH))
def test_every_address_that_the_document_allows_is_one(address: str) -> None:
    validate_email(address)


def test_mail_has_the_servers_name_in_ascii_and_not_the_containers() -> None:
    with opened() as box:
        url = f"smtp://127.0.0.1:{box.port}"
        subprocess.run(
            [sys.executable, "manage.py", "sendtestemail", "ann@post.example"],
            cwd=Path(__file__).parents[3],
            env={**os.environ, "TIDE_URL": "https://flüt.example", "MAIL_URL": url},
            check=True,
        )
        (letter,) = box.taken
    assert letter["Message-ID"].endswith("@xn--flt-ioa.example>")
    assert box.names == {"xn--flt-ioa.example"}
