/** Turn the Tide in four rounds: cards turn over, tides move, and the deepest pays. */

import {Face} from "../../parts/face.js";
import {html} from "../../vendor/preact.js";

const AVATARS = ["otter", "frog", "cat"];
const RINGS = 3;
/** What is played in each round: two tides, and a card of each player. */
const ROUNDS = [
  {tides: [4, 11], cards: [52, 17, 33]},
  {tides: [2, 8], cards: [9, 41, 58]},
  {tides: [6, 12], cards: [27, 14, 45]},
  {tides: [1, 7], cards: [60, 38, 21]},
];
/** What happens in each round, and for how many milliseconds it is looked at. */
const STEPS = /** @type {const} */ ([["tides", 900], ["laid", 900], ["open", 1300], ["taken", 1200], ["paid", 1500]]);

/**
 * @typedef {{ms: number, step: typeof STEPS[number][0], round: number, tides: number[], cards: number[], takers: (number | undefined)[],
 *   levels: number[], rings: number[], deepest: number}} Frame
 * `takers`: the seat that takes the lower tide, and the one that takes the higher.
 */

/** @returns {Frame[]} */
export function makeFrames() {
  let levels = [0, 0, 0];
  let rings = [RINGS, RINGS, RINGS];
  return ROUNDS.flatMap(({tides, cards}, round) => {
    const takers = [0, 1, 2].sort((one, other) => (cards[other] ?? 0) - (cards[one] ?? 0)).slice(0, 2);
    const before = {levels, rings};
    levels = levels.map((level, seat) => tides[takers.indexOf(seat)] ?? level);
    const deepest = levels.indexOf(Math.max(...levels));
    rings = rings.map((n, seat) => (seat === deepest ? n - 1 : n));
    return STEPS.map(([step, ms]) => {
      const isTaken = step === "taken" || step === "paid";
      return {ms, step, round, tides, cards, takers, levels: isTaken ? levels : before.levels, rings: step === "paid" ? rings : before.rings, deepest: step === "paid" ? deepest : -1};
    });
  });
}

/** Where a player's place begins, and where the water stands at level 0 and rises by level. */
const placeOf = (/** @type {number} */ seat) => 6 + seat * 118;
const GROUND = 138;
const STEP = 4.6;

/** @type {import("../showcase.js").Scene<Frame>} */
export const turnTheTide = {
  frames: makeFrames(),
  still: 2,
  draw: (frame) => html`${[0, 1, 2].map((seat) => html`<${Place} key=${seat} frame=${frame} seat=${seat} />`)}
    ${frame.tides.map((tide, nth) => html`<${Tide} key=${nth} frame=${frame} tide=${tide} nth=${nth} />`)}
    ${[0, 1, 2].map((seat) => html`<${Card} key=${seat} frame=${frame} seat=${seat} />`)}`,
};

/** @param {{frame: Frame, seat: number}} props */
function Place({frame, seat}) {
  const level = frame.levels[seat] ?? 0;
  const isDeepest = frame.deepest === seat;
  const mood = isDeepest ? "deepest" : level >= 8 ? "worried" : "dry";
  return html`<svg x=${placeOf(seat)} y="40" width="112" height="146" viewBox="0 40 112 146">
    <rect class="air" x="1" y="41" width="110" height="124" rx="12" />
    <clipPath id=${`showcase-${seat}`}><rect x="1" y="41" width="110" height="124" rx="12" /></clipPath>
    <g clip-path=${`url(#showcase-${seat})`}><g class="moves" style=${`transform: translateY(${GROUND - level * STEP}px)`}>
      <g class="bobs"><${Face} avatar=${AVATARS[seat]} mood=${mood} seat=${seat} size=${42} x="14" y="-36" /></g>
      <path class="back" d="M-20 2q10 -7 20 0t20 0 20 0 20 0 20 0 20 0 20 0 20 0V130H-20Z" />
      <path class="water" d="M-10 6q10 -7 20 0t20 0 20 0 20 0 20 0 20 0 20 0 20 0V130H-10Z" /></g></g>
    <rect class=${isDeepest ? "frame deepest" : "frame"} x="1.500" y="41.500" width="109" height="123" rx="12" />
    ${Array.from({length: RINGS}, (_, n) => html`<g class=${n < (frame.rings[seat] ?? 0) ? "ring" : "ring gone"}><circle cx=${56 + (n - 1) * 18} cy="177" r="5.500" /><circle class="bands" cx=${56 + (n - 1) * 18} cy="177" r="5.500" /></g>`)}
  </svg>`;
}

/** A tide lies in the middle, and moves to the player who takes it. @param {{frame: Frame, tide: number, nth: number}} props */
function Tide({frame, tide, nth}) {
  const isTaken = frame.step === "taken" || frame.step === "paid";
  const to = isTaken ? {x: placeOf(frame.takers[nth] ?? 0) + 40, y: 126} : {x: 144 + nth * 38, y: 4};
  return html`<g key=${frame.round} class="tide moves" style=${`transform: translate(${to.x}px, ${to.y}px)`}>
    <rect class="paper" width="32" height="32" rx="7" /><path class="water" d="M1 22q4 -4 8 0t8 0 8 0 6.500 0V26q0 5.500 -5.500 5.500H6.500Q1 31.500 1 26Z" />
    <text x="16" y="21">${tide}</text></g>`;
}

/** A card lies face down, and turns over. @param {{frame: Frame, seat: number}} props */
function Card({frame, seat}) {
  const isOpen = frame.step !== "tides" && frame.step !== "laid";
  const nth = frame.takers.indexOf(seat);
  const rim = isOpen && nth >= 0 ? ["gold", "silver"][nth] : "";
  return html`<g class=${`card ${frame.step === "tides" ? "away" : ""}`} style=${`transform: translate(${placeOf(seat) + 66}px, 47px)`}>
    <g class=${isOpen ? "side down" : "side"}><rect class="cover" width="36" height="50" rx="6" /><path class="waves" d="M5 20q6.500 -6 13 0t13 0M5 30q6.500 -6 13 0t13 0" /></g>
    <g class=${isOpen ? "side" : "side down"}><rect class=${`paper ${rim}`} width="36" height="50" rx="6" /><path class="water" d="M1 40q4.250 -4 8.500 0t8.500 0 8.500 0 8.500 0V44q0 5 -5 5H6q-5 0 -5 -5Z" />
      <text x="18" y="28">${frame.cards[seat]}</text></g></g>`;
}
