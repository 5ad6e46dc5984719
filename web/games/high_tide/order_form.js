/** A standing order of High Tide: for each decision what the player prefers, the best first. */

import {RankedList, withoutUndefined} from "../../game_menu/ranked_list.js";
import {html} from "../../vendor/preact.js";
import {t} from "../../words.js";
import {EntryForm, entryWords} from "./order_entry.js";

/** @typedef {"take" | "accept" | "reroll" | "coins" | "tiles"} Part */
/** @typedef {"pair" | "die" | "coin" | "tile"} Kind */
/** @typedef {"roll" | "pass" | Record<string, any>} Entry */
/** @typedef {Partial<Record<Part, Entry[]>>} Order */

const MOST = 20;

/**
 * The parts in the order in which decisions come. `other` is what else an entry can say; `expansion` what
 * has to be played with for the decision to come at all.
 *
 * @type {{part: Part, kind: Kind, other?: "roll" | "pass", expansion?: string, label: () => string, begin: () => Entry}[]}
 */
export const PARTS = [
  {part: "take", kind: "pair", other: "roll", label: () => t("A pair to take from the track, or to roll"), begin: () => ({dry: true})},
  {part: "accept", kind: "pair", label: () => t("A roll to accept; all others are declined"), begin: () => ({dry: true})},
  {part: "reroll", kind: "die", label: () => t("Dice of a taken pair to roll again"), begin: () => ({dry: false})},
  {part: "coins", kind: "coin", other: "pass", expansion: "coins", label: () => t("A coin to take, or to leave the coins"), begin: () => ({value: {least: 1}})},
  {part: "tiles", kind: "tile", expansion: "baywatch", label: () => t("Tiles to use"), begin: () => ({tile: "B1"})},
];

/** @param {Api.Schemas["Game"]} game */
function partsOf(game) {
  /** @type {string[]} */
  const expansions = /** @type {any} */ (game.options).expansions ?? [];
  return PARTS.filter((one) => one.expansion === undefined || expansions.includes(one.expansion));
}

/** @type {import("../contract.js").OrderForm} */
const form = {
  blank: () => ({}),
  isEmpty: (/** @type {Order} */ order) => Object.keys(order).length === 0,
  Form: Writing,
  words: (/** @type {Order} */ order, game) =>
    partsOf(game).map(({part, kind, label}) => {
      const entries = order[part];
      const words = entries?.map((one, at) => `${at + 1}. ${entryWords(one, kind)}`).join("; ");
      return `${label()}: ${words ? words : entries ? t("none") : t("left to the server")}`;
    }),
};
export default form;

/** @param {{order: Order, change: (order: Order) => void, game: Api.Schemas["Game"]}} props */
function Writing({order, change, game}) {
  return html`<p class="quiet">${t("In each list, the first entry that fits is played. A decision without a list is left to the server.")}</p>
    ${partsOf(game).map((one) => html`<${PartForm} key=${one.part} ...${one} game=${game} entries=${order[one.part] ?? []}
      change=${(now) => change(withoutUndefined({...order, [one.part]: now.length ? now : undefined}))} />`)}`;
}

/** @param {{game: Api.Schemas["Game"], kind: Kind, other?: "roll" | "pass", label: () => string, begin: () => Entry, entries: Entry[], change: (entries: Entry[]) => void}} props */
function PartForm({game, kind, other, label, begin, entries, change}) {
  const isFull = entries.length >= MOST;
  /** @param {Entry} entry */
  const add = (entry) => isFull || change([...entries, entry]);
  /** @type {Record<Kind, () => string>} */
  const words = {pair: () => t("Add a pair"), die: () => t("Add dice"), coin: () => t("Add a coin"), tile: () => t("Add a tile")};
  return html`<fieldset class="order-part"><legend>${label()}</legend>
    <${RankedList} list=${entries} change=${change} name=${(one) => entryWords(one, kind)}
      draw=${(one, put, at) => html`<div class="entry-body">
        <p>${at + 1}. ${entryWords(one, kind)}</p>
        ${typeof one !== "string" && html`<${EntryForm} entry=${one} game=${game} kind=${kind} change=${put} />`}</div>`} />
    <p class="row"><button type="button" class="other" aria-disabled=${isFull} onClick=${() => add(begin())}>${words[kind]()}</button>
      ${other && !entries.includes(other) && html`<button type="button" class="other" aria-disabled=${isFull} onClick=${() => add(other)}>${entryWords(other, kind)}</button>`}</p>
  </fieldset>`;
}
