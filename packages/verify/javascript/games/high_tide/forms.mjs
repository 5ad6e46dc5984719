/** High Tide: what its records and standing orders look like. */

import { at, Fault } from "../../faults.mjs";
import { bounds, WORD } from "../../fields.mjs";
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
import { ascending } from "../../lists.mjs";

const EXPANSIONS = ["coins", "shark_alert", "surfer", "baywatch"];

/** Expansions in their order, each once. */
function chosen(expansions) {
  return EXPANSIONS.filter((name) => expansions.includes(name));
}

const COLOUR = oneOf("black", "purple", "blue", "orange", "yellow", "white");
const COLOURS = inOrder(array(COLOUR, 1), (colours) => [...new Set(colours)]);
const PAIR_WISH = someMembers({
  total: bounds(2, 12),
  beaches: COLOURS,
  avoid: COLOURS,
  dry: flag,
});
const DIE_WISH = someMembers({ face: bounds(1, 6), beaches: COLOURS, dry: flag });
const COIN_WISH = someMembers({ beaches: COLOURS, value: bounds(1, 99) });
const TILE_WISH = someMembers({ tile: text(/^B[1-9]$/, "tile"), gain: whole(1, 12) }, ["tile"]);
const MOST_WISHES = 20;

/** The form of a standing order: a game without coins or Baywatch has no wishes for them. */
function orderForm({ expansions }) {
  const wishes = {
    take: array(either("roll", PAIR_WISH), 1, MOST_WISHES),
    accept: array(PAIR_WISH, 0, MOST_WISHES),
    reroll: array(DIE_WISH, 0, MOST_WISHES),
  };
  if (expansions.includes("coins")) {
    wishes.coins = array(either("pass", COIN_WISH), 1, MOST_WISHES);
  }
  if (expansions.includes("baywatch")) wishes.tiles = array(TILE_WISH, 1, MOST_WISHES);
  return someMembers(wishes);
}

const OPTIONS = {
  expansions: inOrder(array(oneOf(...EXPANSIONS)), chosen),
  beach_length: whole(8, 40),
  rental_start: whole(2, 7),
  large_wave: whole(1, 10),
  small_wave: whole(1, 10),
  // All coins of a colour are different.
  coin_values: inOrder(array(whole(1, 99), 8, 8), (coins) => ascending(new Set(coins))),
  shark_distances: inOrder(array(whole(1, 10), 7, 7), ascending),
};
/** There where surfer tiles are hidden, and missing in every other game. */
const HIDDEN_SURFERS = { surfers: oneOf("hidden") };

function nameVariant(options) {
  const hidden = Object.hasOwn(options, "surfers") ? ", surfers hidden" : "";
  return ["base", ...options.expansions].join("+") + hidden;
}

function checkOptions(value, place) {
  someMembers({ ...OPTIONS, ...HIDDEN_SURFERS }, Object.keys(OPTIONS))(value, place);
  if (Object.hasOwn(value, "surfers") && !value.expansions.includes("surfer")) {
    throw new Fault(at(place, "surfers"), "is of no game without surfers");
  }
}

export const HIGH_TIDE = {
  version: 1,
  seats: [3, 6],
  variant: nameVariant,
  options: checkOptions,
  bots: ["random", "careful", "strong"],
  setup: {
    start_order: array(whole(0)),
    coins: optional(array(array(whole(1)))),
    surfers: optional(array(WORD)),
    baywatch_tile: optional(WORD),
  },
  heading: { stage: whole(1), round: whole(1), place: whole(1), decision: WORD },
  order: orderForm,
  sittingBegins: ["round_began", "go_began", "towel_placed"],
};
