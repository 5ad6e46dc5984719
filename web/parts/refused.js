/** A refusal, where the thing stands that was refused. Its id is for an operator, so it is shown of a fault of the server alone. */

import {inWords} from "../problems.js";
import {html} from "../vendor/preact.js";
import {t} from "../words.js";

/** @param {{problem: import("../api.js").Problem | null}} props */
export function Refused({problem}) {
  if (!problem) return null;
  const id = problem.status >= 500 && problem.id && html` <small>${t("For the operator: {id}", {id: problem.id})}</small>`;
  return html`<p class="refused" role="alert">${inWords(problem)}${id}</p>`;
}
