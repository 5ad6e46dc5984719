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
from tests.people import PASSWORD

pytestmark = pytest.mark.django_db
Table = Callable[..., str]
TURN, REMINDER, LAST_CALL = NoticeKind.YOUR_TURN, NoticeKind.REMINDER, NoticeKind.NEARLY_UP
VACATION_ENDS, GAME_ENDED = NoticeKind.VACATION_ENDS, NoticeKind.GAME_ENDED


# -- a question


def test_a_question_is_told_once_by_mail_and_phone_with_one_id(
    ann, bob, table, phone, mail
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


def test_a_receiver_begins_with_what_comes_after_it(ann, table, phone) -> None:
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


def test_what_is_answered_or_closed_by_then_is_not_told(ann, bob, cat, table, phone) -> None:
    add_phone(ann, bob)
    answered, closed, overrun = table(), table(), table()
    queue(ann, bob)
    assert {one.turn for one in Notification.objects.filter(game=closed)} == {1}
    seal_all(answered, ann)
    seal_all(closed, ann, bob, cat)
    expire_turn(overrun)
    send(ann, bob)
    assert {one.turn for one in Notification.objects.filter(game=closed)} == {2}
    told = {(who, one.game.pk, one.turn) for who, (one,) in phone.messages if one.game}
    assert told == {("bob", answered, 1), ("bob", closed, 2), ("ann", closed, 2)}


def test_a_question_that_an_order_answers_is_never_told(ann, bob, cat, table, phone) -> None:
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


def test_before_a_deadline_there_is_a_reminder_and_a_last_call(ann, bob, table, phone) -> None:
    add_phone(ann, bob)
    prefer(ann, lead=timedelta(hours=6), switches={REMINDER: {"ntfy": True}})
    prefer(bob, mode="only_before_time_runs_out")
    game = table(clock={"per_turn": "P1D"})
    queue(ann, bob)
    rows = Notification.objects.exclude(due_at=None).filter(kind__in=[REMINDER, LAST_CALL])
    before = [
        (str(one.kind), one.due_at - one.next_at) for one in rows if one.due_at and one.next_at
    ]
    assert {("reminder", timedelta(hours=6)), ("nearly_up", timedelta(hours=1))} <= {*before}
    assert sorted(waiting_kinds(bob)) == [LAST_CALL, REMINDER]
    make_due()
    send()
    assert phone.kinds("ann") == [[TURN], [REMINDER], [LAST_CALL]]
    seal_all(game, ann, bob)
    table(clock={"per_turn": "PT90M"})
    queue(ann)
    assert waiting_kinds(ann) == [TURN], "a quick game has none"


def test_a_deadline_that_moves_takes_the_last_call_along(ann, bob, cat, table, phone) -> None:
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


def test_who_was_played_for_is_told_by_whom(ann, bob, cat, table, phone) -> None:
    add_phone(ann, bob)
    game = table(absence={"bot_after": 1})
    seal_all(game, ann, cat)
    expire_turns(game)
    send(ann, bob)
    assert [NoticeKind.PLAYED_FOR_YOU] not in phone.kinds("ann")
    told = {(one.kind, one.data["by"]) for who, (one,) in phone.messages if who == "bob"}
    assert told == {(NoticeKind.PLAYED_FOR_YOU, by) for by in ("clock", "bot")}, "a bot answers now"


def test_all_at_the_table_are_told_of_its_end(ann, bob, dan, table, phone) -> None:
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


def test_who_calls_a_table_off_is_the_only_one_who_is_not_told(ann, bob, phone) -> None:
    add_phone(ann, bob)
    game = ann.opens(3)
    bob.joins(game)
    assert ann.post(f"/games/{game}/cancel").status < 300
    send(ann, bob)
    assert phone.kinds("bob")[-1:] == [[GAME_ENDED]]
    assert [GAME_ENDED] not in phone.kinds("ann")


def test_of_a_silenced_game_nothing_is_told_until_it_is_loud_again(ann, table, phone) -> None:
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


def test_an_invitation_names_who_invites_until_it_is_of_no_use(ann, bob, cat, phone) -> None:
    add_phone(bob, cat)
    game = ann.opens(3)
    for name in ("bob", "cat"):
        assert ann.post(f"/games/{game}/invitations", {"player": name}).status == 201
    queue(bob, cat)
    assert cat.patch("/me/relations/ann", {"blocked": True}).status in {200, 204}
    send()
    who, told = phone.only_message()
    assert (who, told.kind, told.data["other"]) == ("bob", NoticeKind.INVITED, "ann")


def test_an_offered_seat_names_the_host_until_it_is_withdrawn(ann, bob, dan, table, phone) -> None:
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


def test_a_message_is_told_to_who_wants_that_with_its_text(ann, bob, cat, table, phone) -> None:
    game = table()
    add_phone(bob, cat)
    for one in (bob, cat):
        prefer(one, switches={NoticeKind.MESSAGE: {"ntfy": True}})
    messages, texts = f"/games/{game}/messages", ("Low water!", "A slip.")
    first, second = (ann.post(messages, {"text": text}).json["id"] for text in texts)
    queue(bob, cat)
    assert ann.delete(f"{messages}/{second}").status in {200, 204}
    assert cat.patch("/me/relations/ann", {"muted": True}).status in {200, 204}
    send()
    who, told = phone.only_message()
    assert (who, told.data["other"], told.data["text"]) == ("bob", "ann", "Low water!")
    assert told.data["message"] == first


def test_the_end_of_a_vacation_is_told_once_for_all_games(ann, table, phone) -> None:
    add_phone(ann)
    table()
    table()
    until = utc(timezone.now() + timedelta(days=3))
    for is_called_off in (True, False):
        assert ann.post("/me/vacations", {"until": until}).status == 201
        queue(ann)
        assert waiting_kinds(ann).count(VACATION_ENDS) == 1
        if is_called_off:
            assert ann.delete(f"/me/vacations/{Vacation.objects.get().pk}").status == 204
            queue(ann)
        make_due(kind=VACATION_ENDS)
        send()
        assert phone.kinds("ann").count([VACATION_ENDS]) == (0 if is_called_off else 1)


def test_nobody_is_told_of_another_s_feed(ann, bob, phone) -> None:
    add_phone(ann, bob)
    PrivateEvent.objects.create(
        player=player_of(bob), type="webhook_disabled", data={}, at=timezone.now()
    )
    send(ann, bob)
    who, told = phone.only_message()
    assert (who, told.kind) == ("bob", NoticeKind.ACCOUNT)


def test_who_signs_out_everywhere_is_told_by_mail_alone_and_who_leaves_nothing(
    ann, table, mail
) -> None:
    add_phone(ann)
    add_mail(ann)
    passwords = {"password": "barnacles-and-brine", "current_password": PASSWORD}
    assert ann.patch("/me", passwords).status == 200
    rows = Receiver.objects.order_by("channel").values_list("channel", "enabled", "disabled_why")
    assert list(rows) == [("mail", True, None), ("ntfy", False, "signed_out")]
    table()
    queue(ann)
    assert ann.delete("/me").status in {200, 202}
    Receiver.objects.update(next_attempt_at=timezone.now())
    send()
    assert mail.messages == []
