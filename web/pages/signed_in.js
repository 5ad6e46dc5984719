/** Where one comes back to from the pages on which one signs in. */

import {Heading} from "../parts/heading.js";
import {SignIn} from "../parts/sign_in.js";
import {go} from "../router.js";
import {finishSignIn} from "../sign_in.js";
import {html, useEffect, useState} from "../vendor/preact.js";
import {t} from "../words.js";

export default function SignedIn() {
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    finishSignIn()
      .catch(() => null)
      .then((back) => (back === null ? setFailed(true) : go(back, {instead: true})));
  }, []);
  if (!failed) return html`<section class="narrow"><${Heading} title=${t("Sign in")}>${t("Signing in …")}<//></section>`;
  return html`<section class="narrow">
    <${Heading} title=${t("Sign in")}>${t("You are not signed in")}<//>
    <p>${t("The way back was interrupted, or it was another tab that you left from.")}</p>
    <${SignIn} />
  </section>`;
}
