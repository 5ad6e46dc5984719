"""Of what happens in games and among people, each is told what is hers."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from games.fairness.commitments import utc
from games.models import PrivateEvent, Turn
from notifications.delivery import sender
from notifications.delivery.questions import questions_by_game
from notifications.models import Notification, Receiver
from notifications.notice import NoticeKind
from players.models import Vacation
from tests.app.api.calls import offers, resigns, withdraws
from tests.app.api.conftest import TimePasses
from tests.app.notifications.delivery.hearing import (
    Channels,
    hands_over,
    has_phone,
    player,
    prefers,
    tells,
    time_comes,
    waiting,
)
from tests.factories import expire_turn
from tests.people import Person

pytestmark = pytest.mark.django_db


def on(person: Person, *kinds: NoticeKind) -> None:
    prefers(person, switches={kind: {"ntfy": True} for kind in kinds})


def reminders() -> list[tuple[str, timedelta]]:
    """What comes before deadlines, and how long before."""
    rows = Notification.objects.exclude(due_at=None).filter(
        kind__in=[NoticeKind.REMINDER, NoticeKind.NEARLY_UP], state="waiting"
    )
    return [
        (str(one.kind), one.due_at - one.next_at)
        for one in rows.order_by("created_at", "next_at")
        if one.due_at and one.next_at
    ]


def test_before_a_deadline_there_is_a_reminder_and_a_last_call(
    ann: Person, table: Callable[..., str], channels: Channels
) -> None:
    has_phone(ann)
    on(ann, NoticeKind.REMINDER)
    prefers(ann, lead=timedelta(hours=6), switches={NoticeKind.REMINDER: {"ntfy": True}})
    table(clock={"per_turn": "P1D"})
    hands_over(ann)
    assert reminders() == [("reminder", timedelta(hours=6)), ("nearly_up", timedelta(hours=1))]
    time_comes()
    sender.send_due()
    assert channels.phone.kinds("ann") == [
        [NoticeKind.YOUR_TURN],
        [NoticeKind.REMINDER],
        [NoticeKind.NEARLY_UP],
    ]


def test_in_a_quick_game_nobody_is_called_twice(ann: Person, table: Callable[..., str]) -> None:
    has_phone(ann)
    on(ann, NoticeKind.REMINDER)
    table(clock={"per_turn": "PT90M"})
    hands_over(ann)
    assert waiting(ann) == [NoticeKind.YOUR_TURN]


def test_a_deadline_that_moves_takes_the_last_call_along(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str], channels: Channels
) -> None:
    has_phone(ann)
    game = table(clock={"per_turn": "P1D"})
    tells(ann)
    before = questions_by_game(player(ann), [game])[game].due_at
    for person in (ann, bob, cat):
        assert person.put(f"/games/{game}/pause", {"length": "P2D"}).status == 200
    hands_over(ann)
    after = questions_by_game(player(ann), [game])[game].due_at
    assert after - before > timedelta(days=1)
    time_comes(due_at=before)
    sender.send_due()
    assert channels.phone.kinds("ann") == [[NoticeKind.YOUR_TURN]]
    time_comes(due_at=after)
    sender.send_due()
    assert channels.phone.kinds("ann") == [[NoticeKind.YOUR_TURN], [NoticeKind.NEARLY_UP]]


def test_a_question_whose_time_is_up_is_not_told(
    ann: Person, table: Callable[..., str], channels: Channels
) -> None:
    has_phone(ann)
    game = table()
    hands_over(ann)
    expire_turn(game)
    sender.send_due()
    assert channels.phone.messages == []


def test_who_was_played_for_is_told_by_whom(
    ann: Person,
    bob: Person,
    cat: Person,
    table: Callable[..., str],
    channels: Channels,
    time_passes: TimePasses,
) -> None:
    has_phone(ann, bob)
    game = table(absence={"bot_after": 1})
    ann.seals_anything(game)
    cat.seals_anything(game)
    time_passes(game)
    tells(ann, bob)
    assert [NoticeKind.PLAYED_FOR_YOU] not in channels.phone.kinds("ann")
    told = [one for who, (one,) in channels.phone.messages if who == "bob"]
    assert {one.data["by"] for one in told} == {"clock", "bot"}
    assert {one.kind for one in told} == {NoticeKind.PLAYED_FOR_YOU}, "a bot answers now"


def test_all_at_the_table_are_told_of_its_end_and_no_one_else(
    ann: Person,
    bob: Person,
    dan: Person,
    table: Callable[..., str],
    channels: Channels,
    time_passes: TimePasses,
) -> None:
    game = table(absence={"bot_after": 100})
    has_phone(ann, bob, dan)
    assert dan.get(f"/games/{game}").status == 200, "she looks on"
    time_passes(game, until=lambda row: False)
    tells(ann, bob, dan)
    for name in ("ann", "bob"):
        assert channels.phone.kinds(name)[-1] == [NoticeKind.GAME_ENDED]
        assert [NoticeKind.STAGE_ENDED] not in channels.phone.kinds(name), "switched off"
    assert channels.phone.kinds("dan") == []
    *_, (_, (last,)) = channels.phone.messages
    assert {"scores", "winners"} <= last.data.keys()


def test_of_a_silenced_game_nothing_is_told_until_it_is_loud_again(
    ann: Person, table: Callable[..., str], channels: Channels
) -> None:
    has_phone(ann)
    quiet, loud = table(), table()
    hands_over(ann)
    said = ann.patch(f"/games/{quiet}/viewer", {"notifications": "off"})
    assert said.json["notifications"] == "off"
    assert ann.get("/me/notifications").json["games_off"] == [quiet]
    sender.send_due()
    ((_, (told,)),) = channels.phone.messages
    assert told.game is not None
    assert told.game.pk == loud
    assert ann.patch(f"/games/{quiet}/viewer", {"notifications": "as_usual"}).status == 200
    assert ann.get("/me/notifications").json["games_off"] == []


def test_an_invitation_names_who_invites_until_it_is_of_no_use(
    ann: Person, bob: Person, cat: Person, channels: Channels
) -> None:
    has_phone(bob, cat)
    game = ann.opens(3)
    for name in ("bob", "cat"):
        said = ann.post(f"/games/{game}/invitations", {"player": name})
        assert said.status == 201, said.json
    hands_over(bob, cat)
    assert cat.patch("/me/relations/ann", {"blocked": True}).status in {200, 204}
    sender.send_due()
    ((who, (told,)),) = channels.phone.messages
    assert (who, told.kind, told.data["other"]) == ("bob", NoticeKind.INVITED, "ann")


def test_a_seat_that_is_offered_names_the_host_until_the_offer_is_withdrawn(
    ann: Person, bob: Person, dan: Person, table: Callable[..., str], channels: Channels
) -> None:
    has_phone(dan)
    kept, taken_back = table(), table()
    for game in (kept, taken_back):
        assert resigns(bob, game).status == 204
        assert offers(ann, game, 1, "dan").status == 200
    assert withdraws(ann, taken_back, 1).status == 204
    tells(dan)
    ((who, (told,)),) = channels.phone.messages
    assert (who, told.kind, told.data["other"]) == ("dan", NoticeKind.INVITED, "ann")
    assert told.game is not None
    assert told.game.pk == kept


def test_who_calls_a_table_off_is_the_only_one_who_is_not_told(
    ann: Person, bob: Person, channels: Channels
) -> None:
    has_phone(ann, bob)
    game = ann.opens(3)
    bob.joins(game)
    assert ann.post(f"/games/{game}/cancel").status < 300
    tells(ann, bob)
    assert channels.phone.kinds("bob")[-1:] == [[NoticeKind.GAME_ENDED]]
    assert [NoticeKind.GAME_ENDED] not in channels.phone.kinds("ann")


def test_a_message_is_told_to_who_wants_that_with_its_text(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str], channels: Channels
) -> None:
    game = table()
    has_phone(bob, cat)
    on(bob, NoticeKind.MESSAGE)
    on(cat, NoticeKind.MESSAGE)
    first = ann.post(f"/games/{game}/messages", {"text": "Low water!"}).json["id"]
    second = ann.post(f"/games/{game}/messages", {"text": "A slip."}).json["id"]
    hands_over(bob, cat)
    assert ann.delete(f"/games/{game}/messages/{second}").status in {200, 204}
    assert cat.patch("/me/relations/ann", {"muted": True}).status in {200, 204}
    sender.send_due()
    ((who, (told,)),) = channels.phone.messages
    assert (who, told.data["other"], told.data["text"]) == ("bob", "ann", "Low water!")
    assert told.data["message"] == first


def test_the_end_of_a_vacation_is_told_once_for_all_games(
    ann: Person, table: Callable[..., str], channels: Channels
) -> None:
    has_phone(ann)
    table()
    table()
    until = utc(timezone.now() + timedelta(days=3))
    assert ann.post("/me/vacations", {"until": until}).status == 201
    hands_over(ann)
    assert waiting(ann).count(NoticeKind.VACATION_ENDS) == 1
    time_comes(kind=NoticeKind.VACATION_ENDS)
    sender.send_due()
    assert channels.phone.kinds("ann").count([NoticeKind.VACATION_ENDS]) == 1


def test_of_a_vacation_that_was_called_off_nothing_is_told(
    ann: Person, table: Callable[..., str], channels: Channels
) -> None:
    has_phone(ann)
    table()
    until = utc(timezone.now() + timedelta(days=3))
    ann.post("/me/vacations", {"until": until})
    hands_over(ann)
    assert ann.delete(f"/me/vacations/{Vacation.objects.get().pk}").status == 204
    hands_over(ann)
    time_comes(kind=NoticeKind.VACATION_ENDS)
    sender.send_due()
    assert [NoticeKind.VACATION_ENDS] not in channels.phone.kinds("ann")


def test_only_before_time_runs_out_leaves_the_last_call(
    ann: Person, table: Callable[..., str]
) -> None:
    has_phone(ann)
    prefers(ann, mode="only_before_time_runs_out")
    table(clock={"per_turn": "P1D"})
    hands_over(ann)
    assert sorted(waiting(ann)) == [NoticeKind.NEARLY_UP, NoticeKind.REMINDER]


def test_a_row_holds_nothing_of_what_is_said(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str]
) -> None:
    has_phone(ann, bob)
    game = table()
    for person in (ann, bob, cat):
        person.seals_anything(game)
    hands_over(ann, bob)
    fields = {one.name for one in Notification._meta.get_fields()}
    assert fields == {
        *("id", "receiver", "kind", "cause", "number", "game", "turn", "due_at", "put_off"),
        *("message", "state", "attempts", "next_at", "created_at", "log"),
        "on_request",
    }
    for row in Notification.objects.all():
        known = row.cause.split(":")
        assert known[0] in {"turn", "reminder", "nearly_up", "feed"}
        assert known[1] in {game, str(row.number)}


def test_guests_have_no_receivers_but_those_that_are_for_them(channels: Channels) -> None:
    guest = Person(Person().post("/guests").json["token"])
    wish = {"channel": "ntfy", "address": {}}
    assert guest.post("/me/receivers", wish).code == "not_for_guests"
    channels.phone.for_guests = True  # type: ignore[misc]
    assert guest.post("/me/receivers", wish).status == 201


def test_nobody_is_told_of_another_s_feed(ann: Person, bob: Person, channels: Channels) -> None:
    has_phone(ann, bob)
    PrivateEvent.objects.create(
        player=player(bob), type="webhook_disabled", data={}, at=timezone.now()
    )
    tells(ann, bob)
    assert channels.phone.kinds("ann") == []
    assert channels.phone.kinds("bob") == [[NoticeKind.ACCOUNT]]


def test_a_receiver_begins_with_what_comes_after_it(
    ann: Person, table: Callable[..., str], channels: Channels
) -> None:
    table()
    assert Turn.objects.exists()
    has_phone(ann)
    tells(ann)
    assert channels.phone.messages == []
    Receiver.objects.all().delete()
    tells(ann)
    table()
    has_phone(ann)
    tells(ann)
    assert channels.phone.messages == []
