/** A wave that wipes the table at the end of a stage and of a game. */

import {html} from "../vendor/preact.js";

export const Wave = () => html`<div class="wipe" aria-hidden="true"><svg viewBox="0 0 100 60" preserveAspectRatio="none">
  <path class="back" d="M12 60 V0 q9 5 0 10 t0 10 0 10 0 10 0 10 0 10 H100 V0 H12 Z" />
  <path class="front" d="M20 60 V0 q9 5 0 10 t0 10 0 10 0 10 0 10 0 10 H100 V0 H20 Z" /></svg></div>`;
