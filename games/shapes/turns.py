"""Turns, answers and what a seat is asked, as answers show them."""

from typing import Annotated, NotRequired, TypedDict

from common.rest.shapes import Moment
from games.shapes import members


class AskedBody(TypedDict):
    seat: members.SeatNumber
    answered: Annotated[bool, "Whether the seat has answered."]
    due_at: Annotated[Moment, "The seat's own deadline."]


class PlayedBody(TypedDict):
    seat: members.SeatNumber
    action: members.Action
    by: members.ChosenBy
    nonce: members.Nonce
    text: NotRequired[
        Annotated[
            str | None,
            "The action in words, in a turn with `include=text`; null where the ruleset has no words.",
        ]
    ]


class TurnHeading(TypedDict):
    """The number of a turn. Its ruleset adds members of its own."""

    number: members.TurnNumber


class TurnBody(TurnHeading):
    decision: members.DecisionOrNone
    opened_at: Annotated[Moment, "When the turn was opened."]
    due_at: Annotated[Moment, "The last of the deadlines."]
    closed_at: Annotated[Moment | None, "When the turn was closed; null while open."]
    asked: Annotated[list[AskedBody], "The seats that are asked."]
    actions: Annotated[list[PlayedBody] | None, "The actions played; null while the turn is open."]


class QuestionTexts(TypedDict):
    """The question to the caller in words, in the language of the response."""

    question: Annotated[str, "The question."]
    legal_actions: Annotated[
        list[Annotated[str, "A possible answer."]],
        "The possible answers, in the order of `legal_actions`.",
    ]
    fallback: Annotated[str, "The answer that is played if the caller does not answer."]
    submission: Annotated[str | None, "The caller's sealed answer; or null."]


TextsOrNone = Annotated[
    QuestionTexts | None,
    "With `include=text`: the question and its answers in words; null while not asked, or where the "
    "ruleset has no words.",
]


class Receipt(TypedDict):
    game: members.GameId
    turn: members.TurnNumber
    seat: members.SeatNumber
    action: members.Action
    by: members.ChosenBy
    commitment: Annotated[str, "The published commitment to the answer."]
    nonce: members.Nonce
    receipt: Annotated[str, "Id of this sealed answer; a replaced answer has another."]
    sealed_at: Annotated[Moment, "When the answer was sealed."]


class Withdrawal(TypedDict):
    game: members.GameId
    turn: members.TurnNumber
    seat: members.SeatNumber
    commitment: Annotated[str, "The commitment to the withdrawn answer."]
    withdrawn_at: Annotated[Moment, "When the answer was withdrawn."]


class StandingOrderBody(TypedDict):
    game: members.GameId
    seat: members.SeatNumber
    order: members.OrderContent
    at_once: Annotated[bool, "Whether the order is played as soon as the caller is asked."]
    created_at: Annotated[Moment, "When the order was set."]


class MyView(TypedDict):
    seat: members.SeatNumber
    legal_actions: Annotated[
        list[members.Action], "The caller's possible answers, at least two; none while not asked."
    ]
    fallback: Annotated[
        members.Action | None,
        "The answer that is played if the caller does not answer; null while not asked.",
    ]
    fallback_by: members.FallbackBy
    due_at: Annotated[
        Moment | None, "The caller's deadline, including the bank; null while not asked."
    ]
    bank: members.BankOrNone
    bank_seconds: members.SecondsOrNone
    submission: Annotated[Receipt | None, "The caller's sealed answer; or null."]
    standing_order: Annotated[StandingOrderBody | None, "The caller's standing order; or null."]
    texts: NotRequired[TextsOrNone]
