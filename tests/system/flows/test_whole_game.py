"""Whole games over the API."""

from collections.abc import Callable

from tests.people import Person


def test_three_people_play_to_the_end(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str]
) -> None:
    game = table()
    while (seen := ann.sees(game))["status"] == "running":
        for person in (ann, bob, cat):
            if person.sees(game)["mine"]["legal_actions"]:
                assert person.seals_anything(game).status == 200
    assert seen["status"] == "finished"
    assert seen["result"]["scores"] == [seat["score"] for seat in seen["seats"]]
    record = ann.get(f"/games/{game}/record").json
    assert len(record["stages"]) == 3
