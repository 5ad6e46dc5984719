/** The filters of the list of tables. */

import {gameName} from "../names.js";
import {username} from "../token.js";
import {html, useState} from "../vendor/preact.js";
import {t} from "../words.js";
import {isNarrowed} from "./search.js";
import {variantName} from "./variants.js";

/** @typedef {import("./search.js").Search} Search */

/** @param {{search: Search, rulesets: Api.Schemas["Ruleset"][], change: (more: Partial<Search>) => void}} props */
export function Filters({search, rulesets, change}) {
  const ids = rulesets.map((one) => one.id);
  const [wasNarrowed] = useState(isNarrowed(search));
  const chosen = rulesets.filter((one) => !search.ruleset || one.id === search.ruleset);
  return html`<form class="filters" aria-label=${t("Filters")} onSubmit=${(/** @type {Event} */ event) => event.preventDefault()}>
    <fieldset class="choices"><legend class="unseen">${t("Game")}</legend>
      ${["", ...ids].map((id) => html`<label class="chip"><input type="radio" name="ruleset" value=${id}
        checked=${id === search.ruleset} onChange=${() => change({ruleset: id, variant: ""})} /><span>${id ? gameName(id) : t("All games")}</span></label>`)}
    </fieldset>
    <details class="more-filters" open=${wasNarrowed}><summary>${t("More filters")}</summary><div class="row">
      <${Pick} label=${t("Edition")} name="variant" search=${search} change=${change} choices=${variants(chosen)} />
      <${Pick} label=${t("Seats")} name="seats" search=${search} change=${change} choices=${sizes(chosen)} />
      <${Pick} label=${t("Pace")} name="pace" search=${search} change=${change} choices=${[
        ["quick", t("up to an hour a move")],
        ["daily", t("up to a day a move")],
        ["slow", t("more than a day a move")],
      ]} />
      <${Pick} label=${t("Opponents")} name="company" search=${search} change=${change} choices=${[
        ["people", t("people only")],
        ["bots", t("bots among them")],
      ]} />
      ${username() && html`<${Tick} label=${t("Tables with friends")} name="friends" search=${search} change=${change} />`}
      ${search.show === "open" && username() && html`<${Tick} label=${t("Tables I can join")} name="joinable" search=${search} change=${change} />`}
      ${search.show === "open" && html`<${Tick} label=${t("Fullest first")} name="soon" search=${search} change=${change} />`}
    </div></details>
  </form>`;
}

/** @param {{label: string, name: "friends" | "joinable" | "soon", search: Search, change: (more: Partial<Search>) => void}} props */
function Tick({label, name, search, change}) {
  return html`<label class="chip"><input type="checkbox" name=${name} checked=${search[name]} onChange=${() => change({[name]: !search[name]})} /><span>${label}</span></label>`;
}

/** @param {{label: string, name: "variant" | "seats" | "pace" | "company", search: Search, choices: [string, string][], change: (more: Partial<Search>) => void}} props */
function Pick({label, name, search, choices, change}) {
  return html`<label class="pick">${label}<select name=${name} onChange=${({currentTarget}) => change({[name]: currentTarget.value})}>
    <option value="" selected=${!search[name]}>${t("any")}</option>
    ${choices.map(([id, words]) => html`<option value=${id} selected=${id === search[name]}>${words}</option>`)}
  </select></label>`;
}

/** @param {Api.Schemas["Ruleset"][]} rulesets @returns {[string, string][]} */
function variants(rulesets) {
  const ids = rulesets.flatMap((one) => [
    ...one.editions.map(({id}) => id),
    .../** @type {any} */ (one.options.properties)?.expansions?.items?.enum ?? [],
  ]);
  const plain = rulesets.some((one) => /** @type {any} */ (one.options.properties)?.expansions);
  return [...ids.map((id) => /** @type {[string, string]} */ ([id, variantName(id)])), ...(plain ? [/** @type {[string, string]} */ (["none", t("without expansions")])] : [])];
}

/** @param {Api.Schemas["Ruleset"][]} rulesets @returns {[string, string][]} */
function sizes(rulesets) {
  const least = Math.min(...rulesets.map((one) => one.seat_limits.least));
  const most = Math.max(...rulesets.map((one) => one.seat_limits.most));
  return rulesets.length ? Array.from({length: most - least + 1}, (_, at) => [String(least + at), String(least + at)]) : [];
}
