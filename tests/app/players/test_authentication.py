"""What a token costs the database."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from players.models import TOKEN_START, Player, Token, token_digest
from tests.people import Person

pytestmark = pytest.mark.django_db
ENGLISH = {"Accept-Language": "en"}
"""So that the language is not read from what the player has chosen."""


def test_a_token_is_looked_up_once_per_request(
    ann: Person, django_assert_num_queries: Callable[[int], Any]
) -> None:
    ann.get("/rulesets", headers=ENGLISH)
    # The limits and the view both ask who is calling, and nothing else is asked for here.
    with django_assert_num_queries(1):
        ann.get("/rulesets", headers=ENGLISH)


def test_last_use_is_written_once_an_hour(
    ann: Person, django_assert_num_queries: Callable[[int], Any]
) -> None:
    ann.get("/rulesets", headers=ENGLISH)
    with time_machine.travel(timezone.now() + timedelta(minutes=59)), django_assert_num_queries(1):
        ann.get("/rulesets", headers=ENGLISH)
    with time_machine.travel(timezone.now() + timedelta(minutes=61)), django_assert_num_queries(2):
        ann.get("/rulesets", headers=ENGLISH)


def test_a_stranger_costs_no_look_up(
    stranger: Person, django_assert_num_queries: Callable[[int], Any]
) -> None:
    with django_assert_num_queries(0):
        stranger.get("/me")
        stranger.get("/rulesets")


def test_a_token_has_256_random_bits_and_is_kept_as_its_digest(ann: Person) -> None:
    player = Player.objects.get()
    issued = [Token.issue(player) for _ in range(10)]
    assert len({secret for _, secret in issued}) == 10
    for row, secret in issued:
        assert secret.startswith(TOKEN_START)
        assert len(secret) == len(TOKEN_START) + 43  # 32 bytes in base64 without padding
        assert bytes(row.digest) == token_digest(secret)
        assert row.shown == secret[:9]
        assert secret not in str(row)
