/** Sharing an address: handed to another app, or copied where the browser cannot do that. */

import {tell} from "../parts/announcements.js";
import {html, useState} from "../vendor/preact.js";
import {t} from "../words.js";

/** @param {{address: string, label: string, look?: string}} props */
export function Share({address, label, look = "other"}) {
  const [copied, setCopied] = useState(false);
  async function copy() {
    try {
      await navigator.clipboard.writeText(address);
      setCopied(true);
      tell(t("The link is copied."));
    } catch {
      // Without https there is no clipboard: the address can be seen and selected.
      /** @type {HTMLInputElement | null} */ (document.querySelector("input.address"))?.select();
    }
  }
  const canShare = "share" in navigator;
  return html`<p class="row share">
    <input class="address" readonly aria-label=${t("Address")} value=${address} onFocus=${({currentTarget}) => currentTarget.select()} />
    ${canShare
      ? html`<button type="button" class=${look} onClick=${() => void navigator.share({url: address}).catch(() => {})}>${t("Share …")}</button>`
      : html`<button type="button" class=${look} onClick=${copy}>${copied ? t("Copied ✓") : label}</button>`}
  </p>`;
}
