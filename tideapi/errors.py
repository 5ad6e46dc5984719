"""From a refusal to problem+json (RFC 9457): the only table of codes and statuses."""

import logging
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any

from django.core.exceptions import (
    BadRequest,
    PermissionDenied,
    RequestDataTooBig,
    SuspiciousOperation,
)
from django.http import Http404, HttpResponse, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.urls import ResolverMatch
from django.utils.translation import gettext_noop
from rest_framework.exceptions import APIException

from games.rules import registry
from games.rules.refusal import Refusal
from players.authentication import CALLER
from tideapi.rest import request_id
from tideapi.rest.outage import away
from tideapi.rest.reading import Fault, Invalid
from tideapi.rest.scopes import InsufficientScope
from tideapi.rest.wire import PROBLEM, dump

log = logging.getLogger(__name__)

CODES: dict[str, tuple[int, str]] = {
    # the request itself
    "malformed_json": (400, "The body is not JSON"),
    "invalid_request": (400, "The body does not fit its schema"),
    "invalid_query": (400, "The query does not fit its schema"),
    "bad_request": (400, gettext_noop("The request cannot be read")),
    "unknown_field": (400, "The body has an unknown field"),
    "missing_field": (400, "The body lacks a field"),
    "wrong_type": (400, "A field has the wrong type"),
    "not_a_choice": (400, "A field has none of the known values"),
    "out_of_range": (400, "A number is out of range"),
    "too_short": (400, "A field is too short"),
    "too_long": (400, "A field is too long"),
    "wrong_format": (400, "A field has the wrong form"),
    "body_too_large": (413, gettext_noop("The body is too large")),
    "body_too_slow": (408, gettext_noop("The body did not come in time")),
    "length_required": (411, gettext_noop("The length of the body is needed")),
    "unsupported_media_type": (415, gettext_noop("The body must be application/json")),
    "method_not_allowed": (405, gettext_noop("This address does not know this method")),
    "throttled": (429, gettext_noop("Too many requests")),
    "too_many_streams": (429, "Too many streams at once"),
    "no_room": (503, "No room for another stream"),
    "streams_elsewhere": (503, "Streams are held by another process"),
    "idempotency_key_invalid": (400, "The idempotency key cannot be read"),
    "idempotency_key_in_use": (409, "A call with this idempotency key is under way"),
    "idempotency_key_reused": (422, "The idempotency key was used for another call"),
    # who asks
    "not_authenticated": (401, gettext_noop("A token is needed")),
    "token_invalid": (401, gettext_noop("The token is not known")),
    "token_expired": (401, "The token has expired"),
    "wrong_credentials": (401, "Username and password do not fit"),
    "second_step_needed": (403, "The account asks for more than a password"),
    "permission_denied": (403, gettext_noop("This is not allowed")),
    "insufficient_scope": (403, "The token does not allow this"),
    # players
    "username_taken": (409, "The username is taken"),
    "username_reserved": (409, "The username is not given to players"),
    "no_guests": (403, "This server takes no guests"),
    "not_a_guest": (409, "The account is not a guest's"),
    "not_for_guests": (403, "Guests may not do this"),
    "not_for_bots": (403, "Bots' accounts may not do this"),
    "too_many_bot_accounts": (409, "The player has as many bots' accounts as she may have"),
    "bot_account_not_found": (404, "No such bot's account"),
    "weak_password": (400, "The password is too weak"),
    "wrong_password": (403, "The current password is wrong"),
    "sign_in_again": (403, "The player has to sign in anew for this"),
    "not_ending": (404, gettext_noop("The account is not about to end")),
    "export_not_found": (404, gettext_noop("No such export")),
    "export_under_way": (409, "An export is being made already"),
    "too_many_exports": (409, "The player has asked for as many exports as she may"),
    "player_not_found": (404, "No such player"),
    "token_not_found": (404, "No such token"),
    # people among people
    "not_yourself": (409, "This is about another player"),
    "player_blocked": (409, "The player is blocked"),
    "too_many_people": (409, "The list is as long as it may be"),
    "too_many_invitations": (409, "The game has as many invitations as it may have"),
    "invalid_invitation": (400, "This cannot be an invitation"),
    "invitation_not_found": (404, "No such invitation"),
    "invitation_over": (409, "The invitation can be used no more"),
    "messages_off": (403, "Nobody writes at this table"),
    "message_not_found": (404, "No such message"),
    "too_many_messages": (409, "The table has as many messages as it may have"),
    # being told
    "receiver_not_found": (404, "No such receiver"),
    "too_many_receivers": (409, "The player has as many receivers as she may have"),
    "receiver_disabled": (409, "Nothing is told at a receiver that is disabled"),
    "invalid_preferences": (400, "The preferences cannot be kept"),
    "channel_off": (409, "This server does not have the channel"),
    "subscription_not_found": (404, "No such address"),
    # setting a game up
    "not_found": (404, gettext_noop("Nothing is at this address")),
    "game_not_found": (404, "No such game"),
    "ruleset_not_found": (404, "No such ruleset"),
    "unknown_ruleset": (400, "The body names no known ruleset"),
    "invalid_options": (400, "The options do not fit the ruleset"),
    "invalid_seats": (400, "The number of seats does not fit the options"),
    "invalid_clock": (400, "The clock is out of range"),
    "unknown_bot": (400, "No such bot"),
    "too_many_bots": (400, "Bots leave no seat for the host"),
    "game_full": (409, "Every seat is taken"),
    "already_joined": (409, "The player has a seat already"),
    "already_started": (409, "The game has started already"),
    "too_many_games": (409, "The player has as many games as she may have"),
    "not_enough_players": (409, "Too few seats are taken"),
    "not_host": (403, "Only the host may do this"),
    "no_bot_accounts": (403, "The game is for people alone"),
    "too_unreliable": (403, "The game asks for players who answer more often"),
    "too_many_changes": (409, "This was done as often as it may be"),
    # playing
    "not_a_player": (403, "The player has no seat in this game"),
    "game_not_started": (409, "The game has not started"),
    "game_finished": (409, "The game is over"),
    "game_cancelled": (409, "The game was cancelled"),
    "game_not_finished": (409, "The game is not over"),
    "no_analysis": (409, "No bot can judge this game"),
    "turn_not_found": (404, "No such turn"),
    "turn_closed": (409, "The turn is closed"),
    "not_asked": (409, "The seat is not asked in this turn"),
    "time_is_up": (409, "The time of the seat is up"),
    "no_submission": (404, "Nothing is sealed"),
    "invalid_action": (400, "This is not an action of the game"),
    "no_order": (404, "Nothing is ordered"),
    "no_standing_orders": (409, "The game has no standing orders"),
    "no_note": (404, "Nothing is noted"),
    "too_many_notes": (409, "The player has as many notes as she may have"),
    "invalid_order": (400, "This is not a standing order for the game"),
    # absence
    "not_away": (409, "Nobody plays for the player"),
    "seat_not_found": (404, "No such seat"),
    "seat_not_vacant": (409, "No player is away from the seat"),
    "unknown_player": (400, "The body names no known player"),
    "no_offer": (404, "The seat is offered to nobody"),
    "not_offered": (403, "The seat is not offered to the player"),
    "invalid_pause": (400, "The length of the pause is out of range"),
    "already_paused": (409, "The clock stands still already"),
    "not_paused": (404, "No pause is proposed or under way"),
    "not_stopped": (409, "Nothing holds the game up"),
    "not_waited_for": (409, "Nobody waits for the seat's player"),
    "time_given": (409, "The player has given time in this turn"),
    "no_vote": (403, "The player has no vote now"),
    "invalid_vacation": (400, "This cannot be a vacation"),
    "vacation_overlaps": (409, "A vacation is announced for that time"),
    "no_vacation_left": (409, "The year's allowance is used up"),
    "vacation_not_found": (404, "No such vacation"),
    "vacation_over": (409, "The vacation is over"),
    # webhooks
    "webhook_not_found": (404, "No such webhook"),
    "delivery_not_found": (404, "No such delivery"),
    "invalid_url": (400, "Nothing can be sent to this address"),
    "too_many_webhooks": (409, "The player has as many webhooks as she may have"),
    "webhook_disabled": (409, "Nothing is sent to a webhook that is disabled"),
    # a sandbox
    "sandbox_only": (403, "This server is no sandbox"),
    "test_token_needed": (403, "A test token is needed"),
    "invalid_step": (400, "This is no time to move forward by"),
    # the server
    "internal_error": (500, gettext_noop("The server made a mistake")),
    "rules_missing": (503, "The rules that the game began with are not here"),
    "unavailable": (503, gettext_noop("The server cannot answer now")),
    "busy": (503, "Too many ask for this at once"),
    # what the rules of a game do not allow at the moment
    **{
        code: (422, title)
        for rules in registry.RULESETS.values()
        for code, title in rules.all_refusals.items()
    },
}
"""Of each code the status and a title. What pages refuse with is marked: they translate it."""

PROBLEM_PAGES = "/docs/problems/"
"""Where the page of each code is, on whichever server has refused (tideapi/guides/).

Why so: docs/why.md#problem-type.
"""

RETRY_AFTER = {
    "busy": 1,
    "idempotency_key_in_use": 1,
    "unavailable": 5,
    "no_room": 10,
    "too_many_streams": 10,
}
RETRY_MUCH_LATER = 60
"""Seconds after which a call may be made again that was refused only for now."""


SOON = {HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE}
"""Statuses of which every answer says when to make the call again."""


def is_for_now(code: str) -> bool:
    """Return whether the same call may succeed later, so that the answer says when."""
    return code in RETRY_AFTER or CODES[code][0] in SOON


OF_THE_SERVER = tuple(code for code, (status, _) in CODES.items() if status >= 500)  # noqa: PLR2004
"""Codes of answers that are no fault of the caller's."""

BY_STATUS = {
    400: "bad_request",
    401: "not_authenticated",
    403: "permission_denied",
    404: "not_found",
    405: "method_not_allowed",
    408: "body_too_slow",
    411: "length_required",
    413: "body_too_large",
    415: "unsupported_media_type",
    429: "throttled",
    503: "unavailable",
}

NOWHERE = "rest"
"""What the part of an address is called that leads nowhere (tideapi/urls.py)."""

DJANGOS: dict[type, str] = {
    Http404: "not_found",
    PermissionDenied: "permission_denied",
    RequestDataTooBig: "body_too_large",
    SuspiciousOperation: "bad_request",
    BadRequest: "bad_request",
    MultiPartParserError: "bad_request",
    UnreadablePostError: "bad_request",
}


def problem(
    code: str, detail: str, faults: Iterable[Fault] = (), where: str = "body"
) -> dict[str, Any]:
    """The members of a problem, `errors` only where there are any; `where` says in what they are."""
    status, title = CODES[code]
    members: dict[str, Any] = {
        "type": f"{PROBLEM_PAGES}{code}",
        "title": title,
        "status": status,
        "code": code,
        "detail": detail,
        "instance": request_id.current(),
    }
    place = "parameter" if where == "query" else "pointer"
    errors = [{place: fault.place, "code": fault.code, "detail": fault.detail} for fault in faults]
    return {**members, "errors": errors} if errors else members


class Problem(HttpResponse):
    """An answer that is a problem; `members` are the problem's, `code` is one of them."""

    def __init__(self, members: dict[str, Any]) -> None:
        super().__init__(dump(members), status=members["status"], content_type=PROBLEM)
        self.members = members
        self.code: str = members["code"]
        if is_for_now(self.code):
            self["Retry-After"] = str(RETRY_AFTER.get(self.code, RETRY_MUCH_LATER))


def answer(error: Exception, context: Mapping[str, Any]) -> Problem | None:
    """DRF's exception handler: every refusal and fault of a view as a problem.

    Written here and now: the view's own renderer may be one for YAML or HTML.
    """
    body = describe(error)
    if body is None:
        return None
    response = Problem(body)
    if response.status_code == HTTPStatus.UNAUTHORIZED:
        sent = response.code in {"token_invalid", "token_expired"}
        response["WWW-Authenticate"] = 'Bearer error="invalid_token"' if sent else "Bearer"
    elif isinstance(error, InsufficientScope):
        response["WWW-Authenticate"] = f'Bearer error="insufficient_scope", scope="{error.scope}"'
    if (wait := getattr(error, "wait", None)) is not None:
        response["Retry-After"] = str(wait)
    for name, value in getattr(error, "headers", {}).items():
        response[name] = value
    return response


def describe(error: Exception) -> dict[str, Any] | None:
    """The problem that an exception stands for; None for one that nobody foresaw."""
    match error:
        case Refusal():
            # A refusal about one place in the body names it like any other fault.
            place = [Fault(error.pointer, error.code, error.detail)] if error.pointer else []
            return problem(error.code, error.detail, place)
        case Invalid():
            return _invalid(error)
        case APIException():
            code = str(getattr(error.detail, "code", error.default_code))
            code = code if code in CODES else BY_STATUS.get(error.status_code, "bad_request")
            return problem(code, _sentence(code, str(error.detail)))
        case _ if away(error):
            log.warning("The database is away: %s", type(error).__name__)
            said = gettext_noop("The database does not answer now. Try again soon.")
            return problem("unavailable", said)
        case _:
            known = next((DJANGOS[kind] for kind in type(error).__mro__ if kind in DJANGOS), None)
            return problem(known, f"{CODES[known][1]}.") if known else None


def _invalid(error: Invalid) -> dict[str, Any]:
    more = f" {error.further} further faults are not listed." if error.further else ""
    if error.where == "query":
        said = f"The query does not fit its schema.{more}"
        return problem("invalid_query", said, error.faults, error.where)
    if len(error.codes) == 1:
        (code,) = error.codes
        first = error.faults[0]
        place = f"{first.place}: " if first.place else ""
        return problem(code, f"{place}{first.detail}{more}", error.faults)
    return problem("invalid_request", f"The body does not fit its schema.{more}", error.faults)


def _sentence(code: str, detail: str) -> str:
    return detail if detail.endswith(".") else f"{CODES[code][1]}."


def respond(code: str, detail: str) -> Problem:
    """A problem where no view is at work."""
    return Problem(problem(code, detail))


def for_status(status: int) -> str:
    """The code of an error of which no more is known than its HTTP status."""
    return BY_STATUS.get(status) or ("internal_error" if status >= 500 else "bad_request")  # noqa: PLR2004


def route(match: ResolverMatch | None) -> str:
    """The pattern of the address that a call came to, without what stands in its places."""
    return str(match.route) if match and NOWHERE not in match.kwargs else "-"


def log_refusal(refused: Problem, environ: Mapping[str, Any], match: ResolverMatch | None) -> None:
    """Say in the log that a call was refused: which one, in which game, and to which player.

    Of the address its pattern is said and not what stands in it, of the body nothing.
    """
    parts: Mapping[str, Any] = match.kwargs if match else {}
    known = environ.get(CALLER)
    log.info(
        "refused %s: %s %s, game %s, player %s",
        refused.code,
        environ["REQUEST_METHOD"],
        route(match),
        parts.get("game", "-"),
        known[0].pk if isinstance(known, tuple) else "-",
    )
