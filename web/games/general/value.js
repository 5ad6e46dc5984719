/** Any JSON value as text: members with their names, and rows of the same members as a table. */

import {html} from "../../vendor/preact.js";
import {t} from "../../words.js";

/** @typedef {{value: unknown, names: import("../../names.js").Names}} Props */

/** A name of the API as words. @param {string} name */
export const readable = (name) => name.replaceAll("_", " ");

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
/** @param {unknown} value */
const isPlain = (value) => !isObject(value) && !(Array.isArray(value) && value.some((one) => typeof one === "object"));

/** @param {Props} props @returns {Api.VNode | string} */
export function Value({value, names}) {
  if (isPlain(value)) return plain(value);
  if (Array.isArray(value)) {
    if (value.every((one) => isObject(one) && Object.values(one).every(isPlain))) return html`<${Rows} rows=${value} names=${names} />`;
    return html`<ul>${value.map((one) => html`<li><${Value} value=${one} names=${names} /></li>`)}</ul>`;
  }
  return html`<dl>${Object.entries(/** @type {object} */ (value)).map(([name, one]) => html`<div class=${isPlain(one) ? "fact" : ""}><dt>${readable(name)}</dt>
    <dd>${member(name, one, names)}</dd></div>`)}</dl>`;
}

/** @param {string} name @param {unknown} one @param {import("../../names.js").Names} names */
function member(name, one, names) {
  if (["seat", "winner"].includes(name) && typeof one === "number") return names(one);
  return html`<${Value} value=${one} names=${names} />`;
}

/** @param {unknown} value @returns {string} */
function plain(value) {
  if (value === null || value === undefined) return "–";
  if (typeof value === "boolean") return value ? t("yes") : t("no");
  return Array.isArray(value) ? value.map(plain).join(", ") || "–" : String(value);
}

/** @param {{rows: Record<string, unknown>[], names: import("../../names.js").Names}} props */
function Rows({rows, names}) {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return html`<div class="scroll" tabindex=${0} role="region" aria-label=${t("The table")}><table>
    <thead><tr>${columns.map((name) => html`<th scope="col">${readable(name)}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${columns.map((name) => html`<td>${member(name, row[name], names)}</td>`)}</tr>`)}</tbody>
  </table></div>`;
}
