/** What stands below all pages: where else to go, and the language. */

import {isGuest, username} from "../token.js";
import {html} from "../vendor/preact.js";
import {LANGUAGES, speak, spoken, t} from "../words.js";
import {SignOut} from "./sign_out.js";

/** @param {{again: () => void}} props */
export function Foot({again}) {
  /** @param {string} language */
  async function choose(language) {
    await speak(language);
    again();
  }
  return html`<footer class="foot">
    <nav aria-label=${t("About this page")}>
      <a href="/rules">${t("Rules")}</a>
      <a href="/docs/">${t("Guides")}</a>
      <a href="/api/docs/">${t("The API")}</a>
      ${username() && html`<a href="/people">${t("People")}</a>`}
      <a href="/settings">${t("Settings")}</a>
      ${!isGuest() && html`<a href="/account/">${t("My account")}</a>`}
      ${username() && html`<a href="/notices">${t("Notifications")}</a>`}
      ${username() && html`<${SignOut} look="plain" />`}
    </nav>
    <label>${t("Language")} <select onChange=${({currentTarget}) => choose(currentTarget.value)}>
      ${Object.entries(LANGUAGES).map(([id, name]) => html`<option value=${id} selected=${id === spoken()}>${name}</option>`)}
    </select></label>
  </footer>`;
}
