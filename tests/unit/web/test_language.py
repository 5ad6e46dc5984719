"""The language that a request accepts, however its header is written."""

import pytest
from django.test import RequestFactory

from common.rest.language import accepted_language

GERMAN = [
    *("de", "DE", "de-AT", "De-aT", "de_DE", "de_DE.UTF-8", "de_DE.utf8@euro", "de@euro"),
    *("de-DE-1996", "de-Latn-CH-1996", "de-DE-u-co-phonebk", "de-x-private", " de ", "de\t"),
    *("fr, de", "fr;q=1, de;q=0.1", "en;q=0.5,de", "en;q=0.5, de;q=0.50001", "en;q=.5, de;q=.6"),
    *("de;Q=0.9, en ; q = 0.8", "de;q=0.5, en;q=0.5", "de_AT;q=0, de", "de, en, *;q=0"),
    *("de, *", "*, de", "*;q=0.5, de;q=0.7", "en;q=0, *", "en;q=0.1, *;q=0.9", "en;q=0,*;q=0.001"),
    *("no language at all, de", ", ,de", "de,", "en;q=2, de", "en;q=x, de", "en;q=-1,de;level=1"),
    "de, " + "xx, " * 2000,
]
ENGLISH = ["en", "en-US,en;q=0.9,de;q=0.8", "de;q=0.5, en", "en_GB.UTF-8", "de;q=0, en;q=0.001"]
NONE = [
    *("", "*", "*;q=0.5", "fr", "fr, *;q=0.1", "de;q=0", "en;q=0", "de;q=0, en;q=0", "*;q=0"),
    *("C", "POSIX", "C.UTF-8", "den", "deutsch", "de--AT", "d\xe9", "de/AT", "x" * 8000, ";q=1"),
    *("de;q=", "de;q=1.5", "\x00", "de" + " " * 8000 + "x", "de" + "@" * 8000 + "/"),
]


@pytest.mark.parametrize(
    ("header", "language"),
    [(one, "de") for one in GERMAN]
    + [(one, "en") for one in ENGLISH]
    + [(one, None) for one in NONE],
)
def test_the_language_is_the_one_that_is_liked_best(header: str, language: str | None) -> None:
    request = RequestFactory().get("/", headers={"Accept-Language": header})
    assert accepted_language(request) == language
