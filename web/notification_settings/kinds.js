/** Kinds of notifications for each place: a table of switches. */

import {html} from "../vendor/preact.js";
import {t} from "../words.js";
import {channelName} from "./channels.js";

/** @typedef {Api.Schemas["Preferences"]} Preferences */

/** A kind of notice in words; a new one is shown by its name. @param {string} kind */
function kindName(kind) {
  /** @type {Record<string, string>} */
  const names = {
    your_turn: t("It is my turn"),
    reminder: t("A reminder"),
    nearly_up: t("My time is running out"),
    played_for_you: t("The server or a bot played for me"),
    stage_ended: t("A stage is over"),
    game_ended: t("A game is over"),
    invited: t("An invitation"),
    table_full: t("My table is full"),
    seat_lost: t("I have lost a seat"),
    vacation_ends: t("My vacation ends"),
    message: t("A message at a table"),
    account: t("My account"),
  };
  return names[kind] ?? kind;
}

/**
 * @param {{preferences: Preferences, receivers: Api.Schemas["Receiver"][],
 *   change: (changes: Api.Schemas["PreferencesRequest"]) => void}} props
 */
export function Kinds({preferences, receivers, change}) {
  const channels = [...new Set(receivers.map((one) => one.channel))].filter((one) => one !== "webhook").sort();
  if (channels.length === 0) return null;
  /** @param {string} kind @param {string} channel @param {boolean} on */
  const turn = (kind, channel, on) => change(/** @type {any} */ ({switches: {[kind]: {[channel]: on}}}));
  return html`<section class="panel"><h2 id="of-what">${t("What about")}</h2>
    <div class="scroll" tabindex=${0} role="region" aria-labelledby="of-what"><table><thead><tr><th scope="col">${t("Notify me about")}</th>
      ${channels.map((one) => html`<th scope="col">${channelName(one)}</th>`)}</tr></thead>
    <tbody>${Object.entries(preferences.switches).map(([kind, by]) => html`<tr><th scope="row">${kindName(kind)}</th>
      ${channels.map((one) => html`<td><label class="check"><input type="checkbox" checked=${by[one] ?? false}
        aria-label=${`${kindName(kind)}: ${channelName(one)}`}
        onChange=${() => turn(kind, one, !(by[one] ?? false))} /></label></td>`)}</tr>`)}</tbody></table></div></section>`;
}
