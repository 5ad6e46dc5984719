"""The bodies of the calls about what one is told, as JSON Schemas."""

from django.conf import settings

from notifications.channels import BY_HAND, NAMES
from notifications.models import Preferences, Receiver, Telling
from notifications.notice import Kind
from tideapi.rest.schemas import (
    Schema,
    answer,
    anything,
    array,
    boolean,
    choice,
    closed,
    known,
    known_or_null,
    nullable,
    page,
    ref,
    string,
    string_or_null,
    text,
    time,
    time_or_null,
    titled,
)

HOUR = r"^([01][0-9]|2[0-3]):[0-5][0-9]$"
KINDS = [kind.value for kind in Kind]
LANGUAGES = [code for code, _ in settings.LANGUAGES]

_QUIET = {
    "from": string("Since when, such as `22:00`."),
    "until": string("Until when, such as `07:00`: the next day, if it is earlier."),
}
_QUIET_WISHED = {name: {**one, "pattern": HOUR} for name, one in _QUIET.items()}
_SETTLED: Schema = {
    "zone": string("IANA name of the time zone in which my hours are."),
    "digest_at": string("The hour of my digest, such as `08:00`."),
    "lead": string("How long before a deadline a reminder comes, an ISO 8601 duration."),
}
_WISHED: Schema = {
    "zone": {**_SETTLED["zone"], "maxLength": 64},
    "digest_at": {**_SETTLED["digest_at"], "pattern": HOUR},
    "lead": _SETTLED["lead"],
}
_MODE = (
    "`at_once`: as it happens. `digest`: by mail once a day, at my hour, what has gathered; other channels "
    "at once. `only_before_time_runs_out`: only before a deadline, and what is rare. What would run out "
    "before my hour comes at once in any case."
)
_SWITCHED = boolean("Whether this is told there.")
_SWITCHES = "By the kind of what is told, and then by the channel: whether it is."

PREFERENCES = answer(
    {
        "language": known("In which language I am told.", LANGUAGES),
        "mode": known(_MODE, Preferences.Mode.values),
        **_SETTLED,
        "quiet": nullable(
            titled("QuietHours", answer(_QUIET), "Hours in which I am told nothing."),
            "Null for none. What would run out before they end is told all the same.",
        ),
        "switches": {
            "type": "object",
            "description": _SWITCHES,
            "additionalProperties": {
                "type": "object",
                "description": "By the channel.",
                "additionalProperties": _SWITCHED,
            },
        },
        "games_off": array(string("Id of a game."), "Games of which I am told nothing."),
    }
)
_BY_CHANNEL = titled(
    "ChannelSwitchesRequest",
    closed(dict.fromkeys(NAMES, _SWITCHED), optional=NAMES),
    "By the channel, whether this is told there.",
)
_BY_KIND = titled(
    "SwitchesRequest",
    closed(dict.fromkeys(KINDS, _BY_CHANNEL), optional=KINDS),
    f"{_SWITCHES} Those that are left out stay as they are.",
)
PREFERENCES_REQUEST = closed(
    {
        "language": choice("In which language I want to be told.", LANGUAGES),
        "mode": choice(_MODE, Preferences.Mode.values),
        **_WISHED,
        "quiet": nullable(
            titled("QuietHoursRequest", closed(_QUIET_WISHED), "Hours in which I am told nothing."),
            "Hours in which I am told nothing; null for none.",
        ),
        "switches": _BY_KIND,
    },
    optional=["language", "mode", *_WISHED, "quiet", "switches"],
)
_OF_GAME = "`off`: I am told nothing of this game. `as_usual`: as my preferences say."
GAME_NOTIFICATIONS = answer(
    {"game": string("Id of the game."), "mode": known(_OF_GAME, ["as_usual", "off"])}
)
GAME_NOTIFICATIONS_REQUEST = closed({"mode": choice(_OF_GAME, ["as_usual", "off"])})

_NOTE = text("In the player's own words.", 100)
_ADDRESS = (
    "Where, in the channel's own form. `ntfy`, `discord`, `slack`: `url`. `matrix`: `url`, `room`, `token`. "
    "`web_push`: what a browser's `PushSubscription` has. `apprise`: `url`."
)
RECEIVER_REQUEST = closed(
    {
        "channel": choice("By which channel.", BY_HAND),
        "address": titled("ReceiverAddress", anything(_ADDRESS)),
        "note": _NOTE,
    },
    optional=["note"],
)
RECEIVER_CHANGE = closed(
    {"note": _NOTE, "enabled": boolean("Whether I am told there.")}, optional=["note", "enabled"]
)
WHY = known(
    "By the player; because nothing had arrived for about a day, whatever was tried; because the receiver "
    "is there no more; or because the password was changed, or the account shut, after it was enabled.",
    Receiver.Why.values,
)
RECEIVER = answer(
    {
        "id": string("Id of the receiver."),
        "channel": known("The channel.", NAMES),
        "address": string("What the address is known by, without what is secret in it."),
        "note": string("In the player's own words."),
        "enabled": boolean("Whether I am told there."),
        "disabled": nullable(
            titled(
                "WhyReceiverDisabled",
                answer({"at": time("When it was disabled."), "why": WHY}),
                "Why nothing is told at a receiver.",
            ),
            "When and why it was disabled; null while it is enabled.",
        ),
        "failing_since": time_or_null(
            "The first attempt that failed after the last one that did not."
        ),
        "created_at": time("When it was made."),
    }
)
_ATTEMPT = titled(
    "ReceiverAttempt",
    answer(
        {
            "at": time("When it was made."),
            "error": known_or_null(
                "Null if it arrived; `gone` for good, or `not_told` this time.",
                ["not_told", "gone"],
            ),
            "detail": string_or_null("One sentence of what went wrong."),
        }
    ),
    "One attempt to tell something.",
)
TOLD = answer(
    {
        "id": string("Id of what was told there."),
        "kind": known("What it is about.", KINDS),
        "game": string_or_null("Id of the game, if it is about one."),
        "state": known("What has become of it.", Telling.State.values),
        "created_at": time("When it happened."),
        "next_at": time_or_null(
            "When it is told, or tried again, at the earliest, while it waits."
        ),
        "attempts": array(_ATTEMPT, "Oldest first."),
    }
)
STATE = choice("Only those in this state.", Telling.State.values)

_CHANNEL = titled(
    "Channel",
    answer(
        {
            "channel": known("Its name.", BY_HAND),
            "guests": boolean("Whether guests may have it, too."),
            "key": string_or_null(
                "For `web_push` what a browser subscribes with; null for others."
            ),
            "schemes": array(string(), "For `apprise` how an address may begin; empty for others."),
        }
    ),
    "A way of being told.",
)

SCHEMAS: dict[str, Schema] = {
    "ChannelList": answer({"results": array(_CHANNEL, "Those that this server has.")}),
    "Preferences": PREFERENCES,
    "PreferencesRequest": PREFERENCES_REQUEST,
    "GameNotifications": GAME_NOTIFICATIONS,
    "GameNotificationsRequest": GAME_NOTIFICATIONS_REQUEST,
    "Receiver": RECEIVER,
    "ReceiverRequest": RECEIVER_REQUEST,
    "ReceiverChangeRequest": RECEIVER_CHANGE,
    "ReceiverPage": page(ref("Receiver")),
    "Told": TOLD,
    "ToldPage": page(ref("Told")),
}
