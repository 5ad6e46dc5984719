/** Any ruleset: its table as text, its actions as buttons. */

import {Choice} from "../../parts/choice.js";
import {html} from "../../vendor/preact.js";
import {t} from "../../words.js";

/** @type {import("../contract.js").Picture} */
const picture = {
  draw(table, mine, choose, about) {
    const {seat: _seat, legal_actions: actions, fallback: _fallback, fallback_by: _by, submission: _mine, due_at: _due, bank: _bank, ...own} = mine ?? {};
    return html`<div class="general">
      <section class="panel"><h2>${t("The table")}</h2><${Value} value=${table} names=${about.names} /></section>
      ${Object.keys(own).length > 0 && html`<section class="panel"><h2>${t("Yours")}</h2><${Value} value=${own} names=${about.names} /></section>`}
      <${Choice} actions=${actions ?? []} about=${about} choose=${choose} words=${words} />
    </div>`;
  },
  words,
  moment: (events, {names}) =>
    html`<ul class="happened">${events
      .filter((one) => !["turn_opened", "sealed"].includes(one.type))
      .map((one) => html`<li>${readable(one.type)}: <${Value} value=${one.data} names=${names} /></li>`)}</ul>`,
};
export default picture;

/** @param {import("../contract.js").Action} action */
export function words(action) {
  const {type, ...rest} = action;
  const parts = Object.entries(rest).map(([name, value]) => `${readable(name)} ${JSON.stringify(value)}`);
  return [readable(type), ...parts].join(", ");
}

/** @param {string} name */
const readable = (name) => name.replaceAll("_", " ");

/** @param {{value: unknown, names: import("../../names.js").Names}} props @returns {Api.VNode | string} */
function Value({value, names}) {
  if (value === null || value === undefined) return "–";
  if (typeof value !== "object") return String(value);
  if (Array.isArray(value)) {
    if (value.every((one) => typeof one !== "object")) return value.join(", ") || "–";
    return html`<ul>${value.map((one) => html`<li><${Value} value=${one} names=${names} /></li>`)}</ul>`;
  }
  return html`<dl>${Object.entries(value).map(([name, one]) => html`<div><dt>${readable(name)}</dt>
    <dd>${name === "seat" && typeof one === "number" ? names(one) : html`<${Value} value=${one} names=${names} />`}</dd></div>`)}</dl>`;
}
