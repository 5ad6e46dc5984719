"""Descriptions of the events of this game, for authors of clients."""

from games.rules.ruleset import EventText

EVENT_TEXTS: dict[str, EventText] = {
    "round_began": EventText(
        "A round begins: `order` has the seats in the order in which they play, `alert` the beach to "
        "which the shark comes, null without Shark Alert.",
        "At the start, and after the waves of each round but the last.",
    ),
    "go_began": EventText(
        "This seat's go begins, in which it rolls or takes; `rental` is the space of the track on which the "
        "rental lies.",
        "Once for each seat in a round, after the question whether a seat uses a tile before it.",
    ),
    "rolled": EventText(
        "Two dice were drawn from the bag and rolled.",
        "When a seat rolls, and each time after it has declined a roll.",
    ),
    "declined": EventText(
        "A roll was declined and put on this space of the track.",
        "When a seat declines, or puts the roll on the track with tile B8.",
    ),
    "taken": EventText(
        "A pair was taken from this space of the track.",
        "When a seat takes a pair instead of rolling, or with tile B8 after it.",
    ),
    "rerolled": EventText(
        "One or both dice of the pair were rolled again; `pair` is the result.",
        "After `taken`, and with tile B5.",
    ),
    "tile_used": EventText(
        "A Baywatch tile was used; `action` says which one and how.",
        "Before what the tile does.",
    ),
    "open_dice": EventText(
        "This pair has become the open dice, and its seat their owner.",
        "With Baywatch, when the first pair of a round is played, and each with the same total or less.",
    ),
    "chair_moved": EventText(
        "A chair has moved along its beach; `in_water` tells whether it stands in the water now.",
        "For each chair that dice or a tile move, unless it stays where it was.",
    ),
    "coin_taken": EventText(
        "A coin was taken from this space of the beach.",
        "With Coins, when a seat has come to a coin and takes it.",
    ),
    "towel_placed": EventText(
        "The seat's go is over and its towel lies on this space of the track.",
        "At the end of each go.",
    ),
    "last_pair_rolled": EventText(
        "Two dice were rolled for the waves, because no pair was left on the track.",
        "At the end of a round, before the waves.",
    ),
    "shark_came": EventText(
        "The shark has come to the alerted beach, and its foremost chair on sand goes back; `seat`, "
        "`start` and `end` are null where there is none.",
        "With Shark Alert, at the end of each round before the waves.",
    ),
    "wave_laid": EventText(
        "A wave has come over a beach; `flooded` has the seats whose chairs it has reached.",
        "Twice at the end of each round: the large wave, then the small one.",
    ),
    "tile_gained": EventText(
        "The owner of the open dice has gained the tile that lay face up; `next` is the one that lies "
        "there now.",
        "With Baywatch, after the waves of each round but the last, if there are open dice.",
    ),
    "point_gained": EventText(
        "The owner of the open dice has gained a point in the place of a tile.",
        "With Baywatch, after the waves of the last round, if there are open dice.",
    ),
    "surfers_revealed": EventText(
        "The surfer tiles are turned up: `surfers` has the beach of each, by seat.",
        "Where they were hidden, before `game_ended`.",
    ),
    "game_ended": EventText(
        "The game is over by its rules: by a chair in the water, or after the last round. `finished` "
        "follows.",
        "After the waves of the last round.",
    ),
}
