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
    return t("This browser blocks cookies, so you cannot sign in here and nothing is saved. You can look around, and play as a guest until you leave this page.");
  }
  if (storageFault() === "blocked") return t("This browser saves nothing for this page: your choices are lost when you leave it.");
  if (storageFault() === "full") return t("This browser's storage is full: your choices are lost when you leave this page.");
  return null;
}
