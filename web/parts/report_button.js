/** A button that opens the form of a report. */

import {Lazy} from "./lazy.js";
import {html, useState} from "../vendor/preact.js";
import {t} from "../words.js";

/** @typedef {{player?: string, game?: string, message?: string}} About */

const load = () => import("../report/form.js");

/** @param {{about: About, name: string}} props `name` is said to those who do not see what is beside the button. */
export function ReportButton({about, name}) {
  const [isOpen, open] = useState(false);
  if (isOpen) return html`<${Lazy} load=${load} about=${about} />`;
  return html`<button type="button" class="plain" onClick=${() => open(true)}>${t("Report")}<span class="unseen"> ${name}</span></button>${" "}`;
}
