"""Texts on the server's own events: meaning and moment of each type."""

from games.rules.ruleset import EventText

LOBBY: dict[str, EventText] = {
    "created": EventText(
        "A game was opened on these terms. They never change, and the commitment binds the deal.",
        "With `POST /games`; the first event of every log.",
    ),
    "joined": EventText(
        "A player has taken a seat. `entropy` is the hash of the player's text for the deal, or null.",
        "With `POST /games/{game}/join`; for the host as soon as the game is opened.",
    ),
    "entropy_given": EventText(
        "A player has set or replaced a text for the deal; only its hash is kept.",
        "With `PUT /games/{game}/entropy`, before the start.",
    ),
    "left": EventText(
        "A player has left; the seat is free.",
        "With `POST /games/{game}/leave`, before the start.",
    ),
    "host_changed": EventText(
        "The host has changed.",
        "When the host has left, or a bot plays for the host; and when the first player comes back to a "
        "game that had no player left to be its host.",
    ),
    "started": EventText(
        "The game has started. Free seats are removed, so the seat numbers are final; `entropy` has "
        "the hashes of the texts that go into the deal.",
        "When all seats are taken, or with `POST /games/{game}/start`.",
    ),
    "cancelled": EventText(
        "The game was called off: by its host (`host`), because all its players have left or resigned "
        "(`nobody_left`), or because it waited for players too long (`time`).",
        "Once, as the last event of the log.",
    ),
}

TURNS: dict[str, EventText] = {
    "turn_opened": EventText(
        "A turn has opened, and seats are asked. `due_at` is the last of their deadlines; the ruleset "
        "adds members of its own.",
        "After the start, and after each turn that does not end the game.",
    ),
    "sealed": EventText(
        "A seat has sealed an answer, which stays hidden until the turn closes; the commitment binds it.",
        "With each answer of a player or a bot, also with one that replaces another; when a standing "
        "order answers at once; when the clock answers for a seat while others still have time.",
    ),
    "withdrawn": EventText(
        "A seat has taken its sealed answer back and is asked again.",
        "With `DELETE /games/{game}/turns/{number}/submission`, while the turn is open.",
    ),
    "turn_closed": EventText(
        "All answers of the turn are shown, with who chose each (`by`) and the nonce that opens its "
        "commitment.",
        "When the last answer is there, or time is up. What follows from the answers comes next.",
    ),
    "finished": EventText(
        "The game is over: points by seat, the seats that have won, and the hash of the record.",
        "Once, as the last event of the log.",
    ),
}

ABSENCE: dict[str, EventText] = {
    "stand_in": EventText(
        "A bot plays for this seat, because its player is `absent` or has `resigned`.",
        "When a player has missed as many sittings in a row as the game allows, and with `POST "
        "/games/{game}/resign`.",
    ),
    "returned": EventText(
        "The player plays the seat from now on: this event ends the bot's part.",
        "When a player whose seat a bot plays answers or calls `POST /games/{game}/return`; and right after"
        " `seat_taken`, for the seat's new player.",
    ),
    "seat_offered": EventText(
        "The host has offered the seat of an absent player to another player.",
        "With `PUT /games/{game}/seats/{seat}/offer`. It takes the place of an earlier offer of this "
        "seat.",
    ),
    "offered_to_you": EventText(
        "The host has offered the caller a seat in this game.",
        "Together with `seat_offered`.",
    ),
    "offer_ended": EventText(
        "The offer of the seat has ended: the host has withdrawn it, or the player has declined it.",
        "With `DELETE /games/{game}/seats/{seat}/offer` or `POST /games/{game}/seats/{seat}/decline`. An "
        "offer also ends, without this event, with `returned`.",
    ),
    "seat_taken": EventText(
        "The seat is another player's from now on. The bot's part ends with `returned`, which follows at "
        "once.",
        "When a player takes an offered seat with `POST /games/{game}/seats/{seat}/take`.",
    ),
    "seat_lost": EventText(
        "The caller's seat was given to another player. Later events of this game are not in the "
        "caller's feed.",
        "Together with `seat_taken`, for the player who had the seat before.",
    ),
    "order_given": EventText(
        "The caller has set or replaced a standing order.",
        "With `PUT /games/{game}/standing-order`.",
    ),
    "order_taken_back": EventText(
        "The caller has deleted the standing order.",
        "With `DELETE /games/{game}/standing-order`, while the game is running.",
    ),
    "order_followed": EventText(
        "The caller's standing order has answered with this action. `skipped` has the entries before "
        "it that did not fit.",
        "When the caller's time is up; for an order with `at_once`, as soon as the caller is asked.",
    ),
    "order_failed": EventText(
        "No entry of the caller's standing order fitted, so the clock has played the fallback, this action.",
        "When the caller's time is up.",
    ),
}

CLOCK: dict[str, EventText] = {
    "deadlines_moved": EventText(
        "The deadlines of the open turn, or the spans in which its clocks stop, have changed.",
        "After a vacation, a pause, a vote to go on or a seat that changes hands has changed them; "
        "and when a change was announced without an event so far.",
    ),
    "time_given": EventText(
        "The player of seat `by` has extended the deadline of `seat` in this turn by `length`.",
        "With `POST /games/{game}/seats/{seat}/time`; `deadlines_moved` follows.",
    ),
    "vacation": EventText(
        "The player of this seat is on vacation in this span, and its clock stands still. A vacation that"
        " was called off has no length: both ends are the same.",
        "When the player announces it, ends it early or cancels it, in each game that allows vacations.",
    ),
    "pause_agreed": EventText(
        "A player has proposed a pause of this length, or agreed to it; `agreed` has all seats that agree.",
        "With `PUT /games/{game}/pause`.",
    ),
    "pause_dropped": EventText(
        "The proposed pause was dropped.",
        "With `DELETE /games/{game}/pause`, before it has begun.",
    ),
    "paused": EventText(
        "All clocks of the game stand still in this span. When it is over they run again, without another"
        " event.",
        "When all players who are there have agreed.",
    ),
    "pause_ended": EventText(
        "The pause was ended early.",
        "With `DELETE /games/{game}/pause`, or after `going_on`.",
    ),
    "go_on_voted": EventText(
        "A player has voted to resume the game while the clock of a seat stands still.",
        "With `POST /games/{game}/go-on`.",
    ),
    "going_on": EventText(
        "The vote to resume has passed: the clocks of these seats run again.",
        "After the `go_on_voted` with which more than half of the players have voted for it.",
    ),
    "clock_moved": EventText(
        "The time of this game was moved forward; `ahead` is how far it is ahead of the wall clock in "
        "all.",
        "In a sandbox, with `POST /games/{game}/clock/forward` or `POST /me/clock/forward`.",
    ),
}

PEOPLE: dict[str, EventText] = {
    "friend_asked": EventText(
        "`player` asks the caller to be friends.",
        "When that player sends `PATCH /me/relations/{username}` with `friend: true`. The caller "
        "accepts with the same call for that player.",
    ),
    "friend_accepted": EventText(
        "`player` has accepted the caller's friend request.",
        "When that player sends `PATCH /me/relations/{username}` with `friend: true`.",
    ),
    "invited": EventText(
        "`player` invites the caller to a game. For a rematch, `rematch_of` is the finished game.",
        "With `POST /games/{game}/invitations` that names the caller, and with `POST "
        "/games/{game}/rematch` in a game that the caller has played.",
    ),
    "invitation_declined": EventText(
        "`player` has declined the caller's invitation.",
        "With `DELETE /invitations/{invitation}` by the invited player.",
    ),
    "one_seat_left": EventText(
        "One seat is free at a table that has not started.",
        "When a player takes the last seat but one, for all others who have a seat.",
    ),
    "table_full": EventText(
        "All seats of a table are taken, and its host can start.",
        "When a player takes the last seat, for all others who have one, in a game that its host starts. "
        "Other games then start by themselves.",
    ),
    "message_written": EventText(
        "`player` has written a message at the table; its text is in the list of messages.",
        "With `POST /games/{game}/messages`, for all others at the table but those who have muted or "
        "blocked its author.",
    ),
    "message_deleted": EventText(
        "`player` has deleted a message at the table.",
        "With `DELETE /games/{game}/messages/{message}`, for those who could be told that it was "
        "written.",
    ),
}

ACCOUNT: dict[str, EventText] = {
    "webhook_disabled": EventText(
        "A webhook of the caller is disabled, for the reason in `why`.",
        "When the server disables it; not when the caller does so with `PATCH /me/receivers/{receiver}`.",
    ),
    "receiver_disabled": EventText(
        "A receiver of the caller is disabled, for the reason in `why`.",
        "When the server disables it; not when the caller does so with `PATCH /me/receivers/{receiver}`.",
    ),
    "ping": EventText(
        "A message that tests a webhook.",
        "With `POST /me/receivers/{receiver}/test`.",
    ),
}
WEBHOOKS = {"ping"}
"""The types that are only sent to webhooks."""
