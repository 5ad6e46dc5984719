"""GET /rulesets and /rulesets/{id}."""

import pytest
from jsonschema import Draft202012Validator

from games.rulesets import bots, registry
from tests.app.api.refusals import refused
from tests.people import Person

pytestmark = pytest.mark.django_db


def test_every_ruleset_is_listed_once(stranger: Person) -> None:
    listed = stranger.get("/rulesets").json
    assert [one["id"] for one in listed["results"]] == list(registry.RULESETS)
    assert listed["next"] is listed["previous"] is None
    for one in listed["results"]:
        whole = stranger.get(f"/rulesets/{one['id']}").json
        told = registry.find_ruleset(one["id"]).presentation is not None
        assert bool(whole.pop("material")) == told
        assert whole == one


def test_a_bot_that_lacks_what_it_thinks_with_is_not_offered(
    stranger: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "UNAVAILABLE", {"expert": "strong"})
    said = stranger.get("/rulesets/turn_the_tide").json
    assert said["bots"] == [*said["levels"]] == ["random", "careful", "strong"]


def test_turn_the_tide_says_who_can_play_it_and_how(
    stranger: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "UNAVAILABLE", {})
    said = stranger.get("/rulesets/turn_the_tide").json
    assert said["name"] == "Turn the Tide"
    assert said["seat_limits"] == {"least": 3, "most": 6}
    assert [(one["id"], one["seat_limits"]) for one in said["editions"]] == [
        ("amigo", {"least": 3, "most": 5}),
        ("gamewright", {"least": 3, "most": 5}),
        ("bga", {"least": 3, "most": 6}),
        ("bga_modified", {"least": 3, "most": 6}),
    ]
    assert said["bots"] == ["random", "careful", "strong", "expert"]
    words = [said["levels"][bot] for bot in said["bots"]]
    assert words == ["beginner", "casual", "strong", "expert"]
    assert set(said["actions"]) == {"play"}


def test_its_schemas_tell_good_from_bad(stranger: Person) -> None:
    said = stranger.get("/rulesets/turn_the_tide").json
    options = Draft202012Validator(said["options"])
    assert options.is_valid({"edition": "bga"})
    assert not options.is_valid({"edition": "none"})
    play = Draft202012Validator(said["actions"]["play"])
    assert play.is_valid({"type": "play", "card": 60})
    for bad in ({"type": "play", "card": 61}, {"type": "play"}, {"type": "roll", "card": 1}):
        assert not play.is_valid(bad)
    order = Draft202012Validator(said["order"])
    assert order.is_valid({"plays": [{"card": 60, "when": {"lower_tide": {"most": 4}}}]})
    assert not order.is_valid({"plays": []})
    assert not order.is_valid({"plays": [{"card": 61}]})


def test_another_ruleset_is_not_found(stranger: Person) -> None:
    refused(stranger.get("/rulesets/chess"), 404, "ruleset_not_found")
