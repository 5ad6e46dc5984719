/** A drawing in the rules. It says nothing that its words below do not say too. */

import {html} from "../vendor/preact.js";

/** @param {{words: string, children: Api.Children}} props */
export function Figure({words, children}) {
  return html`<figure class="drawn"><div aria-hidden="true" inert>${children}</div><figcaption>${words}</figcaption></figure>`;
}
