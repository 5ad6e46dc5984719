/** What stands on a beach and swims before it: chairs with the towel of their seat, coins, a shark's fin, a surfer. */

import {towelOf, weave} from "../../parts/face.js";
import {html} from "../../vendor/preact.js";

const CLOTH = "M-9 -8.5 H9 V6 Q0 10.5 -9 6 Z";

/** The cloth of a chair, some 18 by 18 around its middle, with the towel of its seat and its number. @param {{seat: number}} props */
export function Cloth({seat}) {
  const {colour} = towelOf(seat);
  return html`<path class="cloth" d=${CLOTH} fill=${colour} /><svg x="-8" y="-7.5" width="16" height="15.5" viewBox="1.5 1.5 21 20">${weave(seat)}</svg><text y="4" text-anchor="middle" stroke=${colour}>${seat + 1}</text>`;
}

/** A seat's towel beside its name. @param {{seat: number}} props */
export const Mark = ({seat}) => html`<svg class="seat-mark" viewBox="-10 -10 20 20" aria-hidden="true"><${Cloth} seat=${seat} /></svg>`;

/** @param {{seat: number, isMine: boolean, x: number, y: number, wet?: boolean, hold?: object | undefined}} props `hold`: what makes it one that can be pressed */
export function Chair({seat, isMine, x, y, wet = false, hold}) {
  return html`<g class=${`deckchair${isMine ? " mine" : ""}${hold ? " held" : ""}`} ...${hold} style=${`transform: translate(${x}px, ${y}px)`}><g class=${wet ? "afloat" : ""}>
    ${isMine && html`<path class="own-line" d=${CLOTH} /><path class="own-gold" d=${CLOTH} />`}<path class="legs" d="M-10.5 10 L-8 -10 M10.5 10 L8 -10" /><${Cloth} seat=${seat} />
    ${wet && html`<path class="ripple" d="M-12 6 q3 -3 6 0 t6 0 6 0 6 0 V13 H-12 Z" />`}</g></g>`;
}

/** Where a chair would stand, and the way there. @param {{seat: number, x: number, from: {x: number, y: number}, to: number, wet: boolean, isSure?: boolean, way?: object | undefined}} props `isSure`: by the answer that is looked at, and not only by one of those on offer; `way`: what makes it one that can be pressed */
export function Ghost({seat, x, from, to, wet, isSure = true, way}) {
  return html`<g class=${`ghost${wet ? " wet-ghost" : ""}${isSure ? "" : " may"}`} ...${way}><path class="way" d=${`M${from.x} ${from.y} L${x} ${to + (to < from.y ? 11 : -11)}`} />
    <g transform=${`translate(${x} ${to})`}><${Cloth} seat=${seat} /><path class="place" d="M-11.5 -11 H11.5 V7.5 Q0 13 -11.5 7.5 Z" /></g></g>`;
}

/** A coin in a heap of sand. @param {{value: number, y: number}} props */
export const Coin = ({value, y}) => html`<g class="coin" transform=${`translate(10 ${y})`}>
  <circle r="7.5" /><text y="2.5" text-anchor="middle">${value}</text><path d="M-9.5 7.5 q2 -4.5 6 -2.5 t6.5 -1 7 3.5 Z" /></g>`;

/** @param {{y: number}} props */
export const Fin = ({y}) => html`<g class="fin" transform=${`translate(56 ${y})`}><path d="M-10 4 Q-5 -11 9 -12 Q4 -4 7 4 Z" /><path class="trail" d="M-14 5 q3.5 -3 7 0 t7 0 7 0 7 0" /></g>`;

/** A seat's surfer on its board. @param {{seat: number, y: number}} props */
export const Surfer = ({seat, y}) => html`<g class="surfer" transform=${`translate(21 ${y})`}>
  <path class="board" fill=${towelOf(seat).colour} d="M-16 9 Q-4 1 15 2 Q6 11 -16 9 Z" /><path class="body" d="M-6 6 L-3 -1 L5 4 M-3 -1 L2 -8 M-8 -8 L1 -7 L9 -9" /><circle cx="4" cy="-12" r="3" />
  <text x="17" y="-5">${seat + 1}</text></g>`;
