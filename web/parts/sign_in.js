/** The two buttons that lead to the server's own pages, where one signs in or up. */

import {beginSignIn, canSignIn} from "../sign_in.js";
import {html} from "../vendor/preact.js";
import {t} from "../words.js";

export function SignIn() {
  if (!canSignIn()) return html`<p class="refused">${t("Signing in needs cookies, and this browser blocks them. You can play as a guest.")}</p>`;
  return html`<p class="row sign-in">
    <button type="button" class="other" onClick=${() => beginSignIn()}>${t("Sign in")}</button>
    <button type="button" class="other" onClick=${() => beginSignIn({isNew: true})}>${t("Sign up")}</button>
  </p>`;
}
