"""Turns, answers and what a seat is asked, as answers show them."""

from typing import Annotated, NotRequired, TypedDict

from games.shapes import members
from tideapi.rest.shapes import Moment

LastDeadline = Annotated[Moment, "The last of the deadlines."]


class AskedBody(TypedDict):
    seat: members.SeatNumber
    answered: Annotated[bool, "Whether it has answered."]
    due_at: Annotated[Moment, "The seat's own deadline."]


class OpenTurn(TypedDict):
    number: members.TurnNumber
    decision: members.DecisionOrNone
    opened_at: Annotated[Moment, "When it was opened."]
    due_at: LastDeadline
    asked: Annotated[list[AskedBody], "The seats that are asked."]


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


class QuestionTexts(TypedDict):
    """The question to me, in the language of the answer."""

    question: Annotated[str, "The question."]
    legal_actions: Annotated[
        list[Annotated[str, "One answer."]], "What I may answer, in the order of `legal_actions`."
    ]
    fallback: Annotated[str, "What is played for me if I do not answer."]
    submission: Annotated[str | None, "What I have sealed; null if nothing."]


TextsOrNone = Annotated[
    QuestionTexts | None,
    "With `include=text`: the question and its answers in words; null while I am not asked, "
    "and where the ruleset has no words.",
]


class Receipt(TypedDict):
    game: members.GameId
    turn: members.TurnNumber
    seat: members.SeatNumber
    action: members.Action
    by: members.ChosenBy
    commitment: Annotated[str, "What the answer is bound to, in all eyes."]
    nonce: members.Nonce
    receipt: Annotated[str, "Names this sealed answer; a replaced answer has another."]
    sealed_at: Annotated[Moment, "When it was sealed."]


class Withdrawal(TypedDict):
    game: members.GameId
    turn: members.TurnNumber
    seat: members.SeatNumber
    commitment: Annotated[str, "What the answer that was taken back was bound to."]
    withdrawn_at: Annotated[Moment, "When it was taken back."]


class StandingOrderBody(TypedDict):
    game: members.GameId
    seat: members.SeatNumber
    order: members.OrderContent
    at_once: Annotated[bool, "Whether it is played as soon as I am asked."]
    created_at: Annotated[Moment, "When the order was set."]


class MyView(TypedDict):
    seat: members.SeatNumber
    legal_actions: Annotated[
        list[members.Action], "All that I may answer, two at least; none while I am not asked."
    ]
    fallback: Annotated[
        members.Action | None,
        "What is played for me if I do not answer; null while I am not asked.",
    ]
    fallback_by: members.FallbackBy
    due_at: Annotated[
        Moment | None, "My own deadline, with all that is in my bank. Null while I am not asked."
    ]
    bank: members.BankOrNone
    bank_seconds: members.SecondsOrNone
    submission: Annotated[Receipt | None, "What I have sealed; null if nothing."]
    standing_order: Annotated[StandingOrderBody | None, "My standing order; null if I have none."]
    texts: NotRequired[TextsOrNone]


class TurnHeading(TypedDict):
    """The number of a turn. Its ruleset adds members of its own."""

    number: members.TurnNumber


class TurnBody(TurnHeading):
    game: members.GameId
    opened_at: Annotated[Moment, "When it was opened."]
    due_at: LastDeadline
    closed_at: Annotated[Moment | None, "When it was closed; null while it is open."]
    asked: Annotated[list[AskedBody], "The seats that are asked."]
    actions: Annotated[list[PlayedBody] | None, "What was played; null while it is open."]
    mine: Annotated[
        MyView | None,
        "What only my seat may see; null for others, and for all but the newest turn of a game.",
    ]
