"""Each player is told of what happened to them, once, unless it is settled by then."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from games.fairness.commitments import utc
from games.models import PrivateEvent
from notifications.delivery import outbox_entries
from notifications.delivery.questions import questions_by_game
from notifications.models import NoticeCursor, Notification, Receiver
from notifications.notice import NoticeKind
from players.models import Vacation
from tests.app.api.calls import offer_seat, order_of, put_order, resign, seal_all, withdraw_offer
from tests.app.notifications.delivery.recording import (
    RecordingChannel,
    add_mail,
    add_phone,
    make_due,
    player_of,
    prefer,
    queue,
    send,
    waiting_kinds,
)
from tests.factories import NO_BOT, expire_turn, expire_turns
from tests.people import Person

pytestmark = pytest.mark.django_db
Table = Callable[..., str]
TURN, REMINDER, LAST_CALL = NoticeKind.YOUR_TURN, NoticeKind.REMINDER, NoticeKind.NEARLY_UP
VACATION_ENDS, GAME_ENDED = NoticeKind.VACATION_ENDS, NoticeKind.GAME_ENDED


def switch_on(kind: NoticeKind, *people: Person) -> None:
    for one in people:
        prefer(one, switches={kind: {"ntfy": True}})


# -- a question


def test_whoever_is_asked_is_told_once_by_mail_and_phone_with_one_id(
    ann: Person, bob: Person, table: Table, phone: RecordingChannel, mail: RecordingChannel
) -> None:
    add_phone(ann, bob)
    add_mail(ann)
    game = table()
    assert {*outbox_entries.left_behind()} == {player_of(ann).pk, player_of(bob).pk}
    for _ in range(2):
        send(ann, bob)
        # As if the task had died before it was written down.
        NoticeCursor.objects.update(feed_cursor=0)
    assert phone.kinds("ann") == phone.kinds("bob") == mail.kinds("ann") == [[TURN]]
    told = phone.messages[0][1][0]
    assert told.game is not None
    assert (told.game.pk, told.turn, told.seat) == (game, 1, 0)
    assert told.id == mail.only_message()[1].id


def test_a_receiver_begins_with_what_comes_after_it(
    ann: Person, table: Table, phone: RecordingChannel
) -> None:
    table()
    assert outbox_entries.left_behind() == []
    for _ in range(2):
        send(ann)
        assert not Notification.objects.exists(), "who has no receiver is left alone"
        add_phone(ann)
        send(ann)
        assert phone.messages == []
        Receiver.objects.all().delete()
        table()


def test_what_is_answered_or_closed_by_then_is_not_told(
    ann: Person, bob: Person, cat: Person, table: Table, phone: RecordingChannel
) -> None:
    add_phone(ann, bob)
    answered, closed, overrun = table(), table(), table()
    queue(ann, bob)
    assert {one.turn for one in Notification.objects.filter(game=closed)} == {1}
    seal_all(answered, ann)
    seal_all(closed, ann, bob, cat)
    expire_turn(overrun)
    send(ann, bob)
    assert {one.turn for one in Notification.objects.filter(game=closed)} == {2}
    told = [(who, one.game.pk, one.turn) for who, (one,) in phone.messages if one.game]
    assert sorted(told) == sorted([("bob", answered, 1), ("bob", closed, 2), ("ann", closed, 2)])


def test_a_question_that_an_order_answers_at_once_is_never_told(
    ann: Person, bob: Person, cat: Person, table: Table, phone: RecordingChannel
) -> None:
    game = table()
    hand = ann.sees(game)["mine"]["hand"]
    assert put_order(ann, game, order_of(*hand[:6]), at_once=True).status == 200
    add_phone(ann, bob)
    seal_all(game, bob, cat)
    assert ann.sees(game)["turn"]["number"] == 2
    send(ann, bob)
    assert phone.kinds("ann") == []
    assert phone.kinds("bob") == [[TURN]]
    assert TURN not in waiting_kinds(ann)


# -- its deadline


def test_before_a_deadline_there_is_a_reminder_and_a_last_call(
    ann: Person, table: Table, phone: RecordingChannel
) -> None:
    add_phone(ann)
    prefer(ann, lead=timedelta(hours=6), switches={REMINDER: {"ntfy": True}})
    table(clock={"per_turn": "P1D"})
    queue(ann)
    rows = Notification.objects.exclude(due_at=None).filter(kind__in=[REMINDER, LAST_CALL])
    before = {str(one.kind): one.due_at - one.next_at for one in rows if one.due_at and one.next_at}
    assert before == {"reminder": timedelta(hours=6), "nearly_up": timedelta(hours=1)}
    make_due()
    send(ann)
    assert phone.kinds("ann") == [[TURN], [REMINDER], [LAST_CALL]]


def test_a_quick_game_has_no_last_call(ann: Person, bob: Person, table: Table) -> None:
    add_phone(ann, bob)
    switch_on(REMINDER, ann)
    table(clock={"per_turn": "PT90M"})
    queue(ann)
    assert waiting_kinds(ann) == [TURN]
    prefer(bob, mode="only_before_time_runs_out")
    table(clock={"per_turn": "P1D"})
    queue(bob)
    assert sorted(waiting_kinds(bob)) == [LAST_CALL, REMINDER]


def test_a_deadline_that_moves_takes_the_last_call_along(
    ann: Person, bob: Person, cat: Person, table: Table, phone: RecordingChannel
) -> None:
    add_phone(ann)
    game = table(clock={"per_turn": "P1D"})
    send(ann)
    before = questions_by_game(player_of(ann), [game])[game].due_at
    for person in (ann, bob, cat):
        assert person.put(f"/games/{game}/pause", {"length": "P2D"}).status == 200
    queue(ann)
    after = questions_by_game(player_of(ann), [game])[game].due_at
    assert after - before > timedelta(days=1)
    for due_at, kinds in ((before, [[TURN]]), (after, [[TURN], [LAST_CALL]])):
        make_due(due_at=due_at)
        send()
        assert phone.kinds("ann") == kinds


def test_who_was_played_for_is_told_by_whom(
    ann: Person, bob: Person, cat: Person, table: Table, phone: RecordingChannel
) -> None:
    add_phone(ann, bob)
    game = table(absence={"bot_after": 1})
    seal_all(game, ann, cat)
    expire_turns(game)
    send(ann, bob)
    assert [NoticeKind.PLAYED_FOR_YOU] not in phone.kinds("ann")
    told = [one for who, (one,) in phone.messages if who == "bob"]
    assert {one.data["by"] for one in told} == {"clock", "bot"}
    assert {one.kind for one in told} == {NoticeKind.PLAYED_FOR_YOU}, "a bot answers now"


# -- a game


def test_all_at_the_table_are_told_of_its_end_and_no_one_else(
    ann: Person, bob: Person, dan: Person, table: Table, phone: RecordingChannel
) -> None:
    game = table(absence=NO_BOT)
    add_phone(ann, bob, dan)
    assert dan.get(f"/games/{game}").status == 200, "a spectator"
    expire_turns(game, until=lambda row: False)
    send(ann, bob, dan)
    for name in ("ann", "bob"):
        assert phone.kinds(name)[-1] == [GAME_ENDED]
        assert [NoticeKind.STAGE_ENDED] not in phone.kinds(name), "switched off"
    assert phone.kinds("dan") == []
    assert {"scores", "winners"} <= phone.messages[-1][1][0].data.keys()


def test_who_calls_a_table_off_is_the_only_one_who_is_not_told(
    ann: Person, bob: Person, phone: RecordingChannel
) -> None:
    add_phone(ann, bob)
    game = ann.opens(3)
    bob.joins(game)
    assert ann.post(f"/games/{game}/cancel").status < 300
    send(ann, bob)
    assert phone.kinds("bob")[-1:] == [[GAME_ENDED]]
    assert [GAME_ENDED] not in phone.kinds("ann")


def test_of_a_silenced_game_nothing_is_told_until_it_is_loud_again(
    ann: Person, table: Table, phone: RecordingChannel
) -> None:
    add_phone(ann)
    quiet, loud = table(), table()
    queue(ann)
    said = ann.patch(f"/games/{quiet}/viewer", {"notifications": "off"})
    assert said.json["notifications"] == "off"
    assert ann.get("/me/notifications").json["games_off"] == [quiet]
    send()
    _, told = phone.only_message()
    assert told.game is not None
    assert told.game.pk == loud
    assert ann.patch(f"/games/{quiet}/viewer", {"notifications": "as_usual"}).status == 200
    assert ann.get("/me/notifications").json["games_off"] == []


# -- people


def test_an_invitation_names_who_invites_until_it_is_of_no_use(
    ann: Person, bob: Person, cat: Person, phone: RecordingChannel
) -> None:
    add_phone(bob, cat)
    game = ann.opens(3)
    for name in ("bob", "cat"):
        assert ann.post(f"/games/{game}/invitations", {"player": name}).status == 201
    queue(bob, cat)
    assert cat.patch("/me/relations/ann", {"blocked": True}).status in {200, 204}
    send()
    who, told = phone.only_message()
    assert (who, told.kind, told.data["other"]) == ("bob", NoticeKind.INVITED, "ann")


def test_a_seat_that_is_offered_names_the_host_until_the_offer_is_withdrawn(
    ann: Person, bob: Person, dan: Person, table: Table, phone: RecordingChannel
) -> None:
    add_phone(dan)
    kept, taken_back = table(), table()
    for game in (kept, taken_back):
        assert resign(bob, game).status == 204
        assert offer_seat(ann, game, 1, "dan").status == 200
    assert withdraw_offer(ann, taken_back, 1).status == 204
    send(dan)
    who, told = phone.only_message()
    assert (who, told.kind, told.data["other"]) == ("dan", NoticeKind.INVITED, "ann")
    assert told.game is not None
    assert told.game.pk == kept


def test_a_message_is_told_to_who_wants_that_with_its_text(
    ann: Person, bob: Person, cat: Person, table: Table, phone: RecordingChannel
) -> None:
    game = table()
    add_phone(bob, cat)
    switch_on(NoticeKind.MESSAGE, bob, cat)
    first, second = (
        ann.post(f"/games/{game}/messages", {"text": text}).json["id"]
        for text in ("Low water!", "A slip.")
    )
    queue(bob, cat)
    assert ann.delete(f"/games/{game}/messages/{second}").status in {200, 204}
    assert cat.patch("/me/relations/ann", {"muted": True}).status in {200, 204}
    send()
    who, told = phone.only_message()
    assert (who, told.data["other"], told.data["text"]) == ("bob", "ann", "Low water!")
    assert told.data["message"] == first


@pytest.mark.parametrize("is_called_off", [False, True])
def test_the_end_of_a_vacation_is_told_once_for_all_games_unless_it_is_called_off(
    ann: Person, table: Table, phone: RecordingChannel, is_called_off: bool
) -> None:
    add_phone(ann)
    table()
    table()
    until = utc(timezone.now() + timedelta(days=3))
    assert ann.post("/me/vacations", {"until": until}).status == 201
    queue(ann)
    assert waiting_kinds(ann).count(VACATION_ENDS) == 1
    if is_called_off:
        assert ann.delete(f"/me/vacations/{Vacation.objects.get().pk}").status == 204
        queue(ann)
    make_due(kind=VACATION_ENDS)
    send()
    assert phone.kinds("ann").count([VACATION_ENDS]) == (0 if is_called_off else 1)


def test_nobody_is_told_of_another_s_feed(
    ann: Person, bob: Person, phone: RecordingChannel
) -> None:
    add_phone(ann, bob)
    PrivateEvent.objects.create(
        player=player_of(bob), type="webhook_disabled", data={}, at=timezone.now()
    )
    send(ann, bob)
    who, told = phone.only_message()
    assert (who, told.kind) == ("bob", NoticeKind.ACCOUNT)


def test_a_row_holds_nothing_of_what_is_said(
    ann: Person, bob: Person, cat: Person, table: Table
) -> None:
    add_phone(ann, bob)
    game = table()
    seal_all(game, ann, bob, cat)
    queue(ann, bob)
    assert {one.name for one in Notification._meta.get_fields()} == {
        *("id", "receiver", "kind", "cause", "number", "game", "turn", "due_at", "put_off"),
        *("message", "state", "attempts", "next_at", "created_at", "log", "on_request"),
    }
    for row in Notification.objects.all():
        known = row.cause.split(":")
        assert known[0] in {"turn", "reminder", "nearly_up", "feed"}
        assert known[1] in {game, str(row.number)}


def test_who_signs_out_everywhere_is_told_by_mail_alone(ann: Person) -> None:
    add_phone(ann)
    add_mail(ann)
    passwords = {"password": "barnacles-and-brine", "current_password": "rock-pool-and-anemone"}
    assert ann.patch("/me", passwords).status == 200
    rows = Receiver.objects.order_by("channel").values_list("channel", "enabled", "disabled_why")
    assert list(rows) == [("mail", True, None), ("ntfy", False, "signed_out")]


def test_who_has_left_is_told_nothing(ann: Person, table: Table, mail: RecordingChannel) -> None:
    add_mail(ann)
    table()
    queue(ann)
    assert ann.delete("/me").status in {200, 202}
    Receiver.objects.update(next_attempt_at=timezone.now())
    send()
    assert mail.messages == []
