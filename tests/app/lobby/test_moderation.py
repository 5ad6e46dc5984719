"""Reports and what moderators do: told to those concerned alone, decided once, taken back by another act."""

from collections import defaultdict
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.db import DatabaseError, transaction
from django.test import Client
from django.utils import timezone

from common.rest.errors import ApiError
from games.models import Message, Report, Seat
from games.moderation.effects import replace_suspended_players
from games.moderation.reports import decide_report, file_report
from games.privacy import export_pages
from players.models import Letter, ModerationAct, Player
from players.moderation import ActKind, record_act, take_back_act
from players.suspension import is_suspended
from tests.app.api.refusals import nothing_changes, refused
from tests.app.notifications.mails import verify_address
from tests.app.repository.racing import make_rounds, run_at_once
from tests.document import document
from tests.factories import make_game
from tests.moderation import make_moderator, row
from tests.people import PASSWORD, People, Person

pytestmark = pytest.mark.django_db
PAGE = "/account/moderation/"


@pytest.fixture
def table(people: People) -> str:
    """A game at which bob has written something bad between things that others wrote."""
    game = make_game(people)
    for place, text in [(0, "Hello."), (1, "You are all seaweed."), (2, "Well.")]:
        assert people[place].post(f"/games/{game}/messages", {"text": text}).status == 201
    return game


def bad_message(game: str) -> str:
    return Message.objects.get(game=game, author__username="bob").pk


def report_message(person: Person, game: str) -> str:
    body = {"game": game, "message": bad_message(game), "text": "Rude."}
    return str(person.post("/reports", body).json["id"])


def seen_by(person: Person, game: str) -> dict[str, bytes]:
    """Return all that a player can read, by its address, but what changes with each look."""
    known = {"game": game, "username": "bob", "turn": "1", "seat": "1"}
    paths = [
        one.partition("/v1")[2] for one, calls in document()["paths"].items() if "get" in calls
    ]
    filled = [path.format_map(defaultdict(lambda: "x" * 12, known)) for path in paths]
    # A deletion is due so long after the look at it.
    plain = [path for path in filled if "stream" not in path and path != "/me/deletion"]
    answers = {path: person.get(path) for path in plain}
    return {path: one.raw for path, one in answers.items() if one.status == 200}


def test_a_report_is_one_and_nobody_else_is_told(people: People, table: str, eve: Player) -> None:
    ann, bob, cat = people
    before = [seen_by(one, table) for one in (bob, cat)]
    assert min(map(len, before)) > 20

    def changed() -> set[str]:
        after = [seen_by(one, table) for one in (bob, cat)]
        return {
            path
            for was, now in zip(before, after, strict=True)
            for path in was
            if was[path] != now[path]
        }

    first = report_message(ann, table)
    assert report_message(ann, table) == first
    ann.post("/reports", {"player": "BOB", "text": "This name."})
    ann.post("/reports", {"game": table, "text": "They play together."})
    assert Report.objects.count() == 3
    assert [one["text"] for one in Report.objects.get(pk=first).seen] == [
        *("Hello.", "You are all seaweed.", "Well."),
    ]
    assert changed() == set()
    decide_report(first, eve, "We have warned the player.", ActKind.WARN, reason="Be kind.")
    until = timezone.now() + timedelta(days=1)
    act = record_act(ActKind.SILENCE, row(bob), eve, "For a day.", until=until)
    assert changed() == set()
    take_back_act(act.pk, eve, "Enough.")
    assert changed() == set()
    mine = ann.get("/reports").json["results"]
    assert mine[-1]["answer"] == "We have warned the player."
    # Once it is decided, it can be reported anew.
    assert report_message(ann, table) != first


def test_what_one_cannot_see_or_is_oneself_is_not_reported(people: People, table: str) -> None:
    ann, bob, _ = people
    dan, secret = Person.signs_up("dan"), ann.opens(3, private=True)
    message, text = bad_message(table), {"text": "Rude."}
    with nothing_changes():
        refused(
            bob.post("/reports", {**text, "game": table, "message": message}), 409, "not_yourself"
        )
        refused(bob.post("/reports", {**text, "player": "bob"}), 409, "not_yourself")
        refused(
            dan.post("/reports", {**text, "game": table, "message": message}), 403, "not_a_player"
        )
        refused(dan.post("/reports", {**text, "game": secret}), 404, "game_not_found")
        assert ann.post("/reports", {**text, "player": "bob", "game": table}).status == 400
        assert ann.post("/reports", text).status == 400


def test_a_hidden_message_is_gone_until_it_is_given_back(people: People, table: str, eve) -> None:
    ann, bob, cat = people
    report = report_message(ann, table)
    made = decide_report(report, eve, "It is hidden.", ActKind.HIDE, reason="Rude.").act
    read = partial(cat.get, f"/games/{table}/messages")
    assert [one["text"] for one in read().json["results"]] == ["Well.", None, "Hello."]
    assert b"seaweed" not in b"".join(
        [*seen_by(bob, table).values(), *seen_by(cat, table).values()]
    )
    # It is the author's own: in the database, and in the author's export alone.
    shown = str(export_pages.messages_page(row(bob), None))
    assert "seaweed" in shown
    assert made is not None
    take_back_act(made.pk, eve, "We were wrong.")
    assert read().json["results"][1]["text"] == "You are all seaweed."


def test_a_suspended_player_is_told_why_and_a_bot_plays(
    people: People, table: str, eve: Player, mailoutbox: Any
) -> None:
    _, bob, _ = people
    until = timezone.now() + timedelta(days=3)
    act = record_act(ActKind.SUSPEND, row(bob), eve, "Rude.", until=until)
    replace_suspended_players()
    seat = Seat.objects.get(game=table, player__username="bob")
    assert (seat.away, bool(seat.bot)) == ("absent", True)
    for answer in [
        bob.get("/me"),
        bob.get(f"/games/{table}"),
        bob.post(f"/games/{table}/reclaim"),
        Person().post("/me/tokens", {"username": "bob", "password": PASSWORD}),
    ]:
        refused(answer, 403, "account_suspended")
        assert answer.json["detail"].endswith(f"{until:%Y-%m-%d %H:%M} UTC: Rude.")
    assert bob.get("/me/suspension").json["reason"] == "Rude."
    assert bob.post("/me/suspension", {"text": "It was my cat."}).status == 201
    refused(bob.post("/me/suspension", {"text": "Again."}), 409, "already_appealed")
    browser = Client()
    browser.force_login(row(bob), "players.backend.Passwords")
    assert "It was my cat." in browser.get("/account/suspended/").content.decode()
    assert browser.post("/session/token").json()["code"] == "account_suspended"
    take_back_act(act.pk, eve, "It was the cat.")
    assert bob.get("/me").status == 200
    refused(bob.get("/me/suspension"), 404, "not_suspended")
    assert bob.post(f"/games/{table}/reclaim").status == 200


def test_acts_add_up_and_a_ban_does_not_end(bob: Person, eve: Player) -> None:
    soon = timezone.now() + timedelta(days=1)
    record_act(ActKind.SUSPEND, row(bob), eve, "Rude.", until=soon)
    ban = record_act(ActKind.BAN, row(bob), eve, "Again.")
    assert "for good: Again." in bob.get("/me").json["detail"]
    take_back_act(ban.pk, eve, "Too hard.")
    assert row(bob).suspended_until == soon
    with pytest.raises(ApiError, match="already_decided"):
        take_back_act(ban.pk, eve, "Once more.")


def test_a_silenced_player_plays_and_does_not_write(people: People, table: str, eve) -> None:
    bob = people[1]
    later = timezone.now() + timedelta(days=1)
    record_act(ActKind.SILENCE, row(bob), eve, "Rude.", until=later)
    refused(bob.post(f"/games/{table}/messages", {"text": "So what."}), 403, "silenced")
    assert bob.seals_anything(table).status == 200


def test_a_day_has_room_for_so_many_reports(ann: Person, bob: Person) -> None:
    for _ in range(20):
        assert ann.post("/reports", {"player": "bob", "text": "Rude."}).status == 201
    assert Report.objects.count() == 1
    refused(ann.post("/reports", {"player": "bob", "text": "Rude."}), 429, "throttled")
    assert bob.post("/reports", {"player": "ann", "text": "Why?"}).status == 201


def test_a_moderator_is_not_blocked_and_warns_those_who_did_before(
    bob: Person, settings: Any
) -> None:
    settings.TIDE_MAIL_ENABLED = True
    eve = row(Person.signs_up("eve"))
    verify_address(bob)
    assert bob.patch("/me/relations/eve", {"blocked": True}).status == 200
    eve.groups.add(Group.objects.get(name="Moderators"))
    record_act(ActKind.WARN, row(bob), eve, "Be kind.")
    assert "Be kind." in Letter.objects.get().content["text"]
    assert bob.patch("/me/relations/eve", {"blocked": False}).status == 200
    with nothing_changes():
        refused(bob.patch("/me/relations/eve", {"blocked": True}), 409, "moderator_not_blocked")
    assert bob.patch("/me/relations/eve", {"muted": True}).status == 200


def test_nobody_decides_about_themselves_and_acts_are_not_changed(bob: Person, eve: Player) -> None:
    with pytest.raises(ApiError, match="not_yourself"):
        record_act(ActKind.WARN, eve, eve, "Hello.")
    report = file_report(row(bob), "Hm.", player="eve")
    with pytest.raises(ApiError, match="not_yourself"):
        decide_report(report.pk, eve, "No.")
    act = record_act(ActKind.WARN, row(bob), eve, "Rude.")
    with pytest.raises(DatabaseError), transaction.atomic():
        act.save()


def test_moderators_decide_on_their_page_and_others_do_not_see_it(
    people: People, table: str, eve: Player
) -> None:
    report = report_message(people[0], table)
    stranger, browser = Client(), Client()
    stranger.force_login(row(people[2]), "players.backend.Passwords")
    browser.force_login(eve, "players.backend.Passwords")
    page = f"{PAGE}reports/{report}/"
    assert [stranger.get(one).status_code for one in (PAGE, page)] == [403, 403]
    assert stranger.post(page, {"answer": "No."}).status_code == 403
    assert Client().get(PAGE).status_code == 302
    assert page in browser.get(PAGE).content.decode()
    shown = browser.get(page).content.decode()
    assert all(text in shown for text in ("Hello.", "You are all seaweed.", "Well.", "Rude."))
    browser.post(f"{page}claim")
    assert (
        "An act needs a reason."
        in browser.post(page, {"kind": "ban", "answer": "x"}).content.decode()
    )
    sent = {"kind": "suspend", "days": "2", "reason": "Rude.", "answer": "Done."}
    assert browser.post(page, sent).status_code == 302
    assert is_suspended(row(people[1]))
    act = ModerationAct.objects.get()
    browser.post(f"{PAGE}acts/{act.pk}/take-back", {"reason": "Enough."})
    assert not is_suspended(row(people[1]))


def test_a_report_of_a_game_is_decided_about_one_who_sits_there(
    people: People, table: str, eve: Player
) -> None:
    sent = {"game": table, "text": "They play together."}
    page = f"{PAGE}reports/{people[0].post('/reports', sent).json['id']}/"
    browser = Client()
    browser.force_login(eve, "players.backend.Passwords")
    decision = {"kind": "warn", "reason": "Do not.", "answer": "We have warned one."}
    for wrong in ({}, {"player": eve.pk}, {"player": row(people[1]).pk, "kind": "hide"}):
        assert browser.post(page, {**decision, **wrong}).status_code == 200, wrong
    german = browser.get(page, headers={"Accept-Language": "de"}).content.decode()
    assert "Entscheiden" in german
    assert browser.post(page, {**decision, "player": row(people[1]).pk}).status_code == 302
    assert ModerationAct.objects.get().player == row(people[1])


def test_an_operator_adds_acts_in_the_admin_and_one_that_takes_one_back(
    bob: Person,
) -> None:
    operator = Client()
    olga = Player.objects.create_superuser("olga", password=PASSWORD)
    operator.force_login(olga, "players.backend.Passwords")
    add, queue = "/admin/players/moderationact/add/", "/admin/games/report/"
    sent = {"kind": "ban", "player": row(bob).pk, "reason": "Rude.", "until_0": "", "until_1": ""}
    for wrong in ({"kind": "suspend"}, {"kind": "hide"}, {"kind": "take_back"}):
        assert operator.post(add, {**sent, **wrong}).status_code == 200, wrong
    assert not ModerationAct.objects.exists()
    assert operator.post(add, sent).status_code == 302
    assert is_suspended(row(bob))
    act = ModerationAct.objects.get().pk
    back = {**sent, "kind": "take_back", "takes_back": act}
    assert [operator.post(add, back).status_code for _ in range(2)] == [302, 200]
    assert not is_suspended(row(bob))
    report = file_report(row(bob), "Hm.", player="olga")
    assert f"{PAGE}reports/{report.pk}/" in operator.get(queue).content.decode()


def test_a_reporters_text_goes_with_the_account_and_the_act_stays(
    people: People, table: str, eve: Player
) -> None:
    ann, bob, _ = people
    report = report_message(ann, table)
    decide_report(report, eve, "Warned.", ActKind.WARN, reason="Rude.")
    export_pages.erase_reports(row(ann))
    export_pages.erase_seen_words(row(bob))
    left = Report.objects.get()
    assert (left.reporter, left.text, left.act is None) == (None, None, False)
    assert "seaweed" not in str(left.seen)


@pytest.mark.django_db(transaction=True)
def test_of_two_moderators_at_once_one_decides(people: People) -> None:
    eve, fay = make_moderator("eve"), make_moderator("fay")

    def decide(report: str, moderator: Player) -> str:
        try:
            decide_report(report, moderator, "Done.", ActKind.WARN, reason="Rude.")
        except ApiError as refused:
            return refused.code
        return "decided"

    for number, game in enumerate(make_rounds(make_game, people), 1):
        report = file_report(row(people[0]), "They cheat.", player="bob").pk
        deeds: list[Callable[[], str]] = [partial(decide, report, one) for one in (eve, fay)]
        assert sorted(run_at_once(*deeds)) == ["already_decided", "decided"]
        assert ModerationAct.objects.count() == number, game
