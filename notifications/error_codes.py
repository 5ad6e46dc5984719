"""Codes of errors about receivers, preferences and subscriptions."""

from common.rest.error_codes import conflict, fault_code, not_found

CODES = {
    "receiver_not_found": not_found(
        "No such receiver",
        "The player has no receiver with this id.",
        "List them with `GET /me/receivers`.",
    ),
    "too_many_receivers": conflict(
        "The player has as many receivers as allowed",
        "The player has reached the limit of receivers; webhooks have a limit of their own.",
        "Delete one with `DELETE /me/receivers/{receiver}`.",
    ),
    "receiver_disabled": conflict(
        "Nothing is sent to a receiver that is disabled",
        "The receiver is disabled, so nothing is sent there.",
        "Enable it with `PATCH /me/receivers/{receiver}` and `enabled` true.",
    ),
    "not_a_webhook": conflict(
        "The receiver is no webhook",
        "Only a receiver of the channel `webhook` has a secret, events to choose, an address to change, and "
        "deliveries to send again. One of an app has its address and secret from the app.",
        "`channel` in `GET /me/receivers` says which receivers are webhooks.",
    ),
    "delivery_not_found": not_found(
        "No such delivery",
        "The receiver has no delivery with this id; old ones are removed.",
        "List those that there are with `GET /me/receivers/{receiver}/deliveries`.",
    ),
    "invalid_url": fault_code(
        "Nothing can be sent to this address",
        "Receivers have https addresses on the public Internet only, with the usual port or one above 1023.",
        "See `detail`, and choose such an address.",
    ),
    "invalid_preferences": fault_code(
        "The settings cannot be saved",
        "The time zone is not known, or the lead is too short or too long.",
        "See `detail`; `pointer` says which of them.",
    ),
    "channel_off": conflict(
        "This server does not have the channel",
        "The server's operator has not set the channel up, or lacks what it needs, or it comes by itself, as "
        "mail does with a verified address.",
        "Choose another channel.",
    ),
    "subscription_not_found": not_found(
        "No such address",
        "The player has no address of this kind, or it ended with a new password.",
        "List those that there are with `GET /me/subscriptions`.",
    ),
}
