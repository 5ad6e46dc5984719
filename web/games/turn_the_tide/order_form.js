/** A standing order of Turn the Tide: ranked cards, each with an optional condition on the tides. */

import {RankedList, Range, boundsWords, withoutUndefined} from "../../game_menu/ranked_list.js";
import {html} from "../../vendor/preact.js";
import {listed, t} from "../../words.js";
import {Card, cardWords} from "./cards.js";

/** @typedef {import("../../game_menu/ranked_list.js").Bounds} Bounds */
/** @typedef {{lower_tide?: Bounds, higher_tide?: Bounds}} When */
/** @typedef {{card: number, when?: When}} Entry */
/** @typedef {{plays: Entry[]}} Order */

const HIGHEST = 12;
const LONGEST = 60;

/** @type {import("../contract.js").OrderForm} */
const form = {
  blank: () => ({plays: []}),
  isEmpty: (/** @type {Order} */ order) => order.plays.length === 0,
  Form: Writing,
  words: (/** @type {Order} */ order) => order.plays.map(entryWords),
};
export default form;

/** @param {Entry} entry */
export function entryWords({card, when}) {
  const parts = [boundsWords(when?.lower_tide, t("the lower tide")), boundsWords(when?.higher_tide, t("the higher tide"))];
  const conditions = parts.filter((one) => one !== null);
  const rounds = conditions.length ? t("only with {conditions}", {conditions: listed(conditions)}) : t("in any round");
  return `${cardWords(card)}: ${rounds}`;
}

/** @param {{order: Order, change: (order: Order) => void, game: Api.Schemas["Game"]}} props */
function Writing({order, change, game}) {
  const {plays} = order;
  const isFull = plays.length >= LONGEST;
  /** @param {number} card */
  const add = (card) => isFull || change({plays: [...plays, {card}]});
  return html`<fieldset><legend>${t("Select the cards in the order you would play them")}</legend>
      <div class="order-hand">${(game.mine?.hand ?? []).map((card) => html`<button type="button" class="card-button" key=${card} aria-disabled=${isFull} onClick=${() => add(card)}>
        <span class="card-small"><${Card} card=${card} /></span><span class="unseen">${t("Add {card}", {card: cardWords(card)})}</span></button>`)}</div>
    </fieldset>
    ${plays.length === 0 && html`<p class="quiet">${t("No card added yet.")}</p>`}
    <${RankedList} list=${plays} change=${(now) => change({plays: now})} name=${entryWords} draw=${drawn} />`;
}

/** @param {Entry} entry @param {(entry: Entry) => void} put @param {number} at */
function drawn(entry, put, at) {
  const {card, when} = entry;
  /** @param {When} now */
  function set(now) {
    const left = withoutUndefined(now);
    put(Object.keys(left).length ? {card, when: left} : {card});
  }
  return html`<span class="card-small"><${Card} card=${card} /></span>
    <div class="entry-body"><p>${at + 1}. ${entryWords(entry)}</p>
      <details><summary>${t("Only in some rounds")}</summary>
        <${Range} label=${t("lower tide")} from=${1} to=${HIGHEST} bounds=${when?.lower_tide} change=${(lower) => set({...when, lower_tide: lower})} />
        <${Range} label=${t("higher tide")} from=${1} to=${HIGHEST} bounds=${when?.higher_tide} change=${(higher) => set({...when, higher_tide: higher})} />
      </details></div>`;
}
