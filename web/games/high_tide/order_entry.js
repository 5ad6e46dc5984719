/** One entry of a standing order (a pair, dice, a coin or a tile) as a form and in words. */

import {Range, boundsWords, withoutUndefined} from "../../game_menu/ranked_list.js";
import {html} from "../../vendor/preact.js";
import {listed, locale, t} from "../../words.js";
import {colourName} from "./dice.js";

/** @typedef {Record<string, any>} Fields */
/** @typedef {{entry: Fields, change: (entry: Fields) => void}} Props */

const BEACHES = ["black", "purple", "blue", "orange", "yellow", "white"];
const TILES = ["B1", "B2", "B3", "B4", "B5", "B6", "B7", "B8", "B9"];
const HIGHEST_GAIN = 12;

/** @param {Props & {game: Api.Schemas["Game"], kind: import("./order_form.js").Kind}} props */
export function EntryForm({entry, game, kind, change}) {
  const highest = Math.max(1, .../** @type {any} */ (game.options).coin_values ?? []);
  /** @param {Fields} more */
  function set(more) {
    const now = withoutUndefined({...entry, ...more});
    // An entry that says nothing is none.
    if (Object.keys(now).length) change(now);
  }
  const at = {entry, change: set};
  if (kind === "tile") return html`<${Tile} ...${at} />`;
  return html`<details open><summary>${t("What it must be")}</summary>
    ${kind === "pair" && html`<${Range} label=${t("sum of both dice")} from=${2} to=${12} bounds=${entry.total} change=${(total) => set({total})} />`}
    ${kind === "die" && html`<${Range} label=${t("number of the die")} from=${1} to=${6} bounds=${entry.face} change=${(face) => set({face})} />`}
    ${kind === "coin" && html`<${Range} label=${t("value of the coin")} from=${1} to=${highest} bounds=${entry.value} change=${(value) => set({value})} />`}
    <${Colours} label=${t("One of these beaches")} name="beaches" ...${at} />
    ${kind === "pair" && html`<${Colours} label=${t("None of these beaches")} name="avoid" ...${at} />`}
    ${kind !== "coin" && html`<${Dry} ...${at} />`}
  </details>`;
}

/** @param {Props & {label: string, name: "beaches" | "avoid"}} props */
function Colours({label, name, entry, change}) {
  /** @type {string[]} */
  const chosen = entry[name] ?? [];
  /** @param {string} beach */
  function toggle(beach) {
    const now = BEACHES.filter((one) => (one === beach ? !chosen.includes(one) : chosen.includes(one)));
    change({[name]: now.length ? now : undefined});
  }
  return html`<fieldset class="choices"><legend>${label}</legend>${BEACHES.map((one) => html`<label class="chip"><input type="checkbox"
    checked=${chosen.includes(one)} onChange=${() => toggle(one)} /><span>${colourName(one)}</span></label>`)}</fieldset>`;
}

/** @param {Props} props */
function Dry({entry, change}) {
  /** @type {Record<string, boolean | undefined>} */
  const values = {any: undefined, dry: true, wet: false};
  const words = {any: t("no matter"), dry: t("stays dry"), wet: t("gets wet")};
  return html`<p class="row"><label>${t("My chair")} <select onChange=${({currentTarget}) => change({dry: values[currentTarget.value]})}>
    ${Object.entries(words).map(([id, name]) => html`<option value=${id} selected=${values[id] === entry.dry}>${name}</option>`)}</select></label></p>`;
}

/** @param {Props} props */
function Tile({entry, change}) {
  const gains = ["", ...Array.from({length: HIGHEST_GAIN}, (_, n) => String(n + 1))];
  return html`<p class="row"><label>${t("Tile")} <select onChange=${({currentTarget}) => change({tile: currentTarget.value})}>
      ${TILES.map((one) => html`<option value=${one} selected=${one === entry.tile}>${one}</option>`)}</select></label>
    <label>${t("points it must bring")} <select onChange=${({currentTarget}) => change({gain: currentTarget.value ? Number(currentTarget.value) : undefined})}>
      ${gains.map((one) => html`<option value=${one} selected=${one === String(entry.gain ?? "")}>${one || "–"}</option>`)}</select></label></p>`;
}

/** @param {import("./order_form.js").Entry} entry @param {import("./order_form.js").Kind} kind */
export function entryWords(entry, kind) {
  if (entry === "roll") return t("Roll two new dice");
  if (entry === "pass") return t("Leave the coins");
  const given = /** @type {Record<string, any>} */ (entry);
  if (kind === "tile") return given.gain ? t("{tile}, if it brings {n} points or more", {tile: given.tile, n: given.gain}) : String(given.tile);
  const parts = [
    boundsWords(given.total, t("sum")),
    boundsWords(given.face, t("number")),
    boundsWords(given.value, t("value")),
    given.beaches && t("of {beaches}", {beaches: either(given.beaches)}),
    given.avoid && t("nothing of {beaches}", {beaches: either(given.avoid)}),
    given.dry !== undefined && dryWords(given.dry, kind),
  ].filter(Boolean);
  return parts.length ? listed(parts) : t("any");
}

/** @param {boolean} dry @param {import("./order_form.js").Kind} kind */
function dryWords(dry, kind) {
  if (kind === "pair") return dry ? t("no chair of mine gets wet") : t("a chair of mine gets wet");
  return dry ? t("its chair stays dry") : t("its chair would get wet");
}

/** @param {string[]} beaches */
const either = (beaches) => new Intl.ListFormat(locale(), {type: "disjunction"}).format(beaches.map(colourName));
