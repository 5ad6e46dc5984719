/** What was to be read and was refused, in its place: that it is not known is not that there is nothing. */

import {Refused} from "../parts/refused.js";
import {html} from "../vendor/preact.js";
import {t} from "../words.js";

/** @param {{problem: import("../api.js").Problem, again: () => Promise<void>}} props */
export const NotRead = ({problem, again}) => html`<${Refused} problem=${problem} />
  <p><button type="button" class="other" onClick=${() => void again()}>${t("Try again")}</button></p>`;
