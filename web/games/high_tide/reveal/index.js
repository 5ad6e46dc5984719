/** Closed turns on the table: dice tumble, chairs glide, a shark comes, and waves roll over the strips. */

import {cue} from "../../../parts/announcements.js";
import {html, useEffect} from "../../../vendor/preact.js";
import {listed, t} from "../../../words.js";
import {WIDTH, heightOf, lengthOf, yOf} from "../beach.js";
import {eventWords} from "../log.js";
import {Cloth} from "../pieces.js";
import {tableAfter} from "../replay.js";
import {moveWords} from "../words.js";

/** @typedef {Api.Schemas["HighTideTable"]} Table */
/** @typedef {import("../../contract.js").Frame} Frame */
/** @typedef {import("../../contract.js").About} About */

export const style = new URL("./reveal.css", import.meta.url).href;

/** The loudness of a wave that reaches the bar, as `sound.js` has it. */
const DEEPEST = 12;
/** The kind of the frame of an event, and its milliseconds; other events change the table without one. @type {Record<string, [string, number]>} */
const FRAMES = {
  round_began: ["began", 700],
  rolled: ["tumble", 900],
  rerolled: ["tumble", 900],
  declined: ["laid", 500],
  taken: ["taken", 600],
  tile_used: ["tile", 800],
  open_dice: ["tile", 400],
  chair_moved: ["glide", 1000],
  coin_taken: ["coin", 600],
  last_pair_rolled: ["last", 1000],
  shark_came: ["shark", 1500],
  wave_laid: ["wave", 1500],
  tile_gained: ["tile", 800],
  point_gained: ["tile", 800],
  surfers_revealed: ["tile", 1500],
};

/**
 * A frame for each event that is seen; chairs that one player's dice move glide together.
 *
 * @param {Table} before
 * @param {Api.LoggedEvent[]} events
 * @param {Table} shown
 * @returns {Frame[]}
 */
export function framesOf(before, events, shown) {
  /** @type {Frame[]} */
  const frames = [];
  let table = withUnknown(before, shown);
  for (const event of events) {
    table = tableAfter(table, [event]);
    const [kind, ms] = FRAMES[event.type] ?? [];
    const last = frames.at(-1);
    if (!kind || !ms) continue;
    if (kind === "glide" && last?.kind === "glide" && last.rows[0].data.seat === event.data.seat) Object.assign(last, {table, rows: [...last.rows, event]});
    else frames.push({kind, ms, table, rows: [event]});
  }
  return frames;
}

/** Points, the bag and the sharks that are left are in no event: they stay as they are shown until the reveal is over. @param {Table} table @param {Table} shown @returns {Table} */
const withUnknown = (table, shown) => ({...table, scores: shown.scores, bag: shown.bag, shark_alert: table.shark_alert && {...table.shark_alert, sharks_left: shown.shark_alert?.sharks_left ?? []}});

/** All that was moved, for those who want nothing to move. @param {Frame[]} frames @returns {Frame[]} */
export const stillOf = (frames) => frames.slice(-1).map((one) => ({...one, kind: "still", ms: Infinity, rows: frames.flatMap(({rows}) => rows)}));

/** The last of so many moves of a turn. @param {Table} table @param {Api.LoggedEvent[]} events @param {number} moves @returns {Frame} */
export const momentOf = (table, events, moves) => ({kind: "moment", ms: Infinity, table, rows: events.slice(moves - 1, moves)});

/** What lies over a beach, or the words beside the board. @param {Frame} frame @param {string} place @param {About} about */
export function overlay({kind, rows, table}, place, about) {
  const isStill = kind === "still" || kind === "moment";
  if (place === "words") return kind === "still" ? null : kind === "glide" ? glideWords(rows, about) : rows.map((one) => eventWords(one, about)).filter(Boolean).join(" ");
  const here = rows.filter(({data}) => data.beach === place);
  const moved = here.filter(({type, data}) => type === "chair_moved" || (type === "shark_came" && data.seat !== null));
  const waves = here.filter(({type}) => type === "wave_laid");
  return html`${moved.length > 0 && html`<${Trails} moved=${moved} length=${lengthOf(about.game)} />`}
    ${kind === "shark" && here.length > 0 && html`<svg class="shark-swims" viewBox="-14 -14 30 24" aria-hidden="true"><g class="fin"><path d="M-10 4 Q-5 -11 9 -12 Q4 -4 7 4 Z" /><path class="trail" d="M-14 5 q3.5 -3 7 0 t7 0 7 0 7 0" /></g></svg>`}
    ${waves.map(({data}) => html`<${Wave} isStill=${isStill} to=${yOf(lengthOf(about.game), data.water) / heightOf(lengthOf(about.game))} spaces=${table.wave_lengths[data.size]} />`)}`;
}

/** @param {Api.LoggedEvent[]} rows @param {About} about */
const glideWords = (rows, about) => t("{name}: {beach}", {name: about.names(rows[0]?.data.seat), beach: listed(rows.map(({data}) => moveWords({.../** @type {any} */ (data), wet: data.in_water})))});

/** Where chairs came from. @param {{moved: Api.LoggedEvent[], length: number}} props */
function Trails({moved, length}) {
  return html`<svg class="trails" viewBox=${`0 0 ${WIDTH} ${heightOf(length)}`} preserveAspectRatio="none" aria-hidden="true">${moved.map(({data}, at) => {
    const [from, to] = [yOf(length, data.start), yOf(length, data.end)];
    const x = 66 - 8 * (at % 3);
    const back = to < from ? 7 : -7;
    return html`<path d=${`M${x} ${from} V${to + back} M${x - 5} ${to + back + (to < from ? 6 : -6)} L${x} ${to + back} L${x + 5} ${to + back + (to < from ? 6 : -6)}`} /><g transform=${`translate(${x} ${from}) scale(0.6)`}><${Cloth} seat=${data.seat} /></g>`;
  })}</svg>`;
}

/** A wave that rolls in to the space from which the water stands now. @param {{isStill: boolean, to: number, spaces: number}} props */
function Wave({isStill, to, spaces}) {
  // The nearer to the bar, the deeper it sounds.
  useEffect(() => void (isStill || cue("wave", DEEPEST * to)), []);
  return html`<div class=${isStill ? "rolled" : "rolls"} style=${`height: ${100 * to}%`} aria-hidden="true"><b>↓ ${spaces}</b></div>`;
}
