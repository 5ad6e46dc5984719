/** What lies before the player: the dice to roll or in play, and all answers that have no place on the table. */

import {Lazy} from "../../parts/lazy.js";
import {Tip} from "../../parts/tips.js";
import {html} from "../../vendor/preact.js";
import {listed, t} from "../../words.js";
import {Die, Pair, colourName, dieWords} from "./dice.js";
import {movesOf, stepsOf} from "./moves.js";
import {Press} from "./press.js";
import {actionWords, buttonWord, tileUse} from "./words.js";

/** @typedef {import("../contract.js").Action} Action */
/** @typedef {import("./press.js").Play} Play */

const consequences = () => import("./consequences.js");

/** What is asked, by the decision. @type {Record<string, () => string>} */
const PROMPTS = {
  choose: () => t("Roll, or take a pair from the track."),
  accept: () => t("Press the dice to play them, or decline."),
  reroll: () => t("Press what you roll again, or keep both dice."),
  tiles: () => t("Press the dice to move, or use a tile."),
  coin: () => t("Press a coin, or leave the coins."),
  interrupt: () => t("Use a tile before the next go, or none."),
};

/** @param {{play: Play, looked: Action | null, tile: string | null}} props `tile`: the one whose uses are shown */
export function Hand({play, looked, tile}) {
  const {table, about, actions} = play;
  const {dice} = table;
  const isAsked = actions.length > 0;
  const told = about.overlay?.("words", about);
  if (!isAsked && !dice && !told) return null;
  return html`<section class="panel in-hand" aria-label=${t("What do you do?")}>
    <div class="words">${told ? html`<p class="foretold happens">${told}</p>` : dice && !looked && html`<${Counts} dice=${dice} offer=${table.offer} about=${about} isAsked=${isAsked} />`}
      ${isAsked && html`<${Foretold} play=${play} looked=${looked} />`}</div>
    <${Buttons} play=${play} />
    ${tile && html`<fieldset class="tile-uses"><legend>${t("Tile {name}", {name: tile})}</legend>
      ${actions.filter((one) => one.tile === tile).map((one) => html`<${Press} key=${JSON.stringify(one)} action=${one} play=${play} moves=${1} look="option use" word=${tileUse(one, table)} />`)}</fieldset>`}
    ${isAsked && html`<${Tip} of=${tipOf(table.decision)} />`}
  </section>`;
}

/** The dice, and the answers that have no place on the table. @param {{play: Play}} props */
function Buttons({play}) {
  const {table, about, actions} = play;
  const {dice} = table;
  const inHand = actions.filter((one) => one.type !== "take" && one.type !== "coin" && one.type !== "tile");
  return html`<div class="to-press">
    ${dice && !inHand.some(showsDice) && html`<${Pair} pair=${dice} />`}
    ${inHand.map((one) => html`<${Press} key=${one.type + one.dice} action=${one} play=${play} moves=${movesOf(table, about.game.mine?.seat ?? -1, stepsOf(one, table)).length} look=${lookOf(one)} word=${wordOf(one, table.decision)}>${shownOn(one, dice)}<//>`)}
  </div>`;
}

/** What is looked at and what follows from it, or what is asked. @param {{play: Play, looked: Action | null}} props */
const Foretold = ({play: {table, about, actions}, looked}) =>
  html`<p class="foretold">${looked ? html`<strong>${actionWords(looked, table, about)}</strong> <${Lazy} load=${consequences} action=${looked} table=${table} about=${about} />` : prompt(table.decision, actions)}</p>`;

/** @param {string} decision @param {Action[]} actions */
const prompt = (decision, actions) => (decision === "choose" && !actions.some(({type}) => type === "roll") ? t("Take a pair from the track.") : (PROMPTS[decision]?.() ?? ""));

/** @param {string} decision */
const tipOf = (decision) => (decision === "choose" ? "high.choose" : "high.dice");

/** Whether the dice in play are on the button. @param {Action} action */
const showsDice = ({type, dice}) => type === "accept" || type === "move" || (type === "reroll" && !(/** @type {unknown[]} */ (dice).length));

/** @param {Action} action */
const lookOf = (action) => (action.type === "roll" || showsDice(action) ? "option by-dice main" : "option by-dice");

/** @param {Action} action @param {string} decision */
function wordOf(action, decision) {
  if (action.type === "pass") return decision === "coin" ? t("Leave the coins") : t("Use no tile");
  const dice = /** @type {string[]} */ (action.type === "reroll" ? action.dice : []);
  return dice.length === 2 ? t("Re-roll both") : buttonWord(action);
}

/** What lies on the button. @param {Action} action @param {Api.Schemas["HighTideTable"]["dice"]} dice */
function shownOn(action, dice) {
  if (action.type === "roll") return html`<svg class="cup" viewBox="0 0 74 44" aria-hidden="true"><g transform="rotate(-9 22 22)"><rect x="3" y="3" width="36" height="36" rx="9" /><circle cx="13" cy="13" r="4" /><circle cx="29" cy="13" r="4" /><circle cx="21" cy="21" r="4" /><circle cx="13" cy="29" r="4" /><circle cx="29" cy="29" r="4" /></g>
    <g transform="rotate(12 54 24)"><rect x="36" y="5" width="34" height="34" rx="9" /><circle cx="45" cy="14" r="4" /><circle cx="61" cy="30" r="4" /><circle cx="53" cy="22" r="4" /></g></svg>`;
  if (!dice) return null;
  if (showsDice(action)) return html`<${Pair} pair=${dice} />`;
  const sides = /** @type {("left" | "right")[]} */ (action.type === "reroll" ? action.dice : []);
  return sides.length === 1 && sides[0] ? html`<${Die} ...${dice[sides[0]]} />` : null;
}

/** Whose dice they are, and what tiles have made of them. @param {{dice: NonNullable<Api.Schemas["HighTideTable"]["dice"]>, offer: Api.Schemas["HighTideTable"]["offer"], about: import("../contract.js").About, isAsked: boolean}} props */
function Counts({dice, offer, about, isAsked}) {
  const both = [dice.left, dice.right];
  const said = {name: about.names(dice.seat), pair: listed(both.map((one) => dieWords(one.colour, one.face)))};
  const changed = both.filter((one) => one.beach !== one.colour || one.steps !== one.face);
  return html`<p class="whose"><span>${dice.space === null ? t("{name} rolled {pair}.", said) : t("{name} took {pair}.", said)}</span>
    ${changed.map((one) => html` <small>${t("{die} counts as {other}", {die: dieWords(one.colour, one.face), other: dieWords(one.beach, one.steps)})}</small>`)}
    ${offer && !isAsked && html` <small>${t("{name} may take a coin on the {beach} beach.", {name: about.names(offer.seat), beach: colourName(offer.beach)})}</small>`}</p>`;
}
