/** The six beaches side by side: the bar below, the sand, and the water that comes from above. */

import {html} from "../../vendor/preact.js";
import {listed, t} from "../../words.js";
import {Pattern, colourName} from "./dice.js";
import {surferOf} from "./moves.js";
import {Chair, Coin, Fin, Ghost, Surfer} from "./pieces.js";
import {Press, wayOf} from "./press.js";

/** @typedef {Api.Schemas["HighTideBeachState"]} State */
/** @typedef {import("./moves.js").Place} Place */
/** @typedef {import("../contract.js").About} About */
/** @typedef {{table: Api.Schemas["HighTideTable"], about: import("../contract.js").About}} At */

export const WIDTH = 76;
const ROW = 15;
const BAR = 44;
const OPEN_SEA = 28;
/** Where the chair would stand that is looked at: to the right of all that stand there. */
const LAST = 63;
/** The edge of the water over the width of a beach, and the shore before it. */
const EDGE = "q9.5 -7 19 0 t19 0 19 0 19 0";
const UP = "V-500 H0 Z";

/**
 * `places` are shown and can be pressed, and `isSure` says that one answer leads to all of them; `hold` makes the player's chair on a beach one that can be pressed.
 *
 * @typedef {{places: Place[], isSure?: boolean, play?: import("./press.js").Play, hold?: (beach: string) => object | undefined}} Presses
 */

/** The height of a beach with so many spaces, and where a space lies on it. @param {number} length */
export const heightOf = (length) => OPEN_SEA + length * ROW + BAR;
/** @param {number} length @param {number} space */
export const yOf = (length, space) => (space === 0 ? heightOf(length) - BAR / 2 + 5 : heightOf(length) - BAR - (space - 0.5) * ROW);
/** @param {About["game"]} game */
export const lengthOf = ({options}) => Number(/** @type {any} */ (options).beach_length ?? 20);

/** @param {At & Presses} props */
export function Beaches({table, about, places, isSure = true, play, hold}) {
  return html`<ul class="beaches" aria-label=${t("Beaches")}>
    ${table.beaches.map((one) => html`<${Beach} key=${one.beach} state=${one} table=${table} about=${about}
      places=${places.filter((place) => place.beach === one.beach)} isSure=${isSure} play=${play} hold=${hold} />`)}
  </ul>`;
}

/** @param {At & Presses & {state: State}} props */
function Beach({state, table, about, places, isSure, play, hold}) {
  const mine = about.game.mine?.seat ?? -1;
  const length = lengthOf(about.game);
  const height = heightOf(length);
  const y = (/** @type {number} */ space) => yOf(length, space);
  const shore = state.water > length ? OPEN_SEA - 4 : y(state.water) + ROW / 2;
  const afloat = Math.max(14, shore - 20);
  const surfs = surferAt(state, table, about);
  const [startX = LAST] = dry(state).flatMap(({space, seats}) => seats.flatMap((seat, at) => (seat === mine ? [spot(space, at, seats.length, 0).x] : [])));
  return html`<li class=${`beach c-${state.beach}`}>
    <p class="beach-name">${colourName(state.beach)}</p>
    <div class="strip"><svg viewBox=${`0 0 ${WIDTH} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      <path class="line" d=${Array.from({length}, (_, at) => `M0 ${y(at + 1) + ROW / 2} q19 2 38 0 t38 0`).join(" ")} />
      ${[5, 10, 15, 20, 25, 30, 35, 40].filter((n) => n <= length).map((n) => html`<text class="count-mark" x=${WIDTH - 3} y=${y(n) + 4} text-anchor="end">${n}</text>`)}
      <g class="tide" style=${`transform: translateY(${shore}px)`}>
        <path class="wet-sand" d=${`M0 9 ${EDGE} ${UP}`} /><path class="lace" d=${`M0 3 ${EDGE}`} /><path class="surf" d=${`M0 -3 ${EDGE} ${UP}`} /><path class="shallow" d=${`M0 -8 ${EDGE} ${UP}`} />
        <path class="wet" d=${`M0 -24 ${EDGE} ${UP}`} /><path class="deep" d=${`M0 -62 ${EDGE} ${UP}`} />
        <path class="glint" d="M44 -40 q4 -4 8 0 t8 0 M10 -78 q4 -4 8 0 t8 0 M46 -112 q4 -4 8 0 t8 0 M14 -150 q4 -4 8 0 t8 0" /></g>
      <rect class="bar-floor" y=${height - BAR} width=${WIDTH} height=${BAR} /><path class="planks" d=${`M0 ${height - 24} H76 M0 ${height - 8} H76`} />
      <svg y=${height - BAR - 2} width=${WIDTH} height="11" viewBox="0 0 76 11"><path class="awning" d="M0 0 H76 V7 q-6.3 6 -12.6 0 q-6.3 6 -12.7 0 q-6.3 6 -12.7 0 q-6.3 6 -12.7 0 q-6.3 6 -12.7 0 q-6.3 6 -12.6 0 Z" />
        ${[0, 38].map((x) => html`<g transform=${`translate(${x} -2)`}><${Pattern} colour=${state.beach} /></g>`)}</svg>
      ${(state.coins ?? []).map((one) => html`<${Coin} value=${one.value} y=${y(one.space)} />`)}
      ${surfs !== null && html`<${Surfer} seat=${surfs} y=${Math.max(16, shore - 20)} />`}
      ${table.shark_alert?.alert === state.beach && html`<${Fin} y=${Math.max(16, shore - 16)} />`}
      ${dry(state).map(({space, seats}) => seats.map((seat, at) => html`<${Chair} key=${seat} seat=${seat} isMine=${seat === mine} hold=${seat === mine ? hold?.(state.beach) : undefined} ...${spot(space, at, seats.length, y(space))} />`))}
      ${state.flooded.map((seat, at) => html`<${Chair} key=${seat} seat=${seat} isMine=${seat === mine} wet=${true} ...${spot(1, at, state.flooded.length, afloat)} />`)}
      ${places.map((one) => html`<${Ghost} key=${one.end} seat=${mine} x=${LAST} from=${{x: startX, y: y(one.start)}} to=${one.wet ? afloat : y(one.end)} wet=${one.wet} isSure=${isSure} way=${play && wayOf(one.action, play)} />`)}
    </svg>${play?.actions.filter((one) => one.type === "coin" && one.beach === state.beach).map((one) => html`<${Press} key=${one.space} action=${one} play=${play} moves=${1} look="coin-press" style=${`top: ${(100 * y(Number(one.space))) / height}%`} />`)}${about.overlay?.(state.beach, about)}</div>
    <p class="unseen">${beachWords(state, table, about)}</p>
  </li>`;
}

/** Chairs that do not swim, by space. @param {State} state */
function dry({chairs, flooded}) {
  return chairs.map(({space, seats}) => ({space, seats: seats.filter((seat) => !flooded.includes(seat))}));
}

/** The seat whose surfer is here, as far as the viewer may know. @param {State} state @param {At["table"]} table @param {At["about"]} about */
function surferAt({beach}, table, about) {
  const seats = table.surfers?.keys() ?? [about.game.mine?.seat ?? -1];
  return [...seats].find((seat) => surferOf(table, seat, about) === beach) ?? null;
}

/** Where a chair is drawn: one behind the other on a space, in two rows at the bar. @param {number} space @param {number} at @param {number} of @param {number} y */
function spot(space, at, of, y) {
  if (space === 0) return {x: 14 + (at % 3) * 24, y: y - (of > 3 ? 7 : 0) + Math.floor(at / 3) * 17};
  return {x: of === 1 ? 37 : 27 + (at * 36) / Math.max(2, of - 1), y};
}

/** @param {State} state @param {At["table"]} table @param {At["about"]} about */
function beachWords(state, table, about) {
  const nearest = dry(state).reverse();
  const chairs = nearest.flatMap(({space, seats}) =>
    [...seats].reverse().map((seat) => (space ? t("{name} on space {space}", {name: about.names(seat), space}) : t("{name} at the bar", {name: about.names(seat)}))),
  );
  const swims = state.flooded.map((seat) => t("{name} in the water", {name: about.names(seat)}));
  const coins = (state.coins ?? []).map((one) => t("coin {value} on space {space}", one));
  const surfs = surferAt(state, table, about);
  return [
    t("Water from space {n}.", {n: state.water}),
    listed([...swims, ...chairs]) + ".",
    coins.length && listed(coins) + ".",
    table.shark_alert?.alert === state.beach && t("Shark alert."),
    surfs !== null && t("Surfs here: {name}.", {name: about.names(surfs)}),
  ].filter(Boolean).join(" ");
}
