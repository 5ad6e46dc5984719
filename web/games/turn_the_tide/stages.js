/** The points of every stage: the same hands, each played by everybody once. */

import {SeatFace} from "../../parts/face.js";
import {Tip} from "../../parts/tips.js";
import {html} from "../../vendor/preact.js";
import {signed, t} from "../../words.js";

/** The hand that a seat plays in a stage, both from 0: in stage s that which was dealt s places to its right. @param {number} seat @param {number} stage @param {number} seats */
export const handOf = (seat, stage, seats) => (((seat - stage) % seats) + seats) % seats;

/** @param {{table: Api.Schemas["TurnTheTideTable"], about: import("../contract.js").About}} props */
export default function Stages({table, about}) {
  const done = table.seats[0]?.stage_scores.length ?? 0;
  // At the end of the game it stands on the podium.
  if (!done || about.game.result) return null;
  const seats = table.seats.length;
  const stages = Array.from({length: done}, (_, at) => at);
  return html`<section class="panel stages"><h2>${t("The stages")}</h2>
    <${Tip} of="tide.stages" />
    <div class="scroll" tabindex=${0} role="region" aria-label=${t("Points by stage")}><table>
      <thead><tr><th scope="col">${t("Player")}</th>${stages.map((n) => html`<th scope="col"><span class="long">${t("Stage {n}", {n: n + 1})}</span><span class="short">${n + 1}</span></th>`)}<th scope="col">${t("All")}</th></tr></thead>
      <tbody>${table.seats.map((one) => html`<tr class=${one.seat === about.game.mine?.seat ? "mine" : ""}><th scope="row"><${SeatFace} game=${about.game} seat=${one.seat} /> ${about.names(one.seat)}</th>
        ${stages.map((n) => html`<td>${signed(one.stage_scores[n])} <small>${t("hand {letter}", {letter: letter(handOf(one.seat, n, seats))})}</small></td>`)}<td><strong>${signed(one.score, false)}</strong></td></tr>`)}</tbody>
    </table></div>
    <h3>${t("The same hand, played by others")}</h3>
    <p class="quiet">${t("A letter is a hand. After each stage it moves one seat on.")}</p>
    <ul class="hands">${Array.from({length: seats}, (_, hand) => html`<li><strong>${letter(hand)}</strong> ${stages
      .map((n) => ({n, seat: table.seats.find((one) => handOf(one.seat, n, seats) === hand)}))
      .filter(({seat}) => seat)
      .map(({n, seat}) => t("{name}: {score}", {name: about.names(seat?.seat ?? 0), score: signed(seat?.stage_scores[n])}))
      .join(" · ")}</li>`)}</ul>
  </section>`;
}

/** @param {number} n */
const letter = (n) => String.fromCharCode(65 + n);
