/** The heading of a page: it gets the focus when the page is opened, and names the window. */

import {SITE} from "../preloads.js";
import {html, useEffect} from "../vendor/preact.js";
import {entitle} from "../waiting.js";

/** @param {{children: Api.Children, title: string}} props */
export function Heading({children, title}) {
  useEffect(() => entitle(`${title} · ${SITE.name}`), [title]);
  return html`<h1 tabindex=${-1}>${children}</h1>`;
}
