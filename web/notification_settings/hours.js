/** Hours at which notifications are sent, with an example. */

import {serverNow} from "../connection.js";
import {duration, moment} from "../time.js";
import {html} from "../vendor/preact.js";
import {t} from "../words.js";
import {LANGUAGES} from "../words.js";
import {toldAt} from "./preview.js";

const EXAMPLE = 24 * 3_600_000;
const LEADS = ["PT30M", "PT1H", "PT2H", "PT4H", "PT8H", "PT12H", "P1D"];
const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** @param {{preferences: Api.Schemas["Preferences"], isTold: boolean, change: (changes: Api.Schemas["PreferencesRequest"]) => void}} props `isTold`: there is a place where one is told */
export function Hours({preferences, isTold, change}) {
  const {mode, zone, quiet} = preferences;
  const modes = [
    {id: "at_once", name: t("As it happens")},
    {id: "digest", name: t("Once a day, in one mail")},
    {id: "only_before_time_runs_out", name: t("Only before my time runs out")},
  ];
  const leads = LEADS.includes(preferences.lead) ? LEADS : [preferences.lead, ...LEADS];
  const zones = [...new Set([zone, HERE, "UTC", ...Intl.supportedValuesOf("timeZone")])];
  /** @param {Event} event */
  const value = ({target}) => /** @type {HTMLInputElement} */ (target).value;
  return html`<fieldset class="panel"><legend>${t("When")}</legend>
    <div class="choices">${modes.map((one) => html`<label class="chip"><input type="radio" name="mode" checked=${one.id === mode}
      onChange=${() => change(/** @type {any} */ ({mode: one.id}))} /><span>${one.name}</span></label>`)}</div>
    ${mode === "digest" && html`<label>${t("When that mail is sent")}<input type="time" required value=${preferences.digest_at}
      onChange=${(/** @type {Event} */ event) => value(event) && change({digest_at: value(event)})} /></label>`}
    <label>${t("Remind me this long before time runs out")}<select onChange=${(/** @type {Event} */ event) => change({lead: value(event)})}>
      ${leads.map((one) => html`<option value=${one} selected=${one === preferences.lead}>${duration(one)}</option>`)}</select></label>
    <label class="check"><input type="checkbox" checked=${quiet !== null}
      onChange=${() => change({quiet: quiet ? null : {from: "22:00", until: "07:00"}})} /><span>${t("Quiet at night")}</span></label>
    ${quiet && html`<div class="row">
      <label>${t("Quiet from")}<input type="time" required value=${quiet.from}
        onChange=${(/** @type {Event} */ event) => value(event) && change({quiet: {...quiet, from: value(event)}})} /></label>
      <label>${t("Quiet until")}<input type="time" required value=${quiet.until}
        onChange=${(/** @type {Event} */ event) => value(event) && change({quiet: {...quiet, until: value(event)}})} /></label></div>
      <p class="quiet">${t("Reminders about deadlines that end within the quiet hours still arrive.")}</p>`}
    <label>${t("Time zone")}<select onChange=${(/** @type {Event} */ event) => change({zone: value(event)})}>
      ${zones.map((one) => html`<option value=${one} selected=${one === zone}>${one.replaceAll("_", " ")}</option>`)}</select></label>
    ${zone !== HERE && html`<p><button type="button" class="other" onClick=${() => change({zone: HERE})}>${t("Use {zone}, as this device does", {zone: HERE})}</button></p>`}
    <label>${t("Language of notifications")}<select onChange=${(/** @type {Event} */ event) => change(/** @type {any} */ ({language: value(event)}))}>
      ${Object.entries(LANGUAGES).map(([id, name]) => html`<option value=${id} selected=${id === preferences.language}>${name}</option>`)}</select></label>
    ${isTold && html`<${Example} preferences=${preferences} />`}
  </fieldset>`;
}

/** @param {{preferences: Api.Schemas["Preferences"]}} props */
function Example({preferences}) {
  const now = serverNow();
  const [mail, others] = [true, false].map((byMail) => toldAt(preferences, now, now + EXAMPLE, byMail));
  const words = (/** @type {number | undefined} */ at) =>
    at === undefined || at <= now ? t("now") : moment(new Date(at).toISOString());
  return html`<p class="example" role="status">${t("If it became your turn now, with a day to move, you would hear by mail: {mail}; elsewhere: {others}.", {mail: words(mail), others: words(others)})}</p>`;
}
