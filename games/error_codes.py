"""Codes of errors about games and streams."""

from common.rest.error_codes import ErrorCode, conflict, fault_code, forbidden, not_found
from games.rulesets import registry

CODES = {
    # streams
    "too_many_streams": ErrorCode(
        429,
        "Too many streams at once",
        "This player, or this address, has reached the limit of open streams.",
        "Close one. One stream of `GET /me/stream` has the events of all games.",
        headers={"Retry-After": "10"},
    ),
    "no_room": ErrorCode(
        503,
        "No room for another stream",
        "The server holds as many streams as it can.",
        "Try again after as many seconds as `Retry-After` says, or poll until then.",
        headers={"Retry-After": "10"},
    ),
    "streams_elsewhere": ErrorCode(
        503,
        "Streams are held by another process",
        "This process of the server holds no streams; its operator has to send such calls to another one.",
        "Poll with `wait` or without, and let the operator know.",
        headers={"Retry-After": "60"},
    ),
    # invitations and messages
    "too_many_invitations": conflict(
        "The game has as many invitations as it may have",
        "The game has reached the limit of invitations that can still be used.",
        "Take one back, or wait until one is used or has ended.",
    ),
    "invalid_invitation": fault_code(
        "This cannot be an invitation",
        "The invitation is for a player by name and has what only a link has, or its link would be good for "
        "too short or too long a time.",
        "See `detail`. Send either `player`, or `uses` and `expires_in`.",
    ),
    "invitation_not_found": not_found(
        "No such invitation",
        "There is no such invitation, it has ended or was taken back, or it is for another player.",
        "Ask the host for another invitation.",
    ),
    "invitation_over": conflict(
        "The invitation is used up or over",
        "The invitation was used as often as it may be, or its table takes no more players: it is "
        "full, has started or was called off. The answer does not say which.",
        "Ask the host for another invitation, or look for another game.",
    ),
    "messages_off": forbidden(
        "Messages are off at this table",
        "The host has opened this table without messages.",
        "Write elsewhere.",
    ),
    "phrases_only": forbidden(
        "The table has set phrases only",
        "The host has opened this table for set phrases, and the message has a text of its own.",
        "Send a `phrase` of `list_phrases`.",
    ),
    "message_not_found": not_found(
        "No such message",
        "There is no such message at this table, or another player has written it.",
        "Delete only messages of the player's own.",
    ),
    "too_many_messages": conflict(
        "The table has as many messages as it may have",
        "The table has reached the limit of messages, deleted ones included.",
        "Write elsewhere.",
    ),
    # before the start
    "game_not_found": not_found(
        "No such game",
        "There is no game with this id, or it is a private one that the caller may not see. The "
        "answer does not say which.",
        "Check the id. In a private game send the token of one of its players.",
    ),
    "ruleset_not_found": not_found(
        "No such ruleset",
        "No ruleset has this id.",
        "`GET /rulesets` lists those that can be played here.",
    ),
    "unknown_ruleset": fault_code(
        "The body names no known ruleset",
        "The body names a ruleset that this server does not have.",
        "`GET /rulesets` lists those that can be played here.",
    ),
    "invalid_options": fault_code(
        "The options do not fit the ruleset",
        "The options are not those of the ruleset, or do not go together.",
        "`GET /rulesets/{ruleset}` has the schema of its options.",
    ),
    "invalid_seats": fault_code(
        "The number of seats does not fit the options",
        "This number of players cannot play with these options.",
        "`detail` says how many there may be.",
    ),
    "invalid_clock": fault_code(
        "The clock is out of range",
        "The clock gives too little or too much time.",
        "`detail` says what is allowed here.",
    ),
    "unknown_bot": fault_code(
        "No such bot",
        "There is no such bot for this game.",
        "`detail` lists those that there are.",
    ),
    "too_many_bots": fault_code(
        "Bots leave no seat for the host",
        "The bots would take all seats, and the host needs one.",
        "Ask for fewer bots or more seats.",
    ),
    "game_full": conflict(
        "Every seat is taken",
        "All seats are taken.",
        "Look for another game with `GET /games`.",
    ),
    "already_joined": conflict(
        "The player has a seat already",
        "This player has a seat in the game already.",
        "Nothing has to be done: the player can play.",
    ),
    "already_started": conflict(
        "The game has started already",
        "This can be done before the start only, and the game has started.",
        "Read the game again with `GET /games/{game}`.",
    ),
    "too_many_games": conflict(
        "The player has as many games as allowed",
        "The player has reached the limit of games played or opened.",
        "Finish, leave or cancel one first.",
    ),
    "not_enough_players": conflict(
        "Too few seats are taken",
        "The game needs more seats taken before it can start; `detail` says how many.",
        "Wait for more players, or open a game with bots.",
    ),
    "not_host": forbidden(
        "Only the host may do this",
        "Only the game's host may do this.",
        "`host` in `GET /games/{game}` says who that is.",
    ),
    "no_bot_accounts": forbidden(
        "The game is for people alone",
        "The host has excluded bot accounts, so none may take a seat.",
        "Look for another game: those with `bot_accounts` let bots in.",
    ),
    "too_unreliable": forbidden(
        "The game asks for players who answer more often",
        "The host asks for players who answer more of their questions themselves.",
        "Look for another game; reliability grows with each question that is answered.",
    ),
    # playing
    "not_a_player": forbidden(
        "The player has no seat in this game",
        "The caller has no seat in this game.",
        "Check the token: the seat may be another account's.",
    ),
    "game_not_started": conflict(
        "The game has not started",
        "The game waits for players still.",
        "Wait for the event `started`.",
    ),
    "game_finished": conflict(
        "The game is over",
        "The game is over.",
        "Its result is in `GET /games/{game}`.",
    ),
    "game_cancelled": conflict(
        "The game was cancelled",
        "The game was cancelled.",
        "The event `cancelled` at the end of its log says why.",
    ),
    "game_not_finished": conflict(
        "The game is not over",
        "Record and analysis are there once the game is finished.",
        "Wait for the event `finished`.",
    ),
    "no_analysis": conflict(
        "No bot can judge this game",
        "A game is analysed by the bot `strong`, and this ruleset has none that can say what it thinks.",
        "Show the game's log and stages instead.",
    ),
    "turn_not_found": not_found(
        "No such turn",
        "The game has no turn with this number yet.",
        "`turn` in `GET /games/{game}` is the one that is open.",
    ),
    "turn_closed": conflict(
        "The turn is closed",
        "The turn is over: all have answered, or time was up. The same happens if another device of the "
        "player has closed it.",
        "Read the game again; what was played stands in the turn's `actions`.",
    ),
    "not_asked": conflict(
        "The seat is not asked in this turn",
        "This seat has nothing to answer in this turn, or had one legal action that is played for it.",
        "`GET /me/turns` lists what does wait for the player.",
    ),
    "time_is_up": conflict(
        "The time of the seat is up",
        "The seat's time is over and there is an answer: the player's own, or what the clock, a standing "
        "order or a bot has answered. The turn is open still, because others have time.",
        "Nothing can be done in this turn. `GET /me/turns` says how long there is for the next one.",
    ),
    "no_submission": not_found(
        "Nothing is sealed",
        "The seat has sealed nothing in this turn.",
        "There is nothing to read or to withdraw.",
    ),
    "invalid_action": fault_code(
        "This is not an action of the game",
        "This is no action of the game, whatever stands on the table: its type is unknown, a field is "
        "missing, or a value is of another kind.",
        "Send one of the `legal_actions` as it stands there.",
    ),
    "no_such_number": ErrorCode(
        422,
        "The game has nothing with this number",
        "An action or a standing order has a number, such as that of a card, that nothing in the game has.",
        "Send one of the `legal_actions` as it stands there; `GET /rulesets/{ruleset}` has the bounds.",
    ),
    "no_entropy": not_found(
        "No text for the deal was given",
        "The caller has given no text for the deal of this game.",
        "Give one with `PUT /games/{game}/entropy` before the game starts.",
    ),
    "no_order": not_found(
        "No standing order is set",
        "The seat has no standing order.",
        "Leave one with `PUT /games/{game}/standing-order`.",
    ),
    "no_standing_orders": conflict(
        "The game has no standing orders",
        "Standing orders are no part of this game.",
        "`order` in `GET /rulesets/{ruleset}` is null for such a game: offer no order there.",
    ),
    "too_many_notes": conflict(
        "The player has as many notes as allowed",
        "The player has reached the limit of games with notes.",
        "Delete one with `PATCH /games/{game}/viewer` and `note` as null.",
    ),
    "invalid_order": fault_code(
        "This is not a standing order for the game",
        "This is no standing order for the game; `errors` has the place.",
        "`GET /rulesets/{ruleset}` has the schema of its standing orders.",
    ),
    # absence and the clock
    "not_away": conflict(
        "No bot plays for the player",
        "No bot plays for this player.",
        "Nothing has to be done: the player can answer.",
    ),
    "seat_not_found": not_found(
        "No such seat",
        "The game has no seat with this number.",
        "Seats count from 0.",
    ),
    "seat_not_vacant": conflict(
        "No player is away from the seat",
        "The player of this seat is there, so it cannot be offered.",
        "Wait until `away` of the seat is not null.",
    ),
    "unknown_player": fault_code(
        "The body names no known player",
        "There is no player with this username.",
        "Check how it is written.",
    ),
    "no_offer": not_found(
        "The seat is not offered",
        "The seat is not offered.",
        "There is nothing to show and nothing to withdraw.",
    ),
    "not_offered": forbidden(
        "The seat is not offered to the player",
        "The seat is not offered to the caller, or the offer has ended.",
        "The events `seat_offered` and `offer_ended` say which player has the offer.",
    ),
    "invalid_pause": fault_code(
        "The length of the pause is out of range",
        "The pause is too short or too long.",
        "`detail` says how long it may be.",
    ),
    "already_paused": conflict(
        "The clock stands still already",
        "A pause is under way.",
        "`pause` in `GET /games/{game}` says until when.",
    ),
    "not_paused": not_found(
        "No pause is proposed or under way",
        "The game has no pause, neither one that runs nor one that is proposed.",
        "Read the game again.",
    ),
    "not_stopped": conflict(
        "Nothing holds the game up",
        (
            "No vacation or pause delays the game beyond the time of the question, so there is "
            "nothing to vote about."
        ),
        "Wait until the question would be over without the vacation or the pause.",
    ),
    "not_waited_for": conflict(
        "The game does not wait for the seat's player",
        "The player to whom time would be given is not asked, has answered, is away, or has no time left.",
        (
            "Look at `turn.asked` in `GET /games/{game}`, and give time to a player who has not "
            "answered."
        ),
    ),
    "time_given": conflict(
        "The player has given time in this turn",
        "The player has given time in this turn already; each player may once a turn.",
        "Wait for the next turn, or let another player give time.",
    ),
    "no_vote": forbidden(
        "The player has no vote now",
        "A player on vacation, or with a bot in the seat, has no vote.",
        "Come back first, with `POST /games/{game}/reclaim`, or end the vacation.",
    ),
    "invalid_vacation": fault_code(
        "This cannot be a vacation",
        "The vacation begins in the past, is shorter than an hour, or ends too late.",
        "`detail` says which, and `errors` where.",
    ),
    "vacation_overlaps": conflict(
        "A vacation is announced for that time",
        "The player has announced a vacation that falls into this time.",
        "`GET /me/vacations` lists them; end that one first, or choose other days.",
    ),
    "no_vacation_left": conflict(
        "The year's allowance is used up",
        "The vacation takes more days than are left of the year's allowance.",
        "`GET /me/vacations` says how many are left.",
    ),
    "vacation_not_found": not_found(
        "No such vacation",
        "The player has no vacation with this id.",
        "List them with `GET /me/vacations`.",
    ),
    "vacation_over": conflict(
        "The vacation is over",
        "The vacation has ended already.",
        "Nothing has to be done.",
    ),
    # a sandbox
    "test_token_needed": forbidden(
        "A test token is needed",
        "Only a test token may move time.",
        "Get one with `POST /me/tokens` and `test` true.",
    ),
    "invalid_step": fault_code(
        "This is no time to move forward by",
        "Time cannot be moved by this much. No game goes on beyond the year 9000, and no time of the "
        "player's other rows is moved back beyond the year 1000.",
        "Move it by PT1S to P366D. At the last year, open another game or use another account.",
    ),
    # the server
    "rules_missing": ErrorCode(
        503,
        "The rules of this game are missing here",
        "The game uses a version of the rules that this server does not have now.",
        "Try again later, and let the operator know. The game's clock waits for them.",
        headers={"Retry-After": "60"},
    ),
}


def rules_codes() -> dict[str, ErrorCode]:
    """Return what the rules of the games do not allow at the moment, by the codes that rulesets name."""
    named = {
        code: title
        for rules in registry.RULESETS.values()
        for code, title in rules.all_refusals.items()
    }
    return {code: _rules_code(code, title) for code, title in named.items()}


def _rules_code(code: str, title: str) -> ErrorCode:
    games = [rules.name for rules in registry.RULESETS.values() if code in rules.all_refusals]
    return ErrorCode(
        422,
        title,
        f"The rules of {' and '.join(games)} do not allow it as things stand: {title.lower()}. "
        "Nothing has changed.",
        "Choose one of the question's `legal_actions`. In a standing order mend the entry that `errors` "
        "names.",
    )
