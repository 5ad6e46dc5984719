/** Legal actions to choose from, one line each. Arrow keys go from one to the next, Enter seals. */

import {keyOf, same} from "../table/unsealed_choice.js";
import {html} from "../vendor/preact.js";
import {t} from "../words.js";

/** @typedef {import("../games/contract.js").Action} Action */

/**
 * @param {{actions: Action[], about: import("../games/contract.js").About, choose: (action: Action) => void,
 *   words: (action: Action) => Api.Children, legend?: string}} props
 */
export function Choice({actions, about, choose, words, legend}) {
  if (!actions.length) return null;
  return html`<fieldset class="panel choice-list"><legend>${legend ?? t("What do you do?")}</legend>
    ${actions.map((one) => html`<${Radio} key=${keyOf(one)} action=${one} about=${about} choose=${choose}><span>${words(one)}</span><//>`)}
  </fieldset>`;
}

/**
 * One action that can be chosen; what is in it shows it.
 *
 * @template {Action} A
 * @param {{action: A, about: import("../games/contract.js").About, choose: (action: A) => void,
 *   children: Api.Children, label?: string, look?: string}} props
 */
export function Radio({action, about, choose, children, label, look = "option"}) {
  const on = same(about.chosen, action);
  const lookAt = () => about.point?.(action);
  const lookAway = () => about.point?.(null);
  return html`<label class=${`${look}${on ? " chosen" : ""}${on && about.sealed ? " sealed" : ""}`} onMouseEnter=${lookAt} onMouseLeave=${lookAway}>
    <input type="radio" name="action" value=${keyOf(action)} checked=${on} aria-label=${label}
      aria-disabled=${about.sealed} onFocus=${lookAt} onBlur=${lookAway} onClick=${(/** @type {Event} */ event) => about.sealed && event.preventDefault()}
      onChange=${() => about.sealed || choose(action)} />${children}</label>`;
}
