/** High Tide in a few goes: dice move chairs towards the water, and a wave comes for those that stand too near. */

import {Face, Towel} from "../../parts/face.js";
import {html} from "../../vendor/preact.js";

const AVATARS = ["otter", "frog", "cat"];
const BEACHES = ["black", "purple", "blue", "orange", "yellow", "white"];
/** Spaces of sand on each beach: fewer than on the real ones. */
const LENGTH = 12;
/** What happens: the dice of a player, as beach and number, or the waves after a round. @type {{seat?: number, dice?: number[][], waves?: number[][]}[]} */
const GOES = [
  {seat: 0, dice: [[2, 4], [3, 3]]},
  {seat: 1, dice: [[4, 6], [2, 5]]},
  {seat: 2, dice: [[0, 5], [5, 4]]},
  {waves: [[3, 3], [0, 2]]},
  {seat: 1, dice: [[1, 4], [3, 6]]},
  {seat: 0, dice: [[2, 6], [5, 5]]},
  {seat: 2, dice: [[4, 3], [1, 6]]},
  {waves: [[2, 3], [4, 2]]},
];

/** @typedef {{ms: number, seat: number | null, dice: number[][], isRolling: boolean, chairs: number[][], water: number[], points: boolean}} Frame `chairs`: by seat and beach */

/** @returns {Frame[]} */
export function makeFrames() {
  let chairs = [0, 1, 2].map(() => BEACHES.map(() => 0));
  let water = BEACHES.map(() => 0);
  const frames = GOES.flatMap(({seat = null, dice = [], waves = []}) => {
    const before = {seat, dice, chairs, water, points: false};
    chairs = chairs.map((row, of) => row.map((at, beach) => (of === seat ? at + (dice.find(([one]) => one === beach)?.[1] ?? 0) : at)));
    water = water.map((high, beach) => high + (waves.find(([one]) => one === beach)?.[1] ?? 0));
    const after = {...before, ms: 1500, isRolling: false, chairs, water};
    return dice.length ? [{...before, ms: 700, isRolling: true}, {...before, ms: 600, isRolling: false}, after] : [after];
  });
  return [...frames, {ms: 3200, seat: null, dice: [], isRolling: false, chairs, water, points: true}];
}

/** Whether a chair stands in the water. @param {Frame} frame @param {number} seat @param {number} beach */
const isWet = (frame, seat, beach) => (frame.chairs[seat]?.[beach] ?? 0) > LENGTH - (frame.water[beach] ?? 0);

/** The points of a chair: the two dry ones that are nearest to the water have most, and one that has not moved has one. @param {Frame} frame @param {number} seat @param {number} beach */
export function pointsOf(frame, seat, beach) {
  const at = (/** @type {number} */ one) => frame.chairs[one]?.[beach] ?? 0;
  if (isWet(frame, seat, beach)) return 0;
  if (at(seat) === 0) return 1;
  const nearer = [0, 1, 2].filter((one) => one !== seat && !isWet(frame, one, beach) && at(one) > at(seat)).length;
  return [4, 2, 0][nearer] ?? 0;
}

const FOOT = 160;
const SPACE = 10;
const frames = makeFrames();

/** @type {import("../showcase.js").Scene<Frame>} */
export const highTide = {
  frames,
  still: frames.length - 1,
  draw: (frame) => html`
    ${BEACHES.map((name, nth) => html`<${Beach} key=${name} frame=${frame} name=${name} beach=${nth} />`)}
    ${[0, 1, 2].map((seat) => html`<g key=${seat} style=${`transform: translate(4px, ${10 + seat * 62}px)`}>
      <${Face} avatar=${AVATARS[seat]} seat=${seat} size=${40} /></g>`)}
    ${frame.dice.map(([beach = 0, n = 1], nth) => html`<${Die} key=${nth} name=${BEACHES[beach]} n=${n} isRolling=${frame.isRolling} at=${{x: 48, y: 8 + (frame.seat ?? 0) * 62 + nth * 23}} />`)}`,
};

/** @param {{frame: Frame, name: string, beach: number}} props */
function Beach({frame, name, beach}) {
  return html`<svg x=${78 + beach * 47} y="0" width="45" height="190" viewBox="0 0 45 190">
    <clipPath id=${`showcase-${name}`}><rect width="45" height="190" rx="8" /></clipPath><g clip-path=${`url(#showcase-${name})`}>
    <rect class="sand" width="45" height="190" />
    <path class="lines" d=${Array.from({length: LENGTH}, (_, n) => `M4 ${FOOT - 10 - n * SPACE}h37`).join("")} />
    <g class="moves" style=${`transform: translateY(${(frame.water[beach] ?? 0) * SPACE}px)`}>
      <path class="back" d="M-6 -60H50V32q-7 6 -14 0t-14 0 -14 0 -14 0Z" /><path class="water" d="M-6 -60H50V26q-7 6 -14 0t-14 0 -14 0 -14 0Z" /></g>
    <rect class=${name} y="172" width="45" height="18" /></g>
    ${[0, 1, 2].map((seat) => html`<${Chair} key=${seat} frame=${frame} seat=${seat} beach=${beach} />`)}
  </svg>`;
}

/** @param {{frame: Frame, seat: number, beach: number}} props */
function Chair({frame, seat, beach}) {
  const points = frame.points ? pointsOf(frame, seat, beach) : 0;
  const wet = isWet(frame, seat, beach);
  return html`<g class=${wet ? "moves chair wet" : "moves chair"} style=${`transform: translate(${3 + seat * 13.5}px, ${FOOT - 6 - (frame.chairs[seat]?.[beach] ?? 0) * SPACE}px)`}>
    <${Towel} seat=${seat} width=${12} height=${15} />
    ${points > 1 && html`<circle class="medal" cx="6" cy="-7" r="6.500" /><text class="points" x="6" y="-4">${points}</text>`}</g>`;
}

const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

/** @param {{name: string | undefined, n: number, isRolling: boolean, at: {x: number, y: number}}} props */
function Die({name, n, isRolling, at}) {
  return html`<g class=${isRolling ? "die rolls" : "die"} style=${`transform: translate(${at.x}px, ${at.y}px)`}><g><rect class=${name} width="20" height="20" rx="5" />
    ${PIPS[n]?.map((pip) => html`<circle class=${`pip ${name}`} cx=${4.5 + (pip % 3) * 5.5} cy=${4.5 + Math.floor(pip / 3) * 5.5} r="1.900" />`)}</g></g>`;
}
