/** Which game, and how: everything that its ruleset lets a host choose, read from the schema of its options. */

import {isOfUse, variantMeaning, variantName} from "../lobby/variants.js";
import {Fault, Line} from "../parts/field.js";
import {html, useState} from "../vendor/preact.js";
import {t} from "../words.js";
import {Chip, Chips} from "./step.js";

/** @typedef {import("./wish.js").Wish} Wish */
/** @typedef {{wish: Wish, change: (more: Partial<Wish>) => void, problem: import("../parts/field.js").Problem}} About */

/** @param {About & {rulesets: Api.Schemas["Ruleset"][], chosen: Api.Schemas["Ruleset"]}} props */
export function Which({rulesets, chosen, wish, change, problem}) {
  const all = Object.entries(/** @type {Record<string, any>} */ (/** @type {any} */ (chosen.options).properties ?? {}));
  const plain = all.filter(([name, schema]) => ["one", "some"].includes(kindOf(schema)) && isOfUse(name, wish.options));
  const numbers = all.filter(([, schema]) => kindOf(schema) === "number" || kindOf(schema) === "numbers");
  /** @param {string} name @param {unknown} value */
  const set = (name, value) => change({options: {...wish.options, [name]: value}});
  return html`
    <${Chips} legend=${t("Game")}>${rulesets.map((one) => html`<${Chip} type="radio" name="ruleset" value=${one.id} on=${one.id === wish.ruleset}
      words=${one.name} change=${() => change({ruleset: one.id, options: {}})} />`)}<//>
    ${plain.map(([name, schema]) => html`<${Variants} key=${name} name=${name} schema=${schema} wish=${wish} set=${set} problem=${problem} />`)}
    ${numbers.length > 0 && html`<details class="finer"><summary>${t("House rules")}</summary>
      ${numbers.map(([name, schema]) => html`<${Numbers} key=${name} name=${name} schema=${schema} wish=${wish} set=${set} problem=${problem} />`)}
    </details>`}
    <${Fault} problem=${problem} place="/ruleset" />`;
}

/** What kind of choice an option is. @param {any} schema @returns {"one" | "some" | "number" | "numbers" | "other"} */
export function kindOf(schema) {
  if (schema.enum) return "one";
  if (schema.type === "integer") return "number";
  if (schema.type !== "array") return "other";
  if (schema.items?.enum) return "some";
  return schema.items?.type === "integer" ? "numbers" : "other";
}

/** @typedef {{name: string, schema: any, wish: Wish, set: (name: string, value: unknown) => void, problem: import("../parts/field.js").Problem}} Option */

/** One of a few, or some of a few. @param {Option} props */
function Variants({name, schema, wish, set, problem}) {
  const isOne = kindOf(schema) === "one";
  /** @type {string[]} */
  const ids = isOne ? schema.enum : schema.items.enum;
  const value = wish.options[name] ?? schema.default ?? (isOne ? ids[0] : []);
  const isOn = (/** @type {string} */ id) => (isOne ? value === id : value.includes(id));
  const next = (/** @type {string} */ id) => (isOne ? id : ids.filter((one) => isOn(one) !== (one === id)));
  return html`<${Chips} legend=${variantName(name)} hint=${isOne ? variantMeaning(value) : ""}>
    ${ids.map((id) => html`<${Chip} type=${isOne ? "radio" : "checkbox"} name=${name} value=${id} on=${isOn(id)} words=${variantName(id)}
      change=${() => set(name, next(id))} />`)}
  <//><${Fault} problem=${problem} place=${`/options/${name}`} />`;
}

/** A number, or several with commas between them. @param {Option} props */
function Numbers({name, schema, wish, set, problem}) {
  const value = wish.options[name] ?? schema.default;
  const place = `/options/${name}`;
  if (kindOf(schema) === "number") {
    const hint = t("from {least} to {most}", {least: schema.minimum, most: schema.maximum});
    return html`<${Line} label=${variantName(name)} hint=${hint} name=${name} place=${place} problem=${problem} type="number"
      min=${schema.minimum} max=${schema.maximum} value=${value} onInput=${({currentTarget}) => set(name, Number(currentTarget.value))} />`;
  }
  return html`<${Several} name=${name} value=${value} many=${schema.minItems} set=${set} problem=${problem} />`;
}

/** @param {{name: string, value: number[], many: number, set: Option["set"], problem: Option["problem"]}} props */
function Several({name, value, many, set, problem}) {
  const [text, setText] = useState("");
  // As it was typed, with a comma at its end perhaps, unless the numbers have come from elsewhere.
  const shown = String(numbersIn(text)) === String(value) ? text : value.join(", ");
  /** @param {string} now */
  const typed = (now) => (setText(now), set(name, numbersIn(now)));
  return html`<${Line} label=${variantName(name)} hint=${t("{n} numbers with commas between them", {n: many})} name=${name} place=${`/options/${name}`}
    problem=${problem} inputmode="numeric" value=${shown} onInput=${({currentTarget}) => typed(currentTarget.value)} />`;
}

/** @param {string} text */
export const numbersIn = (text) => text.split(/[,\s]+/).filter(Boolean).map(Number);
