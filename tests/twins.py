"""Games that differ only in what a viewer may not know: to him they look the same, byte by byte."""

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import Any

import pytest
from django.db import transaction

from games import advance, chain
from tests import dealing


@contextmanager
def undone() -> Iterator[None]:
    """Whatever is done inside has never happened; ids and nonces are the same in every such world."""
    with dealing.alike(), commitments_of_the_nonce_alone(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@contextmanager
def commitments_of_the_nonce_alone() -> Iterator[None]:
    """Take from commitments what no viewer can find in them, so that all else can be compared.

    Two answers have two commitments, and with them two hashes of the log; yet no commitment is a leak. It
    is the SHA-256 of a nonce and the answer, and the nonce has 128 random bits that nobody else is told
    before the answer is shown itself: until then each answer fits it as well as any other, and to try
    them means to try 2¹²⁸ nonces with each. To others it is a random number. Here it is one that comes
    from the nonce alone; the same goes for what binds whispers. Whatever is made of commitments then
    has to be the same to the last byte: what they replace, hashes, the head of the chain, and tags.

    That true commitments are made with a fresh nonce each time is for tests/games/test_receipts.py.
    """

    def commitment(secret: chain.Raw, value: Any) -> str:
        assert len(secret) == 16
        return chain.written(sha256(bytes(secret)).digest())

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(chain, "commitment", commitment)
        patch.setattr(advance, "commitment", commitment)
        yield
