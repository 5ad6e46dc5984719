"""Words that are gone: a stranger cannot guess what they mean. docs/glossary.md has those in their place."""

import pytest

from tests.docs.words import modules, names, parts

BANNED = {
    "announce", "beside", "ear", "guard", "heard", "hearer", "hearers", "keeper", "leash", "look_at",
    "made", "seen", "sight", "tail", "tally", "tell", "told", "wake", "whisper",
}  # fmt: skip
"""Each as a part of an identifier; complete it when another word goes."""
STILL = BANNED - {"hearer"}
"""Words that code still uses. Whoever removes the last use strikes the word out here: the test says so."""


def uses(word: str) -> set[str]:
    wanted = word.split("_")
    return {
        name
        for module in modules()
        for name in names(module)
        if any(parts(name)[at : at + len(wanted)] == wanted for at in range(len(parts(name))))
    }


@pytest.mark.parametrize(
    "word",
    [pytest.param(word, marks=[pytest.mark.xfail] * (word in STILL)) for word in sorted(BANNED)],
)
def test_no_identifier_has_a_word_that_is_gone(word: str) -> None:
    assert uses(word) == set()
