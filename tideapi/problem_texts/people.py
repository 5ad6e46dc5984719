"""Of players: their accounts, whom they get on with, their webhooks."""

from tideapi.problem_texts.text import Text

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
        "An app sends the player to the page `/account/leave/`. A script of your own gets a token with"
        " `POST /tokens`, and makes the call again with it.",
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

NOTICES = {
    "subscription_not_found": Text(
        "The player has no address of this kind, or it ended with a new password.",
        "List those that there are with `GET /me/subscriptions`.",
    ),
    "receiver_not_found": Text(
        "The player has no receiver with this id.",
        "List them with `GET /me/receivers`.",
    ),
    "too_many_receivers": Text(
        "The player has as many receivers as one may have.",
        "Delete one with `DELETE /me/receivers/{receiver}`.",
    ),
    "receiver_disabled": Text(
        "The receiver is disabled, so nothing is told there.",
        "Enable it with `PATCH /me/receivers/{receiver}` and `enabled` true.",
    ),
    "invalid_preferences": Text(
        "The time zone is not known, or the lead is too short or too long.",
        "See `detail`; `pointer` says which of them.",
    ),
    "channel_off": Text(
        "The server's operator has not set the channel up, or lacks what it needs, or it comes by itself, as "
        "mail does with a verified address.",
        "Choose another channel.",
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
