"""Request bodies of the calls about games."""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, ClassVar

from django.conf import settings
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, extend_schema_field, extend_schema_serializer
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from common.rest.errors import ApiError, Fault, invalid_body
from common.rest.fields import (
    BooleanField,
    CharField,
    ChoiceField,
    IntegerField,
    ListField,
    field_messages,
)
from common.rest.schemas import reference_schema
from common.rest.serializers import Body, ObjectField, PartialBody
from games.api import ruleset_schemas
from games.api.subscriptions import MAX_DIGITS
from games.clock.clock import Clock, Limits, read_clock, read_duration
from games.clock.hours import DAYS
from games.lobby import new_game_faults
from games.models import Game
from games.models.people import Phrase
from players.api.serializers import UsernameField

NOTIFICATIONS = ("as_usual", "off")
"""Whether the server notifies a player of one game: by the player's settings, or not at all."""
USUAL_PER_TURN = "PT24H"
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)", re.ASCII)
SITTING = "turns that follow one another and share one deadline"


class DurationField(CharField):
    usual: ClassVar = {
        "help_text": "An ISO 8601 duration in whole seconds.",
        "max_length": 40,
        "pattern": r"^P[0-9DTHMS]+$",
        "wanted": _("a duration such as PT24H"),
    }


@extend_schema_field(OpenApiTypes.DATETIME)
class MomentField(serializers.Field[Any, Any, Any, Any]):
    default_error_messages = field_messages(
        "string",
        wrong_format=_("This must be a moment such as 2027-08-01T00:00:00Z."),
        invalid_vacation=_("This moment does not exist."),
    )

    def to_internal_value(self, data: Any) -> datetime:
        if not isinstance(data, str):
            self.fail("invalid")
        if not MOMENT.fullmatch(data):
            self.fail("wrong_format")
        try:
            moment = parse_datetime(data)
        except ValueError:
            moment = None
        if moment is None or moment.tzinfo is None:
            self.fail("invalid_vacation")
        return moment


@extend_schema_field(reference_schema("Action"))
class ActionField(ObjectField):
    """An answer to a question. The ruleset of the game reads it."""


class EntropyField(CharField):
    usual: ClassVar = {
        "help_text": "A text by the player; its hash goes into the game's seed.",
        "min_length": 1,
        "max_length": 200,
    }


class TimeOfDayField(CharField):
    usual: ClassVar = {"pattern": r"^\d\d:\d\d$", "wanted": _("a time of day such as 08:00")}


class HoursOfPlayRequest(Body):
    """The hours in which a clock runs."""

    zone = CharField(min_length=1, max_length=64, help_text="IANA name of the time zone.")
    days = ListField(
        child=ChoiceField(DAYS, component="Weekday", help_text="A day of the week."),
        min_length=1,
        distinct=True,
        help_text="Days on which the hours begin.",
    )
    from_ = TimeOfDayField(help_text="When the hours begin, local time of the zone: HH:MM.")
    to = TimeOfDayField(
        help_text="When the hours end: HH:MM, 24:00 for the end of the day. Not later than `from`: on the "
        "next day."
    )


class ClockRequest(PartialBody):
    """The time that a player has."""

    per_turn = DurationField(help_text=f"Time for each sitting: {SITTING}.")
    bank = DurationField(
        allow_null=True,
        help_text="Each player's own reserve, used when the time for a sitting is up.",
    )
    increment = DurationField(
        allow_null=True, help_text="Added to the bank with each new sitting, up to its first size."
    )
    grace = DurationField(allow_null=True, help_text="More time for the first turn.")
    hours = HoursOfPlayRequest(
        allow_null=True, help_text="The hours in which the clock runs; null: it always runs."
    )


class AbsenceRulesRequest(PartialBody):
    """The rules for players who are away."""

    bot_after = IntegerField(
        min_value=1,
        max_value=100,
        help_text=f"Sittings ({SITTING}) missed in a row by a player after which a bot takes the seat.",
    )
    vacations = BooleanField(help_text="Whether vacations stop their players' clocks.")
    least_reliability = IntegerField(
        allow_null=True,
        min_value=0,
        max_value=100,
        help_text="Percent of questions that a player must have answered to join; a player never asked may "
        "join.",
    )


class GameRequest(Body):
    ruleset = CharField(max_length=40, help_text="Id of the ruleset.")
    options = ObjectField(
        required=False,
        component="GameOptions",
        members=ruleset_schemas.option_names,
        help_text="Options by the ruleset's schema; the rest are the defaults.",
    )
    seat_count = IntegerField(min_value=1, max_value=100, help_text="Seats at the table.")
    bots = ListField(
        required=False,
        child=CharField(max_length=40, help_text="Name of a bot."),
        max_length=20,
        help_text="The bots that play, in the last seats.",
    )
    clock = ClockRequest(required=False)
    absence = AbsenceRulesRequest(required=False)
    bot_accounts = BooleanField(
        required=False, help_text="Whether bot accounts may take seats; true if left out."
    )
    private = BooleanField(
        required=False, help_text="Whether the game is kept out of public lists."
    )
    chat = ChoiceField(
        Game.Chat.values,
        required=False,
        help_text="What the players at the table can post: messages, the set phrases of `list_phrases`, or "
        "nothing; `default_chat` of the index if left out.",
    )
    start = ChoiceField(
        Game.Start.values,
        required=False,
        help_text="When the game starts: with all seats taken, or by its host.",
    )

    def find_faults(self, data: dict[str, Any]) -> Iterator[Fault]:
        yield from new_game_faults.find_faults(data)
        clock = data.get("clock", {})
        if clock is not None:
            try:
                complete_clock(clock)
            except ApiError as refused:
                yield Fault(refused.pointer or "/clock", refused.code, refused.detail)

    schema_extra: ClassVar = ruleset_schemas.ruleset_condition(options="options_request")


@extend_schema_serializer(examples=[OpenApiExample("Example", {"entropy": "a shell from Rantum"})])
class JoinRequest(PartialBody):
    entropy = EntropyField()


@extend_schema_serializer(
    examples=[OpenApiExample("Example", {"entropy": "three gulls on the pier"})]
)
class EntropyRequest(Body):
    entropy = EntropyField()


@extend_schema_serializer(
    examples=[OpenApiExample("Example", {"note": "bob never plays above 40 when it matters"})]
)
class ViewerRequest(PartialBody):
    note = CharField(
        allow_null=True,
        min_length=1,
        max_length=2000,
        help_text="The caller's note on the game; null deletes it.",
    )
    notifications = ChoiceField(
        NOTIFICATIONS, help_text="Whether the server notifies the caller of the game."
    )


@extend_schema_serializer(
    component_name="ReadMark", examples=[OpenApiExample("Example", {"number": 57})]
)
class ReadMarkRequest(Body):
    number = IntegerField(
        min_value=0,
        max_value=10**MAX_DIGITS - 1,
        help_text="The number of the last event read in the caller's feed (`/me/events`).",
    )
    game = CharField(
        required=False,
        pattern=r"^[A-Za-z0-9_-]{1,40}$",
        help_text="Id of the one game to mark; all games if left out.",
    )


@extend_schema_serializer(examples=[OpenApiExample("Example", {"uses": 2, "expires_in": "P3D"})])
class InvitationRequest(PartialBody):
    player = UsernameField(help_text="Username of the invited player; left out for a link.")
    uses = IntegerField(
        min_value=1, max_value=100, help_text="How often the link can be used; 1 if left out."
    )
    expires_in = DurationField(
        help_text="Lifetime of the link, an ISO 8601 duration; a week if left out."
    )

    def validate_expires_in(self, written: str) -> timedelta:
        return _read_duration(written, "invalid_invitation", "P3D")


@extend_schema_serializer(
    examples=[OpenApiExample("Example", {"text": "Well played! The tide was not on my side."})]
)
class MessageRequest(Body):
    text = CharField(required=False, min_length=1, max_length=500, help_text="Text of the message.")
    phrase = ChoiceField(
        Phrase.values, required=False, help_text="In place of a text, a phrase of `list_phrases`."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if len(attrs) != 1:
            raise invalid_body(Fault("/text", "missing_field", "Send a text or a phrase."))
        return attrs


@extend_schema_serializer(
    examples=[OpenApiExample("Example", {"player": "dan", "text": "This name is an insult."})]
)
class ReportRequest(Body):
    text = CharField(min_length=1, max_length=1000, help_text="What the moderators should know.")
    player = UsernameField(required=False, help_text="Username of the player.")
    game = CharField(required=False, max_length=16, help_text="Id of the game.")
    message = CharField(required=False, max_length=16, help_text="Id of a message of that game.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        named = {*attrs} & {"player", "game", "message"}
        if named not in ({"player"}, {"game"}, {"game", "message"}):
            raise invalid_body(
                Fault("", "missing_field", "Name a player, a game, or a game and a message.")
            )
        return attrs


@extend_schema_serializer(examples=[OpenApiExample("Example", {"player": "dan"})])
class OfferRequest(Body):
    player = UsernameField(help_text="Username of the player who gets the offer.")


@extend_schema_serializer(examples=[OpenApiExample("Example", {"length": "P3D"})])
class PauseRequest(Body):
    length = DurationField()

    def validate_length(self, written: str) -> timedelta:
        return _read_duration(written, "invalid_pause", "P3D")


@extend_schema_serializer(examples=[OpenApiExample("Example", {"by": "PT24H"})])
class ForwardRequest(Body):
    by = DurationField()

    def validate_by(self, written: str) -> timedelta:
        return _read_duration(written, "invalid_step", "PT24H")


@extend_schema_serializer(
    examples=[
        OpenApiExample("Example", {"from": "2027-08-01T00:00:00Z", "until": "2027-08-15T00:00:00Z"})
    ]
)
class VacationRequest(Body):
    from_ = MomentField(required=False, help_text="When it begins; at once if left out.")
    until = MomentField(help_text="When it is over.")


@extend_schema_serializer(
    examples=[
        OpenApiExample(
            "Example",
            {
                "order": {
                    "plays": [{"card": 44, "when": {"higher_tide": {"least": 8}}}, {"card": 12}]
                },
                "at_once": False,
            },
        )
    ]
)
class StandingOrderRequest(Body):
    order = ObjectField(
        component="OrderContent",
        members=ruleset_schemas.order_members,
        help_text="What to play, by the ruleset's schema.",
    )
    at_once = BooleanField(
        required=False,
        help_text="Play the order as soon as the caller is asked, not at the deadline; false if left out.",
    )

    schema_extra: ClassVar = ruleset_schemas.order_condition()


@extend_schema_serializer(
    examples=[OpenApiExample("Example", {"action": {"type": "play", "card": 44}})]
)
class SubmissionRequest(Body):
    action = ActionField(members=ruleset_schemas.action_members)

    schema_extra: ClassVar = ruleset_schemas.action_condition()


def complete_clock(data: dict[str, Any]) -> Clock:
    """Return the clock of a request, with defaults. Raises `ApiError` (`invalid_clock`)."""
    limits = Limits(settings.TIDE_MIN_TIME_PER_TURN, settings.TIDE_MAX_TIME_PER_TURN)
    return read_clock({"per_turn": USUAL_PER_TURN, **data}, limits)


def _read_duration(written: str, code: str, such_as: str) -> timedelta:
    length = read_duration(written)
    if length is None:
        message = _("Write a duration such as {example}.").format(example=such_as)
        raise ValidationError(message, code)
    return length
