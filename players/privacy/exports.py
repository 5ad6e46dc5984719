"""Exports: requested by a player, and gathered step by step by workers.

A step is a transaction: it reads one page of one part, adds it to an archive, and notes the progress. So
a worker that is killed loses one step, and many exports proceed in turns. An archive is a zip file; it is
closed when it is large enough, so that none needs much memory.
"""

import logging
import time
import zipfile
from datetime import datetime, timedelta
from io import BytesIO
from typing import Any

import orjson
from django.conf import settings
from django.db import OperationalError, models, transaction
from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from common.rest.errors import ApiError
from players.models import Archive, Export, Player
from players.privacy.parts import count_rows, exported_parts

log = logging.getLogger(__name__)

ZIP = "application/octet-stream"
"""Content type of archives: client generators do not understand `application/zip`."""
WRITTEN = ("part", "after", "done", "total", "state", "next_at", "ended_at")
"""Columns that a step writes."""
MAX_FAULTS = 5
AFTER_FAULT = timedelta(minutes=1)
FULL = 4 * 1024 * 1024
"""Bytes from which on the next page goes into another archive."""
README = "README.md"


@transaction.atomic
def start_export(player: Player) -> Export:
    """Start an export. Raises `ApiError` (`export_under_way`, `too_many_exports`)."""
    # With this lock held, no other call counts the player's exports at the same time.
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    own, now = Export.objects.filter(player=player), timezone.now()
    if own.filter(state=Export.ExportState.BUILDING).exists():
        raise ApiError("export_under_way", _("An export of yours is being made."))
    most = settings.TIDE_MAX_DAILY_EXPORTS_PER_PLAYER
    if own.filter(asked_at__gt=now - timedelta(days=1)).count() >= most:
        words = ngettext(
            "You may ask for {most} export within 24 hours.",
            "You may ask for {most} exports within 24 hours.",
            most,
        )
        raise ApiError("too_many_exports", words.format(most=most))
    return Export.objects.create(
        player=player,
        part=exported_parts()[0].name,
        total=sum(count_rows(exported_parts(), player).values()),
        asked_at=now,
        next_at=now,
    )


def build_some(seconds: float = 2.0) -> int:
    """Run steps of exports, each in its turn, for about so many seconds; return their number."""
    until, steps = time.monotonic() + seconds, 0
    while time.monotonic() < until and (export_id := _find_next()) is not None:
        try:
            _run_step(export_id)
        except OperationalError:
            raise  # The database is away: the next run goes on.
        except Exception as error:  # noqa: BLE001  One export must not hold up the others.
            log.error("Export %s: %s", export_id, type(error).__name__)  # noqa: TRY400
            _note_fault(export_id)
        steps += 1
    return steps


def _find_next() -> str | None:
    due = Export.objects.filter(state=Export.ExportState.BUILDING, next_at__lte=timezone.now())
    return due.order_by("next_at").values_list("pk", flat=True).first()


@transaction.atomic
def _run_step(export_id: str) -> None:
    """Gather one page. A row locked by another worker is waited for: a step is short."""
    export = _lock_export(export_id)
    if export is None:
        return
    parts = exported_parts()
    place = next((at for at, one in enumerate(parts) if one.name == export.part), len(parts))
    if place < len(parts):
        part = parts[place]
        assert part.page is not None  # noqa: S101  It would not be exported.
        page = part.page(export.player, export.after)
        add_to_archive(export, page.files)
        export.done, export.after = export.done + page.things, page.after
        # A feed gets its numbers when it is read, so there may be more than was counted.
        export.total = max(export.total, export.done)
        if page.after is None:
            place += 1
            export.part = parts[place].name if place < len(parts) else ""
    # With a new time, others have their turn before.
    export.next_at = timezone.now()
    if place >= len(parts):
        _end_export(export, Export.ExportState.READY)
    export.save(update_fields=[*WRITTEN])


@transaction.atomic
def _note_fault(export_id: str) -> None:
    """Schedule another attempt, or give up."""
    export = _lock_export(export_id)
    if export is None:
        return
    export.faults += 1
    export.next_at = timezone.now() + AFTER_FAULT * export.faults
    if export.faults >= MAX_FAULTS:
        _end_export(export, Export.ExportState.FAILED)
    export.save(update_fields=["faults", "state", "next_at", "ended_at"])


def _lock_export(export_id: str) -> Export | None:
    rows = Export.objects.select_for_update(of=("self",)).select_related("player")
    return rows.filter(pk=export_id, state=Export.ExportState.BUILDING).first()


def _end_export(export: Export, state: Export.ExportState) -> None:
    export.state, export.next_at, export.ended_at = state, None, timezone.now()


# -- what a player is shown of it


def exports_of(player: Player) -> "models.QuerySet[Export]":
    """Return a player's exports, with their archives but without the archives' contents."""
    archives = models.Prefetch("archives", Archive.objects.order_by("number").defer("content"))
    return Export.objects.filter(player=player).prefetch_related(archives)


def find_export(player: Player, export_id: str) -> Export:
    """Return an export of the player. Raises `ApiError` (`export_not_found`)."""
    export = exports_of(player).filter(pk=export_id).first()
    if export is None:
        raise ApiError("export_not_found", _("You have no such export."))
    return export


def deleted_at(export: Export) -> datetime:
    """Return when housekeeping deletes the export."""
    return export.asked_at + timedelta(days=settings.TIDE_EXPORT_RETENTION_DAYS)


def archives_of(export: Export) -> list[tuple[int, int]]:
    """Return number and size of each archive that can be fetched."""
    if export.state != Export.ExportState.READY:
        return []
    return [(one.number, one.size) for one in export.archives.all()]


def archive_response(player: Player, export_id: str, number: int) -> HttpResponse:
    """Return one archive, to be saved as a file. Raises `ApiError` (`export_not_found`)."""
    ready = Archive.objects.filter(export__player=player, export__state=Export.ExportState.READY)
    found = ready.filter(export=export_id, number=number).select_related("export").first()
    if found is None:
        raise ApiError("export_not_found", _("You have no such archive."))
    day = found.export.asked_at.date().isoformat()
    name = f"tideapi-{player.username}-{day}-{number}.zip"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(bytes(found.content), content_type=ZIP, headers=headers)


def add_to_archive(export: Export, files: dict[str, Any]) -> None:
    """Add files to the newest archive of an export; values are written as JSON, texts unchanged."""
    archive = Archive.objects.filter(export=export).order_by("-number").first()
    if archive is None or archive.size >= FULL:
        number = 1 if archive is None else archive.number + 1
        content = _add_files(b"", export, {README: write_readme(export), **files})
        Archive.objects.create(export=export, number=number, content=content, size=len(content))
    elif files:
        archive.content = _add_files(bytes(archive.content), export, files)
        archive.size = len(archive.content)
        archive.save(update_fields=["content", "size"])


def _add_files(content: bytes, export: Export, files: dict[str, Any]) -> bytes:
    """Return the archive with these files added; empty bytes are a new archive."""
    held = BytesIO(content)
    with zipfile.ZipFile(held, "a" if content else "w") as whole:
        for name, value in files.items():
            entry = zipfile.ZipInfo(name, export.asked_at.timetuple()[:6])
            whole.writestr(entry, _encode_value(value), zipfile.ZIP_DEFLATED)
    return held.getvalue()


def write_readme(export: Export) -> str:
    """Return a text that describes each file."""
    parts = "\n".join(f"- **{part.name}**: {part.contains}" for part in exported_parts())
    return (
        "# What is kept of you on this server\n\n"
        f"Gathered from {export.asked_at:%Y-%m-%d %H:%M} UTC on. All files are JSON in UTF-8, with times "
        "in UTC.\nA large kind has several files with numbers, and a large export several archives: what is "
        "in one is in\nnone of the others. What could not be read has `refused`, with the code of the "
        "reason.\n\n"
        f"{parts}\n\n"
        "The calls of the API show the same in the same words; its document says what each field means.\n"
    )


def _encode_value(value: Any) -> bytes:
    if isinstance(value, str):
        return value.encode()
    return orjson.dumps(value, option=orjson.OPT_UTC_Z | orjson.OPT_INDENT_2)
