/** The heading of a page: it gets the focus when the page is opened, and names the window. */

import {html, useEffect} from "../vendor/preact.js";
import {entitle} from "../waiting.js";

/** @param {{children: Api.Children, title: string}} props */
export function Heading({children, title}) {
  useEffect(() => entitle(`${title} · tideapi`), [title]);
  return html`<h1 tabindex=${-1}>${children}</h1>`;
}
