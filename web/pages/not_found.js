/** The page of an unknown address. */

import {Heading} from "../parts/lazy.js";
import {html} from "../vendor/preact.js";
import {t} from "../words.js";

export const style = new URL("./not_found.css", import.meta.url).href;

export default function Lost() {
  return html`<section class="narrow lost">
    <${Shell} />
    <${Heading} title=${t("Nothing here")}>${t("Nothing here")}<//>
    <p>${t("Only sand and a shell. The address may be old or have a typo.")}</p>
    <p class="row"><a class="button" href="/">${t("Back to the start")}</a> <a class="button" href="/lobby">${t("Lobby")}</a></p>
  </section>`;
}

/** A shell on the beach, and the last line of the water above it. */
function Shell() {
  const ribs = [-60, -36, -12, 12, 36, 60];
  return html`<svg class="shell" viewBox="0 0 240 150" aria-hidden="true">
    <path class="wash" d="M0 0 H240 V34 q-20 18 -40 0 t-40 0 -40 0 -40 0 -40 0 -40 0 Z" />
    <path class="sand" d="M20 138 q100 -22 200 0 Z" />
    <g transform="translate(120 132)">
      <path class="body" d="M-14 0 Q-72 -30 -50 -62 Q-40 -78 -22 -72 Q0 -92 22 -72 Q40 -78 50 -62 Q72 -30 14 0 Z" />
      ${ribs.map((turned) => html`<path class="rib" d="M0 -4 V-60" transform=${`rotate(${turned * 0.75})`} />`)}
      <path class="foot-of-it" d="M-18 0 H18" />
    </g>
  </svg>`;
}
