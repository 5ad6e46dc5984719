"""What is sealed lies encrypted in the database, and keys can be replaced."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.core.management import CommandError, call_command
from django.db import connection, models, transaction

from common.db import encrypted
from games import checks
from games.management.commands import reseal
from games.models import Game, Submission
from notifications.models import AnswerLink, Delivery
from players.models import Archive, Player
from players.pages.second_steps import SecondSteps
from tests.people import Person

pytestmark = pytest.mark.django_db


def everything() -> bytes:
    """All rows of all tables, as a backup would hold them."""
    dumped = b""
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names():
            cursor.execute(f'SELECT row_to_json(row)::text FROM "{table}" row')
            dumped += b"\n".join(row.encode() for (row,) in cursor.fetchall())
    return dumped


def test_a_backup_holds_no_sealed_card_no_hand_and_no_seed(
    ann: Person, table: Callable[..., str]
) -> None:
    game = table()
    mine = ann.sees(game)["mine"]
    receipt = ann.seals(game, mine["legal_actions"][0]).json
    order = {"plays": [{"card": card} for card in mine["hand"][1:]]}
    assert ann.put(f"/games/{game}/standing-order", {"order": order}).status == 200
    backup = everything()
    row = Game.objects.get(pk=game)
    hand = json.dumps(mine["hand"])
    keys = [bytes(row.server_seed).hex(), bytes(row.nonce_key or b"").hex()]
    secrets = [*keys, receipt["nonce"], hand, hand.replace(" ", "")]
    for secret in secrets:
        assert secret.encode() not in backup
    assert b'"card"' not in backup
    assert b"hands" not in backup


def test_that_a_backup_is_looked_through_in_earnest(ann: Person, table: Callable[..., str]) -> None:
    game = table()
    assert game.encode() in everything()
    assert b"tides_revealed" in everything()


def test_a_key_is_replaced_while_games_go_on(
    ann: Person, table: Callable[..., str], settings: Any
) -> None:
    old, new = encrypted.new_key(), encrypted.new_key()
    settings.TIDE_KEYS = [old]
    game = table()
    before = ann.seals_anything(game).json
    settings.TIDE_KEYS = [new, old]
    assert ann.get(f"/games/{game}/turns/1/submission").json == before
    said = StringIO()
    call_command("reseal", stdout=said)
    assert "Submission: 1 rows" in said.getvalue()
    settings.TIDE_KEYS = [new]
    assert ann.get(f"/games/{game}/turns/1/submission").json == before
    assert ann.sees(game)["mine"]["hand"]


def test_after_resealing_the_new_key_alone_opens_every_column_of_every_app(settings: Any) -> None:
    old, new = encrypted.new_key(), encrypted.new_key()
    settings.TIDE_KEYS = [old]
    columns = [(model, name) for model, names in encrypted.encrypted_columns() for name in names]
    with foreign_keys_aside():
        for model, _ in encrypted.encrypted_columns():
            model._base_manager.bulk_create([made_up(model, **NEEDED.get(model, {}))])
        settings.TIDE_KEYS = [new, old]
        call_command("reseal", stdout=StringIO())
        settings.TIDE_KEYS = [new]
        for model, name in columns:
            held = getattr(model._base_manager.get(), name)
            assert held in {SECRET, json.loads(SECRET)}, f"{model.__name__}.{name}"
    assert {Submission, AnswerLink, Archive} <= {model for model, _ in columns}


def test_what_is_large_is_resealed_in_smaller_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reseal, "MAX_BYTES", 1_000)
    said = StringIO()
    with foreign_keys_aside():
        for number, size in enumerate((2_000, 300, 300, 300)):
            content = b"1" * size
            Archive(export_id="1", number=number, content=content, size=size).save(
                force_insert=True
            )
        call_command("reseal", stdout=said)
        assert [len(bytes(one.content)) for one in Archive.objects.order_by("pk")] == [
            *(2_000, 300, 300, 300)
        ]
    assert [line for line in said.getvalue().splitlines() if line.startswith("Archive:")] == [
        "Archive: 1 rows",
        "Archive: 4 rows",
    ]


def test_resealing_goes_on_where_no_key_opens_a_row_and_names_it_at_the_end(settings: Any) -> None:
    lost, old, new = (encrypted.new_key() for _ in range(3))
    with foreign_keys_aside():
        for number, key in enumerate((old, lost, old)):
            settings.TIDE_KEYS = [key]
            Archive(export_id="1", number=number, content=b"1", size=1).save(force_insert=True)
        settings.TIDE_KEYS = [new, old]
        rows = list(Archive.objects.order_by("pk").values_list("pk", flat=True))
        said, errors = StringIO(), StringIO()
        with pytest.raises(CommandError, match=r"No key opens 1 rows"):
            call_command("reseal", stdout=said, stderr=errors)
        assert errors.getvalue() == f"No key opens players_archive {rows[1]}\n"
        assert "Archive: 2 rows\n" in said.getvalue()
        assert "Second steps: 0 rows" in said.getvalue()
        settings.TIDE_KEYS = [new]
        for pk in (rows[0], rows[2]):
            assert bytes(Archive.objects.get(pk=pk).content) == b"1"
        settings.TIDE_KEYS = [lost]
        assert bytes(Archive.objects.get(pk=rows[1]).content) == b"1"


def test_a_second_step_that_no_key_opens_is_named_and_the_others_are_resealed(
    ann: Person, bob: Person, settings: Any
) -> None:
    lost, old, new = (encrypted.new_key() for _ in range(3))
    for name, key in (("ann", lost), ("bob", old)):
        settings.TIDE_KEYS = [key]
        Authenticator.objects.create(
            user=Player.objects.get(username=name),
            type=Authenticator.Type.TOTP,
            data={"secret": SecondSteps().encrypt(name)},
        )
    settings.TIDE_KEYS = [new, old]
    said, errors = StringIO(), StringIO()
    with pytest.raises(CommandError, match=r"No key opens 1 rows"):
        call_command("reseal", stdout=said, stderr=errors)
    row = Authenticator.objects.get(user__username="ann")
    assert errors.getvalue().endswith(f"No key opens mfa_authenticator {row.pk}\n")
    assert "Second steps: 1 rows" in said.getvalue()
    settings.TIDE_KEYS = [new]
    row = Authenticator.objects.get(user__username="bob")
    assert SecondSteps().decrypt(row.data["secret"]) == "bob"


SECRET = b'"made up"'
"""What stands in every encrypted column, as JSON where that is asked for."""


@contextmanager
def foreign_keys_aside() -> Iterator[None]:
    """Rows that are about nothing may be written, and are gone afterwards."""
    with suppress(Rollback), transaction.atomic():
        yield
        raise Rollback


class Rollback(Exception):
    pass


def made_up(model: type[models.Model], **values: Any) -> models.Model:
    """A row with as little in it as the database allows, and a secret in each column for one."""
    row = model(**values)
    for field in model._meta.local_concrete_fields:
        if isinstance(field, encrypted.SecretBytes):
            setattr(row, field.attname, field.open(encrypted.encrypt_bytes(SECRET)))
        elif not (field.has_default() or field.null or isinstance(field, models.AutoField)):
            aim = field.target_field if isinstance(field, models.ForeignKey) else field
            some = SOMETHING.get(aim.get_internal_type(), 1)
            setattr(row, field.attname, field.choices[0][0] if field.choices else some)
    return row


A_DAY = datetime(2026, 11, 23, tzinfo=UTC)
NEEDED: dict[type[models.Model], dict[str, Any]] = {Delivery: {"next_at": A_DAY}}
"""What a row has to have by a constraint of its table."""
SOMETHING: dict[str, Any] = {
    "ArrayField": [],
    "BinaryField": b"1",
    "BooleanField": False,
    "CharField": "1",
    "DateTimeField": A_DAY,
    "DurationField": timedelta(1),
    "JSONField": {},
    "TextField": "1",
}
"""Values by the kinds of fields; 1 for any other."""


def test_without_the_key_nothing_is_told(
    ann: Person, table: Callable[..., str], settings: Any
) -> None:
    settings.TIDE_KEYS = [encrypted.new_key()]
    game = table()
    settings.TIDE_KEYS = [encrypted.new_key()]
    with pytest.raises(encrypted.WrongKey):
        Game.objects.get(pk=game).state  # noqa: B018  It is opened when it is read.


def test_the_same_card_looks_different_each_time(ann: Person, bob: Person) -> None:
    assert encrypted.encrypt_bytes(b"card 44") != encrypted.encrypt_bytes(b"card 44")
    assert encrypted.decrypt_token(encrypted.encrypt_bytes(b"card 44")) == b"card 44"
    assert Submission.objects.count() == 0


def test_a_secret_that_was_changed_opens_with_no_key() -> None:
    token = encrypted.encrypt_bytes(b"card 44")
    assert (
        len(token) == len(b"card 44") + 29
    )  # The form, the nonce and the tag; nothing is written as text.
    for place in range(len(token)):
        changed = bytearray(token)
        changed[place] ^= 1
        with pytest.raises(encrypted.WrongKey):
            encrypted.decrypt_token(bytes(changed))
    for length in range(len(token)):
        with pytest.raises(encrypted.WrongKey):
            encrypted.decrypt_token(token[:length])


def test_a_key_that_is_none_is_named_by_a_check(settings: Any) -> None:
    settings.TIDE_KEYS = [encrypted.new_key(), "too short"]
    (fault,) = checks.check_encryption_keys(None)
    assert fault.id == "games.E004"
    assert "Key 2" in fault.msg


def test_a_new_key_is_one() -> None:
    said = StringIO()
    call_command("newkey", stdout=said)
    assert encrypted.is_key(said.getvalue().strip())


def test_the_key_of_the_secret_key_opens_what_was_encrypted_without_a_key(settings: Any) -> None:
    settings.TIDE_KEYS = []
    token = encrypted.encrypt_bytes(b"a card")
    said = StringIO()
    call_command("newkey", of_secret_key=True, stdout=said)
    settings.TIDE_KEYS = [encrypted.new_key(), said.getvalue().strip()]
    assert encrypted.decrypt_token(token) == b"a card"
