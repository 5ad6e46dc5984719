/** A length of time: one of a few usual ones, or another. */

import {Fault, marks} from "../parts/field.js";
import {duration, seconds} from "../time.js";
import {html, useState} from "../vendor/preact.js";
import {t} from "../words.js";
import {Chip, Chips} from "./step.js";

const UNITS = /** @type {const} */ ([["M", 60], ["H", 3600], ["D", 86_400]]);

/**
 * @param {{legend: string, name: string, value: string, usual: string[], none?: string, hint?: string, place: string,
 *   problem: import("../parts/field.js").Problem, words?: (fault: import("../api.js").Fault) => string, change: (value: string) => void}} props
 */
export function Length({legend, name, value, usual, none, hint, place, problem, words, change}) {
  const [other, setOther] = useState(value !== "" && !usual.includes(value));
  const choices = none === undefined ? usual : ["", ...usual];
  return html`<div>
    <${Chips} legend=${legend} hint=${hint}>
      ${choices.map((one) => html`<${Chip} type="radio" name=${name} on=${!other && one === value} words=${one ? duration(one) : (none ?? "")}
        change=${() => (setOther(false), change(one))} ...${other ? {} : marks(problem, place)} />`)}
      <${Chip} type="radio" name=${name} on=${other} words=${t("another …")} change=${() => (setOther(true), change(value || "PT2H"))} />
    <//>
    ${other && html`<${Another} name=${name} legend=${legend} value=${value} change=${change} marked=${marks(problem, place)} />`}
    <${Fault} problem=${problem} place=${place} words=${words} />
  </div>`;
}

/** @param {{name: string, legend: string, value: string, change: (value: string) => void, marked: ReturnType<typeof marks>}} props */
function Another({name, legend, value, change, marked}) {
  const {n, unit} = parted(value);
  return html`<span class="row another">
    <input type="number" name=${`${name}-number`} min="1" max="999" required value=${n} aria-label=${t("{name}: how many", {name: legend})} ...${marked}
      onInput=${({currentTarget}) => change(written(Number(currentTarget.value), unit))} />
    <select name=${`${name}-unit`} aria-label=${t("{name}: unit", {name: legend})} onChange=${({currentTarget}) => change(written(n, currentTarget.value))}>
      ${UNITS.map(([one]) => html`<option value=${one} selected=${one === unit}>${unitName(one)}</option>`)}
    </select></span>`;
}

/** @param {string} unit */
const unitName = (unit) => ({M: t("minutes"), H: t("hours"), D: t("days")})[unit] ?? unit;

/** A duration as so many of the largest unit that fits. @param {string} value */
export function parted(value) {
  const length = seconds(value) ?? 0;
  const [unit, size] = UNITS.findLast(([, one]) => length % one === 0) ?? UNITS[0];
  return {n: length / size, unit};
}

/** @param {number} n @param {string} unit */
export const written = (n, unit) => (unit === "D" ? `P${n}D` : `PT${n}${unit}`);
