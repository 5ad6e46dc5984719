"""Nothing of a person is left in the database, and all that is proved of her games still is."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import PermissionDenied
from django.db.models import F
from django.test import RequestFactory
from django.utils import timezone

from players import housekeeping
from players.models import AccountDeletion, KeptAnswer, KeptName, Player
from players.pages import addresses, recovery
from players.privacy import closure as endings
from players.privacy import erasure
from players.privacy.parts import ExportPart
from tests.app.api.refusals import nothing_changes, refused
from tests.app.pages.visitor import Visitor
from tests.app.privacy.conftest import signs_in
from tests.app.privacy.ways import has_a_second_step
from tests.app.privacy.working import workers_erase
from tests.app.privacy.world import ADDRESS, NAME, TRACES, World, traces
from tests.moving_time import Time, moment
from tests.people import Answer, Person
from tests.thorough.verify.verifiers import Verifier, judged

Json = dict[str, Any]

pytestmark = pytest.mark.django_db

EVERYWHERE = {
    "django_admin_log.object_repr",
    "games_privateevent.data",
    "account_emailaddress.email",
    "games_message.text",
    "games_gamepreferences.note",
    "players_app.name",
    "players_archive.content",
    "players_letter.content",
    "players_delivery.body",
    "players_keptanswer.body",
    "players_player.about",
    "players_player.email",
    "players_player.username",
    "players_webhook.note",
    "players_webhook.url",
}
"""Where somebody's name or address stands as long as she is here."""


def records(world: World) -> dict[str, Json]:
    found = {}
    for game in world.finished:
        said = world.others[0].get(f"/games/{game}/record")
        assert said.status == 200
        found[game] = said.json
    return found


def a_week_passes(time: Time) -> None:
    time.goes_on(days=7)
    workers_erase()


def a_day_passes(time: Time) -> None:
    """So that nothing is kept any more that others were answered before."""
    time.goes_on(hours=26)
    KeptAnswer.objects.update(at=F("at") - timedelta(hours=26))
    housekeeping.remove_expired()
    workers_erase()


def test_a_scan_of_the_whole_database_finds_neither_name_nor_address(
    world: World, leaves: Callable[[Person], Answer], time: Time
) -> None:
    before = traces(*TRACES)
    assert set(before) >= EVERYWHERE, before
    assert leaves(world.her).status == 202
    has_a_second_step(world.row)
    a_week_passes(time)
    assert set(traces(*TRACES)) <= {"players_keptanswer.body"}
    a_day_passes(time)
    assert traces(*TRACES) == {}


def test_the_operators_log_names_a_player_and_of_what_she_has_the_number(world: World) -> None:
    logged = LogEntry.objects.filter(user__username="olga").select_related("content_type")
    for one in logged:
        about_her = one.content_type == ContentType.objects.get_for_model(Player)
        assert one.object_repr == (NAME if about_her else one.object_id)
    assert {one.content_type.model for one in logged if one.content_type} == {
        "player",
        "emailaddress",
        "socialaccount",
        "app",
    }


def test_what_a_call_under_way_has_written_to_her_account_is_blanked_the_next_day(
    world: World, leaves: Callable[[Person], Answer], time: Time
) -> None:
    leaves(world.her)
    a_week_passes(time)
    player = world.row
    player.email, player.last_login = ADDRESS, timezone.now()
    player.set_password("a-new-rock-pool")
    player.save()
    a_day_passes(time)
    assert AccountDeletion.objects.get(player=player).erased_at is not None
    left = world.row
    assert (left.email, left.last_login, left.has_usable_password()) == ("", None, False)


def test_what_is_written_while_her_last_parts_are_erased_is_blanked_before_it_is_over(
    world: World,
    leaves: Callable[[Person], Answer],
    time: Time,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    leaves(world.her)
    a_week_passes(time)
    hers, erase = AccountDeletion.objects.get(player=world.row).pk, erasure._erase_part

    def meanwhile(ending: int, part: ExportPart) -> int | None:
        if ending == hers:
            Player.objects.filter(pk=world.number).update(email=ADDRESS)
        return erase(ending, part)

    monkeypatch.setattr(erasure, "_erase_part", meanwhile)
    a_day_passes(time)
    assert AccountDeletion.objects.get(player=world.row).erased_at is not None
    assert world.row.email == ""


def test_neither_link_nor_form_nor_code_writes_to_an_account_that_is_closed(
    world: World, leaves: Callable[[Person], Answer], time: Time
) -> None:
    EmailAddress.objects.filter(user=world.row).update(verified=False)
    before, code = world.row, recovery.create_code(world.row)
    leaves(world.her)
    time.goes_on(days=7)
    row = EmailAddress.objects.get(user=world.row)
    link = f"/account/confirm-email/{EmailConfirmationHMAC(row).key}/"
    erasure._close_account(AccountDeletion.objects.get(player=world.row).pk)
    closed = world.row
    assert "too old, or was used already" in Visitor().fill(link).html
    with pytest.raises(PermissionDenied):
        addresses.change_address(RequestFactory().get("/"), before, ADDRESS)
    assert not recovery.redeem_code(before, code, "a-new-rock-pool")
    after = world.row
    assert (after.email, after.password) == ("", closed.password)


def test_every_record_of_hers_verifies_as_before_and_differs_in_her_name_alone(
    world: World,
    leaves: Callable[[Person], Answer],
    time: Time,
    both: tuple[Verifier, Verifier],
) -> None:
    before = records(world)
    leaves(world.her)
    a_week_passes(time)
    after = records(world)
    anew = world.row.username
    for game, record in before.items():
        assert NAME in record["players"].values()
        assert json.dumps(after[game]) == json.dumps(record).replace(f'"{NAME}"', f'"{anew}"')
        for verifier in both:
            for one in (record, after[game]):
                verdict = judged(verifier, one)
                assert verdict.sound, (verifier, verdict)
            assert judged(verifier, record).lines == judged(verifier, after[game]).lines


def test_her_seats_are_given_up_by_the_doors_that_she_would_use(
    world: World, leaves: Callable[[Person], Answer], time: Time
) -> None:
    ann, bob, _ = world.others
    leaves(world.her)
    time.goes_on(days=6, hours=23)
    workers_erase()
    assert ann.sees(world.running)["seats"][0]["away"] is None
    time.goes_on(hours=1)
    workers_erase()
    anew = world.row.username
    assert anew.startswith("deleted-")
    seat = ann.sees(world.running)["seats"][0]
    assert (seat["player"], seat["away"]) == (anew, "resigned")
    assert ann.sees(world.running)["host"] == "ann"
    assert ann.sees(world.shared)["host"] == "ann"
    assert [one["player"] for one in ann.sees(world.shared)["seats"]] == ["ann"]
    assert ann.sees(world.alone)["status"] == "cancelled"
    assert ann.sees(world.elsewhere)["seats"][1]["offered_to"] is None
    assert ann.seals_anything(world.running).status == 200
    assert bob.seals_anything(world.running).status == 200


def test_nobody_gets_in_any_more_and_the_account_is_not_found(
    world: World, leaves: Callable[[Person], Answer], time: Time
) -> None:
    leaves(world.her)
    a_week_passes(time)
    assert world.her.get("/me").code == "token_invalid"
    said = Person().post("/me/tokens", {"username": NAME, "password": "rock-pool-and-anemone"})
    assert said.code == "wrong_credentials"
    for name in (NAME, world.row.username):
        assert Person().get(f"/players/{name}").code == "player_not_found"
    assert world.others[0].get("/players", prefix="deleted").json["results"] == []


def test_her_name_is_kept_from_others_for_ninety_days(
    world: World, leaves: Callable[[Person], Answer], time: Time
) -> None:
    leaves(world.her)
    a_week_passes(time)
    wish = {"username": NAME.upper(), "password": "rock-pool-and-anemone"}
    assert Person().post("/players", wish).code == "username_taken"
    KeptName.objects.update(until=F("until") - timedelta(days=500))
    assert Person().post("/players", wish).status == 201
    assert housekeeping.remove_expired()["kept names"] == 2, "her own and her bot's"


def test_what_is_left_says_that_and_how_much_was_erased_but_not_of_whom(
    world: World, leaves: Callable[[Person], Answer], time: Time
) -> None:
    leaves(world.her)
    a_week_passes(time)
    assert AccountDeletion.objects.get(player=world.row).erased_at is None
    a_day_passes(time)
    ending = AccountDeletion.objects.get(player=world.row)
    assert (ending.by, ending.next_at) == ("player", None)
    assert ending.erased_at is not None
    assert ending.erased_at - ending.due_at > timedelta(days=1)
    assert ending.erased["running_games"] == 1
    assert ending.erased["open_tables"] == 2
    assert ending.erased["deliveries_to_others"] > 3
    assert not {NAME.lower(), ADDRESS} & set(json.dumps(ending.erased).lower().split('"'))


def test_once_it_is_over_nothing_more_is_done(
    world: World, leaves: Callable[[Person], Answer], time: Time
) -> None:
    leaves(world.her)
    a_week_passes(time)
    a_day_passes(time)
    name = world.row.username
    time.goes_on(days=30)
    assert erasure.erase_due() == 0
    assert world.row.username == name


def test_others_lose_nothing(world: World, leaves: Callable[[Person], Answer], time: Time) -> None:
    ann = world.others[0]
    feed = ann.get("/me/events", page_size=100).json["results"]
    leaves(world.her)
    a_week_passes(time)
    anew = world.row.username
    then = ann.get("/me/events", page_size=100).json["results"]
    assert json.dumps(then[: len(feed)]) == json.dumps(feed).replace(f'"{NAME}"', f'"{anew}"')
    assert Player.objects.get(username="ann").webhooks.get().enabled


def test_the_preview_says_what_will_happen_and_changes_nothing(world: World, time: Time) -> None:
    with nothing_changes():
        said = world.her.get("/me/ending")
    assert said.json["created_at"] is None
    assert moment(said.json["due_at"]) == time.now + timedelta(days=7)
    counts = {one["what"]: one["count"] for one in said.json["consequences"]}
    assert counts["running_games"] == 1
    assert counts["open_tables"] == 2
    assert counts["offers"] == 1
    assert counts["games"] == 7
    assert counts["webhooks"] == counts["standing_orders"] == counts["vacations"] == 1
    assert all(one["text"].endswith(".") for one in said.json["consequences"])


def test_an_operator_has_an_account_end_as_its_player_would(world: World, time: Time) -> None:
    endings.ask_for_ending(world.row, AccountDeletion.RequestedBy.OPERATOR)
    refused(world.her.get("/me"), 401, "token_invalid")
    assert signs_in(world.her).get("/me").json["ending"] is not None
    time.goes_on(days=7)
    workers_erase()
    assert AccountDeletion.objects.get(player=world.row).by == "operator"
    assert not Player.objects.filter(username=NAME).exists()
