"""Of calls in general: the request, who calls, the server, a sandbox."""

from tideapi.problem_texts.text import Text

REQUEST = {
    "malformed_json": Text(
        "The body cannot be read as JSON, or is nested more than 32 levels deep.",
        "Send JSON in UTF-8. The same body will be refused again.",
    ),
    "invalid_request": Text(
        "The body has faults of several kinds. `errors` lists the first 20, each with its place and a "
        "code of its own.",
        "Mend each place that `errors` names.",
    ),
    "invalid_query": Text(
        "A parameter of the query is unknown, or has a value that it cannot have. `errors` names each.",
        "Mend the parameters that `errors` names; the call's description lists those that it takes.",
    ),
    "bad_request": Text(
        "The request cannot be read at all, before anybody has looked at what it asks for. "
        "A body that breaks off or comes in more than 256 pieces is among them, and so is a header, a path "
        "or a query of more than 8192 characters.",
        "See `detail`. Percent-encode what is not ASCII in an address, send headers as HTTP has them, "
        "and write a body at once or in pieces of 256 bytes and more.",
    ),
    "unknown_field": Text(
        "There is a field that the call does not know. Nothing that is sent is ignored, so that a "
        "misspelt field is noticed.",
        "Leave the field out, or look for its name in the call's description.",
    ),
    "missing_field": Text(
        "A field that has to be there is not.",
        "Send it; the call's description says which fields may be left out.",
    ),
    "wrong_type": Text(
        "A field has a value of another type, for example a text in the place of a number.",
        "Send the type that the call's description states.",
    ),
    "not_a_choice": Text(
        "A field has a value that is none of those it can have; `detail` lists them.",
        "Choose one of them.",
    ),
    "out_of_range": Text(
        "A number is too small or too large; `detail` says where the bound is.",
        "Stay within the bounds that the call's description states.",
    ),
    "too_short": Text(
        "A text or a list is too short.",
        "Send at least as much as `detail` says.",
    ),
    "too_long": Text(
        "A text or a list is too long.",
        "Send at most as much as `detail` says.",
    ),
    "wrong_format": Text(
        "A text has not the form that is wanted, for example a time without its zone.",
        "Send the form that `detail` names.",
    ),
    "body_too_large": Text(
        "The body has more than 64 KiB, or a form more than 32 KiB. No call needs that much.",
        "Send a smaller one.",
    ),
    "body_too_slow": Text(
        "The body was not there in time, usually within 10 seconds.",
        "Send the call again.",
    ),
    "length_required": Text(
        "The body came without its length, and this server cannot tell where it ends.",
        "Send the header `Content-Length`.",
    ),
    "unsupported_media_type": Text(
        "The body is not declared as JSON.",
        "Send it with `Content-Type: application/json`.",
    ),
    "method_not_allowed": Text(
        "There is something at this address, but not with this method.",
        "The header `Allow` has the methods that it knows.",
    ),
    "throttled": Text(
        "More calls were made than are allowed in this span of time, a password was guessed too often, "
        "or too many calls of one player or address wait.",
        "Wait as many seconds as `Retry-After` says. `RateLimit` says in every answer what is left.",
    ),
    "too_many_streams": Text(
        "This player, or this address, has as many streams open as one may have.",
        "Close one. One stream of `GET /me/stream` has the events of all games.",
    ),
    "no_room": Text(
        "The server holds as many streams as it can.",
        "Try again after as many seconds as `Retry-After` says, or poll meanwhile.",
    ),
    "streams_elsewhere": Text(
        "This process of the server holds no streams; its operator has to send such calls to another one.",
        "Poll with `wait` or without, and let the operator know.",
    ),
    "idempotency_key_invalid": Text(
        "The header `Idempotency-Key` is empty, too long, or has characters that it cannot have.",
        "Send a random text, such as a UUID: 1 to 255 characters of ASCII, no spaces.",
    ),
    "idempotency_key_in_use": Text(
        "A call with this key is still under way.",
        "Wait a moment and send the same call again: its answer is that of the first.",
    ),
    "idempotency_key_reused": Text(
        "This key was sent before with another call or body, or with a token of another app or other scopes.",
        "Take a new key for each thing that is to be done.",
    ),
}

HOW_TO_GET_ANOTHER = (
    "An app refreshes its token, and asks the player again if that fails; it never asks for her password."
    " A script of your own calls `POST /tokens`."
)

CALLER = {
    "not_authenticated": Text(
        "The call is for somebody who is known, and no token was sent.",
        "Send `Authorization: Bearer` and a token: an app asks the player for one (OAuth), a script of your"
        " own calls `POST /players` or `POST /tokens`.",
    ),
    "token_invalid": Text(
        "The server does not know the token: it was given back, its password was changed since, or it was"
        " copied wrongly.",
        HOW_TO_GET_ANOTHER,
    ),
    "token_expired": Text(
        "The token was good once, and its time is over.",
        HOW_TO_GET_ANOTHER,
    ),
    "wrong_credentials": Text(
        "There is no account with this username and this password. Which of the two is wrong is not said.",
        "Ask for both again. Too many attempts are refused with `throttled`.",
    ),
    "second_step_needed": Text(
        "The password is right, but this account has a passkey or asks for a code of an app as well.",
        "Have the player make a token on her account's page, or use OAuth: there she is asked for both.",
    ),
    "insufficient_scope": Text(
        "The token is good, and was not given what this call needs.",
        "Get a token with the scope that `detail` and the header `WWW-Authenticate` name.",
    ),
    "permission_denied": Text(
        "Whoever calls may not do this.",
        "See `detail`.",
    ),
}

SANDBOX = {
    "sandbox_only": Text(
        "Only a server that its operator has opened as a sandbox does this.",
        "Try it on a server of your own: `TIDE_SANDBOX=1 make up`.",
    ),
    "test_token_needed": Text(
        "Only a test token may move time.",
        "Get one with `POST /tokens` and `test` true.",
    ),
    "invalid_step": Text(
        "Time cannot be moved by this much.",
        "Move it by PT1S to P366D.",
    ),
}

SERVER = {
    "internal_error": Text(
        "The server made a mistake, and has noted it.",
        "Read again what the call should have changed, and try once more. If it stays so, tell the "
        "operator the problem's `instance`.",
    ),
    "rules_missing": Text(
        "The game began with rules that this server does not have at the moment.",
        "Try again later, and let the operator know. The game's clock waits for them.",
    ),
    "unavailable": Text(
        "The database, or something else that the server needs, does not answer now.",
        "Wait as many seconds as `Retry-After` says, and make the same call again.",
    ),
    "busy": Text(
        "Others ask for more than the server can do at this moment.",
        "Wait as many seconds as `Retry-After` says, and make the same call again.",
    ),
}
