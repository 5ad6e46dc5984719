"""Write games that were archived by older code in the form of today."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from games.archive import codec, storage
from games.archive.former import codec as former
from games.archive.history import History
from games.archiving import _shows_same
from games.models import ArchivedGame
from games.play.record import _build_content
from games.repository import compression
from games.repository.log import bind_private_events
from tideapi.db import encrypted
from tideapi.rest.errors import ApiError


class Command(BaseCommand):
    help = (
        "Write games that were archived by older code in the form of today, in any number of runs."
    )

    def handle(self, *args: Any, **given: Any) -> None:
        done, faulty = 0, 0
        for game_id in ArchivedGame.objects.order_by("pk").values_list("pk", flat=True):
            try:
                done += _rewrite(game_id)
            except (ApiError, ValueError) as error:
                faulty += 1
                self.stderr.write(f"Cannot be written again: game {game_id}: {error}")
        self.stdout.write(f"{done} games written again")
        if faulty:
            raise CommandError(f"{faulty} games cannot be written again.")


@transaction.atomic
def _rewrite(game_id: str) -> bool:
    """Rewrite one game; return whether it had the former form."""
    row = ArchivedGame.objects.select_for_update().get(pk=game_id)
    packed = storage.read_content(row)
    if compression.read(packed)["format"] == codec.FORMAT:
        return False
    history = _read(row, packed)
    packed = codec.pack_history(history)
    if not _shows_same(row.game, history, codec.unpack_history(packed, game_id)):
        raise ValueError("What was packed is not what was archived.")
    if row.key is None:
        row.content, row.length = packed, len(packed)
    else:
        old = ArchivedGame(game_id=game_id, key=row.key)
        storage._store_object(row, encrypted.encrypt_bytes(packed))  # noqa: SLF001
        transaction.on_commit(lambda: storage.delete_object(old))
    row.save()
    return True


def _read(row: ArchivedGame, packed: bytes) -> History:
    game, old = row.game, former.unpack_history(packed, row.game_id)
    participants = dict(game.participants.values_list("player_id", "pk"))
    content = _build_content(
        game, [*game.seats.order_by("number")], participants, old.turns, old.stages
    )
    private = {
        number: bind_private_events([one], participants)[0]
        for number, one in sorted(old.private_events().items())
    }
    return History(content, old.turns, old.stages, old.events, private)
