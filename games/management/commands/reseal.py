"""Command that encrypts all secrets again, with the first key."""

from collections.abc import Iterator
from typing import Any

from allauth.mfa.models import Authenticator
from django.core.management.base import BaseCommand, CommandError
from django.db import models, transaction
from django.db.models import Func, IntegerField
from django.db.models.functions import Coalesce

from common.db import encrypted
from common.rest.errors import ApiError
from games.archive import storage
from players.models.session import reseal_sessions
from players.pages import second_steps

BATCH = 500
MAX_BYTES = 16_000_000
"""What is encrypted in the rows of one batch; a single row may have more."""


class Command(BaseCommand):
    help = (
        "Encrypt all sealed data again, with the first key of TIDE_KEYS. Afterwards no other key "
        "is needed. Games may go on while it runs; it can be stopped and run again."
    )

    def handle(self, *args: Any, **given: Any) -> None:
        self.unopened = 0
        for model, fields in encrypted.encrypted_columns():
            done, last = 0, None
            while some := self._next_ids(model, fields, last):
                done += self._renew_rows(model, fields, some)
                last = some[-1]
                self.stdout.write(f"{model.__name__}: {done} rows")
        lost = self._in_store()
        steps, unopened = second_steps.reseal()
        for step in unopened:
            self._not_opened(Authenticator, step)
        self.stdout.write(f"Second steps: {steps} rows")
        self.stdout.write(f"Sessions: {reseal_sessions()} rows")
        if faults := [*self._list_faults(lost)]:
            raise CommandError("\n".join(faults))

    def _list_faults(self, lost: int) -> Iterator[str]:
        if self.unopened:
            yield (
                f"No key opens {self.unopened} rows: they stay as they are. Put the key back with which"
                " they were encrypted, as the last of TIDE_KEYS, and run this again."
            )
        if lost:
            yield (
                f"{lost} archived games are not encrypted again: their objects in the store are missing, are"
                " others, or open with no key. Keep the old key as long as they may be found."
            )

    def _not_opened(self, model: type[models.Model], pk: Any) -> None:
        self.unopened += 1
        self.stderr.write(f"No key opens {model._meta.db_table} {pk}")  # noqa: SLF001

    def _in_store(self) -> int:
        """Go over the store of archived games; how many of them cannot be read."""
        lost = 0
        for game in storage.in_store():
            try:
                storage.reencrypt_object(game)
            except (ApiError, encrypted.WrongKey):
                lost += 1
                self.stderr.write(f"Cannot be read in the store: game {game}")
            else:
                self.stdout.write(f"Archived in the store: game {game}")
        return lost

    def _next_ids(self, model: type[models.Model], fields: list[str], last: Any) -> list[Any]:
        """The ids of the next batch, as many as memory bears: an archive of an export has megabytes."""
        rows = model._base_manager.order_by("pk")  # noqa: SLF001  Public by documentation.
        if last is not None:
            rows = rows.filter(pk__gt=last)
        # The bytes of each field as they lie in the database, which reads none of them for that.
        sizes = (
            Func(name, function="octet_length", output_field=IntegerField()) for name in fields
        )
        lengths = [Coalesce(size, 0) for size in sizes]
        some, total = list[Any](), 0
        for pk, *each in rows.values_list("pk", *lengths)[:BATCH]:
            total += sum(each)
            if some and total > MAX_BYTES:
                break
            some.append(pk)
        return some

    def _renew_rows(self, model: type[models.Model], fields: list[str], some: list[Any]) -> int:
        """Encrypt these rows again, name those that no key opens, and return how many were done."""
        try:
            return self._rewrite_rows(model, fields, some)
        except encrypted.WrongKey:
            if len(some) > 1:
                return sum(self._renew_rows(model, fields, [one]) for one in some)
            self._not_opened(model, some[0])
            return 0

    @transaction.atomic
    def _rewrite_rows(self, model: type[models.Model], fields: list[str], some: list[Any]) -> int:
        """Read and write these rows: what is read with any key is written with the first. Gives how many."""
        rows = model._base_manager.filter(pk__in=some).order_by("pk").only(*fields)  # noqa: SLF001
        batch = list(rows.select_for_update())
        return model._base_manager.bulk_update(batch, fields) if batch else 0  # noqa: SLF001
