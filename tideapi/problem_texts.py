"""What each code means to whoever is refused with it, and what she does about it: the text of its page.

The codes of a game's own rules stand in no table here; their pages are made of what the ruleset says.
"""

from typing import NamedTuple


class Text(NamedTuple):
    """A sentence or two each, for a client's author."""

    means: str
    do: str


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
        "The request cannot be read at all, before anybody has looked at what it asks for.",
        "See `detail`. Percent-encode what is not ASCII in an address, and send headers as HTTP has them.",
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
        "The body has more than 64 KiB. No call needs that much.",
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
        "More calls were made than are allowed in this span of time, or a password was guessed too often.",
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
        "This key was sent before with another call or another body.",
        "Take a new key for each thing that is to be done.",
    ),
}
CALLER = {
    "not_authenticated": Text(
        "The call is for somebody who is known, and no token was sent.",
        "Send `Authorization: Bearer` and a token, from `POST /players` or `POST /tokens`.",
    ),
    "token_invalid": Text(
        "The server does not know the token: it was given back, its password was changed since, or it was"
        " copied wrongly.",
        "Ask for the password and get another with `POST /tokens`.",
    ),
    "token_expired": Text(
        "The token was good once, and its time is over.",
        "Ask for the password and get another with `POST /tokens`.",
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
PLAYERS = {
    "username_taken": Text(
        "Somebody else has this username, has given it up not long ago, or has one that looks like it. "
        "Capitals make no difference.",
        "Choose another one.",
    ),
    "username_reserved": Text(
        "The username could be taken for the server, for whoever runs it, or for nobody.",
        "Choose another one.",
    ),
    "no_guests": Text(
        "Whoever runs this server lets only people with an account of their own play.",
        "Sign up with `POST /players`.",
    ),
    "not_a_guest": Text(
        "The account has a name and a password already.",
        "Change them with `PATCH /me`.",
    ),
    "not_for_guests": Text(
        "A guest plays, and has neither webhooks nor bots nor a name of her own.",
        "Make the account a person's with `POST /me/claim`.",
    ),
    "not_for_bots": Text(
        "A bot's account has no password, no address and no bots of its own.",
        "Use the account of the person whose bot it is.",
    ),
    "too_many_bot_accounts": Text(
        "Each player may have so many accounts for bots.",
        "Give one up with `DELETE /me/bots/{username}`.",
    ),
    "bot_account_not_found": Text(
        "The player has no bot of this name; it may have been given up already.",
        "List those that there are with `GET /me/bots`.",
    ),
    "weak_password": Text(
        "The password is too short, too common, or too much like the username or the e-mail address; "
        "`errors` says which.",
        "Choose a longer one.",
    ),
    "wrong_password": Text(
        "The password that was sent as the present one is not it.",
        "Ask for it again.",
    ),
    "sign_in_again": Text(
        "Ending an account needs a token that was got with the password just now, so that nobody does it who "
        "has found an old one.",
        "Ask for the password, get a token with `POST /tokens`, and make the call again with it.",
    ),
    "not_ending": Text(
        "Nobody has asked for the account to end, or that was taken back already.",
        "Nothing: the account goes on. `GET /me` says so with `ending`.",
    ),
    "export_not_found": Text(
        "The player has no export with this id, or it has no archive with this number: it may not be ready, "
        "or it was deleted after some days.",
        "List those that there are with `GET /me/exports`.",
    ),
    "export_under_way": Text(
        "One export at a time is made for each player.",
        "Ask for the one that is under way, with `GET /me/exports`, until it is ready.",
    ),
    "too_many_exports": Text(
        "The player has asked for as many exports within 24 hours as she may.",
        "Fetch one of those that there are, with `GET /me/exports`, or try again tomorrow.",
    ),
    "player_not_found": Text(
        "No player has this username.",
        "Check how it is written.",
    ),
    "token_not_found": Text(
        "The player has no token with this id; it may have been given back already.",
        "List those that there are with `GET /tokens`.",
    ),
}
PEOPLE = {
    "not_yourself": Text(
        "The name in the address is your own, and the call is about another player.",
        "Send somebody else's name.",
    ),
    "player_blocked": Text(
        "You have blocked the player whom you ask or invite.",
        "Unblock her first (`DELETE /me/blocks/{username}`).",
    ),
    "too_many_people": Text(
        "Your list of friends, of blocked or of muted players is as long as it may be.",
        "Take somebody from the list first.",
    ),
    "too_many_invitations": Text(
        "The game has as many invitations that can still be used as it may have.",
        "Take one back, or wait until one is used or has ended.",
    ),
    "invalid_invitation": Text(
        "The invitation is for a player by name and has what only a link has, or its link would be good for "
        "too short or too long a time.",
        "See `detail`. Send either `player`, or `uses` and `expires_in`.",
    ),
    "invitation_not_found": Text(
        "There is no such invitation, it has ended or was taken back, or it is for somebody else.",
        "Ask whoever has invited you for another.",
    ),
    "invitation_over": Text(
        "The invitation was used as often as it may be, or its table takes nobody any more: it is full, has "
        "started or was called off. Which of them it is is not told.",
        "Ask whoever has invited you for another, or look for another game.",
    ),
    "messages_off": Text(
        "The host has opened this table without messages.",
        "Write elsewhere.",
    ),
    "message_not_found": Text(
        "There is no such message at this table, or somebody else has written it.",
        "Delete only messages of the player's own.",
    ),
    "too_many_messages": Text(
        "The table has as many messages as it may have, deleted ones too.",
        "Write elsewhere.",
    ),
}
LOBBY = {
    "not_found": Text(
        "Nothing is at this address, or what stands in it cannot be an id.",
        "Compare the address with the description of the call. All calls begin with `/api/v1`.",
    ),
    "game_not_found": Text(
        "There is no game with this id, or it is a private one and none of whoever asks. Which of the two"
        " is not said.",
        "Check the id. Whoever plays in a private game has to send her token.",
    ),
    "ruleset_not_found": Text(
        "No ruleset has this id.",
        "`GET /rulesets` lists those that can be played here.",
    ),
    "unknown_ruleset": Text(
        "The body names a ruleset that this server does not have.",
        "`GET /rulesets` lists those that can be played here.",
    ),
    "invalid_options": Text(
        "The options are not those of the ruleset, or do not go together.",
        "`GET /rulesets/{ruleset}` has the schema of its options.",
    ),
    "invalid_seats": Text(
        "The game cannot be played by so many with these options.",
        "`detail` says how many there may be.",
    ),
    "invalid_clock": Text(
        "The clock gives too little or too much time.",
        "`detail` says what is allowed here.",
    ),
    "unknown_bot": Text(
        "There is no such bot for this game.",
        "`detail` lists those that there are.",
    ),
    "too_many_bots": Text(
        "The bots would take all seats, and the host needs one.",
        "Ask for fewer bots or more seats.",
    ),
    "game_full": Text(
        "All seats are taken.",
        "Look for another game with `GET /games`.",
    ),
    "already_joined": Text(
        "This player has a seat in the game already.",
        "Nothing has to be done: she can play.",
    ),
    "already_started": Text(
        "This can be done before the start only, and the game has started.",
        "Read the game again with `GET /games/{game}`.",
    ),
    "too_many_games": Text(
        "The player plays in as many games, or has opened as many, as one may.",
        "Finish, leave or cancel one first.",
    ),
    "not_enough_players": Text(
        "The game needs more seats taken before it can start; `detail` says how many.",
        "Wait for more players, or open a game with bots.",
    ),
    "not_host": Text(
        "Only the game's host may do this.",
        "`host` in `GET /games/{game}` says who that is.",
    ),
    "no_bot_accounts": Text(
        "The host plays with people alone, so no account of a bot may take a seat.",
        "Look for another game: those with `bot_accounts` let bots in.",
    ),
    "too_unreliable": Text(
        "The host asks for players who answer more of their questions themselves.",
        "Look for another game; reliability grows with each question that is answered.",
    ),
    "too_many_changes": Text(
        "This was done as often as it may be in a turn, in a game or in a month. What was done last "
        "stays.",
        "Do it no more; trying again is refused again.",
    ),
}
PLAYING = {
    "not_a_player": Text(
        "Whoever calls has no seat in this game.",
        "Check the token: the seat may be another account's.",
    ),
    "game_not_started": Text(
        "The game waits for players still.",
        "Wait for the event `started`.",
    ),
    "game_finished": Text(
        "The game is over.",
        "Its result is in `GET /games/{game}`.",
    ),
    "game_cancelled": Text(
        "The game was called off.",
        "The event `cancelled` at the end of its log says why.",
    ),
    "game_not_finished": Text(
        "Record and analysis are there once the game is finished.",
        "Wait for the event `finished`.",
    ),
    "no_analysis": Text(
        "A game is analysed by the bot `strong`, and this ruleset has none that can say what it thinks.",
        "Show the game's log and stages instead.",
    ),
    "turn_not_found": Text(
        "The game has no turn with this number yet.",
        "`turn` in `GET /games/{game}` is the one that is open.",
    ),
    "turn_closed": Text(
        "The turn is over: all have answered, or time was up. The same happens if another device of the "
        "player has closed it.",
        "Read the game again; what was played stands in the turn's `actions`.",
    ),
    "not_asked": Text(
        "This seat has nothing to answer in this turn, or had one legal action that is played for it.",
        "`GET /me/turns` lists what does wait for the player.",
    ),
    "time_is_up": Text(
        "The seat's time is over, and the clock or its standing order has answered. The turn is open "
        "still, because others have time.",
        "Nothing can be done in this turn. `GET /me/turns` says how long there is for the next one.",
    ),
    "no_submission": Text(
        "The seat has sealed nothing in this turn.",
        "There is nothing to read or to take back.",
    ),
    "invalid_action": Text(
        "This is no action of the game, whatever stands on the table.",
        "Send one of the `legal_actions` as it stands there.",
    ),
    "no_order": Text(
        "The seat has no standing order.",
        "Leave one with `PUT /games/{game}/standing-order`.",
    ),
    "no_note": Text(
        "The player has noted nothing on this game.",
        "Note something with `PUT /games/{game}/note`.",
    ),
    "too_many_notes": Text(
        "Each player may have notes on so many games.",
        "Throw one away with `DELETE /games/{game}/note`.",
    ),
    "invalid_order": Text(
        "This is no standing order for the game; `errors` has the place.",
        "`GET /rulesets/{ruleset}` has the schema of its standing orders.",
    ),
}
ABSENCE = {
    "not_away": Text(
        "No bot plays for this player.",
        "Nothing has to be done: she can answer.",
    ),
    "seat_not_found": Text(
        "The game has no seat with this number.",
        "Seats count from 0.",
    ),
    "seat_not_vacant": Text(
        "The player of this seat is there, so it cannot be offered.",
        "Wait until `away` of the seat is not null.",
    ),
    "unknown_player": Text(
        "There is no player with this username.",
        "Check how it is written.",
    ),
    "no_offer": Text(
        "The seat is offered to nobody.",
        "There is nothing to take back.",
    ),
    "not_offered": Text(
        "The seat is not offered to whoever calls, or is no more.",
        "The events `seat_offered` and `offer_ended` say to whom it is.",
    ),
    "invalid_pause": Text(
        "The pause is too short or too long.",
        "`detail` says how long it may be.",
    ),
    "already_paused": Text(
        "A pause is under way.",
        "`pause` in `GET /games/{game}` says until when.",
    ),
    "not_paused": Text(
        "There is no pause to end and none to drop.",
        "Read the game again.",
    ),
    "not_stopped": Text(
        "Nobody is waited for beyond the time of the question, so there is nothing to vote about.",
        "Wait until the question would be over without the vacation or the pause.",
    ),
    "not_waited_for": Text(
        "The player to whom time would be given is not asked, has answered, is away, or has no time left.",
        "Look at `turn.asked` in `GET /games/{game}`, and give time to somebody who has not answered.",
    ),
    "time_given": Text(
        "The player has given somebody time in this turn already; each may once in a turn.",
        "Wait for the next turn, or let another player give time.",
    ),
    "no_vote": Text(
        "Who is on vacation, or has a bot in her seat, has no vote.",
        "Come back first, with `POST /games/{game}/return`, or end the vacation.",
    ),
    "invalid_vacation": Text(
        "The vacation begins in the past, is shorter than an hour, or ends too late.",
        "`detail` says which, and `errors` where.",
    ),
    "vacation_overlaps": Text(
        "The player has announced a vacation that falls into this time.",
        "`GET /me/vacations` lists them; end that one first, or choose other days.",
    ),
    "no_vacation_left": Text(
        "The vacation takes more days than are left of the year's allowance.",
        "`GET /me/vacations` says how many are left.",
    ),
    "vacation_not_found": Text(
        "The player has no vacation with this id.",
        "List them with `GET /me/vacations`.",
    ),
    "vacation_over": Text(
        "The vacation has ended already.",
        "Nothing has to be done.",
    ),
}
WEBHOOKS = {
    "webhook_not_found": Text(
        "The player has no webhook with this id.",
        "List them with `GET /webhooks`.",
    ),
    "delivery_not_found": Text(
        "The webhook has no delivery with this id; old ones are removed.",
        "List those that there are with `GET /webhooks/{webhook}/deliveries`.",
    ),
    "invalid_url": Text(
        "Webhooks are sent to https addresses on the public Internet only, with the usual port or one "
        "above 1023.",
        "See `detail`, and choose such an address.",
    ),
    "too_many_webhooks": Text(
        "The player has as many webhooks as one may have.",
        "Delete one, or change its address with `PATCH /webhooks/{webhook}`.",
    ),
    "webhook_disabled": Text(
        "The webhook is disabled, so nothing is sent to it.",
        "Enable it with `PATCH /webhooks/{webhook}` and `enabled` true.",
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

TEXTS: dict[str, Text] = {
    **REQUEST,
    **CALLER,
    **PLAYERS,
    **PEOPLE,
    **LOBBY,
    **PLAYING,
    **ABSENCE,
    **WEBHOOKS,
    **SANDBOX,
    **SERVER,
}
"""By code, in the order in which the pages list them."""
