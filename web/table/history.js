/** What has happened, turn by turn: the newest is shown, and one can go back step by step. */

import {html, useState} from "../vendor/preact.js";
import {t} from "../words.js";

/**
 * @param {{events: Api.LoggedEvent[], picture: import("../games/contract.js").Picture,
 *   about: import("../games/contract.js").About}} props
 */
export function History({events, picture, about}) {
  const [at, setAt] = useState(/** @type {number | null} */ (null));
  const groups = turns(events);
  if (!groups.length) return null;
  // Null is the newest, whatever comes.
  const now = at === null ? groups.length - 1 : Math.min(at, groups.length - 1);
  const shown = groups[now] ?? [];
  const turn = Number(shown[0]?.data?.turn ?? 0);
  /** @param {number} to */
  const step = (to) => setAt(to >= groups.length - 1 ? null : Math.max(0, to));
  return html`<section class="panel history" aria-label=${t("What has happened")}>
    <div class="row">
      <h2>${t("Turn {n}", {n: turn})}</h2>
      <div class="stepper" role="group" aria-label=${t("Go through the turns")}>
        <button type="button" class="other" aria-disabled=${now === 0} onClick=${() => step(0)} aria-label=${t("First turn")}><span aria-hidden="true">«</span></button>
        <button type="button" class="other" aria-disabled=${now === 0} onClick=${() => step(now - 1)} aria-label=${t("One turn back")}><span aria-hidden="true">‹</span></button>
        <button type="button" class="other" aria-disabled=${at === null} onClick=${() => step(now + 1)} aria-label=${t("One turn on")}><span aria-hidden="true">›</span></button>
        <button type="button" class="other" aria-disabled=${at === null} onClick=${() => step(groups.length)} aria-label=${t("Newest turn")}><span aria-hidden="true">»</span></button>
      </div>
    </div>
    <div key=${turn} class="moment">${picture.moment(shown, about)}</div>
  </section>`;
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
