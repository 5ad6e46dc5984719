"""Encrypt all secrets anew under the first key."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import models, transaction

from games.archive import keeping
from games.rules.refusal import Refusal
from players.pages import second_steps
from tideapi.db import encrypted

BATCH = 500


class Command(BaseCommand):
    help = (
        "Encrypt everything that is sealed anew under the first key of TIDE_KEYS. Afterwards no other key"
        " is needed any more. Games may go on meanwhile; it can be stopped and run again."
    )

    def handle(self, *args: Any, **given: Any) -> None:
        for model, fields in encrypted.columns():
            done = 0
            last: Any = None
            while rows := self._renew(model, fields, last):
                done += len(rows)
                last = rows[-1].pk
                self.stdout.write(f"{model.__name__}: {done} rows")
        lost = self._in_store()
        self.stdout.write(f"Second steps: {second_steps.reseal()} rows")
        if lost:
            raise CommandError(
                f"{lost} archived games are not encrypted anew: their objects in the store are missing, are"
                " others, or open with no key. Keep the old key as long as they may be found."
            )

    def _in_store(self) -> int:
        """Go over the store of archived games; how many of them cannot be read."""
        lost = 0
        for game in keeping.in_store():
            try:
                keeping.reseal(game)
            except (Refusal, encrypted.WrongKey):
                lost += 1
                self.stderr.write(f"Cannot be read in the store: game {game}")
            else:
                self.stdout.write(f"Archived in the store: game {game}")
        return lost

    @transaction.atomic
    def _renew(self, model: type[models.Model], fields: list[str], last: Any) -> list[models.Model]:
        """Read and write one batch: what is read with any key is written with the first."""
        rows = model._base_manager.order_by("pk").only(*fields).select_for_update()  # noqa: SLF001
        if last is not None:
            rows = rows.filter(pk__gt=last)
        batch = list(rows[:BATCH])
        if batch:
            model._base_manager.bulk_update(batch, fields)  # noqa: SLF001
        return batch
