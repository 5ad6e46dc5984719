/** A wave that wipes the table at the end of a stage and of a game, and a gull over it. */

import {cue} from "../parts/announcements.js";
import {html, useEffect} from "../vendor/preact.js";

/** Both of its edges are waves, one before the other. */
export function Wave() {
  useEffect(() => cue("gull"), []);
  return html`<div class="wipe" aria-hidden="true"><svg viewBox="0 0 100 60" preserveAspectRatio="none">
  <path class="back" d="M5 0 q4 5 0 10 t0 10 0 10 0 10 0 10 0 10 H95 q4 -5 0 -10 t0 -10 0 -10 0 -10 0 -10 0 -10 Z" />
  <path class="front" d="M11 0 q4 5 0 10 t0 10 0 10 0 10 0 10 0 10 H89 q4 -5 0 -10 t0 -10 0 -10 0 -10 0 -10 0 -10 Z" /></svg></div>`;
}
