"""The language of an answer that has sentences for people (RFC 9110, section 12.5.4)."""

import re
from functools import lru_cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_supported_language_variant
from rest_framework.request import Request

ACCEPT_LANGUAGE = "Accept-Language"
MAX_RANGES = 100
"""Languages of a header that are read; browsers send five."""
RANGE = re.compile(
    r"""\s*(?P<tag>\*|[a-z]{1,8}(?:[-_][a-z0-9]{1,8})*)
    (?:[.@][\w.@-]*)?  # what a locale of POSIX has beside the language: de_DE.UTF-8@euro
    \s*(?:;\s*q\s*=\s*(?P<weight>[01](?:\.\d*)?|\.\d+)\s*)?
    (?:;(?!\s*q\s*=).*)?""",
    re.VERBOSE | re.ASCII,
)


def accepted_language(request: HttpRequest | Request) -> str | None:
    """Return the language of this server that the request likes best; None where it prefers none of them."""
    return _choose_language(request.headers.get(ACCEPT_LANGUAGE, "").lower())


def request_language(request: HttpRequest | Request) -> str:
    """Return the language for a caller who is not known; a player's own choice does not count here."""
    return accepted_language(request) or settings.LANGUAGE_CODE


def name_language(response: HttpResponse, language: str) -> None:
    """Say in the headers of an answer in which language it is, and that another would be another answer."""
    response["Content-Language"] = language
    patch_vary_headers(response, [ACCEPT_LANGUAGE])


@lru_cache(maxsize=256)
def _choose_language(header: str) -> str | None:
    """Return the language with the greatest weight, of several the first that is named.

    A part that cannot be read is left out. `*` stands for each language that the header does not name; where
    it leads to the default language, the request prefers none.
    """
    named, others = dict[str, float](), 0.0
    for part in header.split(",", MAX_RANGES)[:MAX_RANGES]:
        read = RANGE.fullmatch(part)
        weight = float(read["weight"] or 1) if read else -1.0
        if read is None or not 0 <= weight <= 1:
            continue
        if read["tag"] == "*":
            others = max(weight, others)
            continue
        try:
            language = get_supported_language_variant(read["tag"].replace("_", "-"))
        except LookupError:
            continue
        named[language] = max(weight, named.get(language, 0.0))
    weights = named | {code: others for code, _ in settings.LANGUAGES if code not in named}
    best = max(weights, key=weights.__getitem__)
    preferred = weights[best] > 0 and (best in named or best != settings.LANGUAGE_CODE)
    return best if preferred else None
