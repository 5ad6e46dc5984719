/** What stands below all pages: where else to go, and the language. */

import {go} from "../router.js";
import {signOut} from "../sign_in.js";
import {username} from "../token.js";
import {html} from "../vendor/preact.js";
import {LANGUAGES, speak, spoken, t} from "../words.js";

/** @param {{again: () => void}} props */
export function Foot({again}) {
  /** @param {{target: HTMLSelectElement}} event */
  async function chosen({target}) {
    await speak(target.value);
    again();
  }
  function leave() {
    signOut();
    go("/");
  }
  return html`<footer class="foot">
    <nav aria-label=${t("About this page")}>
      <a href="/docs/">${t("Guides")}</a>
      <a href="/api/docs/">${t("The API")}</a>
      <a href="/account/">${t("My account")}</a>
      ${username() && html`<button type="button" class="plain" onClick=${leave}>${t("Sign out")}</button>`}
    </nav>
    <label>${t("Language")} <select onChange=${chosen}>
      ${Object.entries(LANGUAGES).map(([id, name]) => html`<option value=${id} selected=${id === spoken()}>${name}</option>`)}
    </select></label>
  </footer>`;
}
