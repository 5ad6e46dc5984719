"""Examples of actions, orders and events, from a game of three with every expansion."""

from games.rulesets.high_tide.rules.components import SIDES
from games.rulesets.kit.values import Json


def _pair(left: tuple[str, int], right: tuple[str, int]) -> Json:
    return {
        side: {"colour": colour, "face": face}
        for side, (colour, face) in zip(SIDES, (left, right), strict=True)
    }


EXAMPLES: Json = {
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
        "rolled": {"round": 1, "seat": 0, "pair": _pair(("blue", 6), ("yellow", 6))},
        "declined": {"round": 1, "seat": 2, "space": 3, "pair": _pair(("white", 3), ("white", 2))},
        "taken": {"round": 2, "seat": 1, "space": 2, "pair": _pair(("orange", 4), ("black", 1))},
        "rerolled": {
            "round": 2,
            "seat": 0,
            "dice": ["left"],
            "pair": _pair(("yellow", 4), ("white", 3)),
        },
        "tile_used": {"round": 3, "seat": 2, "action": {"type": "tile", "tile": "B1"}},
        "open_dice": {"round": 1, "seat": 0, "pair": _pair(("blue", 6), ("yellow", 6))},
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
        "last_pair_rolled": {"round": 2, "space": 4, "pair": _pair(("purple", 5), ("black", 1))},
        "shark_came": {"round": 1, "beach": "blue", "distance": 1, "seat": 0, "start": 6, "end": 5},
        "wave_laid": {"round": 5, "beach": "purple", "size": "small", "water": 16, "flooded": []},
        "tile_gained": {"round": 1, "seat": 2, "tile": "B1", "next": "B2"},
        "point_gained": {"round": 5, "seat": 2, "points": 1},
        "surfers_revealed": {"round": 5, "surfers": ["white", "black", "yellow"]},
        "game_ended": {"round": 5, "ended_by": "flood", "scores": [9, 11, 20]},
    },
}
