/** Moves of chairs by dice. The server decides; these are shown before the player seals. */

import {turnOf, turns} from "../../table/reveal.js";

/** @typedef {Api.Schemas["HighTideTable"]} Table */
/** @typedef {import("../contract.js").About} About */
/** @typedef {{beach: string, steps: number}} Step */
/** @typedef {{beach: string, start: number, end: number, wet: boolean}} Move */
/** @typedef {Move & {action: import("../contract.js").Action}} Place */

/** Where the chair of a seat stands on a beach; null if it swims. @param {Table} table @param {string} name @param {number} seat */
function chairAt(table, name, seat) {
  const beach = table.beaches.find((one) => one.beach === name);
  if (!beach || beach.flooded.includes(seat)) return null;
  return beach.chairs.find((one) => one.seats.includes(seat))?.space ?? null;
}

/**
 * The moves of these steps together; two of one beach are added. The first space of the water stops a chair.
 *
 * @param {Table} table
 * @param {number} seat
 * @param {Step[]} steps
 * @returns {Move[]}
 */
export function movesOf(table, seat, steps) {
  const sums = new Map(/** @type {[string, number][]} */ ([]));
  for (const {beach, steps: far} of steps) sums.set(beach, (sums.get(beach) ?? 0) + far);
  return [...sums].flatMap(([beach, far]) => {
    const start = chairAt(table, beach, seat);
    const water = table.beaches.find((one) => one.beach === beach)?.water ?? 0;
    if (start === null) return [];
    const end = Math.max(0, Math.min(start + far, water));
    return [{beach, start, end, wet: end >= water}];
  });
}

/** The steps that an action would make at once; none if chance or another question comes first.
 *
 * @param {import("../contract.js").Action} action
 * @param {Table} table
 * @returns {Step[]}
 */
export function stepsOf(action, table) {
  const inPlay = table.dice ? [table.dice.left, table.dice.right] : [];
  if (isAsTheyLie(action, table)) return inPlay;
  if (action.type === "take") {
    const pair = table.track.spaces.find((one) => one.space === action.space)?.pair;
    return pair ? [pair.left, pair.right].map(({colour, face}) => ({beach: colour, steps: face})) : [];
  }
  return action.type === "tile" ? stepsOfTile(action, table) : [];
}

/** Whether the dice in play move as they lie. @param {import("../contract.js").Action} action @param {Table} table */
function isAsTheyLie({type, dice}, table) {
  if (type === "reroll") return Array.isArray(dice) && !dice.length;
  return type === "accept" || type === "move" || (type === "pass" && table.decision === "tiles");
}

/** What a tile makes the dice do. @param {import("../contract.js").Action} action @param {Table} table @returns {Step[]} */
function stepsOfTile(action, table) {
  if (action.tile === "B3") return [{beach: String(action.beach), steps: Number(action.steps)}];
  if (action.tile === "B8") return stepsOf({type: "take", space: action.space}, table);
  const {dice} = table;
  if (!dice) return [];
  const sides = /** @type {const} */ (["left", "right"]);
  const isMeant = (/** @type {string} */ side) => action.die === side;
  switch (action.tile) {
    case "B4": return [...sides.map((side) => dice[side]), ...sides.filter(isMeant).map((side) => ({beach: String(action.beach), steps: Math.abs(dice[side].steps)}))];
    case "B6": return sides.map((side) => ({beach: dice[side].beach, steps: dice[side].face + Number(action[side])}));
    case "B7": return sides.map((side) => (isMeant(side) ? {...dice[side], beach: String(action.colour)} : dice[side]));
    case "B9": return sides.map((side) => (isMeant(side) ? {...dice[side], steps: -Math.abs(dice[side].steps)} : dice[side]));
    default: return [];
  }
}

/**
 * The places where chairs of a seat would stand, each with its action; of actions that lead to the same place, the first.
 *
 * @param {import("../contract.js").Action[]} actions
 * @param {Table} table
 * @param {number} seat
 * @returns {Place[]}
 */
export function placesOf(actions, table, seat) {
  const places = actions.flatMap((action) => movesOf(table, seat, stepsOf(action, table)).map((move) => ({...move, action})));
  const isFirst = (/** @type {Place} */ one, /** @type {number} */ at) => places.findIndex(({beach, end}) => beach === one.beach && end === one.end) === at;
  return places.filter((one, at) => one.end !== one.start && isFirst(one, at));
}

/**
 * How a player looks, by what everyone sees: afraid where a large wave would reach a chair, and appalled where one is in
 * the water. A surfer of which all know is at ease there.
 *
 * @param {Table} table @param {number} seat @returns {import("../../parts/face.js").Mood}
 */
export function moodOf({beaches, surfers, wave_lengths: waves}, seat) {
  const others = beaches.filter(({beach}) => surfers?.[seat] !== beach);
  if (others.some(({flooded}) => flooded.includes(seat))) return "deepest";
  const isNear = (/** @type {typeof beaches[0]} */ {chairs, water}) => chairs.some(({space, seats}) => space > 0 && seats.includes(seat) && space >= water - waves.large);
  return others.some(isNear) ? "worried" : "dry";
}

/** Whether the surfer tiles lie face down, so that each is seen by its player alone until the game is scored. @param {Table} table */
export const areHidden = (table) => table.surfers === null && table.expansions?.includes("surfer");

/** The beach of a seat's surfer tile, or nothing where there is none or the viewer does not see it. @param {Table} table @param {number} seat @param {About} about */
export function surferOf(table, seat, {game}) {
  const own = game.mine?.seat === seat ? game.mine.surfer : undefined;
  return table.surfers?.[seat] ?? own ?? null;
}

/** The goes since the last one of a seat, and the turn after it; null where either is missing. @param {Api.LoggedEvent[]} events @param {number} seat */
export function goesSince(events, seat) {
  let hasGone = false;
  let from = 0;
  let goes = 0;
  for (const group of turns(events)) {
    if (hasGone && !from) from = turnOf(group);
    for (const {type, data} of group) {
      if (type !== "towel_placed") continue;
      if (data.seat === seat) [hasGone, from, goes] = [true, 0, 0];
      else if (from) goes += 1;
    }
  }
  return goes ? {turn: from, goes} : null;
}
