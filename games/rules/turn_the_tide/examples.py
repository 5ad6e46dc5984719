"""Examples of actions, orders and events, all of them from stage 1 of one real game of three."""

from typing import Any

Json = dict[str, Any]

EXAMPLES: Json = {
    "actions": {"play": {"type": "play", "card": 5}},
    "order": {
        "plays": [
            {"card": 52, "when": {"lower_tide": {"most": 5}, "higher_tide": {"least": 9}}},
            {"card": 48, "when": {"lower_tide": {"most": 5}}},
            {"card": 21, "when": {"higher_tide": {"most": 6}}},
            {"card": 1},
            {"card": 4},
        ]
    },
    "events": {
        "stage_began": {"stage": 1, "preservers": [4, 4, 4]},
        "tides_revealed": {"stage": 1, "round": 1, "tides": [5, 12]},
        "cards_revealed": {
            "stage": 1,
            "round": 1,
            "cards": [{"seat": 0, "card": 43}, {"seat": 1, "card": 10}, {"seat": 2, "card": 41}],
        },
        "tides_taken": {
            "stage": 1,
            "round": 1,
            "taken": [{"seat": 0, "tide": 5}, {"seat": 2, "tide": 12}],
        },
        "preserver_lost": {"stage": 1, "round": 1, "seat": 2, "left": 3},
        "eliminated": {"stage": 1, "round": 5, "seat": 2},
        "stage_ended": {
            "stage": 1,
            "scores": [5, 4, -1],
            "preservers": [4, 4, 0],
            "eliminated": [False, False, True],
            "bonus": [1, 0, 0],
        },
    },
}
