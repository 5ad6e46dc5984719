/** The six beaches side by side: the bar below, the sand, and the water that comes from above. */

import {html} from "../../vendor/preact.js";
import {listed, t} from "../../words.js";
import {colourName} from "./dice.js";
import {surferOf} from "./surfers.js";

/** @typedef {Api.Schemas["HighTideBeachState"]} State */
/** @typedef {import("./moves.js").Move} Move */

const WIDTH = 76;
const ROW = 14;
const BAR = 42;
const OPEN_SEA = 20;

/** @param {{table: Api.Schemas["HighTideTable"], about: import("../contract.js").About, moves: Move[]}} props */
export function Beaches({table, about, moves}) {
  return html`<ul class="beaches" aria-label=${t("Beaches")}>
    ${table.beaches.map((one) => html`<${Beach} key=${one.beach} state=${one} table=${table} about=${about}
      move=${moves.find((move) => move.beach === one.beach)} />`)}
  </ul>`;
}

/**
 * @param {{state: State, table: Api.Schemas["HighTideTable"], about: import("../contract.js").About,
 *   move?: Move | undefined}} props
 */
function Beach({state, table, about, move}) {
  const mine = about.game.mine?.seat ?? -1;
  const length = Number(/** @type {any} */ (about.game.options).beach_length ?? 20);
  const height = OPEN_SEA + length * ROW + BAR;
  /** @param {number} space */
  const y = (space) => (space === 0 ? height - BAR / 2 : height - BAR - (space - 0.5) * ROW);
  const shore = state.water > length ? OPEN_SEA - 4 : y(state.water) + ROW / 2;
  return html`<li class=${`beach c-${state.beach}`}>
    <p class="beach-name"><span>${colourName(state.beach)}</span>${tags(table, state.beach, about).map((one) => html`<span class="tag">${one}</span>`)}</p>
    <svg viewBox=${`0 0 ${WIDTH} ${height}`} aria-hidden="true">
      <rect class="sand" width=${WIDTH} height=${height} />
      ${Array.from({length}, (_, at) => html`<path class="line" d=${`M0 ${y(at + 1) + ROW / 2} H${WIDTH}`} />`)}
      ${[5, 10, 15, 20, 25, 30, 35, 40].filter((n) => n <= length).map((n) => html`<text class="count-mark" x=${WIDTH - 3} y=${y(n) + 4} text-anchor="end">${n}</text>`)}
      <path class="surf" d=${`M0 ${shore - 3} q9.500 -8 19 0 t19 0 19 0 19 0 V-10 H0 Z`} />
      <path class="wet" d=${`M0 ${shore - 9} q9.500 -8 19 0 t19 0 19 0 19 0 V-10 H0 Z`} />
      <rect class="bar-floor" y=${height - BAR} width=${WIDTH} height=${BAR} />
      ${(state.coins ?? []).map((one) => html`<g class="coin" transform=${`translate(10 ${y(one.space)})`}><circle r="8" /><text y="4" text-anchor="middle">${one.value}</text></g>`)}
      ${dry(state).map(({space, seats}) => seats.map((seat, at) => html`<${Chair} key=${seat} seat=${seat} isMine=${seat === mine} ...${spot(space, at, seats.length, y(space))} />`))}
      ${state.flooded.map((seat, at) => html`<${Chair} key=${seat} seat=${seat} isMine=${seat === mine} wet=${true} ...${spot(1, at, state.flooded.length, Math.max(12, shore - 18))} />`)}
      ${move && move.end !== move.start && html`<${Ghost} seat=${mine} from=${y(move.start)} to=${move.wet ? Math.max(12, shore - 16) : y(move.end)} wet=${move.wet} />`}
    </svg>
    <p class="unseen">${beachWords(state, table, about)}</p>
  </li>`;
}

/** Chairs that do not swim, by space. @param {State} state */
function dry({chairs, flooded}) {
  return chairs.map(({space, seats}) => ({space, seats: seats.filter((seat) => !flooded.includes(seat))}));
}

/** What the expansions say of a beach. @param {Api.Schemas["HighTideTable"]} table @param {string} beach @param {import("../contract.js").About} about */
function tags(table, beach, about) {
  const surfs = surferOf(table, about.game.mine?.seat ?? -1, about) === beach;
  const found = [table.shark_alert?.alert === beach && t("shark"), surfs && t("surf")];
  return found.filter((one) => one !== false);
}

/** Where a chair is drawn: one behind the other on a space, in two rows at the bar. @param {number} space @param {number} at @param {number} of @param {number} y */
function spot(space, at, of, y) {
  if (space === 0) return {x: 14 + (at % 3) * 24, y: y - (of > 3 ? 11 : 0) + Math.floor(at / 3) * 22};
  const gap = Math.min(19, 54 / Math.max(1, of - 1));
  return {x: of === 1 ? 36 : 26 + at * gap * (of > 3 ? 0.75 : 1), y};
}

/** @param {{seat: number, isMine: boolean, x: number, y: number, wet?: boolean}} props */
function Chair({seat, isMine, x, y, wet = false}) {
  return html`<g class=${`deckchair s${seat}${isMine ? " mine" : ""}${wet ? " wet-chair" : ""}`} style=${`transform: translate(${x}px, ${y}px)`}>
    <path class="slats" d="M-10 -8 H10 M-10 8 H10" />
    ${isMine && html`<rect class="own-line" x="-11.500" y="-11.500" width="23" height="23" rx="7" /><rect class="own-gold" x="-10.300" y="-10.300" width="20.600" height="20.600" rx="6" />`}<rect class="cloth" x="-8" y="-8" width="16" height="16" rx="4" /><text y="5" text-anchor="middle">${seat + 1}</text></g>`;
}

/** @param {{seat: number, from: number, to: number, wet: boolean}} props */
function Ghost({seat, from, to, wet}) {
  return html`<g class=${`ghost${wet ? " wet-ghost" : ""}`}><path d=${`M64 ${from} V${to + (to < from ? 9 : -9)}`} />
    <rect x="54" y=${to - 10} width="20" height="20" rx="5" /><text x="64" y=${to + 5} text-anchor="middle">${seat + 1}</text></g>`;
}

/** @param {State} state @param {Api.Schemas["HighTideTable"]} table @param {import("../contract.js").About} about */
function beachWords(state, table, about) {
  const nearest = dry(state).reverse();
  const chairs = nearest.flatMap(({space, seats}) =>
    [...seats].reverse().map((seat) => (space ? t("{name} on space {space}", {name: about.names(seat), space}) : t("{name} at the bar", {name: about.names(seat)}))),
  );
  const swims = state.flooded.map((seat) => t("{name} in the water", {name: about.names(seat)}));
  const coins = (state.coins ?? []).map((one) => t("coin {value} on space {space}", one));
  return [t("Water from space {n}.", {n: state.water}), listed([...swims, ...chairs]) + ".", coins.length ? listed(coins) + "." : ""].join(" ");
}
