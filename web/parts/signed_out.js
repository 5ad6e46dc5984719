/** Said when a token is no good any more: sign in, and everything is as it was. */

import {lostPlayer} from "../token.js";
import {html} from "../vendor/preact.js";
import {t} from "../words.js";
import {SignIn} from "./sign_in.js";

export function SignedOut() {
  const name = lostPlayer();
  if (name === null) return null;
  return html`<div class="notice late" role="alert">
    <p>${t("{name}, you have been signed out. Sign in, and you are back here with what you have chosen.", {name})}</p>
    <${SignIn} />
  </div>`;
}
