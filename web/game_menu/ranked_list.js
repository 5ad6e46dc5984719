/** A ranked list to be edited: entries move up, down, or out. */

import {html} from "../vendor/preact.js";
import {t} from "../words.js";

/**
 * @template T
 * @param {{list: T[], change: (list: T[]) => void, name: (one: T) => string, draw: (one: T, put: (one: T) => void, at: number) => Api.Children}} props
 */
export function RankedList({list, change, name, draw}) {
  /** @param {number} at @param {T} one */
  const put = (at, one) => change(list.map((old, n) => (n === at ? one : old)));
  return html`<ol class="entries">${list.map((one, at) => html`<li class="panel">
    ${draw(one, (now) => put(at, now), at)}
    <span class="moves" role="group" aria-label=${name(one)}>
      <button type="button" class="other" aria-label=${t("Further up")} aria-disabled=${at === 0} onClick=${() => change(moved(list, at, -1))}><span aria-hidden="true">↑</span></button>
      <button type="button" class="other" aria-label=${t("Further down")} aria-disabled=${at === list.length - 1} onClick=${() => change(moved(list, at, 1))}><span aria-hidden="true">↓</span></button>
      <button type="button" class="other" aria-label=${t("Remove")} onClick=${() => change(without(list, at))}><span aria-hidden="true">×</span></button>
    </span>
  </li>`)}</ol>`;
}

/**
 * At least and at most, each of which may be left open.
 *
 * @typedef {{least?: number, most?: number}} Bounds
 * @param {{label: string, from: number, to: number, bounds: Bounds | undefined, change: (bounds: Bounds | undefined) => void}} props
 */
export function Range({label, from, to, bounds = {}, change}) {
  /** @param {"least" | "most"} end @param {string} value */
  function set(end, value) {
    const {[end]: _before, ...rest} = bounds;
    const now = value ? {...rest, [end]: Number(value)} : rest;
    change(Object.keys(now).length ? now : undefined);
  }
  return html`<p class="row"><span>${label}</span>
    ${/** @type {const} */ (["least", "most"]).map((end) => html`<label>${end === "least" ? t("at least") : t("at most")}
      <select aria-label=${`${label}: ${end === "least" ? t("at least") : t("at most")}`} onChange=${({currentTarget}) => set(end, currentTarget.value)}>
        <option value="" selected=${bounds[end] === undefined}>–</option>
        ${Array.from({length: to - from + 1}, (_, n) => n + from).map((n) => html`<option value=${n} selected=${bounds[end] === n}>${n}</option>`)}
      </select></label>`)}</p>`;
}

/** What bounds say of something, or null if they leave it open. @param {Bounds | undefined} bounds @param {string} what */
export function boundsWords(bounds, what) {
  if (bounds?.least !== undefined && bounds.most !== undefined) return t("{what} from {least} to {most}", {what, ...bounds});
  if (bounds?.least !== undefined) return t("{what} {least} or more", {what, ...bounds});
  if (bounds?.most !== undefined) return t("{what} {most} or less", {what, ...bounds});
  return null;
}

/** An object without what is undefined, so that it says only what it says. @param {Record<string, unknown>} given */
export const withoutUndefined = (given) => Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));

/** The list with one item moved up or down by one place. @template T @param {T[]} list @param {number} at @param {number} by */
export function moved(list, at, by) {
  const to = at + by;
  if (to < 0 || to >= list.length) return list;
  const now = without(list, at);
  now.splice(to, 0, /** @type {T} */ (list[at]));
  return now;
}

/** The list without one item. @template T @param {T[]} list @param {number} at */
export const without = (list, at) => list.filter((_, n) => n !== at);
