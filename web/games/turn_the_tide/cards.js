/** Weather cards and tides: as drawings, in words, and what a card may lead to. */

import {html} from "../../vendor/preact.js";
import {t, tn} from "../../words.js";

const CARDS = 60;

/** Half preservers that a card bears. @param {number} card */
export function halves(card) {
  if (card >= 25 && card <= 36) return 2;
  return (card >= 13 && card <= 24) || (card >= 37 && card <= 48) ? 1 : 0;
}

/** A card in words. @param {number} card */
export function cardWords(card) {
  const bears = [t("no preserver"), t("half a preserver"), t("a whole preserver")];
  return t("card {card}, {bears}", {card, bears: bears[halves(card)]});
}

/** From a calm day to a storm, in five steps. @param {number} card */
export const weather = (card) => Math.min(4, Math.floor((card - 1) / 12));

/** @param {{card: number}} props */
export function Card({card}) {
  return html`<svg class=${`weather w${weather(card)}`} viewBox="0 0 60 84" aria-hidden="true">
    <rect class="paper" x="1" y="1" width="58" height="82" rx="7" />
    <${Sky} card=${card} />
    <path class="wave" d="M1 66 q7 -6 14.500 0 t14.500 0 14.500 0 14.500 0 V76 q0 7 -7 7 H8 q-7 0 -7 -7 Z" />
    <text class="number" x="30" y="33" text-anchor="middle">${card}</text>
    ${halves(card) > 0 && html`<g transform=${`translate(30 ${halves(card) === 1 ? 76 : 72})`}><${Ring} half=${halves(card) === 1} /></g>`}
  </svg>`;
}

/** A card that lies face down. @param {Record<string, unknown>} where */
export const Back = (where) => html`<svg class="card-back" viewBox="0 0 60 84" ...${where}><rect x="2" y="2" width="56" height="80" rx="7" />
  <path d="M8 30q7 -8 14.500 0t14.500 0 14.500 0M8 44q7 -8 14.500 0t14.500 0 14.500 0M8 58q7 -8 14.500 0t14.500 0 14.500 0" /></svg>`;

/** @param {{card: number}} props */
export function Sky({card}) {
  const kind = weather(card);
  if (kind === 0) return html`<path class="rays" d="M30 37 v3 M30 60 v3 M17 50 h3 M40 50 h3 M21 41 l2 2 M37 57 l2 2 M39 41 l-2 2 M23 57 l-2 2" /><circle class="sun" cx="30" cy="50" r="7" />`;
  if (kind === 1) return html`<circle class="sun" cx="24" cy="49" r="7" /><path class="cloud" d=${CLOUD} transform="translate(20 46)" />`;
  if (kind === 2) return html`<path class="cloud" d=${CLOUD} transform="translate(16 42)" />`;
  const drops = html`<path class="rain" d="M22 56 l-2 6 M30 56 l-2 6 M38 56 l-2 6" />`;
  const cloud = html`<path class="cloud dark" d=${CLOUD} transform="translate(16 40)" />`;
  if (kind === 3) return html`${cloud}${drops}`;
  return html`${cloud}<path class="bolt" d="M31 52 l-5 8 h5 l-3 7 8 -10 h-5 l3 -5 Z" />`;
}
const CLOUD = "M4 14 a6 6 0 0 1 1 -11 a8 8 0 0 1 15 1 a5.500 5.500 0 0 1 2 10 Z";

/** A life preserver, or half a one. @param {{half?: boolean, gone?: boolean, r?: number}} props */
export function Ring({half = false, gone = false, r = 7}) {
  const length = 2 * Math.PI * r;
  const dash = half ? `${length / 2} ${length}` : undefined;
  // Half a one looks as if the other half were under water.
  const part = length / 12;
  const bands = half ? [part, part, part, part, part, length] : [length / 8, length / 8];
  return html`<g class=${gone ? "preserver gone" : "preserver"}>
    <circle r=${r} stroke-dasharray=${dash} transform="rotate(180)" />
    ${!gone && html`<circle class="bands" r=${r} stroke-dasharray=${bands.join(" ")} transform=${`rotate(${half ? 195 : 101})`} />`}
  </g>`;
}

/** A tide card. @param {{tide: number}} props */
export function Tide({tide}) {
  const level = 56 - tide * 3.6;
  return html`<svg class="tide" viewBox="0 0 60 60" aria-hidden="true">
    <rect class="paper" x="1" y="1" width="58" height="58" rx="10" />
    <path class="wave" d="M1 ${level} q7 -5 14.500 0 t14.500 0 14.500 0 14.500 0 V49 q0 10 -10 10 H11 q-10 0 -10 -10 Z" />
    <text class="number" x="30" y="40" text-anchor="middle">${tide}</text>
  </svg>`;
}

/** How many cards above this one have not been seen in this stage. @param {number} card @param {Api.Schemas["TurnTheTideTable"]} table @param {number[]} hand */
export function higherUnseen(card, table, hand) {
  const seen = new Set([...hand, ...table.seats.flatMap((one) => one.played)]);
  return Array.from({length: CARDS - card}, (_, n) => card + 1 + n).filter((one) => !seen.has(one)).length;
}

/** What a card may lead to, as far as open cards and the own hand tell. @param {number} card @param {Api.Schemas["TurnTheTideTable"]} table @param {number[]} hand */
export function consequenceWords(card, table, hand) {
  const [low = 0, high = 0] = [...table.tides].sort((one, other) => one - other);
  const n = higherUnseen(card, table, hand);
  if (n === 0) return t("No higher card can be played: it takes tide {low}.", {low});
  if (n === 1) return t("One higher card at most can be played: it takes tide {low} or {high}.", {low, high});
  return tn(n, "{n} higher card is still unseen.", "{n} higher cards are still unseen.");
}
