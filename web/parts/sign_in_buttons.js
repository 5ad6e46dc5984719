/** The buttons by which a player signs in, up and out. */

import {go} from "../router.js";
import {beginSignIn, canSignIn, leave} from "../sign_in.js";
import {isGuest} from "../token.js";
import {html, useState} from "../vendor/preact.js";
import {t} from "../words.js";
import {Lazy} from "./lazy.js";

const question = () => import("../sign_out/index.js");

/** They lead to the server's own pages. */
export function SignIn() {
  if (!canSignIn()) return html`<p class="refused">${t("Signing in needs cookies, and this browser blocks them. You can play as a guest.")}</p>`;
  return html`<p class="row sign-in">
    <button type="button" class="other" onClick=${() => beginSignIn()}>${t("Sign in")}</button>
    <button type="button" class="other" onClick=${() => beginSignIn({isNew: true})}>${t("Sign up")}</button>
  </p>`;
}

/** A guest, who could not come back, is asked first. @param {{look: "plain" | "other"}} props */
export function SignOut({look}) {
  const [asked, setAsked] = useState(false);
  async function signOut() {
    if (!(await leave())) return;
    setAsked(false);
    go("/");
  }
  return html`<button type="button" class=${look} onClick=${() => (isGuest() ? setAsked(true) : signOut())}>${t("Sign out")}</button>
    ${asked && html`<${Lazy} load=${question} close=${() => setAsked(false)} leave=${signOut} />`}`;
}
