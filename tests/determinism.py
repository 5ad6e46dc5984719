"""Everything random or counted is made the same in each run, so that runs can be compared byte by byte.

That is ids, nonces and times, row numbers, salts of passwords, and what is left of limits. Three things are
more than that: commitments to answers, the commitment to the seed, and the hashes of players' texts.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from hashlib import sha256
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
import redis
from django.conf import settings
from django.contrib.auth.hashers import BasePasswordHasher
from django.db import connection, transaction
from django.db.models.functions import Now
from django.utils import timezone

from common import ids
from games.background import due_turns
from games.fairness import commitments
from games.lobby import open_games
from games.models import game as of_games
from games.play import turns
from games.repository.game_state import GameState
from games.visibility import game_view
from notifications import receivers
from notifications.models import secret_links
from notifications.questions import secrets as of_questions
from players import guests, names
from players.models import app, token
from tests import dealing
from tests.counting_server import forget_counters

DRAWING = (ids, guests, names, receivers, token, app, secret_links, of_questions)
"""Where players' own ids, names and tokens are drawn."""


class Luck(dealing.SeededSecrets):
    """In the place of `secrets`: what is drawn depends on what it is drawn for, not on what was before."""

    def begins(self, purpose: str) -> None:
        self._random = Random(purpose)

    def token_hex(self, many: int) -> str:
        return self.token_bytes(many).hex()

    def choice(self, some: str) -> str:
        return self._random.choice(some)


@contextmanager
def undone() -> Iterator[None]:
    """Whatever is done inside has never happened; ids and nonces are the same in every such run."""
    with dealing.seeded(), commitments_of_the_nonce_alone(), rolled_back():
        yield


@contextmanager
def rolled_back() -> Iterator[None]:
    """Whatever is done inside has never happened."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@contextmanager
def commitments_of_the_nonce_alone() -> Iterator[None]:
    """Take from commitments what no viewer can find in them, so that all else can be compared.

    Two answers have two commitments, and with them two hashes of the log; yet no commitment is a leak. It
    is the SHA-256 of a nonce and the answer, and the nonce has 128 bits that nobody else is told before the
    answer is shown itself: until then each answer fits it as well as any other. Here it comes from the nonce
    alone, and the nonce from all but the answer. Whatever is made of commitments then has to be the same to
    the last byte: what they replace, hashes, the head of the chain, and tags.

    That true commitments are made with a fresh nonce each time is for tests/app/api/test_submission.py.
    """

    def commitment(secret: commitments.Raw, value: Any) -> str:
        assert len(secret) == 16
        return commitments.digest_to_text(sha256(bytes(secret)).digest())

    drawn = commitments.answer_nonce

    def answer_nonce(
        key: commitments.Raw, after: int, at: datetime, seat: int, action: Any
    ) -> bytes:
        assert len(key) == 32
        assert action is not None
        return drawn(key, after, at, seat, None)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(commitments, "commit_to_json", commitment)
        patch.setattr(turns, "commit_to_json", commitment)
        patch.setattr(commitments, "answer_nonce", answer_nonce)
        yield


@contextmanager
def one_hash_for_all_seeds_and_texts() -> Iterator[None]:
    """The same for the seed, and for texts that players give for the deal.

    The seed's commitment is the SHA-256 of 256 random bits: nothing that is drawn from the seed can be told
    from it. Of a text only the hash is shown, and the deal is made of the hash: a guess can be tried, and
    nothing else. With one hash for all, what is still otherwise would tell of the seed or the text.
    """

    def seed_commitment(seed: bytes) -> str:
        assert len(seed) == 32
        return commitments.digest_to_text(bytes(32))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(game_view, "seed_commitment", seed_commitment)
        patch.setattr(open_games, "text_hash", lambda text: commitments.digest_to_text(bytes(32)))
        yield


@contextmanager
def deterministic() -> Iterator[Luck]:
    """Have runs inside differ in nothing but in what is done in them. Time must stand still.

    They share one transaction, and each calls `reset_counters` before anything else.
    """
    luck = Luck()
    went_well = due_turns._went_well

    def looked_at(table: GameState) -> bool:
        # What is drawn for one game depends on no other that is due at the same time.
        number = table.open_turn and table.open_turn.number
        luck.begins(f"turn {number} of {table.row.pk} at {table.moment}")
        return went_well(table)

    still = SimpleNamespace(monotonic=lambda: 0.0)
    with (
        commitments_of_the_nonce_alone(),
        one_hash_for_all_seeds_and_texts(),
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setattr(of_games, "secrets", luck)
        for module in DRAWING:
            patch.setattr(module, "secrets", luck)
        patch.setattr(due_turns, "_went_well", looked_at)
        patch.setattr(due_turns, "time", still)  # How long a sweep takes is nobody's secret.
        # So long that no hash is made again when it is checked: it would be the same, in another epoch.
        patch.setattr(BasePasswordHasher, "salt", lambda hasher: "salt" * 8)
        patch.setattr(Now, "as_postgresql", _standing)
        with own_request_counts():
            yield luck


@contextmanager
def own_request_counts() -> Iterator[None]:
    """Requests and answers are counted where no other test counts."""
    before = settings.CACHE_URL
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:])
    own = f"{before.rpartition('/')[0]}/{1 + worker % 7}"
    try:
        settings.CACHE_URL = own
        forget_counters()
        yield
    finally:
        settings.CACHE_URL = before
        forget_counters()


def reset_counters() -> None:
    """Rows are numbered from 1 again, and nobody has called yet."""
    _number_on("1, false")
    with redis.Redis.from_url(settings.CACHE_URL) as counters:
        counters.flushdb()


@contextmanager
def numbered_as_before() -> Iterator[None]:
    """Whatever is done inside has never happened, and rows are numbered as if it had not, too.

    A sequence goes on in PostgreSQL, whatever is rolled back; so do the counts of requests.
    """
    with redis.Redis.from_url(settings.CACHE_URL) as counters:
        counted = {key: counters.dump(key) for key in counters.keys()}  # noqa: SIM118  No dict.
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT sequencename, last_value FROM pg_sequences WHERE {_OURS}"
            " AND last_value IS NOT NULL"
        )
        before = cursor.fetchall()
    with rolled_back():
        yield
    _number_on("1, false")
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT setval(format('%%I', name)::regclass, last)"
            " FROM unnest(%s::text[], %s::bigint[]) AS one (name, last)",
            [[name for name, _ in before], [last for _, last in before]],
        )
    with redis.Redis.from_url(settings.CACHE_URL) as counters:
        counters.flushdb()
        for key, value in counted.items():
            counters.restore(key, 0, value)


_OURS = "schemaname = 'public' AND sequencename ~ '^(account|games|mfa|players|socialaccount|usersessions)_'"


def _number_on(start: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT setval(format('%I', sequencename)::regclass, {start}) FROM pg_sequences WHERE {_OURS}"
        )


def _standing(now: Now, compiler: Any, connection: Any, **_: Any) -> tuple[str, list[Any]]:
    return "%s::timestamptz", [timezone.now()]
