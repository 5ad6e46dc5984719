/** The form that makes a guest's account permanent, with a name and a password. */

import {useDraft} from "../drafts.js";
import {SITE} from "../preloads.js";
import {claim} from "../sign_in.js";
import {isGuest, player} from "../token.js";
import {html, useState} from "../vendor/preact.js";
import {t} from "../words.js";
import {Elsewhere, Line, atName} from "./field.js";

export function Claim() {
  const [problem, setProblem] = useState(/** @type {import("../api.js").Problem | null} */ (null));
  const [name, setName, drop] = useDraft("claim", "", "");
  if (!isGuest()) return null;
  /** @param {SubmitEvent} event */
  async function sent(event) {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
    const result = await claim({username: String(form.get("username")), password: String(form.get("password")), ...codeOf(form)});
    setProblem(result.ok ? null : atName(result.problem, "/username"));
    if (result.ok) drop();
  }
  return html`<form class="panel claim" onSubmit=${sent}>
    <h2>${t("Keep your games")}</h2>
    <p class="quiet">${isHere()
      ? t("You play as a guest in this browser. If you clear its data or stay away for long, your games are lost to you. With a name and a password you can come back from any device.")
      : t("You play as a guest, and this browser saves nothing. If you leave this page, your games are lost to you. With a name and a password you can come back.")}</p>
    <${Line} label=${t("Name")} name="username" place="/username" problem=${problem} autocomplete="username" hint=${t("2 to 30 letters, digits, _ or -")} required maxlength=${30} autocapitalize="none"
      value=${name} onInput=${(/** @type {any} */ {currentTarget}) => setName(currentTarget.value)} />
    <${Line} label=${t("Password")} name="password" place="/password" problem=${problem} hint=${t("at least 8 characters, and not a common password")} type="password" autocomplete="new-password" required maxlength=${128} />
    ${SITE.sign_up === "invitation" && html`<${Line} label=${t("Code of your invitation")} name="code" place="/code" problem=${problem} hint=${t("not needed if you came by one")} autocomplete="off" maxlength=${40} />`}
    <${Elsewhere} problem=${problem} places=${["/username", "/password", "/code"]} />
    <p><button class="main">${t("Keep them")}</button></p>
  </form>`;
}

/** The code, if the form has one. @param {FormData} form */
const codeOf = (form) => (form.get("code") ? {code: String(form.get("code"))} : {});

/** Whether the browser's session knows the guest; otherwise this page alone does. */
const isHere = () => player()?.mark !== null;
