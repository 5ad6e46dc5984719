/** The button by which a player signs out; a guest, who could not come back, is asked first. */

import {go} from "../router.js";
import {leave} from "../sign_in.js";
import {isGuest} from "../token.js";
import {html, useState} from "../vendor/preact.js";
import {t} from "../words.js";
import {Later} from "./later.js";

const question = () => import("../sign_out/index.js");

/** @param {{look: "plain" | "other"}} props */
export function SignOut({look}) {
  const [asked, setAsked] = useState(false);
  async function signOut() {
    if (!(await leave())) return;
    setAsked(false);
    go("/");
  }
  return html`<button type="button" class=${look} onClick=${() => (isGuest() ? setAsked(true) : signOut())}>${t("Sign out")}</button>
    ${asked && html`<${Later} load=${question} close=${() => setAsked(false)} leave=${signOut} />`}`;
}
