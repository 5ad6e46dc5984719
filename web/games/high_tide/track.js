/** The dice track: pairs to be taken, towels, and the rental. */

import {html} from "../../vendor/preact.js";
import {t} from "../../words.js";
import {Pair} from "./dice.js";
import {Mark} from "./pieces.js";
import {Press} from "./press.js";

/** @param {{play: import("./press.js").Play}} props */
export function Track({play}) {
  const {table, about, actions} = play;
  const {spaces, rental} = table.track;
  return html`<section class="panel track-place"><h2>${t("Dice track")}</h2>
    <ol class="track">${spaces.map((one) => {
      const take = actions.find((action) => action.type === "take" && action.space === one.space);
      const towel = one.towel === null ? null : html`<span class="towel" title=${about.names(one.towel)}><${Mark} seat=${one.towel} /><span class="unseen">${t("Towel: {name}", {name: about.names(one.towel)})}</span></span>`;
      const pair = one.pair && html`<${Pair} pair=${one.pair} />`;
      const here = rental === one.space && html`<span class="tag">${table.track.rental_rests ? t("rental, stays for now") : t("rental")}</span>`;
      const free = !one.pair && one.towel === null && rental !== one.space && html`<span class="quiet">${one.available ? t("free") : t("closed")}</span>`;
      return html`<li class=${one.available ? "" : "closed"}><span class="nth">${one.space}</span>
        ${take ? html`<${Press} action=${take} play=${play} moves=${1} word=${t("take")}>${pair}<//>` : pair}
        ${towel}${here}${free}</li>`;
    })}</ol>
    ${table.towel_pile.length > 0 && html`<p class="quiet">${t("Still to play in this round: {names}", {names: table.towel_pile.map(about.names).join(", ")})}</p>`}
  </section>`;
}
