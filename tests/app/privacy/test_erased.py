"""Nothing of a player is left in the database, and records of games still verify."""

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
from players.privacy import erasure
from players.privacy.parts import ExportPart
from tests.app.api.refusals import nothing_changes
from tests.app.pages.visitor import Visitor
from tests.app.privacy.working import workers_erase
from tests.app.privacy.world import ADDRESS, NAME, TRACES, World, add_second_step, traces
from tests.moving_time import Time, moment
from tests.people import Answer, Person
from tests.thorough.verify.verifiers import judged

Json = dict[str, Any]

pytestmark = pytest.mark.django_db

EVERYWHERE = {
    *("account_emailaddress.email", "django_admin_log.object_repr", "games_gamepreferences.note"),
    *(
        "games_message.text",
        "games_privateevent.data",
        "players_app.name",
        "notifications_webhook.note",
    ),
    *("players_archive.content", "notifications_delivery.body", "players_keptanswer.body"),
    *("players_letter.content", "players_player.about", "players_player.email"),
    *("players_player.username", "notifications_webhook.url"),
}
"""Where the name or the address of a player stands."""


def records(world: World) -> dict[str, Json]:
    found = {}
    for game in world.finished:
        said = world.others[0].get(f"/games/{game}/record")
        assert said.status == 200
        found[game] = said.json
    return found


def let_day_pass(time: Time) -> None:
    """Let so much time pass that nothing is kept any more that others were answered before."""
    time.advance(hours=26)
    KeptAnswer.objects.update(at=F("at") - timedelta(hours=26))
    housekeeping.remove_expired()
    workers_erase()


@pytest.fixture
def erased(world: World, leaves: Callable[[Person], Answer], time: Time) -> World:
    """The world a week after its player has left."""
    assert leaves(world.her).status == 202
    add_second_step(world.row)
    time.advance(days=7)
    workers_erase()
    return world


def test_a_scan_of_the_whole_database_finds_neither_name_nor_address(world, time, request) -> None:
    before = traces(*TRACES)
    assert set(before) >= EVERYWHERE, before
    request.getfixturevalue("erased")
    assert set(traces(*TRACES)) <= {"players_keptanswer.body"}
    assert AccountDeletion.objects.get(player=world.row).erased_at is None
    let_day_pass(time)
    assert traces(*TRACES) == {}
    # What is left says that and how much was erased, but not of whom.
    ending = AccountDeletion.objects.get(player=world.row)
    assert (ending.by, ending.next_at) == ("player", None)
    assert ending.erased_at is not None
    assert ending.erased_at - ending.due_at > timedelta(days=1)
    assert (ending.erased["running_games"], ending.erased["open_tables"]) == (1, 2)
    assert ending.erased["deliveries_to_others"] > 3
    assert not {NAME.lower(), ADDRESS} & set(json.dumps(ending.erased).lower().split('"'))
    time.advance(days=30)
    assert erasure.erase_due() == 0


def test_the_operators_log_names_a_player_and_numbers_what_the_player_has(world) -> None:
    logged = LogEntry.objects.filter(user__username="olga").select_related("content_type")
    for one in logged:
        about_her = one.content_type == ContentType.objects.get_for_model(Player)
        assert one.object_repr == (NAME if about_her else one.object_id)
    kinds = {one.content_type.model for one in logged if one.content_type}
    assert kinds == {"player", "emailaddress", "socialaccount", "app"}


def test_what_a_late_call_has_written_is_blanked_the_next_day(erased, time, monkeypatch) -> None:
    player = erased.row
    player.last_login = timezone.now()
    player.set_password("a-new-rock-pool")
    player.save()
    own, erase = AccountDeletion.objects.get(player=player).pk, erasure._erase_part

    def write_and_erase(ending: int, part: ExportPart) -> int | None:
        if ending == own:  # Another call comes while the last parts are erased.
            Player.objects.filter(pk=erased.number).update(email=ADDRESS)
        return erase(ending, part)

    monkeypatch.setattr(erasure, "_erase_part", write_and_erase)
    let_day_pass(time)
    assert AccountDeletion.objects.get(pk=own).erased_at is not None
    left = erased.row
    assert (left.email, left.last_login, left.has_usable_password()) == ("", None, False)


def test_no_link_form_or_code_writes_to_an_account_that_is_closed(world, leaves, time) -> None:
    EmailAddress.objects.filter(user=world.row).update(verified=False)
    before, code = world.row, recovery.create_code(world.row)
    leaves(world.her)
    time.advance(days=7)
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


def test_records_and_feeds_of_others_differ_in_the_name_alone(world, both, request) -> None:
    ann = world.others[0]
    before, feed = records(world), ann.get("/me/events", page_size=100).json["results"]
    request.getfixturevalue("erased")
    after, anew = records(world), world.row.username
    for game, record in before.items():
        assert NAME in record["players"].values()
        assert json.dumps(after[game]) == json.dumps(record).replace(f'"{NAME}"', f'"{anew}"')
        for verifier in both:
            verdicts = [judged(verifier, one) for one in (record, after[game])]
            assert all(one.sound for one in verdicts), (verifier, verdicts)
            assert verdicts[0].lines == verdicts[1].lines
    then = ann.get("/me/events", page_size=100).json["results"]
    assert json.dumps(then[: len(feed)]) == json.dumps(feed).replace(f'"{NAME}"', f'"{anew}"')
    assert Player.objects.get(username="ann").webhooks.get().enabled


def test_the_seats_are_given_up_by_the_doors_that_a_player_would_use(world, leaves, time) -> None:
    ann, bob, _ = world.others
    leaves(world.her)
    time.advance(days=6, hours=23)
    workers_erase()
    assert ann.sees(world.running)["seats"][0]["away"] is None
    time.advance(hours=1)
    workers_erase()
    anew = world.row.username
    assert anew.startswith("deleted-")
    seat = ann.sees(world.running)["seats"][0]
    assert (seat["player"], seat["away"]) == (anew, "resigned")
    assert [ann.sees(game)["host"] for game in (world.running, world.shared)] == ["ann", "ann"]
    assert [one["player"] for one in ann.sees(world.shared)["seats"]] == ["ann"]
    assert ann.sees(world.alone)["status"] == "cancelled"
    assert ann.sees(world.elsewhere)["seats"][1]["offered_to"] is None
    assert ann.seals_anything(world.running).status == 200
    assert bob.seals_anything(world.running).status == 200


def test_nobody_gets_in_any_more_and_the_name_is_kept_for_ninety_days(erased) -> None:
    wish = {"username": NAME, "password": "rock-pool-and-anemone"}
    assert erased.her.get("/me").code == "token_invalid"
    assert Person().post("/me/tokens", wish).code == "wrong_credentials"
    for name in (NAME, erased.row.username):
        assert Person().get(f"/players/{name}").code == "player_not_found"
    assert erased.others[0].get("/players", prefix="deleted").json["results"] == []
    wish["username"] = NAME.upper()
    assert Person().post("/players", wish).code == "username_taken"
    KeptName.objects.update(until=F("until") - timedelta(days=500))
    assert Person().post("/players", wish).status == 201
    assert housekeeping.remove_expired()["kept names"] == 2, "the player's own and the bot's"


def test_the_preview_says_what_will_happen_and_changes_nothing(world, time) -> None:
    with nothing_changes():
        said = world.her.get("/me/deletion").json
    assert said["created_at"] is None
    assert moment(said["due_at"]) == time.now + timedelta(days=7)
    assert all(one["text"].endswith(".") for one in said["consequences"])
    counts = {one["what"]: one["count"] for one in said["consequences"]}
    wanted = {"running_games": 1, "open_tables": 2, "offers": 1, "games": 7}
    wanted |= dict.fromkeys(("webhooks", "standing_orders", "vacations"), 1)
    assert counts.items() >= wanted.items()
