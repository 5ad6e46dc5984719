/** Drawings in the rules of Turn the Tide, made of the pieces that lie on the table. */

import {html} from "../../../vendor/preact.js";
import {Card, Ring, Tide} from "../cards.js";
import {Sea} from "../sea.js";

const NAMES = ["Ann", "Ben", "Cleo", "Dan"];

/** A card of each kind, with the numbers that bear the same. */
export function Bearing() {
  const kinds = [{card: 7, like: "1–12"}, {card: 19, like: "13–24"}, {card: 30, like: "25–36"}, {card: 42, like: "37–48"}, {card: 55, like: "49–60"}];
  return html`<div class="bearing">${kinds.map(({card, like}) => html`<div><${Card} card=${card} /><span>${like}</span></div>`)}</div>`;
}

/** Four cards, and what becomes of them. */
export function Round() {
  const played = [{card: 44, tide: 4}, {card: 27, tide: 7, pays: true}, {card: 16}, {card: 2}];
  return html`<div class="who-takes">${played.map(({card, tide, pays}) => html`<div>
    <${Card} card=${card} />
    <svg class="arrow" viewBox="0 0 20 22">${tide && html`<path d="M10 1 V19 M4 13 L10 20 L16 13" />`}</svg>
    ${tide ? html`<${Tide} tide=${tide} />` : html`<span class="nothing">–</span>`}
    <svg class="paid" viewBox="-12 -12 24 24">${pays && html`<${Ring} r=${7} /><path class="struck" d="M-9 9 L9 -9" />`}</svg>
  </div>`)}</div>`;
}

/** Four players at the end of a stage. */
export function StageOver() {
  const seats = [
    {tide_level: 6, preservers: 2, score: 2},
    {tide_level: 11, preservers: 0, score: 0},
    {tide_level: 8, preservers: 3, score: 3},
    {tide_level: 2, preservers: 1, score: 2},
  ].map((one, seat) => ({...one, seat, preservers_at_start: 4, cards_left: 0, eliminated: false, stage_scores: []}));
  const about = /** @type {any} */ ({game: {turn: null, mine: null, seats: []}, names: (/** @type {number} */ seat) => NAMES[seat]});
  return html`<${Sea} table=${/** @type {any} */ ({seats})} about=${about} />`;
}

/** Hands going round the table. */
export function Passing() {
  const at = [[100, 28], [172, 100], [100, 172], [28, 100]];
  return html`<svg class="passing" viewBox="0 0 200 200">
    <circle class="table-top" cx="100" cy="100" r="46" />
    ${at.map(([x = 0, y = 0], n) => html`<g transform=${`translate(${x} ${y})`}>
      <rect x="-22" y="-17" width="34" height="34" rx="5" transform="rotate(-7)" /><rect x="-15" y="-17" width="34" height="34" rx="5" />
      <text x="2" y="8" text-anchor="middle">${String.fromCharCode(65 + n)}</text></g>
      <path class="goes" d="M143 42 Q156 49 161 62 M152 58 L162 64 L164 53" transform=${`rotate(${n * 90} 100 100)`} />`)}
  </svg>`;
}
