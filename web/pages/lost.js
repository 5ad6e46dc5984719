/** An address that leads nowhere. */

import {Heading} from "../parts/heading.js";
import {html} from "../vendor/preact.js";
import {t} from "../words.js";

export function Lost() {
  return html`<section class="narrow">
    <${Heading} title=${t("Nothing here")}>${t("Nothing here")}<//>
    <p>${t("Only sand.")} <a href="/">${t("Back to the beginning")}</a></p>
  </section>`;
}
