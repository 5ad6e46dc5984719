"""Events among people, and of a player's account. They are in no log and name usernames."""

from functools import partial

from django.utils.translation import gettext_lazy as _

from common.outbox.models import Destination
from common.rest.schemas import Schema, integer, known_values, string, string_or_null
from common.rest.shapes import schema_of
from games.event_types.event_type import Audience, EventType, private_event
from games.shapes import members

_event_among_people = partial(private_event, scope="message:read")
_NOTICES = "notice:write"
_OTHER: Schema = {"player": string("Username, as it is now.")}
_GAME: Schema = {"game": schema_of(members.GameId)}
_CODE: Schema = {**_GAME, "invitation": string("Code of the invitation.")}
_OF_TABLE: Schema = {**_GAME, "seats": integer("Seats wanted.", minimum=1)}
_MESSAGE: Schema = {**_OTHER, **_GAME, "message": string("Id of the message.")}

PEOPLE = (
    _event_among_people(
        type="friend_asked",
        means="`player` asks the caller to be friends.",
        when=(
            "When that player sends `PATCH /me/relations/{username}` with `friend: true`. The caller "
            "accepts with the same call for that player."
        ),
        data=_OTHER,
        sentence=_("{other} asks to be your friend."),
    ),
    _event_among_people(
        type="friend_accepted",
        means="`player` has accepted the caller's friend request.",
        when="When that player sends `PATCH /me/relations/{username}` with `friend: true`.",
        data=_OTHER,
        sentence=_("{other} is your friend now."),
    ),
    _event_among_people(
        type="invited",
        means="`player` invites the caller to a game. For a rematch, `rematch_of` is the finished game.",
        when=(
            "With `POST /games/{game}/invitations` that names the caller, and with `POST "
            "/games/{game}/rematch` in a game that the caller has played."
        ),
        data={
            **_OTHER,
            **_CODE,
            "rematch_of": string_or_null("Id of the finished game, for a rematch; or null."),
        },
        sentence=_("{other} would like to play with you."),
    ),
    _event_among_people(
        type="invitation_declined",
        means="`player` has declined the caller's invitation.",
        when="With `DELETE /invitations/{invitation}` by the invited player.",
        data={**_OTHER, **_CODE},
        sentence=_("{other} has declined your invitation."),
    ),
    private_event(
        type="one_seat_left",
        means="One seat is free at a table that has not started.",
        when="When a player takes the last seat but one, for all others who have a seat.",
        data=_OF_TABLE,
        sentence=_("One seat is free at your table."),
    ),
    private_event(
        type="table_full",
        means="All seats of a table are taken, and its host can start.",
        when=(
            "When a player takes the last seat, for all others who have one, in a game that its host "
            "starts. Other games then start by themselves."
        ),
        data=_OF_TABLE,
        sentence=_("All seats are taken."),
    ),
    _event_among_people(
        type="message_written",
        means="`player` has written a message at the table; its text is in the list of messages.",
        when=(
            "With `POST /games/{game}/messages`, for all others at the table but those who have muted or "
            "blocked its author."
        ),
        data=_MESSAGE,
        sentence=_("{other} has written at your table."),
    ),
    _event_among_people(
        type="message_deleted",
        means="`player` has deleted a message at the table.",
        when=(
            "With `DELETE /games/{game}/messages/{message}`, for those who could be told that it was "
            "written."
        ),
        data=_MESSAGE,
        sentence=_("{other} has deleted a message at your table."),
    ),
)

_WHY = known_values(
    "`by_player`: the player disabled it. `failed`: every attempt failed for about a day. `gone`: the "
    "receiver no longer exists (a webhook's 410). `signed_out`: a new password, a closed account, or "
    "the end of the app that created it.",
    Destination.Why.values,
)

ACCOUNT = (
    private_event(
        type="webhook_disabled",
        means="A webhook of the caller is disabled, for the reason in `why`.",
        when=(
            "When the server disables it; not when the caller does so with `PATCH "
            "/me/receivers/{receiver}`."
        ),
        data={
            "webhook": string("Id of the webhook."),
            "url": string("Address of the webhook."),
            "why": _WHY,
        },
        sentence=_("A webhook of yours was switched off."),
        scope=_NOTICES,
    ),
    private_event(
        type="receiver_disabled",
        means="A receiver of the caller is disabled, for the reason in `why`.",
        when=(
            "When the server disables it; not when the caller does so with `PATCH "
            "/me/receivers/{receiver}`."
        ),
        data={
            "receiver": string("Id of the receiver."),
            "channel": string("Channel of the receiver."),
            "why": _WHY,
        },
        sentence=_("One of your notification channels was switched off."),
        scope=_NOTICES,
    ),
    EventType(
        type="ping",
        means="A message that tests a webhook.",
        when="With `POST /me/receivers/{receiver}/test`.",
        data={"webhook": string("Id of the webhook.")},
        audience=Audience.WEBHOOK,
        scope=_NOTICES,
    ),
)
