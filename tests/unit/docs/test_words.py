"""Translations: gathered, compiled, complete, and with the same places for what is filled in."""

import re
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po
from django.conf import settings
from django.utils.translation import gettext, override

from tideapi.management.commands.words import built, catalogue

(FOLDER,) = settings.LOCALE_PATHS
FILES = sorted(Path(FOLDER).glob("*/LC_MESSAGES/django.po"))
PLACES = re.compile(r"%\(\w+\)s|\{\w+(?::[^}]*)?\}")


def test_files_are_what_code_and_templates_say() -> None:
    languages = {code for code, _ in settings.LANGUAGES} - {"en"}
    assert {path.parts[-3] for path in FILES} == languages
    stale = [path.name for path, content in built() if path.read_bytes() != content]
    assert stale == [], "make -s manage ARGS=words"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.parts[-3])
def test_every_text_is_translated_with_all_that_is_filled_in(path: Path) -> None:
    with path.open("rb") as file:
        known = read_po(file, locale=path.parts[-3])
    for message in known:
        if not message.id:
            continue
        texts: list[str] = _each(message.id)
        said: list[str] = _each(message.string)
        assert all(said), message.id
        for one in said:
            assert {*PLACES.findall(one)} == {*PLACES.findall(texts[-1])}, message.id
        assert not message.fuzzy


def _each(text: Any) -> list[str]:
    """A text, or one for each plural form."""
    return [text] if isinstance(text, str) else [*text]


def test_code_templates_and_plurals_are_gathered_and_compiled() -> None:
    ids = {message.id for message in catalogue()}
    assert {"Which card do you play?", "Set a new password"} < ids
    assert any(isinstance(one, tuple) for one in ids), "with a plural"
    with override("de"):
        assert gettext("Which card do you play?") == "Welche Karte spielst du?"
