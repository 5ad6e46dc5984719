"""A webhook at a receiver that answers at the second or third try."""

from collections import Counter

from tests.receiver import Arrived, receiving
from tests.system.flows.table import seated
from tests.system.flows.test_webhooks import (
    AMIGO,
    SOON,
    Newcomers,
    all_arrive,
    deliveries,
    makes,
    state,
)
from tests.system.local.project import eventually


def test_a_receiver_that_fails_now_and_then_misses_nothing(newcomers: Newcomers) -> None:
    people = newcomers(3)
    tries: Counter[str] = Counter()

    def fails_at_first(arrived: Arrived) -> int:
        tries[arrived.id] += 1
        return 204 if tries[arrived.id] > int(arrived.id.encode()[-1]) % 3 else 503

    with receiving(fails_at_first) as receiver:
        hook = makes(people[0], receiver.url)
        game = seated(people, AMIGO, [])["id"]
        for _ in range(3):
            number = people[0].sees(game)["turn"]["number"]
            for person in people:
                person.seals(game, number, person.sees(game)["mine"]["fallback"])
        wanted = all_arrive(receiver, people[0], hook["after"])
        eventually(
            lambda: deliveries(people[0], hook, state="waiting") == [],
            "everything is delivered",
            SOON,
        )
    bodies: dict[str, set[bytes]] = {}
    for one in receiver.arrived:
        bodies.setdefault(one.id, set()).add(one.body)
    assert len(bodies) == len(wanted)
    assert all(len(found) == 1 for found in bodies.values())
    assert max(tries.values()) == 3
    assert deliveries(people[0], hook, state="failed") == []
    assert state(people[0], hook)["failing_since"] is None
