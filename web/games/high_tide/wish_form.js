/** The form of one wish: a pair, dice, a coin or a tile. */

import {Range, said} from "../../desk/entries.js";
import {html} from "../../vendor/preact.js";
import {t} from "../../words.js";
import {colourName} from "./dice.js";

/** @typedef {Record<string, any>} Fields */
/** @typedef {{wish: Fields, change: (wish: Fields) => void}} Props */

const BEACHES = ["black", "purple", "blue", "orange", "yellow", "white"];
const TILES = ["B1", "B2", "B3", "B4", "B5", "B6", "B7", "B8", "B9"];
const HIGHEST_GAIN = 12;

/** @param {Props & {game: Api.Schemas["Game"], kind: import("./order.js").Kind}} props */
export function WishForm({wish, game, kind, change}) {
  const highest = Math.max(1, .../** @type {any} */ (game.options).coin_values ?? []);
  /** @param {Fields} more */
  function set(more) {
    const now = said({...wish, ...more});
    // One that says nothing is no wish.
    if (Object.keys(now).length) change(now);
  }
  const at = {wish, change: set};
  if (kind === "tile") return html`<${Tile} ...${at} />`;
  return html`<details open><summary>${t("What it must be")}</summary>
    ${kind === "pair" && html`<${Range} label=${t("sum of both dice")} from=${2} to=${12} bounds=${wish.total} change=${(total) => set({total})} />`}
    ${kind === "die" && html`<${Range} label=${t("number of the die")} from=${1} to=${6} bounds=${wish.face} change=${(face) => set({face})} />`}
    ${kind === "coin" && html`<${Range} label=${t("value of the coin")} from=${1} to=${highest} bounds=${wish.value} change=${(value) => set({value})} />`}
    <${Colours} label=${t("One of these beaches")} name="beaches" ...${at} />
    ${kind === "pair" && html`<${Colours} label=${t("None of these beaches")} name="avoid" ...${at} />`}
    ${kind !== "coin" && html`<${Dry} ...${at} />`}
  </details>`;
}

/** @param {Props & {label: string, name: "beaches" | "avoid"}} props */
function Colours({label, name, wish, change}) {
  /** @type {string[]} */
  const chosen = wish[name] ?? [];
  /** @param {string} beach */
  function toggle(beach) {
    const now = BEACHES.filter((one) => (one === beach ? !chosen.includes(one) : chosen.includes(one)));
    change({[name]: now.length ? now : undefined});
  }
  return html`<fieldset class="choices"><legend>${label}</legend>${BEACHES.map((one) => html`<label class="chip"><input type="checkbox"
    checked=${chosen.includes(one)} onChange=${() => toggle(one)} /><span>${colourName(one)}</span></label>`)}</fieldset>`;
}

/** @param {Props} props */
function Dry({wish, change}) {
  /** @type {Record<string, boolean | undefined>} */
  const values = {any: undefined, dry: true, wet: false};
  const words = {any: t("no matter"), dry: t("stays dry"), wet: t("gets wet")};
  return html`<p class="row"><label>${t("My chair")} <select onChange=${({currentTarget}) => change({dry: values[currentTarget.value]})}>
    ${Object.entries(words).map(([id, name]) => html`<option value=${id} selected=${values[id] === wish.dry}>${name}</option>`)}</select></label></p>`;
}

/** @param {Props} props */
function Tile({wish, change}) {
  const gains = ["", ...Array.from({length: HIGHEST_GAIN}, (_, n) => String(n + 1))];
  return html`<p class="row"><label>${t("Tile")} <select onChange=${({currentTarget}) => change({tile: currentTarget.value})}>
      ${TILES.map((one) => html`<option value=${one} selected=${one === wish.tile}>${one}</option>`)}</select></label>
    <label>${t("points it must bring")} <select onChange=${({currentTarget}) => change({gain: currentTarget.value ? Number(currentTarget.value) : undefined})}>
      ${gains.map((one) => html`<option value=${one} selected=${one === String(wish.gain ?? "")}>${one || "–"}</option>`)}</select></label></p>`;
}
