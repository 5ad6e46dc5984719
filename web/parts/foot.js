/** What stands below all pages: where else to go, and the language. */

import {go} from "../router.js";
import {leave} from "../sign_in.js";
import {isGuest, username} from "../token.js";
import {html, useState} from "../vendor/preact.js";
import {LANGUAGES, speak, spoken, t} from "../words.js";
import {Later} from "./later.js";

const question = () => import("../sign_out/index.js");

/** @param {{again: () => void}} props */
export function Foot({again}) {
  /** @param {string} language */
  async function choose(language) {
    await speak(language);
    again();
  }
  const [asked, setAsked] = useState(false);
  async function signOut() {
    if (!(await leave())) return;
    setAsked(false);
    go("/");
  }
  return html`<footer class="foot">
    <nav aria-label=${t("About this page")}>
      <a href="/rules">${t("Rules")}</a>
      <a href="/docs/">${t("Guides")}</a>
      <a href="/api/docs/">${t("The API")}</a>
      ${username() && html`<a href="/people">${t("People")}</a>`}
      <a href="/settings">${t("Settings")}</a>
      ${!isGuest() && html`<a href="/account/">${t("My account")}</a>`}
      ${username() && html`<a href="/notices">${t("Notices")}</a>`}
      ${username() && html`<button type="button" class="plain" onClick=${() => (isGuest() ? setAsked(true) : signOut())}>${t("Sign out")}</button>`}
    </nav>
    <label>${t("Language")} <select onChange=${({currentTarget}) => choose(currentTarget.value)}>
      ${Object.entries(LANGUAGES).map(([id, name]) => html`<option value=${id} selected=${id === spoken()}>${name}</option>`)}
    </select></label>
    ${asked && html`<${Later} load=${question} close=${() => setAsked(false)} leave=${signOut} />`}
  </footer>`;
}
