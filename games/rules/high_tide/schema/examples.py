"""Examples of all that is sent, from a game of three with every expansion."""

from typing import Any

from games.rules.high_tide.schema.example_table import TABLE

EXAMPLES: dict[str, Any] = {
    "options": {
        "expansions": ["coins", "shark_alert", "surfer", "baywatch"],
        "beach_length": 20,
        "rental_start": 4,
        "large_wave": 3,
        "small_wave": 2,
        "coin_values": [1, 2, 3, 4, 5, 6, 7, 8],
        "shark_distances": [1, 1, 2, 2, 3, 3, 4],
    },
    "table": TABLE,
    "mine": {},
    "heading": {"stage": 4, "round": 4, "place": 2, "decision": "accept"},
    "setup": {
        "start_order": [0, 1, 2],
        "coins": [
            [6, 1, 4, 3, 7, 2, 5, 8],
            [7, 4, 5, 6, 8, 1, 3, 2],
            [1, 8, 7, 4, 5, 2, 6, 3],
            [2, 5, 6, 4, 7, 8, 3, 1],
            [2, 4, 7, 1, 6, 5, 8, 3],
            [3, 8, 1, 7, 4, 5, 6, 2],
        ],
        "surfers": ["black", "purple", "white"],
        "baywatch_tile": "B1",
    },
    "shown": {
        "waves": [
            {"beach": "orange", "size": "large", "water": 15, "flooded": [1]},
            {"beach": "purple", "size": "small", "water": 16, "flooded": []},
        ],
        "shark": {"beach": "yellow", "distance": 1, "seat": 2, "start": 4, "end": 3},
        "order": None,
        "tile": None,
        "ended_by": "flood",
        "points": {
            "beaches": [
                {"beach": "black", "points": [0, 4, 1]},
                {"beach": "purple", "points": [2, 0, 4]},
                {"beach": "blue", "points": [2, 0, 4]},
                {"beach": "orange", "points": [1, 0, 4]},
                {"beach": "yellow", "points": [0, 1, 4]},
                {"beach": "white", "points": [4, 2, 0]},
            ],
            "coins": [0, 4, 2],
            "open_dice": [0, 0, 1],
            "totals": [9, 11, 20],
        },
    },
    "sealed": {},
    "order": {
        "take": [
            {"total": {"least": 8}, "beaches": ["orange", "white"], "dry": True},
            "roll",
            {"dry": True},
        ],
        "accept": [{"total": {"least": 7}, "dry": True}, {"beaches": ["black"], "dry": True}],
        "reroll": [{"dry": False}, {"face": {"most": 2}}],
        "coins": [{"value": {"least": 6}}, {"beaches": ["black", "white"]}, "pass"],
        "tiles": [{"tile": "B4"}, {"tile": "B6", "gain": 2}],
    },
    "actions": {
        "roll": {"type": "roll"},
        "take": {"type": "take", "space": 3},
        "reroll": {"type": "reroll", "dice": ["left"]},
        "accept": {"type": "accept"},
        "decline": {"type": "decline"},
        "move": {"type": "move"},
        "coin": {"type": "coin", "beach": "blue", "space": 8},
        "pass": {"type": "pass"},
        "tile": {"type": "tile", "tile": "B4", "die": "left", "beach": "white"},
    },
    "events": {
        "round_began": {"round": 1, "order": [0, 1, 2], "alert": "blue"},
        "go_began": {"round": 1, "place": 1, "seat": 0, "rental": 4},
        "rolled": {
            "round": 1,
            "seat": 0,
            "pair": {
                "left": {"colour": "blue", "face": 6},
                "right": {"colour": "yellow", "face": 6},
            },
        },
        "declined": {
            "round": 1,
            "seat": 2,
            "space": 3,
            "pair": {
                "left": {"colour": "white", "face": 3},
                "right": {"colour": "white", "face": 2},
            },
        },
        "taken": {
            "round": 2,
            "seat": 1,
            "space": 2,
            "pair": {
                "left": {"colour": "orange", "face": 4},
                "right": {"colour": "black", "face": 1},
            },
        },
        "rerolled": {
            "round": 2,
            "seat": 0,
            "dice": ["left"],
            "pair": {
                "left": {"colour": "yellow", "face": 4},
                "right": {"colour": "white", "face": 3},
            },
        },
        "tile_used": {"round": 3, "seat": 2, "action": {"type": "tile", "tile": "B1"}},
        "open_dice": {
            "round": 1,
            "seat": 0,
            "pair": {
                "left": {"colour": "blue", "face": 6},
                "right": {"colour": "yellow", "face": 6},
            },
        },
        "chair_moved": {
            "round": 5,
            "seat": 2,
            "beach": "white",
            "start": 5,
            "end": 7,
            "in_water": False,
        },
        "coin_taken": {"round": 1, "seat": 1, "beach": "orange", "space": 5, "value": 7},
        "towel_placed": {"round": 1, "seat": 0, "space": 1},
        "last_pair_rolled": {
            "round": 2,
            "space": 4,
            "pair": {
                "left": {"colour": "purple", "face": 5},
                "right": {"colour": "black", "face": 1},
            },
        },
        "shark_came": {"round": 1, "beach": "blue", "distance": 1, "seat": 0, "start": 6, "end": 5},
        "wave_laid": {"round": 5, "beach": "purple", "size": "small", "water": 16, "flooded": []},
        "tile_gained": {"round": 1, "seat": 2, "tile": "B1", "next": "B2"},
        "point_gained": {"round": 5, "seat": 2, "points": 1},
        "game_ended": {"round": 5, "ended_by": "flood", "scores": [9, 11, 20]},
    },
}
