/** High Tide: what its records and standing orders look like. */

import { BOUNDS, WORD } from "../../fields.mjs";
import {
  array,
  either,
  flag,
  inOrder,
  oneOf,
  optional,
  someMembers,
  text,
  whole,
} from "../../forms.mjs";

const EXPANSIONS = ["coins", "shark_alert", "surfer", "baywatch"];

/** Expansions in their order, each once. */
function chosen(expansions) {
  return EXPANSIONS.filter((name) => expansions.includes(name));
}

export function ascending(numbers) {
  return [...numbers].sort((one, other) => one - other);
}

const COLOURS = array(oneOf("black", "purple", "blue", "orange", "yellow", "white"), 1);
const PAIR_WISH = someMembers({ total: BOUNDS, beaches: COLOURS, avoid: COLOURS, dry: flag });
const DIE_WISH = someMembers({ face: BOUNDS, beaches: COLOURS, dry: flag });
const COIN_WISH = someMembers({ beaches: COLOURS, value: BOUNDS });
const TILE_WISH = someMembers({ tile: text(/^B[1-9]$/, "tile"), gain: whole(1) }, ["tile"]);

export const HIGH_TIDE = {
  version: 1,
  seats: [3, 6],
  variant: (options) => ["base", ...options.expansions].join("+"),
  options: {
    expansions: inOrder(array(oneOf(...EXPANSIONS)), chosen),
    beach_length: whole(8, 40),
    rental_start: whole(2, 7),
    large_wave: whole(1, 10),
    small_wave: whole(1, 10),
    // All coins of a colour are different.
    coin_values: inOrder(array(whole(1, 99), 8, 8), (coins) => ascending(new Set(coins))),
    shark_distances: inOrder(array(whole(1, 10), 7, 7), ascending),
  },
  setup: {
    start_order: array(whole(0)),
    coins: optional(array(array(whole(1)))),
    surfers: optional(array(WORD)),
    baywatch_tile: optional(WORD),
  },
  heading: { stage: whole(1), round: whole(1), place: whole(1), decision: WORD },
  order: someMembers({
    take: array(either("roll", PAIR_WISH), 1),
    accept: array(PAIR_WISH),
    reroll: array(DIE_WISH),
    coins: array(either("pass", COIN_WISH), 1),
    tiles: array(TILE_WISH, 1),
  }),
  sittingBegins: ["round_began", "go_began", "towel_placed"],
};
