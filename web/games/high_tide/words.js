/** Actions of High Tide in words. */

import {listed, t} from "../../words.js";
import {colourName, dieWords} from "./dice.js";
import {movesOf, stepsOf} from "./moves.js";

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
  return t("Re-roll {dice}", {dice: listed(dice.map((side) => sideWords(side, table)))});
}

/** @param {string} side @param {Table} table */
function sideWords(side, table) {
  const die = side === "left" ? table.dice?.left : table.dice?.right;
  return die ? dieWords(die.colour, die.face) : side;
}

/** What a tile would do. @param {Action} action @param {Table} table */
export function tileUse(action, table) {
  const die = typeof action.die === "string" ? sideWords(action.die, table) : "";
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
