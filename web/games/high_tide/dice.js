/** Dice as drawings. What a colour is one sees by its pattern too. */

import {html} from "../../vendor/preact.js";
import {t} from "../../words.js";

/** @type {Record<string, [number, number][]>} */
const PLACES = {
  1: [[20, 20]],
  2: [[12, 12], [28, 28]],
  3: [[11, 11], [20, 20], [29, 29]],
  4: [[12, 12], [28, 12], [12, 28], [28, 28]],
  5: [[11, 11], [29, 11], [20, 20], [11, 29], [29, 29]],
  6: [[12, 10], [28, 10], [12, 20], [28, 20], [12, 30], [28, 30]],
};

/** The pattern of each colour, as lines over a die of 40 by 40. @type {Record<string, string>} */
const PATTERNS = {
  black: "M2 10 H38 M2 20 H38 M2 30 H38 M10 2 V38 M20 2 V38 M30 2 V38",
  purple: "M3 14 L14 3 M3 25 L25 3 M4 36 L36 4 M15 37 L37 15 M26 37 L37 26",
  blue: "M2 11 q4.5 -5 9 0 t9 0 9 0 9 0 M2 21 q4.5 -5 9 0 t9 0 9 0 9 0 M2 31 q4.5 -5 9 0 t9 0 9 0 9 0",
  orange: "M2 8 H38 M2 16 H38 M2 24 H38 M2 32 H38",
  yellow: "M5 7 H36 M5 15 H36 M5 23 H36 M5 31 H36",
  white: "M2 13 l6 -6 6 6 6 -6 6 6 6 -6 6 6 M2 24 l6 -6 6 6 6 -6 6 6 6 -6 6 6 M2 35 l6 -6 6 6 6 -6 6 6 6 -6 6 6",
};

/** What a colour is called. @param {string} colour */
export function colourName(colour) {
  /** @type {Record<string, () => string>} */
  const names = {
    black: () => t("black"),
    purple: () => t("purple"),
    blue: () => t("blue"),
    orange: () => t("orange"),
    yellow: () => t("yellow"),
    white: () => t("white"),
  };
  return names[colour]?.() ?? colour;
}

/** A die in words. @param {string} colour @param {number} face */
export const dieWords = (colour, face) => t("{colour} {face}", {colour: colourName(colour), face});

/** @param {{colour: string}} props */
export const Pattern = ({colour}) => html`<path class=${`pattern p-${colour}`} d=${PATTERNS[colour] ?? ""} />`;

/** @param {{colour: string, face: number}} props */
export function Die({colour, face}) {
  return html`<svg class=${`die c-${colour}`} viewBox="0 0 40 40" role="img" aria-label=${dieWords(colour, face)}><title>${dieWords(colour, face)}</title>
    <rect x="1" y="1" width="38" height="38" rx="9" /><${Pattern} colour=${colour} />
    ${(PLACES[face] ?? []).map(([x, y]) => html`<circle cx=${x} cy=${y} r="4" />`)}
  </svg>`;
}

/** @param {{pair: {left: {colour: string, face: number}, right: {colour: string, face: number}}}} props */
export function Pair({pair}) {
  return html`<span class="pair-of-dice"><${Die} ...${pair.left} /><${Die} ...${pair.right} /></span>`;
}
