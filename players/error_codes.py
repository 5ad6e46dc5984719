"""Codes of errors about accounts, tokens and other players."""

from common.rest.error_codes import (
    ErrorCode,
    bad_request,
    conflict,
    fault_code,
    forbidden,
    not_found,
)

CODES = {
    # signing in
    "wrong_credentials": ErrorCode(
        401,
        "Username and password do not fit",
        "No account has this username and this password. The answer does not say which is wrong.",
        "Ask for both again. Too many attempts are refused with `throttled`.",
        headers={"WWW-Authenticate": "Bearer"},
    ),
    "second_step_needed": forbidden(
        "The account asks for more than a password",
        "The password is right, but this account has a passkey or asks for a code of an app as well.",
        "Let the player make a token on the account's page, or use OAuth, which asks for both.",
    ),
    "account_suspended": forbidden(
        "The account is suspended",
        "A moderator has suspended the player; `detail` has the reason and the end. Bots play for them.",
        "Show `detail` to the player. `GET /me/suspension` has it in parts, and `POST` there appeals, once.",
    ),
    "silenced": forbidden(
        "The player may not write for now",
        "A moderator has silenced the player; `detail` says until when.",
        "Wait until then.",
    ),
    "not_suspended": not_found(
        "The account is not suspended",
        "No moderator has suspended the account, or it is over.",
        "Nothing has to be done.",
    ),
    "already_appealed": conflict(
        "The player has appealed already",
        "There is one appeal against a suspension, with one message.",
        "Wait for the answer: `GET /me/suspension`.",
    ),
    "already_decided": conflict(
        "Another moderator was faster",
        "The report is decided, the act taken back or the appeal answered already.",
        "Read it again.",
        given_by="Pages of moderators.",
    ),
    # idempotency keys
    "idempotency_key_invalid": bad_request(
        "The idempotency key cannot be read",
        "The header `Idempotency-Key` is empty, too long, or has characters that it cannot have.",
        "Send a random text, such as a UUID: 1 to 255 characters of ASCII, no spaces.",
    ),
    "idempotency_key_in_use": conflict(
        "A call with this idempotency key is under way",
        "A call with this key is still under way.",
        "Wait a moment and send the same call again: its answer is that of the first.",
        headers={"Retry-After": "1"},
    ),
    "idempotency_key_reused": ErrorCode(
        422,
        "The idempotency key was used for another call",
        "This key was sent before with another call or body, or with a token of another app or other scopes.",
        "Take a new key for each thing that is to be done.",
    ),
    # accounts
    "username_taken": conflict(
        "The username is taken",
        "Another player has this username, gave it up not long ago, or has one that looks like "
        "it. Capitals make no difference.",
        "Choose another one.",
    ),
    "username_reserved": conflict(
        "The username is not given to players",
        "The username could be mistaken for the server, its operator or a deleted player.",
        "Choose another one.",
    ),
    "no_guests": forbidden(
        "This server takes no guests",
        "The operator of this server lets only people with an account play.",
        "Sign up with `POST /players`, if `sign_up` of `GET /api/v1` lets you.",
    ),
    "sign_up_closed": forbidden(
        "This server takes no new players",
        "The operator of this server makes all accounts.",
        "Ask the operator: `contact` of `GET /api/v1`. `guests` there says whether guests may play.",
    ),
    "code_needed": forbidden(
        "This server takes players by invitation",
        "The account is made with the code of an invitation alone, and none was sent.",
        "Ask a player of this server or its operator for a code, and send it as `code`.",
    ),
    "code_invalid": forbidden(
        "The code lets nobody in",
        "The code does not exist, has been used as often as it may be, or has ended.",
        "Check how it is written, or ask for another one.",
    ),
    "too_many_codes": conflict(
        "The player has made as many codes as allowed",
        "The player has reached the limit of codes; on a server that needs no codes it is none.",
        "Delete one that was not used with `DELETE /me/codes/{code}`.",
    ),
    "code_not_found": not_found(
        "No such code",
        "The player has no code of this name that was not used.",
        "List those that there are with `GET /me/codes`.",
    ),
    "not_a_guest": conflict(
        "The account is not a guest's",
        "The account has a name and a password already.",
        "Change them with `PATCH /me`.",
    ),
    "not_for_guests": forbidden(
        "Guests may not do this",
        "A guest account has no webhooks, no bots and no chosen name.",
        "Make the account a person's with `POST /me/claim`.",
    ),
    "not_for_bots": forbidden(
        "Bots' accounts may not do this",
        "A bot's account has no password, no address and no bots of its own.",
        "Use the account of the bot's owner.",
    ),
    "too_many_bot_accounts": conflict(
        "The player has as many bots' accounts as allowed",
        "The player has reached the limit of bot accounts.",
        "Delete one with `DELETE /me/bots/{username}`.",
    ),
    "bot_account_not_found": not_found(
        "No such bot's account",
        "The player has no bot account of this name; it may be deleted already.",
        "List those that there are with `GET /me/bots`.",
    ),
    "weak_password": fault_code(
        "The password is too weak",
        "The password is too short, too common, or too much like the username or the e-mail address; "
        "`errors` says which.",
        "Choose a longer one.",
    ),
    "wrong_password": forbidden(
        "The current password is wrong",
        "`current_password` is not the account's password.",
        "Ask for it again.",
    ),
    "sign_in_again": forbidden(
        "The player has to sign in again for this",
        "Ending an account needs a token that was got with the password just now, so that an old "
        "token that was found cannot do it.",
        "An app sends the player to the page `/account/leave/`. A script of your own gets a token with"
        " `POST /me/tokens`, and makes the call again with it.",
    ),
    "not_ending": not_found(
        "The account is not about to end",
        "No deletion of the account is scheduled, or it was cancelled already.",
        "Nothing has to be done. `deletion` in `GET /me` shows a scheduled deletion.",
    ),
    "export_not_found": not_found(
        "No such export",
        "The player has no export with this id, or it has no archive with this number: it may not be ready, "
        "or it was deleted after some days.",
        "List those that there are with `GET /me/exports`.",
    ),
    "export_under_way": conflict(
        "An export is being made already",
        "One export at a time is made for each player.",
        "Ask for the one that is under way, with `GET /me/exports`, until it is ready.",
    ),
    "too_many_exports": conflict(
        "The player has asked for as many exports as allowed",
        "The player has asked for as many exports within 24 hours as allowed.",
        "Fetch one of those that there are, with `GET /me/exports`, or try again tomorrow.",
    ),
    "player_not_found": not_found(
        "No such player",
        "No player has this username.",
        "Check how it is written.",
    ),
    "token_not_found": not_found(
        "No such token",
        "The player has no token with this id; it may have been given back already.",
        "List those that there are with `GET /me/tokens`.",
    ),
    # other players
    "not_yourself": conflict(
        "This is about another player",
        "The address names the caller, and the call needs another player.",
        "Send another player's name.",
    ),
    "moderator_not_blocked": conflict(
        "The player is a moderator",
        "A moderator is not blocked, because players are to hear what is decided about them.",
        "Mute the player (`muted`), which folds messages at tables, or report the player.",
    ),
    "player_blocked": conflict(
        "The player is blocked",
        "The caller has blocked the player.",
        "Unblock the player first (`PATCH /me/relations/{username}` with `blocked: false`).",
    ),
    "too_many_people": conflict(
        "The list of players is full",
        "The list of friends, of blocked or of muted players has reached its limit.",
        "Remove a player from the list first.",
    ),
    # limits, and a sandbox
    "too_many_changes": conflict(
        "This was done too often",
        "The change was made as often as allowed in a turn, a game or a month. The last one stays.",
        "Do not try again: it is refused again.",
    ),
    "sandbox_only": forbidden(
        "This server is no sandbox",
        "Only a sandbox server does this.",
        "Try it on a server of your own: `TIDE_SANDBOX_ENABLED=1 make up`.",
    ),
}
