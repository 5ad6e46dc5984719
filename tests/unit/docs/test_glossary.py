"""The glossary has the few words that a newcomer cannot guess, once each."""

import re
from functools import cache

import pytest

from tests import document
from tests.unit.docs.pages import ROOT, Page, cells
from tests.unit.docs.words import modules, names, parts

GLOSSARY = Page(ROOT / "docs/glossary.md")
TERMS = [cells(row)[0] for _, rows in GLOSSARY.tables() for row in rows[2:]]
MEANINGS = [cells(row)[1] for _, rows in GLOSSARY.tables() for row in rows[2:]]


def joined(words: str) -> str:
    return "".join(parts(words))


@cache
def used() -> set[str]:
    """Every identifier of the code and every word of the OpenAPI document, without what divides words."""
    document = (ROOT / "openapi/tideapi.yaml").read_text()
    identifiers = {name for module in modules() for name in names(module)}
    return {joined(name) for name in [*identifiers, *re.findall(r"[\w-]+", document)]}


@pytest.mark.parametrize("term", TERMS)
def test_each_word_is_used_in_the_code_or_the_api(term: str) -> None:
    wanted = joined(term)
    assert any(wanted in name for name in used())


def test_the_words_are_few() -> None:
    assert len(TERMS) <= 40


def test_each_word_is_there_once() -> None:
    assert sorted(TERMS) == sorted(set(TERMS))


def test_what_is_counted_by_sittings_is_said_so_in_the_document() -> None:
    """Not by turns or questions: several of them may follow one another in one sitting."""
    schemas = document.document()["components"]["schemas"]
    counted = {
        f"{name}.{field}": words["description"]
        for name, schema in schemas.items()
        for field, words in schema.get("properties", {}).items()
        if field in ("per_turn", "increment", "bot_after", "missed")
    }
    assert len(counted) > 4
    assert [place for place, words in counted.items() if "itting" not in words] == []


def test_each_meaning_is_one_plain_sentence() -> None:
    long = [meaning for meaning in MEANINGS if not re.fullmatch(r"[A-Z][^.]*[.]", meaning)]
    assert long == []
    assert [meaning for meaning in MEANINGS if len(meaning.split()) > 25] == []
