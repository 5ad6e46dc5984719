/** Actions of High Tide in words, and what follows from them. */

import {listed, t} from "../../words.js";
import {colourName} from "./dice.js";
import {movesOf, stepsOf, surferOf} from "./moves.js";

/** @typedef {import("../contract.js").Action} Action */
/** @typedef {Api.Schemas["HighTideTable"]} Table */

/** An action, with what it would do where that is certain. @param {Action} action @param {Table} table @param {import("../contract.js").About} about */
export function actionWords(action, table, about) {
  const seat = about.game.mine?.seat ?? 0;
  const steps = stepsOf(action, table);
  const moves = movesOf(table, seat, steps).map(moveWords);
  const then = steps.length === 0 ? "" : `: ${moves.length ? listed(moves) : t("no chair moves")}`;
  return plain(action, table) + then;
}

/** What the button says that plays an action. @param {Action} action */
export function buttonWord(action) {
  switch (action.type) {
    case "roll": return t("Roll");
    case "take":
    case "coin": return t("Take");
    case "accept": return t("Accept");
    case "decline": return t("Decline");
    case "move": return t("Move");
    case "pass": return t("Continue");
    case "reroll": return /** @type {string[]} */ (action.dice).length ? t("Re-roll") : t("Keep");
    default: return t("Use the tile");
  }
}

/** @param {import("./moves.js").Move} move */
export function moveWords({beach, start, end, wet}) {
  const words = {beach: colourName(beach), start: start || t("bar"), end};
  return wet ? t("{beach} {start} → into the water", words) : t("{beach} {start} → {end}", words);
}

/** @param {Action} action @param {Table} table */
function plain(action, table) {
  const {space, value} = {space: Number(action.space ?? 0), value: coinAt(action, table)};
  switch (action.type) {
    case "roll": return t("Roll two dice");
    case "take": return t("Take the pair on space {space}", {space});
    case "accept": return t("Accept");
    case "decline": return t("Decline: the pair goes on the track, and you roll again");
    case "move": return t("Move");
    case "coin": return t("Take the coin worth {value} from the {beach} beach", {value, beach: colourName(String(action.beach))});
    case "pass": return table.decision === "coin" ? t("Leave the coins") : t("Use no tile");
    case "reroll": return reroll(/** @type {string[]} */ (action.dice), table);
    default: return t("Tile {name}: {use}", {name: String(action.tile), use: tileUse(action, table)});
  }
}

/** @param {Action} action @param {Table} table */
function coinAt(action, table) {
  const beach = table.beaches.find((one) => one.beach === action.beach);
  return beach?.coins?.find((one) => one.space === action.space)?.value ?? "?";
}

/** @param {string[]} dice @param {Table} table */
function reroll(dice, table) {
  if (!dice.length) return t("Keep both dice");
  return t("Re-roll {dice}", {dice: listed(dice.map((side) => dieWords(side, table)))});
}

/** @param {string} side @param {Table} table */
function dieWords(side, table) {
  const die = side === "left" ? table.dice?.left : table.dice?.right;
  return die ? t("{colour} {face}", {colour: colourName(die.colour), face: die.face}) : side;
}

/** What a tile would do. @param {Action} action @param {Table} table */
export function tileUse(action, table) {
  const die = typeof action.die === "string" ? dieWords(action.die, table) : "";
  const beach = colourName(String(action.beach ?? action.colour ?? ""));
  /** @type {Record<string, () => string>} */
  const uses = {
    B1: () => t("the rental moves on"),
    B2: () => t("play first"),
    B3: () => t("{beach} chair {n} on", {beach, n: action.steps}),
    B4: () => t("{die} moves the {beach} chair too", {die, beach}),
    B5: () => t("re-roll {die}", {die}),
    B6: () => t("{left} on the left die, {right} on the right", {left: signed(action.left), right: signed(action.right)}),
    B7: () => t("{die} counts as {beach}", {die, beach}),
    B8: () => t("put the roll away, take the pair on space {n}", {n: action.space}),
    B9: () => t("{die} moves its chair back", {die}),
  };
  return uses[String(action.tile)]?.() ?? "";
}

/** @param {unknown} n */
const signed = (n) => (Number(n) > 0 ? `+${n}` : String(n));

/** Consequences of an answer beyond the moves: dice to come, the next question, chairs that get wet. @param {Action} action @param {Table} table @param {import("../contract.js").About} about */
export function consequenceWords(action, table, about) {
  const seat = about.game.mine?.seat ?? -1;
  const wet = movesOf(table, seat, stepsOf(action, table)).filter((one) => one.wet && surferOf(table, seat, about) !== one.beach);
  const drowned = wet.length ? t("In the water a chair gets no points, and the game ends with this round: {beaches}.", {beaches: listed(wet.map((one) => colourName(one.beach)))}) : "";
  return [afterwards(action, table, seat), drowned].filter(Boolean).join(" ");
}

/** @param {Action} action @param {Table} table @param {number} seat */
function afterwards(action, table, seat) {
  switch (action.type) {
    case "roll": return `${t("Two dice come out of the bag.")} ${free(table) > 1 ? t("You can then decline them.") : t("You must accept them, because only one space is free.")}`;
    case "decline": return t("The pair goes on the track, where anyone can take it. You draw two new dice from the bag.");
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
