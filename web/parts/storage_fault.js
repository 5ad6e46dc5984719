/** Said where this browser keeps nothing for the page, and what that means. */

import {hasCookies, storageFault} from "../storage.js";
import {html} from "../vendor/preact.js";
import {t} from "../words.js";

export function StorageFault() {
  const said = sentence();
  return said && html`<p class="notice off" role="status">${said}</p>`;
}

function sentence() {
  if (!hasCookies()) {
    return t("This browser blocks cookies, so nobody can sign in here, and nothing is kept. You can look around, and play as a guest until you leave this page.");
  }
  if (storageFault() === "blocked") return t("This browser keeps nothing for this page: what you choose here is forgotten when you leave it.");
  if (storageFault() === "full") return t("The storage of this browser is full: what you choose here is forgotten when you leave this page.");
  return null;
}
