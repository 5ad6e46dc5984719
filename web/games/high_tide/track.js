/** The dice track: pairs to be taken, towels, and the rental; and the pair in play. */

import {Radio} from "../../parts/choice.js";
import {html} from "../../vendor/preact.js";
import {t} from "../../words.js";
import {Pair, colourName} from "./dice.js";
import {Mark} from "./pieces.js";
import {actionWords} from "./words.js";

/**
 * @param {{table: Api.Schemas["HighTideTable"], about: import("../contract.js").About,
 *   actions: import("../contract.js").Action[], choose: (action: import("../contract.js").Action) => void}} props
 */
export function Track({table, about, actions, choose}) {
  const {spaces, rental} = table.track;
  return html`<section class="panel"><h2>${t("Dice track")}</h2>
    <ol class="track">${spaces.map((one) => {
      const take = actions.find((action) => action.type === "take" && action.space === one.space);
      const towel = one.towel === null ? null : html`<span class="towel"><${Mark} seat=${one.towel} /> <span class="long">${t("Towel: {name}", {name: about.names(one.towel)})}</span></span>`;
      const pair = one.pair && html`<${Pair} pair=${one.pair} />`;
      const here = rental === one.space && html`<span class="tag">${table.track.rental_rests ? t("rental, stays for now") : t("rental")}</span>`;
      const free = !one.pair && one.towel === null && rental !== one.space && html`<span class="quiet">${one.available ? t("free") : t("closed")}</span>`;
      return html`<li class=${one.available ? "" : "closed"}><span class="nth">${one.space}</span>
        ${take
          ? html`<${Radio} action=${take} about=${about} choose=${choose} label=${actionWords(take, table, about)}>${pair} <span>${t("take")}</span><//>`
          : pair}
        ${towel}${here}${free}</li>`;
    })}</ol>
    ${table.towel_pile.length > 0 && html`<p class="quiet">${t("Still to play in this round: {names}", {names: table.towel_pile.map(about.names).join(", ")})}</p>`}
  </section>`;
}

/** @param {{table: Api.Schemas["HighTideTable"], about: import("../contract.js").About}} props */
export function InPlay({table, about}) {
  const dice = table.dice;
  if (!dice) return null;
  const words = dice.space === null ? t("{name} rolled", {name: about.names(dice.seat)}) : t("{name} took", {name: about.names(dice.seat)});
  const changed = [dice.left, dice.right].filter((one) => one.beach !== one.colour || one.steps !== one.face);
  return html`<p class="in-play"><span>${words}</span> <${Pair} pair=${dice} />
      ${changed.map((one) => html`<small>${t("{die} counts as {other}", {die: dieWords(one.colour, one.face), other: dieWords(one.beach, one.steps)})}</small>`)}</p>
    ${table.offer && html`<p class="quiet">${t("{name} may take a coin on the {beach} beach.", {name: about.names(table.offer.seat), beach: colourName(table.offer.beach)})}</p>`}`;
}

/** @param {string} colour @param {number} face */
const dieWords = (colour, face) => t("{colour} {face}", {colour: colourName(colour), face});
