/** Where, when and of what one is told: loaded when it is opened, since few look at it often. */

import {Heading} from "../parts/heading.js";
import {SignIn} from "../parts/sign_in.js";
import {username} from "../token.js";
import {html, useEffect, useState} from "../vendor/preact.js";
import {loadWordsOf, t} from "../words.js";

export const style = new URL("../notices/notices.css", import.meta.url).href;

export default function Notices() {
  const [late, setLate] = useState(/** @type {typeof import("../notices/index.js") | null} */ (null));
  useEffect(() => {
    void Promise.all([import("../notices/index.js"), loadWordsOf("notices")]).then(([one]) => setLate(one));
  }, []);
  return html`<section class="narrow notices">
    <${Heading} title=${t("Notifications")}>${t("Notifications")}<//>
    ${!username() && html`<p>${t("Sign in to choose your notifications.")}</p><${SignIn} />`}
    ${username() && (late ? html`<${late.All} />` : html`<p>${t("Loading …")}</p>`)}
  </section>`;
}
