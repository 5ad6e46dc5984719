/** The picture of the front page: two lines of waves under a low sun. */

import {html} from "../vendor/preact.js";

export function Sea() {
  const wave = "M0 40 q30 -22 60 0 t60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0";
  return html`<svg class="sea" viewBox="0 0 720 200" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
    <circle class="sun" cx="560" cy="84" r="46" />
    <g class="far"><path d="${wave} V160 H0 Z" transform="translate(-40 60)" /></g>
    <g class="near"><path d="${wave} V160 H0 Z" transform="translate(-10 100)" /></g>
    <g class="ring" transform="translate(420 128)"><circle r="20" /><circle class="bands" r="20" /></g>
    <g class="chair" transform="translate(183 101)">
      <path d="M56 0 L10 72 M2 34 L62 72" /><path class="cloth" d="M55 3 Q34 56 5 36" /><path class="stripes" d="M55 3 Q34 56 5 36" />
    </g>
    <g class="front-wave"><path d="${wave} V160 H0 Z" transform="translate(-60 138)" /></g>
  </svg>`;
}
