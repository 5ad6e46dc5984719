/** What a screen reader says although nobody has moved to it: a sealed card, a closed turn, a refusal. */

import {html, useEffect, useState} from "../vendor/preact.js";

/** @type {(text: string) => void} */
let show = () => {};

/** @param {string} text */
export const say = (text) => show(text);

export function Spoken() {
  const [text, setText] = useState("");
  useEffect(() => {
    show = setText;
  }, []);
  return html`<p class="unseen" role="status" aria-live="polite">${text}</p>`;
}
