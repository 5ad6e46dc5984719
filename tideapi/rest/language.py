"""The language of an answer that has sentences for people (RFC 9110, section 12.5.4)."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_supported_language_variant
from django.utils.translation.trans_real import parse_accept_lang_header
from rest_framework.request import Request

ACCEPT_LANGUAGE = "Accept-Language"


def accepted_language(request: HttpRequest | Request) -> str | None:
    """Return the language of this server that the request likes best; None where it names none of them."""
    header: str = request.headers.get(ACCEPT_LANGUAGE, "")
    for language, weight in parse_accept_lang_header(header.lower()):
        if weight:
            try:
                return get_supported_language_variant(language)
            except LookupError:
                continue
    return None


def problem_language(request: HttpRequest | Request) -> str:
    """Return the language of a refusal. The player's choice does not count: it may not be known who calls."""
    return accepted_language(request) or settings.LANGUAGE_CODE


def name_language(response: HttpResponse, language: str) -> None:
    """Say in the headers of an answer in which language it is, and that another would be another answer."""
    response["Content-Language"] = language
    patch_vary_headers(response, [ACCEPT_LANGUAGE])
