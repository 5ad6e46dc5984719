"""Examples for the schemas, all of them taken from stage 1 of one real game of three."""

from typing import Any

Json = dict[str, Any]

HANDS = [
    [1, 4, 5, 9, 19, 21, 33, 34, 40, 43, 48, 52],
    [8, 10, 12, 16, 20, 23, 24, 32, 44, 45, 53, 60],
    [3, 14, 15, 22, 25, 35, 39, 41, 49, 55, 57, 59],
]


def _seat(seat: int, tide_level: int, preservers: int, played: list[int]) -> Json:
    """One seat of the table when two rounds have been played."""
    return {
        "seat": seat,
        "tide_level": tide_level,
        "preservers": preservers,
        "preservers_at_start": 4,
        "cards_left": 10,
        "played": played,
        "eliminated": False,
        "stage_scores": [],
        "score": 0,
    }


EXAMPLES: Json = {
    "options": {"edition": "amigo"},
    "actions": {"play": {"type": "play", "card": 5}},
    "table": {
        "stage": 1,
        "round": 3,
        "rounds": 12,
        "tides": [9, 10],
        "seats": [
            _seat(0, tide_level=6, preservers=4, played=[43, 19]),
            _seat(1, tide_level=9, preservers=4, played=[10, 8]),
            _seat(2, tide_level=12, preservers=2, played=[41, 3]),
        ],
        "last_round": {
            "stage": 1,
            "round": 2,
            "tides": [9, 6],
            "cards": [{"seat": 0, "card": 19}, {"seat": 1, "card": 8}, {"seat": 2, "card": 3}],
            "losses": [{"seat": 2, "kind": "lost"}],
        },
    },
    "mine": {"hand": [1, 4, 5, 9, 21, 33, 34, 40, 48, 52]},
    "heading": {"stage": 1, "round": 3, "tides": [9, 10]},
    "setup": {"hands": HANDS},
    "shown": {
        "rounds": 5,
        "played": [[43, 19, 5, 34, 33], [10, 8, 60, 32, 53], [41, 3, 55, 14, 35]],
        "tide_levels": [3, 7, 0],
        "preservers_at_start": [4, 4, 4],
        "preservers": [4, 4, 0],
        "eliminated": [False, False, True],
        "bonus": [1, 0, 0],
        "hands": [None, None, None],
    },
    "sealed": {"hands": HANDS},
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
