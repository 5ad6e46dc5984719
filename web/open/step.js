/** One step: closed it says in words what is chosen, open it is there to be changed. */

import {faultAt} from "../parts/field.js";
import {html, useEffect, useState} from "../vendor/preact.js";

/**
 * @param {{title: string, words: string, isOpen?: boolean, problem: import("../parts/field.js").Problem, places: string[], children: unknown}} props
 * A refusal about one of these places opens the step.
 */
export function Step({title, words, isOpen = false, problem, places, children}) {
  const [open, setOpen] = useState(isOpen);
  useEffect(() => {
    if (places.some((place) => faultAt(problem, place))) setOpen(true);
  }, [problem]);
  return html`<details class="panel step" open=${open} onToggle=${(/** @type {any} */ {currentTarget}) => setOpen(currentTarget.open)}>
    <summary><h2>${title}</h2> <span class="chosen-words">${words}</span></summary>
    <div class="step-body">${children}</div>
  </details>`;
}

/** @param {{type: "radio" | "checkbox", name: string, on: boolean, words: string, change: () => void, [attribute: string]: unknown}} props */
export function Chip({type, name, on, words, change, ...more}) {
  return html`<label class="chip"><input type=${type} name=${name} checked=${on} onChange=${change} ...${more} /><span>${words}</span></label>`;
}

/** A group of chips under its own name. @param {{legend: string, children: unknown, hint?: string}} props */
export function Chips({legend, children, hint}) {
  return html`<fieldset class="group"><legend>${legend}</legend>${hint && html`<p class="quiet">${hint}</p>`}
    <div class="choices">${children}</div></fieldset>`;
}
