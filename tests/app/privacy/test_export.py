"""Everything that is kept of a player, to take along."""

import json
from typing import Any

import pytest

from games.privacy import export_pages
from players.models import Archive, Export
from players.privacy import exports, parts
from tests.app.privacy.taking import takes_along
from tests.app.privacy.world import ADDRESS, NAME, World
from tests.moving_time import Time
from tests.people import PASSWORD
from tests.thorough.verify.verifiers import judged

pytestmark = pytest.mark.django_db


@pytest.fixture
def files(world: World, time: Time) -> dict[str, Any]:
    return takes_along(world.her)


def test_it_has_all_of_an_account_and_no_secret(files, world) -> None:
    profile = files["profile.json"]
    assert (profile["username"], profile["email"]) == (NAME, ADDRESS)
    assert profile["about"] == "I knit feathers."
    (token,), (hook,) = files["tokens.json"], files["webhooks.json"]
    assert hook["url"] == "https://quillfeather.example/hook"
    assert len(files["vacations.json"]) == 1
    assert len(files["read_marks.json"]) > 0
    whole = json.dumps(files)
    assert str(world.her.token) not in whole
    assert PASSWORD not in whole
    assert {"digest", "secret", "password"}.isdisjoint({*token, *hook, *profile})
    events = [one for name in sorted(files) if name.startswith("events/") for one in files[name]]
    assert [one["number"] for one in events] == list(range(1, len(events) + 1))
    assert events[:50] == world.her.get("/me/events", page_size=50).json["results"]
    (orders,) = [value for name, value in files.items() if name.startswith("standing_orders/")]
    assert [one["game"] for one in orders] == [world.running]


def test_games_are_as_their_player_may_see_them_and_records_verify(files, world, both) -> None:
    shown = files[f"games/{world.running}/game.json"]
    seen = world.her.sees(world.running)
    assert {name: value for name, value in shown.items() if name != "participant"} == seen
    assert shown["mine"]["hand"]
    for game in (world.alone, world.shared, world.elsewhere, *world.finished):
        assert files[f"games/{game}/game.json"]["id"] == game
    for game in world.finished:
        record = files[f"games/{game}/record.json"]
        assert all(judged(verifier, record).sound for verifier in both)
    assert f"games/{world.running}/record.json" not in files


def test_the_readme_says_what_each_kind_of_file_is(files) -> None:
    for part in parts.exported_parts():
        assert f"**{part.name}**" in files["README.md"]
        assert any(name.startswith(part.name) for name in files), part.name


def test_it_is_gathered_step_by_step_into_archives_of_a_bounded_size(world, monkeypatch) -> None:
    whole = takes_along(world.her)
    Export.objects.all().delete()
    monkeypatch.setattr(exports, "FULL", 20_000)
    monkeypatch.setattr(parts, "BATCH", 20)
    monkeypatch.setattr(export_pages, "AT_ONCE", 1)
    in_small = takes_along(world.her)
    assert Archive.objects.count() > 2
    assert {name for name in whole if name.startswith("games/")} <= set(in_small)
    assert all(in_small[name] == whole[name] for name in whole if name.startswith("games/"))
