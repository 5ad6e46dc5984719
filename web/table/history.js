/**
 * The history turn by turn: the newest is shown, and the viewer can go back turn by turn or move by move. The table
 * is drawn as it stood then.
 */

import {Tip} from "../parts/tips.js";
import {html} from "../vendor/preact.js";
import {t} from "../words.js";

/** @typedef {{turn: number, moves: number | null} | null} At Which turn, counted from 0, and how many of its moves; null is now. */

/**
 * @param {{events: Api.LoggedEvent[], picture: import("../games/contract.js").Picture,
 *   about: import("../games/contract.js").About, at: At, go: (at: At) => void}} props
 */
export function History({events, picture, about, at, go}) {
  const groups = turns(events);
  if (!groups.length) return html`<${Unbegun} isRead=${events.length > 0} />`;
  const last = groups.length - 1;
  const now = Math.min(at?.turn ?? last, last);
  const whole = groups[now] ?? [];
  const moves = at?.moves ?? null;
  const turn = turnOf(whole);
  const shown = moves === null ? whole : whole.slice(0, moves);
  return html`<section class="panel history" aria-label=${t("What has happened")}>
    <div class="row"><h2>${t("Turn {n}", {n: turn})}</h2><${Turns} at=${at} now=${now} last=${last} go=${go} /></div>
    <${Tip} of="any.history" />
    <div key=${turn} class=${moves === null ? "moment" : "moment by-move"}>${picture.drawEvents(shown, about)}</div>
    ${picture.replay && html`<${Moves} moves=${moves} all=${whole.length} go=${(/** @type {number | null} */ to) => go({turn: now, moves: to})} />`}
  </section>`;
}

/** What stands there without a closed turn. Each log has its first event, so one without any is not read yet. @param {{isRead: boolean}} props */
const Unbegun = ({isRead}) => html`<section class="panel history unbegun"><h2>${t("What has happened")}</h2>
  <p class="quiet">${isRead ? t("Nothing yet: the first turn is being played.") : t("Loading …")}</p></section>`;

/** The number of a closed turn. @param {Api.LoggedEvent[]} group */
export const turnOf = (group) => Number(group[0]?.data?.turn ?? 0);

/** From turn to turn; now is behind the last. @param {{at: At, now: number, last: number, go: (at: At) => void}} props */
function Turns({at, now, last, go}) {
  /** @param {number} to */
  const step = (to) => go(to > last ? null : {turn: Math.max(0, to), moves: null});
  const isNow = at === null;
  const isFirst = !isNow && now === 0;
  return html`<div class="stepper" role="group" aria-label=${t("Go through the turns")}>
    <${Step} sign="«" words=${t("First turn")} off=${isFirst} press=${() => step(0)} />
    <${Step} sign="‹" words=${t("One turn back")} off=${isFirst} press=${() => step(isNow ? last : now - 1)} />
    <${Step} sign="›" words=${t("One turn on")} off=${isNow} press=${() => step(now + 1)} />
    <${Step} sign="»" words=${t("Newest turn")} off=${isNow} press=${() => go(null)} />
  </div>`;
}

/** Through a turn move by move. @param {{moves: number | null, all: number, go: (moves: number | null) => void}} props */
function Moves({moves, all, go}) {
  if (moves === null) return html`<p class="by-moves"><button type="button" class="plain" onClick=${() => go(1)}>${t("Move by move")}</button></p>`;
  return html`<div class="row by-moves" role="group" aria-label=${t("Move by move")}>
    <${Step} sign="‹" words=${t("One move back")} off=${moves <= 1} press=${() => go(moves - 1)} />
    <span>${t("{n} of {all}", {n: moves, all})}</span>
    <${Step} sign="›" words=${t("One move on")} off=${moves >= all} press=${() => go(moves + 1)} />
    <button type="button" class="plain" onClick=${() => go(null)}>${t("The whole turn")}</button>
  </div>`;
}

/** @param {{sign: string, words: string, off: boolean, press: () => void}} props */
function Step({sign, words, off, press}) {
  return html`<button type="button" class="other" aria-disabled=${off} onClick=${() => off || press()} aria-label=${words}><span aria-hidden="true">${sign}</span></button>`;
}

/** The events from each closed turn to the next; nothing of a turn that is still open. @param {Api.LoggedEvent[]} events */
export function turns(events) {
  /** @type {Api.LoggedEvent[][]} */
  const groups = [];
  for (const event of events) {
    if (event.type === "turn_closed") groups.push([]);
    groups.at(-1)?.push(event);
  }
  return groups;
}

/** The events up to a place in the history: before a turn was closed, or after so many of its moves. @param {Api.LoggedEvent[]} events @param {NonNullable<At>} at */
export function upTo(events, at) {
  const group = turns(events)[at.turn] ?? [];
  const first = group[0];
  const before = first ? events.indexOf(first) : events.length;
  return events.slice(0, before + (at.moves ?? 0));
}
