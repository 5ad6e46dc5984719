"""Of games: before they start, while they are played, and whoever is absent."""

from tideapi.problem_texts.text import Text

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
        "The seat's time is over and there is an answer: the player's own, or what the clock, a standing "
        "order or a bot has answered. The turn is open still, because others have time.",
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
    "no_standing_orders": Text(
        "Standing orders are no part of this game.",
        "`order` in `GET /rulesets/{ruleset}` is null for such a game: offer no order there.",
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
