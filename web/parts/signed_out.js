/** Said when the player of this tab has been signed out, or somebody else was signed in in another tab. */

import {knowReplaced, lostPlayer, replacedPlayer, username} from "../token.js";
import {html} from "../vendor/preact.js";
import {t} from "../words.js";
import {SignIn} from "./sign_in.js";

export function SignedOut() {
  const name = lostPlayer();
  const before = replacedPlayer();
  if (before !== null && username() !== null) {
    return html`<p class="notice late" role="alert">
      <span>${t("{before}, {name} has signed in on this browser and is playing here now. Moves that you had not sealed were not sent.", {before, name: username()})}</span>
      <button type="button" class="plain" onClick=${knowReplaced}>${t("OK")}</button></p>`;
  }
  if (name === null) return null;
  return html`<div class="notice late" role="alert">
    <p>${t("{name}, you have been signed out. Sign in to continue; your choices are kept.", {name})}</p>
    <${SignIn} />
  </div>`;
}
