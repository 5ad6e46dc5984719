/**
 * A form for a standing order of any ruleset, made from the JSON Schema of its orders.
 *
 * It knows what our rulesets are written in: objects, lists, numbers, texts of a few values, yes or no, and
 * choices of these. For an order with anything else there is no form.
 */

import {html} from "../vendor/preact.js";
import {t} from "../words.js";
import {RankedList, withoutUndefined} from "./ranked_list.js";

/** @typedef {Record<string, any>} Schema */
/** @typedef {{schema: Schema, value: any, change: (value: any) => void, name: string}} Field */

/** The form, or null if the schema has something that it does not know. @param {Schema} schema @returns {import("../games/contract.js").OrderForm | null} */
export function formFor(schema) {
  if (!isKnown(schema)) return null;
  return {
    blank: () => blank(schema),
    isEmpty: (order) => Object.values(order).every((one) => Array.isArray(one) && one.length === 0),
    Form: ({order, change}) => html`<p class="quiet">${schema.description}</p><${Value} schema=${schema} value=${order} change=${change} name="" />`,
    words: (order) => Object.entries(order).flatMap(([name, value]) => (Array.isArray(value) ? value.map(valueWords) : [`${readable(name)}: ${valueWords(value)}`])),
  };
}

/** @param {Schema} schema @returns {boolean} */
function isKnown(schema) {
  if (schema.anyOf) return schema.anyOf.every(isKnown);
  if (schema.const !== undefined || schema.enum) return true;
  if (schema.type === "object") return Object.values(schema.properties ?? {}).every(isKnown);
  if (schema.type === "array") return isKnown(schema.items ?? {});
  return ["integer", "number", "boolean", "string"].includes(schema.type);
}

/** The least that a schema allows. @param {Schema} schema @returns {any} */
export function blank(schema) {
  if (schema.anyOf) return blank(schema.anyOf[0]);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.type === "object") {
    /** @type {string[]} */
    const required = schema.required ?? [];
    // Of members all of which may be left out one has to be there, often.
    const members = required.length || !schema.minProperties ? required : Object.keys(schema.properties).slice(0, schema.minProperties);
    return Object.fromEntries(members.map((name) => [name, blank(schema.properties[name])]));
  }
  /** @type {Record<string, unknown>} */
  const values = {array: [], integer: schema.minimum ?? 0, number: schema.minimum ?? 0, boolean: true, string: ""};
  return values[schema.type];
}

/** @param {string} name */
const readable = (name) => name.replaceAll("_", " ");

/** A value as one reads it. @param {unknown} value @returns {string} */
export function valueWords(value) {
  if (Array.isArray(value)) return value.map(valueWords).join(", ");
  if (value === true || value === false) return value ? t("yes") : t("no");
  if (typeof value !== "object" || value === null) return String(value);
  return Object.entries(value).map(([name, one]) => `${readable(name)} ${valueWords(one)}`).join(", ");
}

/** @param {Field} props @returns {any} */
function Value({schema, value, change, name}) {
  if (schema.anyOf) return html`<${OneOf} schema=${schema} value=${value} change=${change} name=${name} />`;
  if (schema.const !== undefined) return html`<p>${readable(String(schema.const))}</p>`;
  if (schema.type === "object") return html`<${Members} schema=${schema} value=${value} change=${change} name=${name} />`;
  if (schema.type === "array") return html`<${List} schema=${schema} value=${value} change=${change} name=${name} />`;
  return html`<${Plain} schema=${schema} value=${value} change=${change} name=${name} />`;
}

/** @param {Field} props */
function Plain({schema, value, change, name}) {
  /** @param {string} sent */
  const parsed = (sent) => (schema.type === "boolean" ? sent === "true" : schema.type === "string" ? sent : Number(sent));
  const label = readable(name);
  const choices = schema.enum ?? (schema.type === "boolean" ? [true, false] : null);
  if (choices) {
    return html`<label title=${schema.description}>${label} <select onChange=${({currentTarget}) => change(parsed(currentTarget.value))}>
      ${choices.map((/** @type {any} */ one) => html`<option value=${String(one)} selected=${one === value}>${valueWords(one)}</option>`)}</select></label>`;
  }
  return html`<label title=${schema.description}>${label} <input type=${schema.type === "string" ? "text" : "number"} min=${schema.minimum} max=${schema.maximum}
    maxlength=${schema.maxLength} value=${value} onInput=${({currentTarget}) => currentTarget.validity.valid && currentTarget.value !== "" && change(parsed(currentTarget.value))} /></label>`;
}

/** Members that must be there, and a press for each that may. @param {Field} props */
function Members({schema, value, change, name}) {
  const required = schema.required ?? [];
  return html`<div class="members" role="group" aria-label=${readable(name) || t("Standing order")}>${Object.entries(schema.properties ?? {}).map(([member, one]) => {
    const label = readable(member);
    const isThere = value[member] !== undefined;
    const drop = () => change(withoutUndefined({...value, [member]: undefined}));
    if (!isThere) return html`<button type="button" class="other" onClick=${() => change({...value, [member]: blank(one)})}>${t("Add: {name}", {name: label})}</button>`;
    return html`<div class="member"><${Value} schema=${one} value=${value[member]} name=${member} change=${(now) => change({...value, [member]: now})} />
      ${!required.includes(member) && html`<button type="button" class="plain" onClick=${drop}>${t("Skip: {name}", {name: label})}</button>`}</div>`;
  })}</div>`;
}

/** @param {Field} props */
function List({schema, value, change, name}) {
  const isFull = value.length >= (schema.maxItems ?? Infinity);
  return html`<fieldset class="order-part"><legend>${readable(name)}</legend><p class="quiet">${schema.description}</p>
    <${RankedList} list=${value} change=${change} name=${valueWords}
      draw=${(one, put) => html`<div class="entry-body"><${Value} schema=${schema.items} value=${one} change=${put} name=${name} /></div>`} />
    <p><button type="button" class="other" aria-disabled=${isFull} onClick=${() => isFull || change([...value, blank(schema.items)])}>${t("Add one more")}</button></p></fieldset>`;
}

/** @param {Field} props */
function OneOf({schema, value, change, name}) {
  /** @param {Schema} one */
  const fits = (one) => (one.const !== undefined ? one.const === value : one.type === (Array.isArray(value) ? "array" : typeof value));
  const at = Math.max(0, schema.anyOf.findIndex(fits));
  return html`<label>${readable(name)} <select onChange=${({currentTarget}) => change(blank(schema.anyOf[Number(currentTarget.value)]))}>
      ${schema.anyOf.map((/** @type {Schema} */ one, /** @type {number} */ n) => html`<option value=${n} selected=${n === at}>${one.title ?? one.const ?? one.description}</option>`)}</select></label>
    <${Value} schema=${schema.anyOf[at]} value=${value} change=${change} name=${name} />`;
}
