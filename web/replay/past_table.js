/**
 * The table as it stood at some place in the history, with the cards of that moment on it; the open question stays
 * as it is.
 */

import {turns, upTo} from "../table/reveal.js";
import {html} from "../vendor/preact.js";
import {t} from "../words.js";

/**
 * @param {{replay: import("../table/history.js").Replay, height: number, picture: import("../games/contract.js").Picture,
 *   about: import("../games/contract.js").About, at: NonNullable<import("../table/reveal.js").At>, back: () => void}} props
 */
export default function PastTable({replay, height, picture, about, at, back}) {
  const {game, events} = about;
  const table = replay.tableAt(upTo(events, at), game, events);
  const mine = replay.handAt?.(table, game) ?? null;
  const then = {...game, result: null, turn: {number: 0, decision: null, opened_at: "", due_at: "", asked: []}, mine};
  const moment = at.moves === null ? null : (replay.reveal?.momentOf?.(table, turns(events)[at.turn] ?? [], at.moves) ?? null);
  const overlay = moment ? (/** @type {number | string} */ place) => replay.reveal?.overlay(moment, place, about) ?? null : undefined;
  return html`<section class="table past" data-frame=${moment?.kind} style=${`--height: ${height}px; --pace: 1`} aria-label=${t("The table as it stood then")}>
    <p class="row past-mark" role="status"><strong>${t("The table as it stood then")}</strong>
      <button type="button" class="other" onClick=${back}>${t("Back to now")}</button></p>
    ${picture.draw(table, mine, () => {}, {...about, game: /** @type {any} */ (then), chosen: null, pointed: null, overlay})}
  </section>`;
}
