/** What follows from an answer besides the moves: where chance or the next question comes in, and what is lost by it. */

import {listed, t} from "../../words.js";
import {colourName} from "./dice.js";
import {movesOf, stepsOf} from "./moves.js";
import {surferOf} from "./surfers.js";

/** @typedef {import("../contract.js").Action} Action */
/** @typedef {Api.Schemas["HighTideTable"]} Table */

/** @param {Action} action @param {Table} table @param {import("../contract.js").About} about */
export function afterWords(action, table, about) {
  const seat = about.game.mine?.seat ?? -1;
  const wet = movesOf(table, seat, stepsOf(action, table)).filter((one) => one.wet && surferOf(table, seat, about) !== one.beach);
  const drowned = wet.length ? t("In the water a chair gets no points, and the game ends with this round: {beaches}.", {beaches: listed(wet.map((one) => colourName(one.beach)))}) : "";
  return [plain(action, table, seat), drowned].filter(Boolean).join(" ");
}

/** @param {Action} action @param {Table} table @param {number} seat */
function plain(action, table, seat) {
  switch (action.type) {
    case "roll": return `${t("Two dice come out of the bag.")} ${free(table) > 1 ? t("You may decline them then.") : t("You must accept them then, for one space is free.")}`;
    case "decline": return t("The pair lies on the track for whoever wants it; the bag gives you two new dice.");
    case "take": return rerolls(Number(action.space));
    case "reroll": return Array.isArray(action.dice) && action.dice.length ? t("What falls then counts.") : "";
    case "coin": return owned(String(action.beach), table, seat);
    case "tile": return t("The tile is used up.");
    default: return "";
  }
}

/** Spaces on which a pair that is declined could lie. @param {Table} table */
const free = ({track}) => track.spaces.filter((one) => one.available && one.towel === null && one.pair === null).length;

/** What the rules allow a pair from this space of the track. @param {number} space */
function rerolls(space) {
  if (space === 1) return t("Before it moves you may roll one of the dice again, or both.");
  if (space === 2) return t("Before it moves you may roll one of the dice again.");
  return t("It moves as it lies.");
}

/** Each player takes one coin of a colour. @param {string} beach @param {Table} table @param {number} seat */
function owned(beach, table, seat) {
  const others = (table.coins ?? []).flatMap((one, at) => (at !== seat && /** @type {any} */ (one)[beach] ? [/** @type {any} */ (one)[beach]] : []));
  const colour = colourName(beach);
  return others.length ? t("Coins of {colour} with others: {coins}. You take one of each colour at most.", {colour, coins: others.join(", ")}) : t("Nobody else has a coin of {colour} yet. You take one of each colour at most.", {colour});
}
