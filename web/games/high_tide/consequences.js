/** Consequences of an answer beyond the moves: dice to come, the next question, chairs that get wet. */

import {listed, t} from "../../words.js";
import {colourName} from "./dice.js";
import {movesOf, stepsOf, surferOf} from "./moves.js";

/** @typedef {import("../contract.js").Action} Action */
/** @typedef {Api.Schemas["HighTideTable"]} Table */

/** @param {{action: Action, table: Table, about: import("../contract.js").About}} props */
export default function Consequences({action, table, about}) {
  const seat = about.game.mine?.seat ?? -1;
  const wet = movesOf(table, seat, stepsOf(action, table)).filter((one) => one.wet && surferOf(table, seat, about) !== one.beach);
  const drowned = wet.length ? t("In the water a chair gets no points, and the game ends with this round: {beaches}.", {beaches: listed(wet.map((one) => colourName(one.beach)))}) : "";
  return [afterwards(action, table, seat), drowned].filter(Boolean).join(" ");
}

/** @param {Action} action @param {Table} table @param {number} seat */
function afterwards(action, table, seat) {
  switch (action.type) {
    case "roll": return `${t("Two dice come out of the bag.")} ${free(table) > 1 ? t("You can then decline them.") : t("You must accept them, because only one space is free.")}`;
    case "take": return rerolls(Number(action.space));
    case "reroll": return Array.isArray(action.dice) && action.dice.length ? t("The new roll counts.") : "";
    case "coin": return owned(String(action.beach), table, seat);
    case "tile": return t("The tile is used up.");
    default: return "";
  }
}

/** Spaces on which a pair that is declined could lie. @param {Table} table */
const free = ({track}) => track.spaces.filter((one) => one.available && one.towel === null && one.pair === null).length;

/** What the rules allow a pair from this space of the track. @param {number} space */
function rerolls(space) {
  if (space === 1) return t("Before the chairs move, you may re-roll one or both dice.");
  if (space === 2) return t("Before the chairs move, you may re-roll one of the dice.");
  return t("The dice count as they are.");
}

/** Each player takes one coin of a colour. @param {string} beach @param {Table} table @param {number} seat */
function owned(beach, table, seat) {
  const others = (table.coins ?? []).flatMap((one, at) => (at !== seat && /** @type {any} */ (one)[beach] ? [/** @type {any} */ (one)[beach]] : []));
  const colour = colourName(beach);
  return others.length ? t("Other players' coins of {colour}: {coins}. You can take one coin of each colour.", {colour, coins: others.join(", ")}) : t("No other player has a coin of {colour} yet. You can take one coin of each colour.", {colour});
}
