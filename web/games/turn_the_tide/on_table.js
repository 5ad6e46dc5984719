/** The reveal on the table: the frames of a turn, and what lies in a player's panel in each of them. */

import {cue} from "../../parts/announcements.js";
import {html, useEffect} from "../../vendor/preact.js";
import {Back, Card, Ring, Tide} from "./cards.js";
import {afterEvent} from "./replay.js";
import {roundOf, rounds} from "./reveal.js";

/** @typedef {ReturnType<typeof roundOf>["rows"][number]} Row */

export const style = new URL("./late/on_table.css", import.meta.url).href;

/** What follows after the losses of a round belongs to the next question. */
const LOSSES = ["preserver_lost", "eliminated"];
const WITH_TIDES = ["taken", "paid", "still"];
const WITH_LOSSES = ["paid", "still"];
/** For the highest card, and for the second. */
const MEDALS = ["gold", "silver"];

/**
 * The frames of a closed turn: each with the table as it is seen in it, and the milliseconds that it lasts. Several
 * rounds are closed at once where the last cards are played for the players.
 *
 * @param {Api.Schemas["TurnTheTideTable"]} table as it stood before
 * @param {Api.LoggedEvent[]} events
 * @returns {import("../contract.js").Frame[]}
 */
export function framesOf(table, events) {
  /** @type {import("../contract.js").Frame[]} */
  const frames = [];
  let now = table;
  /** @param {string[]} types @param {Api.LoggedEvent[]} some */
  const after = (types, some) => some.filter(({type}) => types.includes(type)).reduce(afterEvent, now);
  for (const some of rounds(events)) {
    const {rows} = roundOf(some);
    /** @param {string} kind @param {number} ms */
    const add = (kind, ms, table = now) => frames.push({kind, ms, table, rows});
    add("sealed", 250);
    now = after(["cards_revealed"], some);
    add("turned", 450 + 90 * (rows.length - 3));
    // One tide after the other: the highest card's lands, and the water follows it, before the next one flies.
    for (const [nth, {seat, tide}] of rows.entries()) {
      if (tide === null) continue;
      now = afterEvent(now, /** @type {any} */ ({type: "tides_taken", data: {taken: [{seat, tide}]}}));
      frames.push({kind: "taken", ms: 550, table: now, rows: rows.map((one, at) => (at > nth ? {...one, tide: null} : one))});
    }
    const {seats} = now;
    now = after(LOSSES, some);
    // Who is out sinks where the water stands; it falls with the next question.
    if (some.some(({type}) => LOSSES.includes(type))) add("paid", 500, {...now, seats: now.seats.map((one, at) => ({...one, tide_level: seats[at]?.tide_level ?? 0}))});
    now = after(["stage_ended", "stage_began", "tides_revealed"], some);
  }
  const last = frames.at(-1);
  // How the game was decided is looked at before the podium.
  if (last && !events.some(({type}) => type === "tides_revealed" || type === "turn_opened")) last.ms += 1200;
  return frames;
}

/** @type {Record<string, string>} */
const KINDS = {turn_closed: "sealed", cards_revealed: "turned", tides_taken: "taken", preserver_lost: "paid", eliminated: "paid"};

/**
 * What lies on the table after so many moves of a turn; nothing once its round is told.
 *
 * @param {Api.Schemas["TurnTheTideTable"]} table as it stood then
 * @param {Api.LoggedEvent[]} events of the whole turn
 * @param {number} moves
 * @returns {import("../contract.js").Frame | null}
 */
export function momentOf(table, events, moves) {
  const seen = events.slice(0, moves);
  const kind = KINDS[seen.at(-1)?.type ?? ""];
  const some = rounds(seen).at(-1) ?? rounds(events)[0];
  return kind && some ? {kind, ms: 0, table, rows: roundOf(some).rows} : null;
}

/** One picture of a turn for those who want nothing to move: the cards of its last round, and what they led to. @param {import("../contract.js").Frame[]} frames */
export const stillOf = (frames) => frames.slice(-1).map((one) => ({...one, kind: "still", ms: Infinity}));

/** What lies in a player's panel. Its words are in the history. @param {import("../contract.js").Frame} frame @param {number} seat */
export function overlay(frame, seat) {
  const {kind, table} = frame;
  const rows = /** @type {Row[]} */ (frame.rows);
  const place = rows.findIndex((one) => one.seat === seat);
  const row = rows[place];
  if (!row) return null;
  const level = table.seats[seat]?.tide_level ?? 0;
  return html`<div class=${`on-table ${kind}`} style=${`--place: ${rows.length - 1 - place}; --level: ${level}`} aria-hidden="true">
    <b class="counted"></b>
    <span class=${`flipped ${kind === "sealed" ? "" : (MEDALS[place] ?? "")}`}><${Back} />${kind !== "sealed" && html`<${Card} card=${row.card} />`}</span>
    ${WITH_TIDES.includes(kind) && row.tide !== null && html`<span class="taken-tide" ref=${fromTile(place)}><${Tide} tide=${row.tide} /></span>`}
    ${WITH_LOSSES.includes(kind) && html`<${Loss} row=${row} />`}
    ${place === 0 && html`<${Heard} key=${kind + level} frame=${frame} />`}
  </div>`;
}

/** What is heard as a frame begins. @param {{frame: import("../contract.js").Frame}} props */
function Heard({frame: {kind, table, rows}}) {
  useEffect(() => {
    if (kind === "turned" || kind === "still") cue("flip", rows.length);
    if (kind === "taken") cue("wave", Math.max(...table.seats.map((/** @type {{tide_level: number}} */ one) => one.tide_level)));
    if (kind === "paid") cue("pop");
  }, []);
  return null;
}

/** Have a tide fly from its tile, which is measured once: the highest card takes the first one, the lower. @param {number} place */
const fromTile = (place) => (/** @type {HTMLElement | null} */ taken) => {
  const tile = taken?.closest(".table")?.querySelector(`.pair > :nth-child(${place + 1})`)?.getBoundingClientRect();
  if (!taken || !tile || taken.style.getPropertyValue("--dx")) return;
  const here = taken.getBoundingClientRect();
  taken.style.setProperty("--dx", `${tile.x - here.x}px`);
  taken.style.setProperty("--dy", `${tile.y - here.y}px`);
  taken.style.setProperty("--grown", `${tile.width / here.width}`);
};

/** A preserver that drifts off, or the bubbles of who had none. @param {{row: Row}} props */
function Loss({row}) {
  if (row.left !== null) return html`<svg class="popped" viewBox="-9 -9 18 18"><${Ring} r=${6} /></svg>`;
  return row.isOut && html`<svg class="bubbles" viewBox="0 0 30 40"><circle cx="8" cy="30" r="4" /><circle cx="18" cy="22" r="3" /><circle cx="13" cy="10" r="5" /></svg>`;
}
