"""What is sealed lies encrypted in the database, and keys can be replaced."""

import json
from datetime import UTC, datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.core.management import CommandError, call_command
from django.db import connection, models

from common.db import encrypted
from games import checks
from games.management.commands import reseal
from games.models import Game, Submission
from notifications.models import AnswerLink, Delivery
from players.models import Archive, Player
from players.pages.second_steps import SecondSteps
from tests.app.api.calls import order_of, put_order
from tests.determinism import rolled_back
from tests.factories import make_game
from tests.people import People, Person

pytestmark = pytest.mark.django_db


def everything() -> bytes:
    """All rows of all tables, as a backup would hold them."""
    dumped = b""
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names():
            cursor.execute(f'SELECT row_to_json(row)::text FROM "{table}" row')
            dumped += b"\n".join(row.encode() for (row,) in cursor.fetchall())
    return dumped


def test_a_backup_holds_no_sealed_card_no_hand_and_no_seed(people: People) -> None:
    ann, game = people[0], make_game(people)
    mine = ann.sees(game)["mine"]
    receipt = ann.seals(game, mine["legal_actions"][0]).json
    assert put_order(ann, game, order_of(*mine["hand"][1:])).status == 200
    backup = everything()
    assert game.encode() in backup
    assert b"tides_revealed" in backup
    row = Game.objects.get(pk=game)
    hand = json.dumps(mine["hand"])
    keys = [bytes(row.server_seed).hex(), bytes(row.nonce_key or b"").hex()]
    secrets = [*keys, receipt["nonce"], hand, hand.replace(" ", "")]
    for secret in secrets:
        assert secret.encode() not in backup
    assert b'"card"' not in backup
    assert b"hands" not in backup


# -- keys that are replaced


def reseal_rows() -> str:
    said = StringIO()
    call_command("reseal", stdout=said)
    return said.getvalue()


def fail_to_reseal() -> tuple[str, str]:
    """Reseal rows of which one opens with no key; return what is written as output and as errors."""
    said, errors = StringIO(), StringIO()
    with pytest.raises(CommandError, match=r"No key opens 1 rows"):
        call_command("reseal", stdout=said, stderr=errors)
    return said.getvalue(), errors.getvalue()


def test_a_key_is_replaced_while_games_go_on(people: People, settings: Any) -> None:
    old, new = encrypted.new_key(), encrypted.new_key()
    settings.TIDE_KEYS = [old]
    ann, game = people[0], make_game(people)
    address, before = f"/games/{game}/turns/1/submission", ann.seals_anything(game).json
    settings.TIDE_KEYS = [new, old]
    assert ann.get(address).json == before
    assert "Submission: 1 rows" in reseal_rows()
    settings.TIDE_KEYS = [new]
    assert ann.get(address).json == before
    assert ann.sees(game)["mine"]["hand"]


def test_after_resealing_the_new_key_alone_opens_every_column_of_every_app(settings: Any) -> None:
    old, new = encrypted.new_key(), encrypted.new_key()
    settings.TIDE_KEYS = [old]
    columns = [(model, name) for model, names in encrypted.encrypted_columns() for name in names]
    with rolled_back():
        for model, _ in encrypted.encrypted_columns():
            model._base_manager.bulk_create([made_up(model, **NEEDED.get(model, {}))])
        settings.TIDE_KEYS = [new, old]
        reseal_rows()
        settings.TIDE_KEYS = [new]
        for model, name in columns:
            held = getattr(model._base_manager.get(), name)
            assert held in {SECRET, json.loads(SECRET)}, f"{model.__name__}.{name}"
    assert {Submission, AnswerLink, Archive} <= {model for model, _ in columns}


def add_archive(number: int, size: int = 1) -> int:
    row = Archive(export_id="1", number=number, content=b"1" * size, size=size)
    row.save(force_insert=True)
    return row.pk


def test_what_is_large_is_resealed_in_smaller_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reseal, "MAX_BYTES", 1_000)
    sizes = [2_000, 300, 300, 300]
    with rolled_back():
        for number, size in enumerate(sizes):
            add_archive(number, size)
        said = reseal_rows().splitlines()
        assert [len(bytes(one.content)) for one in Archive.objects.order_by("pk")] == sizes
    batches = [line for line in said if line.startswith("Archive:")]
    assert batches == ["Archive: 1 rows", "Archive: 4 rows"]


def test_resealing_goes_on_where_no_key_opens_a_row_and_names_it_at_the_end(settings: Any) -> None:
    lost, old, new = (encrypted.new_key() for _ in range(3))
    with rolled_back():
        rows = []
        for number, key in enumerate((old, lost, old)):
            settings.TIDE_KEYS = [key]
            rows.append(add_archive(number))
        settings.TIDE_KEYS = [new, old]
        said, errors = fail_to_reseal()
        assert errors == f"No key opens players_archive {rows[1]}\n"
        assert "Archive: 2 rows\n" in said
        assert "Second steps: 0 rows" in said
        for pk, key in zip(rows, (new, lost, new), strict=True):
            settings.TIDE_KEYS = [key]
            assert bytes(Archive.objects.get(pk=pk).content) == b"1"


def test_a_second_step_that_no_key_opens_is_named(ann: Person, bob: Person, settings: Any) -> None:
    lost, old, new = (encrypted.new_key() for _ in range(3))
    rows = []
    for name, key in (("ann", lost), ("bob", old)):
        settings.TIDE_KEYS = [key]
        owner, data = Player.objects.get(username=name), {"secret": SecondSteps().encrypt(name)}
        row = Authenticator(user=owner, type=Authenticator.Type.TOTP, data=data)
        row.save()
        rows.append(row)
    settings.TIDE_KEYS = [new, old]
    said, errors = fail_to_reseal()
    assert errors.endswith(f"No key opens mfa_authenticator {rows[0].pk}\n")
    assert "Second steps: 1 rows" in said
    settings.TIDE_KEYS = [new]
    rows[1].refresh_from_db()
    assert SecondSteps().decrypt(rows[1].data["secret"]) == "bob"


SECRET = b'"made up"'
"""What stands in every encrypted column, as JSON where that is asked for."""


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


# -- tokens and keys


def test_a_secret_looks_different_each_time_and_opens_with_no_key_once_it_was_changed() -> None:
    token = encrypted.encrypt_bytes(b"card 44")
    assert token != encrypted.encrypt_bytes(b"card 44")
    assert encrypted.decrypt_token(token) == b"card 44"
    # The form, the nonce and the tag are added; nothing is written as text.
    assert len(token) == len(b"card 44") + 29
    for place in range(len(token)):
        changed = bytearray(token)
        changed[place] ^= 1
        for wrong in (bytes(changed), token[:place]):
            with pytest.raises(encrypted.WrongKey):
                encrypted.decrypt_token(wrong)


def test_a_key_that_is_none_is_named_by_a_check(settings: Any) -> None:
    settings.TIDE_KEYS = [encrypted.new_key(), "too short"]
    (fault,) = checks.check_encryption_keys(None)
    assert fault.id == "games.E004"
    assert "Key 2" in fault.msg


def test_a_new_key_may_be_that_of_the_secret_key(settings: Any) -> None:
    settings.TIDE_KEYS = []
    token = encrypted.encrypt_bytes(b"a card")
    keys = []
    for of_secret_key in (False, True):
        said = StringIO()
        call_command("newkey", of_secret_key=of_secret_key, stdout=said)
        keys.append(said.getvalue().strip())
    assert encrypted.is_key(keys[0])
    settings.TIDE_KEYS = keys
    assert encrypted.decrypt_token(token) == b"a card"
