/**
 * The towels of the seats: each of six has a colour and a pattern, which tell seats apart wherever a player appears,
 * in dark and light and without seeing colours.
 *
 * - `<${Towel} seat=${2} />` is a small towel, 24 by 16 pixels. `width`, `height`, `x`, `y` and `class` are
 *   those of the drawing: it also goes into another drawing, and fills the box that it is given.
 * - `towelOf(seat)` has the `colour`, on which `MARK` (and white) can be read, and the `name` of the pattern.
 * - `weave(seat, d)` draws a pattern of its own lines, such as that of a cap.
 */

import {html} from "../vendor/preact.js";

/** The colour of every pattern, and of what is written on a towel. */
export const MARK = "#fff3d9";

/**
 * The lines of each pattern in a field of 24 by 24, their width, and their ends.
 * @type {{name: string, colour: string, d: string, width: number, ends: "butt" | "round"}[]}
 */
const TOWELS = [
  {name: "stripes", colour: "#c8400c", d: "M4 -4V28M12 -4V28M20 -4V28", width: 4, ends: "butt"},
  {name: "dots", colour: "#1a5fb4", d: "M5 5h.1M19 5h.1M12 12h.1M5 19h.1M19 19h.1", width: 5.5, ends: "round"},
  {name: "zigzag", colour: "#7e2fa6", d: "M-6 10l6 -6 6 6 6 -6 6 6 6 -6M-6 22l6 -6 6 6 6 -6 6 6 6 -6", width: 3.5, ends: "butt"},
  {name: "bands", colour: "#17703f", d: "M-2 4H26M-2 12H26M-2 20H26", width: 4, ends: "butt"},
  {name: "checks", colour: "#3b3547", d: "M0 3h6M12 3h6M6 9h6M18 9h6M0 15h6M12 15h6M6 21h6M18 21h6", width: 6, ends: "butt"},
  {name: "diagonals", colour: "#bd2168", d: "M-6 18L18 -6M-2 26L26 -2M6 30L30 6", width: 4, ends: "butt"},
];

/** Any seat has one, also that of a game for more players. @param {number} seat */
export const towelOf = (seat) => /** @type {typeof TOWELS[0]} */ (TOWELS[seat % TOWELS.length]);

/** A seat's pattern; its lines may be others than those of the towel. @param {number} seat @param {string} [d] */
export function weave(seat, d) {
  const one = towelOf(seat);
  return html`<path d=${d ?? one.d} fill="none" stroke=${MARK} stroke-width=${one.width} stroke-linecap=${one.ends} />`;
}

/** @param {{seat: number, width?: number, height?: number, [attribute: string]: any}} props */
export function Towel({seat, width = 24, height = 16, ...more}) {
  return html`<svg class="towel-mark" viewBox="0 0 24 24" preserveAspectRatio="xMidYMid slice" width=${width} height=${height} aria-hidden="true" ...${more}>
    <rect x="-12" y="-12" width="48" height="48" fill=${towelOf(seat).colour} />${weave(seat)}</svg>`;
}
