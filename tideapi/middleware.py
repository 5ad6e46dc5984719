"""Middleware of all calls, and of those that only pages for people need."""

import logging
import time
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.db import DataError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.middleware.common import CommonMiddleware
from django.middleware.csrf import CsrfViewMiddleware
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext, gettext_noop, override
from django.views.csrf import csrf_failure

from common import counters
from common.optional_packages import is_installed
from common.rest import log_lines, rate_limits
from common.rest.errors import ApiError
from common.rest.language import request_language
from common.rest.log_lines import route_pattern
from common.rest.rate_limits import API, Usage
from common.rest.view import COMPRESSED
from players.browser_sessions import show_player
from players.pages.language import LanguageMiddleware, language
from tideapi import sandbox, web_page
from tideapi.errors import (
    Problem,
    error_for_status,
    exception_handler,
    log_refusal,
)
from tideapi.guides.addresses import is_for_readers
from tideapi.request_bounds import check_body, check_head
from tideapi.watching.calls import CALLS, SECONDS
from tideapi.web.compression import compress_answer
from tideapi.web.conditions import check_conditions
from tideapi.web.headers import ACCOUNT, ADMIN, OAUTH, PLAY, POLICY, WITH_SEARCH

log = logging.getLogger(__name__)
CHALLENGE = "WWW-Authenticate"
SESSION = "/session/"
METHODS = frozenset({"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"})
SIGN_IN_PAGES = {
    "account_login",
    "account_signup",
    "mfa_authenticate",
    "mfa_login_webauthn",
    "socialaccount_signup",
}
"""Pages on which one signs in, or up."""


class Calls:
    """Every call gets an id and is counted, and every error of it is a problem.

    What may be compressed is compressed here, after all that looks at answers as they were written. A refused
    call is answered in the language that it accepts.

    Django's own error pages are HTML, and with DEBUG they show the inside of the server.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        began = time.perf_counter()
        sent = request.META.get(log_lines.REQUEST_ID_SENT, "")
        called = request.path.startswith((API, SESSION))
        accepted = request_language(request) if called else "en"  # as guides and the admin are
        with log_lines.use_id(sent) as own, log_lines.log_about("-"), override(accepted):
            try:
                check_head(request)
            except ApiError as refusal:
                response = self.process_exception(request, refusal)
            else:
                response = self.get_response(request)
            public = "public" in response.get("Cache-Control", "")
            anew = COMPRESSED in request.META
            if public or anew:
                compress_answer(request, response, keep=not anew)
            if response.status_code >= HTTPStatus.BAD_REQUEST:
                response = _problem(request, response)
        # A file that is kept for a year is the same for everybody: a game fetches sixty of them.
        if "immutable" not in response.get("Cache-Control", ""):
            response[log_lines.REQUEST_ID_HEADER] = own
        usage: Usage | None = request.META.get(rate_limits.USAGE)
        # A refusal by another limit has that limit's figures.
        if usage is not None and "RateLimit" not in response:
            for name, value in usage.rate_headers.items():
                response[name] = value
        # Neither by the address nor by any word for a method, which callers choose.
        place = route_pattern(request.resolver_match)
        method = request.method if request.method in METHODS else "-"
        CALLS.labels(method, place, response.status_code).inc()
        SECONDS.labels(method, place).observe(time.perf_counter() - began)
        return response

    def process_view(
        self, request: HttpRequest, view: Any, args: Any, parts: Mapping[str, Any]
    ) -> HttpResponse | None:
        """Count the call; refuse it where that is one too many, or where it cannot be read as it was sent.

        Not before Django knows the view: who calls is found together with what that will need. Every
        address leads to some view, so every call is counted.
        """
        log_lines.set_game(str(parts.get("game", "-")))
        try:
            rate_limits.count_call(request)
            if sandbox.ASKED in request.META:
                sandbox.refuse_as_asked(request)
            check_conditions(request)
            check_body(request)
        except Exception as error:  # noqa: BLE001  Of what is raised here Django asks nobody.
            return self.process_exception(request, error)
        return None

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse:
        """The problem that an error of a view stands for, before Django would make a page of it."""
        if isinstance(error, DataError) and request.path.startswith(ADMIN):
            # The admin looks for whatever stands in an address; what no column can hold is not there.
            error = Http404()
        # A sign-in to the admin, for example, is refused as the API would.
        if (made := exception_handler(error, {})) is not None:
            return made
        # Where it was raised goes to the log, not to the client; the message goes nowhere, because it
        # may quote a card.
        log.error(
            "%s %s: %s",
            request.method,
            route_pattern(request.resolver_match),
            log_lines.describe_place(error),
        )
        message = gettext_noop("The server made a mistake; it has been noted.")
        return Problem(ApiError("internal_error", message))


def csrf_failed(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The answer to a form that did not come from a page of ours, or whose cookie is gone."""
    if request.path.startswith(ADMIN):
        return csrf_failure(request, reason)
    match = request.resolver_match
    if match and match.view_name in SIGN_IN_PAGES and request.user.is_authenticated:
        # Another tab was faster, and this form was made before its player signed in there.
        wanted = request.POST.get("next", "")
        ours = url_has_allowed_host_and_scheme(wanted, allowed_hosts=None)
        return HttpResponseRedirect(wanted if ours else settings.LOGIN_REDIRECT_URL)
    message = gettext_noop(
        "This form has expired, or your browser blocks cookies. Reload the page and try again."
    )
    return Problem(ApiError("permission_denied", message))


def _problem(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """An error as the problem that it is, noted in the log; the admin's own pages stay as they are.

    On the account's pages a person gets a page. What OAuth answers has a form of its own (RFC 6749).
    """
    if not isinstance(response, Problem):
        if request.path.startswith(ADMIN) or (request.path.startswith(OAUTH) and response.content):
            return response
        if request.path.startswith(ACCOUNT) and response.status_code == HTTPStatus.UNAUTHORIZED:
            return response  # allauth's page for a person that another server does not know.
        if request.path.startswith(PLAY) and response.content:
            return response  # In the player's language, for a browser or a phone.
        with override(language(request)):
            made = Problem(error_for_status(response.status_code, response.get("Allow", "")))
        for header in ("Allow", "Retry-After"):
            if header in response:
                made[header] = response[header]
        response = made
    # It would be another one each time, made of the id.
    del response["ETag"]
    _note(response, request)
    if CHALLENGE in response and request.path.startswith(API) and is_installed("oauth"):
        # So a client that knows nothing else finds out where tokens come from (RFC 9728, section 5.1).
        known = request.build_absolute_uri(reverse("oauth2_provider:oauth-resource-metadata"))
        comma = "," if "=" in response[CHALLENGE] else ""
        response[CHALLENGE] += f'{comma} resource_metadata="{known}"'
    if _by_a_person(request):
        return _page(request, response)
    if response.code == "not_found" and web_page.is_opened(request):
        return web_page.lost(request)
    return response


def _note(refused: Problem, request: HttpRequest) -> None:
    """For operators: a line in the log, and one more in /metrics where the server is at fault."""
    log_refusal(refused, request.META, request.resolver_match)
    if refused.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR:
        counters.server_error(refused.code)


def _by_a_person(request: HttpRequest) -> bool:
    """Return whether a person reads the answer in a browser."""
    if request.path.startswith((OAUTH, PLAY)) or is_for_readers(request.path):
        return "text/html" in request.headers.get("Accept", "")
    return request.path.startswith(ACCOUNT)


def _page(request: HttpRequest, refused: Problem) -> HttpResponse:
    """Return the same problem as a page, in the reader's language."""
    title, detail = refused.members["title"], refused.members["detail"]
    with override(language(request)):
        message = gettext(title)
        shown: dict[str, Any] = {
            "title": message,
            "detail": f"{message}." if detail == f"{title}." else gettext(detail),
        }
        # A form that has expired is filled in once more on the page on which it stands.
        back = request.headers.get("Referer", "")
        if refused.code == "permission_denied" and url_has_allowed_host_and_scheme(
            back, allowed_hosts={request.get_host()}
        ):
            shown["back"] = back
        shown["of_guides"] = is_for_readers(request.path)
        page = render(
            request, "refused.html", {**refused.members, **shown}, status=refused.status_code
        )
    if shown["of_guides"]:
        page[POLICY], page["Cache-Control"] = WITH_SEARCH, "no-store"
        patch_vary_headers(page, ["Accept", "Accept-Language"])
    for header in ("Allow", "Retry-After", "RateLimit", "RateLimit-Policy"):
        if header in refused:
            page[header] = refused[header]
    return page


# -- pages for people: nobody is known to the API by a cookie, so there is nothing to look up or to guard


class _ForPages:
    get_response: Any

    def __call__(self, request: HttpRequest) -> Any:
        if request.path.startswith(API):
            return self.get_response(request)
        return super().__call__(request)  # type: ignore[misc]


class Common(CommonMiddleware):
    """The length of every answer, as Django adds it. `check_head` has seen to the host already."""

    def process_request(self, request: HttpRequest) -> None:
        """Leave the host alone: addresses for machines are called under any."""


class Sessions(_ForPages, SessionMiddleware):
    """Sessions, and beside their cookie the one by which the table's page knows of them."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        answered: HttpResponse = super().process_response(request, response)
        show_player(request, answered)
        return answered


class Csrf(_ForPages, CsrfViewMiddleware):
    """DRF exempts its views anyway."""


class Authentication(_ForPages, AuthenticationMiddleware):
    pass


class Language(_ForPages, LanguageMiddleware):
    pass


class Messages(_ForPages, MessageMiddleware):
    pass
