/** To open a table: which game, who plays, how much time. Each step has a default that is good. */

import {act, read} from "../api.js";
import {botName} from "../names.js";
import {Heading} from "../parts/heading.js";
import {Refused} from "../parts/refused.js";
import {SignIn} from "../parts/sign_in.js";
import {go} from "../router.js";
import {duration} from "../time.js";
import {username} from "../token.js";
import {html, useEffect, useState} from "../vendor/preact.js";
import {t} from "../words.js";

const TIMES = ["PT10M", "PT1H", "PT8H", "PT24H", "PT72H"];

/**
 * @typedef {{ruleset: string, edition: string, expansions: string[], seats: number, bots: string[],
 *   perTurn: string, bank: string, hidden: boolean, byHost: boolean}} Wish
 */

/** @type {Wish} */
const GOOD = {
  ruleset: "turn_the_tide",
  edition: "",
  expansions: [],
  seats: 3,
  bots: [],
  perTurn: "PT24H",
  bank: "",
  hidden: false,
  byHost: false,
};

export function Open() {
  const [rulesets, setRulesets] = useState(/** @type {Api.Schemas["Ruleset"][]} */ ([]));
  const [wish, setWish] = useState(GOOD);
  const [problem, setProblem] = useState(/** @type {import("../api.js").Problem | null} */ (null));
  useEffect(() => {
    void read("/rulesets").then((said) => (said.ok ? setRulesets(said.data.results) : setProblem(said.problem)));
  }, []);
  const chosen = rulesets.find((one) => one.id === wish.ruleset);
  /** @param {Partial<Wish>} more */
  const change = (more) => setWish((before) => fitting({...before, ...more}, rulesets));
  /** @param {SubmitEvent} event */
  async function send(event) {
    event.preventDefault();
    const said = await act("POST", "/games", {}, request(wish));
    if (said.ok) go(`/game/${said.data.id}`);
    else setProblem(said.problem);
  }
  if (!username()) {
    return html`<section class="narrow"><${Heading} title=${t("Open a table")}>${t("Open a table")}<//><${SignIn} /></section>`;
  }
  return html`<form class="steps narrow" onSubmit=${send}>
    <${Heading} title=${t("Open a table")}>${t("Open a table")}<//>
    ${chosen && html`
      <${Which} rulesets=${rulesets} chosen=${chosen} wish=${wish} change=${change} />
      <${Who} chosen=${chosen} wish=${wish} change=${change} />
      <${HowLong} wish=${wish} change=${change} />
      <${Refused} problem=${problem} />
      <p><button class="main">${t("Open the table")}</button></p>`}
    ${!chosen && html`<${Refused} problem=${problem} />`}
  </form>`;
}

/** @param {{rulesets: Api.Schemas["Ruleset"][], chosen: Api.Schemas["Ruleset"], wish: Wish, change: (more: Partial<Wish>) => void}} props */
function Which({rulesets, chosen, wish, change}) {
  const properties = /** @type {any} */ (chosen.options).properties ?? {};
  const expansions = properties.expansions?.items?.enum ?? [];
  return html`<fieldset class="panel"><legend>${t("1. The game")}</legend>
    <div class="choices">${rulesets.map((one) => html`<${Chip} type="radio" name="ruleset" on=${one.id === wish.ruleset}
      words=${one.name} change=${() => change({ruleset: one.id, edition: "", expansions: []})} />`)}</div>
    ${chosen.editions.length > 0 && html`<label>${t("Edition")}
      <select onChange=${(/** @type {any} */ {target}) => change({edition: target.value})}>
        ${chosen.editions.map((one) => html`<option value=${one.id} selected=${one.id === wish.edition}>${one.id.replace("_", " ")}</option>`)}
      </select></label>`}
    ${expansions.length > 0 && html`<div class="choices" role="group" aria-label=${t("Expansions")}>
      ${expansions.map((/** @type {string} */ one) => html`<${Chip} type="checkbox" name=${one} on=${wish.expansions.includes(one)}
        words=${one.replace("_", " ")} change=${() => change({expansions: toggled(wish.expansions, one)})} />`)}</div>`}
  </fieldset>`;
}

/** @param {{chosen: Api.Schemas["Ruleset"], wish: Wish, change: (more: Partial<Wish>) => void}} props */
function Who({chosen, wish, change}) {
  const {least, most} = limits(chosen, wish.edition);
  const sizes = Array.from({length: most - least + 1}, (_, at) => least + at);
  const places = Array.from({length: wish.seats - 1}, (_, at) => wish.bots[wish.seats - 2 - at] ?? "");
  /** Bots sit in the last seats, so people are first. @param {number} at @param {string} bot */
  const put = (at, bot) => change({bots: [...places.toSpliced(at, 1, bot)].filter(Boolean).reverse()});
  return html`<fieldset class="panel"><legend>${t("2. Who plays")}</legend>
    <div class="choices" role="group" aria-label=${t("Players")}>${sizes.map((n) => html`<${Chip} type="radio" name="seats" on=${n === wish.seats}
      words=${String(n)} change=${() => change({seats: n})} />`)}</div>
    <ol class="seats"><li>${t("you")}</li>${places.map((bot, at) => html`<li><select aria-label=${t("Seat {n}", {n: at + 2})}
      onChange=${(/** @type {any} */ {target}) => put(at, target.value)}>
        <option value="" selected=${bot === ""}>${t("a person")}</option>
        ${chosen.bots.map((one) => html`<option value=${one} selected=${one === bot}>${t("{name} bot", {name: botName(one)})}</option>`)}
      </select></li>`)}</ol>
    <${Chip} type="checkbox" name="hidden" on=${wish.hidden} words=${t("In no list: friends come by the address")} change=${() => change({hidden: !wish.hidden})} />
    <${Chip} type="checkbox" name="by-host" on=${wish.byHost} words=${t("It starts when I say so")} change=${() => change({byHost: !wish.byHost})} />
  </fieldset>`;
}

/** @param {{wish: Wish, change: (more: Partial<Wish>) => void}} props */
function HowLong({wish, change}) {
  return html`<fieldset class="panel"><legend>${t("3. Time for each move")}</legend>
    <div class="choices">${TIMES.map((one) => html`<${Chip} type="radio" name="per-turn" on=${one === wish.perTurn}
      words=${duration(one)} change=${() => change({perTurn: one})} />`)}</div>
    <label>${t("A reserve for each player")}<select onChange=${(/** @type {any} */ {target}) => change({bank: target.value})}>
      ${["", "PT24H", "PT72H"].map((one) => html`<option value=${one} selected=${one === wish.bank}>${one ? duration(one) : t("none")}</option>`)}
    </select></label>
  </fieldset>`;
}

/** @param {{type: string, name: string, on: boolean, words: string, change: () => void}} props */
function Chip({type, name, on, words, change}) {
  return html`<label class="chip"><input type=${type} name=${name} checked=${on} onChange=${change} /><span>${words}</span></label>`;
}

/** @param {string[]} some @param {string} one */
const toggled = (some, one) => (some.includes(one) ? some.filter((other) => other !== one) : [...some, one]);

/** @param {Api.Schemas["Ruleset"]} ruleset @param {string} edition */
function limits(ruleset, edition) {
  return ruleset.editions.find((one) => one.id === (edition || ruleset.editions[0]?.id))?.players ?? ruleset.players;
}

/** The wish, with as many seats and bots as its game allows. @param {Wish} wish @param {Api.Schemas["Ruleset"][]} rulesets @returns {Wish} */
function fitting(wish, rulesets) {
  const ruleset = rulesets.find((one) => one.id === wish.ruleset);
  if (!ruleset) return wish;
  const {least, most} = limits(ruleset, wish.edition);
  const seats = Math.min(Math.max(wish.seats, least), most);
  return {...wish, seats, bots: wish.bots.filter((one) => ruleset.bots.includes(one)).slice(0, seats - 1)};
}

/** What is asked of the server. @param {Wish} wish @returns {Api.Schemas["GameRequest"]} */
export function request(wish) {
  const options = {
    ...(wish.edition && {edition: wish.edition}),
    ...(wish.expansions.length && {expansions: wish.expansions}),
  };
  return /** @type {any} */ ({
    ruleset: wish.ruleset,
    options,
    seats: wish.seats,
    bots: wish.bots,
    clock: {per_turn: wish.perTurn, ...(wish.bank && {bank: wish.bank})},
    private: wish.hidden,
    start: wish.byHost ? "host" : "full",
  });
}
