"""Many mails, each bent in one thing: what is taken is what its sender meant, and nothing else is."""

import logging
import os
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

from cryptography.hazmat.primitives.asymmetric import rsa
from django.db import transaction

from games.models import Submission
from notifications.replies import mail_handler
from tests.app.notifications.forgery import EVIL, OTHER, Maker, bent_mails, meant
from tests.app.notifications.writing import addressed
from tests.people import Person
from tests.sampling import sample_count

log = logging.getLogger("notifications.bent")
COUNT = max(60, sample_count(200))
OURS = ("post.example", "mail.post.example", EVIL)


def played(raw: bytes, to: str, game: str) -> int | None:
    """The card that a mail has sealed; it is taken back at once."""
    with transaction.atomic():
        mail_handler.receive(raw, to, "x@y", dialogue=True)
        row = Submission.objects.filter(game=game).first()
        transaction.set_rollback(True)
        return None if row is None else int(row.action["card"])


def test_of_many_bent_mails_those_are_taken_that_their_sender_meant(
    table: Callable[..., str],
    writer: Person,
    signs: Callable[..., bytes],
    key: rsa.RSAPrivateKey,
    settings: Any,
) -> None:
    seed = int(os.environ.get("TIDE_SEED", "47"))
    log.info("seed %s, TIDE_SEED takes another", seed)
    settings.TIDE_MAIL_AUTHSERV_ID = ""
    game = table()
    to, hand = addressed(writer, game), writer.sees(game)["mine"]["hand"]
    maker = Maker(to, f"play {hand[1]}", f"play {hand[4]}", signs)
    keys = dict.fromkeys(OURS, key.public_key())
    taken, refused = Counter[str](), Counter[str]()
    wrong = list[str]()
    for number, one in enumerate(bent_mails(Random(seed), maker, COUNT)):
        card = played(one.raw, to, game)
        says = meant(one.raw, keys, "ann@post.example", to)
        (refused if card is None else taken)[one.name] += 1
        if card is not None and (one.tampered or says != f"play {card}"):
            wrong.append(f"{number}: {one.name}: sealed {card}, and its sender meant {says!r}")
        if card is None and not one.tampered:
            wrong.append(f"{number}: {one.name}: refused, and its sender meant {says!r}")
    log.info("%s taken, %s refused", taken.total(), refused.total())
    assert wrong == [], f"seed {seed}: {len(wrong)} of {COUNT}"
    assert taken.total() > COUNT // 10
    assert refused.total() > COUNT // 2


def test_the_reader_takes_what_is_whole_and_nothing_else(
    takes_mail: None, signs: Callable[..., bytes], key: rsa.RSAPrivateKey
) -> None:
    maker = Maker("play+x@tide.example", "play 3", "play 4", signs)
    keys = dict.fromkeys(OURS, key.public_key())
    raw = maker.signed()

    def read(one: bytes, sender: str = "ann@post.example", to: str = maker.to) -> str | None:
        return meant(one, keys, sender, to)

    assert read(raw) == "play 3"
    assert read(raw, OTHER) is None
    assert read(raw, to="play+y@tide.example") is None
    assert read(raw.replace(b"play 3", b"play 4")) is None
    assert read(maker.plain()) is None
