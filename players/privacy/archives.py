"""The zip files of an export. Each is closed when it is large enough, so that none needs much memory."""

import zipfile
from io import BytesIO
from typing import Any

import orjson

from players.models import Archive, Export
from players.privacy.parts import exported_parts

FULL = 4 * 1024 * 1024
"""Bytes from which on the next page goes into another archive."""
README = "README.md"


def put(export: Export, files: dict[str, Any]) -> None:
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
            whole.writestr(_make_entry(export, name), _encode_value(value))
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


def _make_entry(export: Export, name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, export.asked_at.timetuple()[:6])
    entry.compress_type = zipfile.ZIP_DEFLATED
    return entry


def _encode_value(value: Any) -> bytes:
    if isinstance(value, str):
        return value.encode()
    return orjson.dumps(value, option=orjson.OPT_UTC_Z | orjson.OPT_INDENT_2)
