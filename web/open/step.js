/** One step: closed it says in words what is chosen, open it is there to be changed. */

import {html} from "../vendor/preact.js";

/** @param {{title: string, words: string, isOpen?: boolean, children: Api.Children}} props */
export function Step({title, words, isOpen = false, children}) {
  return html`<details class="panel step" open=${isOpen}>
    <summary><h2>${title}</h2> <span class="chosen-words">${words}</span></summary>
    <div class="step-body">${children}</div>
  </details>`;
}

/** @param {{type: "radio" | "checkbox", name: string, on: boolean, words: string, change: () => void} & Api.Input} props */
export function Chip({type, name, on, words, change, ...more}) {
  return html`<label class="chip"><input type=${type} name=${name} checked=${on} onChange=${change} ...${more} /><span>${words}</span></label>`;
}

/** A group of chips under its own name. @param {{legend: string, children: Api.Children, hint?: string}} props */
export function Chips({legend, children, hint}) {
  return html`<fieldset class="group"><legend>${legend}</legend>${hint && html`<p class="quiet">${hint}</p>`}
    <div class="choices">${children}</div></fieldset>`;
}
