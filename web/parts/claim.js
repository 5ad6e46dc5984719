/** For a guest: to keep the account, with a name and a password. */

import {claim} from "../sign_in.js";
import {isGuest} from "../token.js";
import {html, useState} from "../vendor/preact.js";
import {t} from "../words.js";
import {Refused} from "./refused.js";

export function Claim() {
  const [problem, setProblem] = useState(/** @type {import("../api.js").Problem | null} */ (null));
  if (!isGuest()) return null;
  /** @param {SubmitEvent} event */
  async function sent(event) {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
    const said = await claim({username: String(form.get("username")), password: String(form.get("password"))});
    setProblem(said.ok ? null : said.problem);
  }
  return html`<form class="panel claim" onSubmit=${sent}>
    <h2>${t("Keep your games")}</h2>
    <p class="quiet">${t("You play as a guest: who leaves this tab cannot come back. With a name and a password you can.")}</p>
    <label>${t("Name")}<input name="username" autocomplete="username" required maxlength="30" autocapitalize="none" /></label>
    <label>${t("Password")}<input name="password" type="password" autocomplete="new-password" required maxlength="128" /></label>
    <${Refused} problem=${problem} />
    <p><button class="main">${t("Keep them")}</button></p>
  </form>`;
}
