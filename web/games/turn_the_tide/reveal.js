/** The result of a closed turn: cards, tides, lost preservers. */

import {SeatFace} from "../../parts/face.js";
import {html} from "../../vendor/preact.js";
import {listed, signed, t, tn} from "../../words.js";
import {Card, Ring, Tide, cardWords} from "./cards.js";

/**
 * One round as its events have it: the cards, the highest first.
 *
 * @param {Api.LoggedEvent[]} events
 */
export function roundOf(events) {
  /** @param {string} type */
  const all = (type) => events.filter((one) => one.type === type).map((one) => /** @type {any} */ (one.data));
  /** @type {{seat: number, card: number}[]} */
  const cards = all("cards_revealed")[0]?.cards ?? [];
  /** @type {{seat: number, tide: number}[]} */
  const taken = all("tides_taken")[0]?.taken ?? [];
  const out = all("eliminated").map((one) => /** @type {number} */ (one.seat));
  /** @type {{seat: number, left: number}[]} */
  const lost = all("preserver_lost");
  const rows = cards
    .map(({seat, card}) => ({
      seat,
      card,
      tide: taken.find((one) => one.seat === seat)?.tide ?? null,
      left: lost.find((one) => one.seat === seat)?.left ?? null,
      isOut: out.includes(seat),
    }))
    .sort((one, other) => other.card - one.card);
  return {rows, ended: all("stage_ended")[0] ?? null, stage: all("cards_revealed")[0]?.stage ?? 0, round: all("cards_revealed")[0]?.round ?? 0};
}

/** @param {{events: Api.LoggedEvent[], about: import("../contract.js").About}} props */
export function Reveal({events, about}) {
  const {names} = about;
  // The last cards of a stage are played at once: then there is more than one round in a turn.
  return html`${rounds(events).map((some) => {
    const {rows, ended, stage, round} = roundOf(some);
    return html`<h3 class="quiet">${t("Stage {stage}, round {round}", {stage, round})}</h3>
      <ol class="reveal">${rows.map((row) => html`<li>
        <span class="card-small"><${Card} card=${row.card} /></span>
        <${SeatFace} game=${about.game} seat=${row.seat} mood=${moodAfter(row)} size=${32} />
        <span class="facts"><strong>${names(row.seat)}</strong><span class="unseen">: ${cardWords(row.card)}</span>
          ${row.tide !== null && html` <span class="takes"><${Tide} tide=${row.tide} /> ${t("tide {n}", {n: row.tide})}</span>`}
          ${row.left !== null && html` <span class="loses"><svg viewBox="-9 -9 18 18" width="18" aria-hidden="true"><${Ring} r=${6} gone=${true} /></svg> ${t("a preserver less")}, ${tn(row.left, "{n} left", "{n} left")}</span>`}
          ${row.isOut && html` <span class="loses">${t("none left: out of this stage")}</span>`}
        </span></li>`)}</ol>
      ${ended && html`<${StageEnd} data=${ended} names=${names} />`}`;
  })}`;
}

/** @param {{isOut: boolean, left: number | null}} row */
const moodAfter = ({isOut, left}) => (isOut ? "out" : left === null ? "dry" : "deepest");

/** The events of each round. @param {Api.LoggedEvent[]} events */
export function rounds(events) {
  /** @type {Api.LoggedEvent[][]} */
  const found = [];
  for (const one of events) {
    if (one.type === "cards_revealed") found.push([]);
    found.at(-1)?.push(one);
  }
  return found;
}

/** @param {{data: any, names: import("../../names.js").Names}} props */
function StageEnd({data, names}) {
  /** @type {number[]} */
  const scores = data.scores;
  const words = scores.map((score, seat) => t("{name}: {score}", {name: names(seat), score: signed(score)}));
  return html`<p class="stage-end"><strong>${t("Stage {n} is over.", {n: data.stage})}</strong> ${listed(words)}</p>`;
}
