/** Dice as drawings. A die has the letter of its colour too. */

import {html} from "../../vendor/preact.js";
import {t} from "../../words.js";

/** @type {Record<string, [string, string][]>} */
const PLACES = {
  1: [["20", "20"]],
  2: [["12", "12"], ["28", "28"]],
  3: [["12", "12"], ["20", "20"], ["28", "28"]],
  4: [["12", "12"], ["28", "12"], ["12", "28"], ["28", "28"]],
  5: [["12", "12"], ["28", "12"], ["20", "20"], ["12", "28"], ["28", "28"]],
  6: [["12", "10"], ["28", "10"], ["12", "20"], ["28", "20"], ["12", "30"], ["28", "30"]],
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

/** The letter that stands for a colour where there is no room for its name. @param {string} colour */
export const letter = (colour) => colourName(colour).slice(0, 3);

/** @param {{colour: string, face: number}} props */
function Die({colour, face}) {
  return html`<svg class=${`die c-${colour}`} viewBox="0 0 40 52" role="img" aria-label=${t("{colour} {face}", {colour: colourName(colour), face})}>
    <rect x="1" y="1" width="38" height="38" rx="9" />
    ${(PLACES[face] ?? []).map(([x, y]) => html`<circle cx=${x} cy=${y} r="3.800" />`)}
    <text x="20" y="50" text-anchor="middle" aria-hidden="true">${letter(colour)}</text>
  </svg>`;
}

/** @param {{pair: {left: {colour: string, face: number}, right: {colour: string, face: number}}}} props */
export function Pair({pair}) {
  return html`<span class="pair-of-dice"><${Die} ...${pair.left} /><${Die} ...${pair.right} /></span>`;
}
