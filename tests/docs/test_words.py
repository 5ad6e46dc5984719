"""Words that are gone: a stranger cannot guess what they mean. docs/glossary.md has those in their place."""

import pytest

from tests.docs.words import modules, names, parts

BANNED = {
    "announce", "beside", "ear", "guard", "heard", "hearer", "hearers", "hears", "keeper", "leash",
    "look_at", "sight", "tally", "tell", "told", "wake", "whisper",
}  # fmt: skip
"""Each as a part of an identifier; complete it when another word goes."""


def uses(word: str) -> set[str]:
    wanted = word.split("_")
    return {
        name
        for module in modules()
        for name in names(module)
        if any(parts(name)[at : at + len(wanted)] == wanted for at in range(len(parts(name))))
    }


@pytest.mark.parametrize("word", sorted(BANNED))
def test_no_identifier_has_a_word_that_is_gone(word: str) -> None:
    assert uses(word) == set()
