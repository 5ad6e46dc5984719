/** The steps of a new table, and the fields in each. */

import {DAYS, dayName} from "../lobby/terms.js";
import {isOfUse, variantMeaning, variantName} from "../lobby/variants.js";
import {Fault, Line, marks} from "../parts/field.js";
import {problemWords} from "../parts/problem_message.js";
import {duration, seconds} from "../time.js";
import {html, useState} from "../vendor/preact.js";
import {t, tn} from "../words.js";
import {botWords, limits, usualHours} from "./game_settings.js";

/** @typedef {import("./game_settings.js").GameSettings} GameSettings */
/** @typedef {import("../parts/field.js").Problem} Problem */
/** @typedef {import("../lobby/terms.js").Hours} OpenHours */
/** @typedef {{settings: GameSettings, change: (more: Partial<GameSettings>) => void, problem: Problem}} About */

const TIMES = ["PT10M", "PT1H", "PT8H", "PT24H", "PT72H"];
const RESERVES = ["PT1H", "PT24H", "PT72H", "P7D"];
const BACK = ["PT10M", "PT1H", "PT6H"];
const FIRST = ["PT1H", "PT24H", "PT72H"];
const MISSED = [1, 2, 3, 5, 10];
const RELIABLE = [0, 50, 80, 90, 95];
const UNITS = /** @type {const} */ ([["M", 60], ["H", 3600], ["D", 86_400]]);

/** One step: closed it says in words what is chosen, open it is there to be changed. @param {{title: string, words: string, isOpen?: boolean, children: Api.Children}} props */
export function Step({title, words, isOpen = false, children}) {
  return html`<details class="panel step" open=${isOpen}>
    <summary><h2>${title}</h2> <span class="chosen-words">${words}</span></summary>
    <div class="step-body">${children}</div>
  </details>`;
}

/** @param {{type: "radio" | "checkbox", name: string, on: boolean, words: string, change: () => void} & Api.Input} props */
function Chip({type, name, on, words, change, ...more}) {
  return html`<label class="chip"><input type=${type} name=${name} checked=${on} onChange=${change} ...${more} /><span>${words}</span></label>`;
}

/** A group of chips under its own name. @param {{legend: string, children: Api.Children, hint?: string}} props */
function Chips({legend, children, hint}) {
  return html`<fieldset class="group"><legend>${legend}</legend>${hint && html`<p class="quiet">${hint}</p>`}
    <div class="choices">${children}</div></fieldset>`;
}

/** Which game, and all that its ruleset lets a host choose: that is read from the schema of its options. @param {About & {rulesets: Api.Schemas["Ruleset"][], chosen: Api.Schemas["Ruleset"]}} props */
export function Which({rulesets, chosen, settings, change, problem}) {
  const all = Object.entries(/** @type {Record<string, any>} */ (/** @type {any} */ (chosen.options).properties ?? {}));
  const plain = all.filter(([name, schema]) => ["one", "some"].includes(kindOf(schema)) && isOfUse(name, settings.options));
  const numbers = all.filter(([, schema]) => kindOf(schema) === "number" || kindOf(schema) === "numbers");
  /** @param {string} name @param {unknown} value */
  const set = (name, value) => change({options: {...settings.options, [name]: value}});
  return html`
    <${Chips} legend=${t("Game")}>${rulesets.map((one) => html`<${Chip} type="radio" name="ruleset" value=${one.id} on=${one.id === settings.ruleset}
      words=${one.name} change=${() => change({ruleset: one.id, options: {}})} />`)}<//>
    ${plain.map(([name, schema]) => html`<${Variants} key=${name} name=${name} schema=${schema} settings=${settings} set=${set} problem=${problem} />`)}
    ${numbers.length > 0 && html`<details class="finer"><summary>${t("House rules")}</summary>
      ${numbers.map(([name, schema]) => html`<${Numbers} key=${name} name=${name} schema=${schema} settings=${settings} set=${set} problem=${problem} />`)}
    </details>`}
    <${Fault} problem=${problem} place="/ruleset" />`;
}

/** What kind of choice an option is. @param {any} schema @returns {"one" | "some" | "number" | "numbers" | "other"} */
function kindOf(schema) {
  if (schema.enum) return "one";
  if (schema.type === "integer") return "number";
  if (schema.type !== "array") return "other";
  if (schema.items?.enum) return "some";
  return schema.items?.type === "integer" ? "numbers" : "other";
}

/** @typedef {{name: string, schema: any, settings: GameSettings, set: (name: string, value: unknown) => void, problem: Problem}} Option */

/** One of a few, or some of a few. @param {Option} props */
function Variants({name, schema, settings, set, problem}) {
  const isOne = kindOf(schema) === "one";
  /** @type {string[]} */
  const ids = isOne ? schema.enum : schema.items.enum;
  const value = settings.options[name] ?? schema.default ?? (isOne ? ids[0] : []);
  const isOn = (/** @type {string} */ id) => (isOne ? value === id : value.includes(id));
  const next = (/** @type {string} */ id) => (isOne ? id : ids.filter((one) => isOn(one) !== (one === id)));
  return html`<${Chips} legend=${variantName(name)} hint=${isOne ? variantMeaning(value) : ""}>
    ${ids.map((id) => html`<${Chip} type=${isOne ? "radio" : "checkbox"} name=${name} value=${id} on=${isOn(id)} words=${variantName(id)}
      change=${() => set(name, next(id))} />`)}
    ${isOne || html`<ul class="meanings quiet">${ids.map((id) => variantMeaning(id) && html`<li><strong>${variantName(id)}</strong> ${variantMeaning(id)}</li>`)}</ul>`}
  <//><${Fault} problem=${problem} place=${`/options/${name}`} />`;
}

/** A number, or several with commas between them. @param {Option} props */
function Numbers({name, schema, settings, set, problem}) {
  const value = settings.options[name] ?? schema.default;
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
const numbersIn = (text) => text.split(/[,\s]+/).filter(Boolean).map(Number);

/** How many play. @param {About & {chosen: Api.Schemas["Ruleset"]}} props */
export function Size({chosen, settings, change, problem}) {
  const {least, most} = limits(chosen, settings);
  const sizes = Array.from({length: most - least + 1}, (_, at) => least + at);
  return html`<${Chips} legend=${t("Players")}>${sizes.map((n) => html`<${Chip} type="radio" name="seats" value=${n} on=${n === settings.seats}
      words=${String(n)} change=${() => change({seats: n})} />`)}<//>
    <${Fault} problem=${problem} place="/seat_count" />`;
}

/** How long each move may take. @param {About} props */
export const Pace = ({settings, change, problem}) => html`<${Length} legend=${t("Time for each move")} hint=${t("Several decisions in a row are one move and share its time.")} name="per-turn"
  value=${settings.perTurn} usual=${TIMES} place="/clock/per_turn" problem=${problem} words=${inClockWords} change=${(perTurn) => change({perTurn})} />`;

/** A person or a bot in each seat, and when it starts. @param {About & {chosen: Api.Schemas["Ruleset"]}} props */
export function Who({chosen, settings, change, problem}) {
  /** @param {number} at @param {string} bot */
  const put = (at, bot) => change({others: settings.others.with(at, bot)});
  const alone = !settings.others.includes("");
  return html`
    <ol class="seats"><li>${t("you")}</li>${settings.others.map((bot, at) => html`<li key=${at}><select name=${`seat-${at + 2}`}
      aria-label=${t("Seat {n}", {n: at + 2})} onChange=${({currentTarget}) => put(at, currentTarget.value)} ...${marks(problem, "/bots")}>
        <option value="" selected=${bot === ""}>${t("a person")}</option>
        ${chosen.bots.map((one) => html`<option value=${one} selected=${one === bot}>${botWords(one, chosen)}</option>`)}
      </select></li>`)}</ol>
    <${Fault} problem=${problem} place="/bots" />
    <p class="quiet">${alone ? t("The game starts at once.") : t("Players take the first free seats; bots get the last ones.")}</p>
    <${Chips} legend=${t("The game starts")}>
      <${Chip} type="radio" name="start" value="full" on=${!settings.byHost} words=${t("when all seats are taken")} change=${() => change({byHost: false})} />
      <${Chip} type="radio" name="start" value="host" on=${settings.byHost} words=${t("when I start it")} change=${() => change({byHost: true})} />
    <//>`;
}

/** How much time there is, and when the clock runs. @param {About} props */
export function Time({settings, change, problem}) {
  const none = t("none");
  return html`
    <${Length} legend=${t("Reserve time for each player")} hint=${t("Used when the time for a move has run out.")} name="bank" value=${settings.bank} usual=${RESERVES}
      none=${none} place="/clock/bank" problem=${problem} words=${inClockWords} change=${(bank) => change({bank})} />
    ${settings.bank && html`<${Length} legend=${t("Added back to the reserve with each move")} name="increment" value=${settings.increment} usual=${BACK}
      none=${t("nothing")} place="/clock/increment" problem=${problem} words=${inClockWords} change=${(increment) => change({increment})} />`}
    <${Length} legend=${t("More time for the first move")} name="grace" value=${settings.grace} usual=${FIRST} none=${none}
      place="/clock/grace" problem=${problem} words=${inClockWords} change=${(grace) => change({grace})} />
    <${Chips} legend=${t("Hours of play")} hint=${t("Outside these hours the clock is stopped.")}>
      <${Chip} type="radio" name="hours" value="all" on=${!settings.hours} words=${t("day and night")} change=${() => change({hours: null})} />
      <${Chip} type="radio" name="hours" value="some" on=${Boolean(settings.hours)} words=${t("at certain hours")} change=${() => change({hours: settings.hours ?? usualHours()})} />
    <//>
    ${settings.hours && html`<${Hours} hours=${settings.hours} change=${change} problem=${problem} />`}`;
}

/** @param {{hours: OpenHours, change: (more: Partial<GameSettings>) => void, problem: Problem}} props */
function Hours({hours, change, problem}) {
  /** @param {Partial<OpenHours>} more */
  const set = (more) => change({hours: {...hours, ...more}});
  const toggled = (/** @type {string} */ day) => DAYS.filter((one) => hours.days.includes(one) !== (one === day));
  const zones = Intl.supportedValuesOf("timeZone");
  return html`<div class="hours">
    <${Chips} legend=${t("Days")}>${DAYS.map((day) => html`<${Chip} type="checkbox" name="day" value=${day} on=${hours.days.includes(day)}
      words=${dayName(day)} aria-label=${dayName(day, "long")} change=${() => set({days: toggled(day)})} ...${marks(problem, "/clock/hours/days")} />`)}<//>
    <${Fault} problem=${problem} place="/clock/hours/days" words=${inClockWords} />
    <div class="row">
      <${Line} label=${t("From")} name="from" type="time" required value=${hours.from} place="/clock/hours/from" problem=${problem}
        onInput=${({currentTarget}) => set({from: currentTarget.value})} />
      <${Line} label=${t("To")} name="to" type="time" required value=${hours.to} place="/clock/hours/to" problem=${clockProblem(problem)}
        onInput=${({currentTarget}) => set({to: currentTarget.value})} />
      <${Line} label=${t("Time zone")} name="zone" list="zones" required value=${hours.zone} place="/clock/hours/zone" problem=${clockProblem(problem)}
        onInput=${({currentTarget}) => set({zone: currentTarget.value})} />
      <datalist id="zones">${zones.map((one) => html`<option value=${one} />`)}</datalist>
    </div>
    ${problem?.errors?.some(({pointer}) => pointer === "/clock/hours") && html`<p class="fault" role="alert">${t("These hours are too few for that much time.")}</p>`}
  </div>`;
}

/** The problem with its faults about the clock in the player's words. @param {Problem} problem */
function clockProblem(problem) {
  return problem && {...problem, errors: problem.errors?.map((one) => ({...one, code: "", detail: inClockWords(one)})) ?? []};
}

/** @param {import("../api.js").Fault} fault */
function inClockWords(fault) {
  if (fault.code !== "invalid_clock") return problemWords(fault);
  const place = fault.pointer?.split("/").slice(2).join("/") ?? "";
  /** @type {Record<string, () => string>} */
  const words = {
    "hours/days": () => t("Choose at least one day."),
    "hours/zone": () => t("Choose a time zone from the list, such as Europe/Berlin."),
    "hours/to": () => t("Each day needs at least one hour of play."),
    increment: () => t("Set a reserve first."),
  };
  return words[place]?.() ?? t("This server does not allow these settings: {detail}", {detail: fault.detail});
}

/**
 * A length of time: one of a few usual ones, or another.
 *
 * @param {{legend: string, name: string, value: string, usual: string[], none?: string, hint?: string, place: string,
 *   problem: Problem, words?: (fault: import("../api.js").Fault) => string, change: (value: string) => void}} props
 */
function Length({legend, name, value, usual, none, hint, place, problem, words, change}) {
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
function parted(value) {
  const length = seconds(value) ?? 0;
  const [unit, size] = UNITS.findLast(([, one]) => length % one === 0) ?? UNITS[0];
  return {n: length / size, unit};
}

/** @param {number} n @param {string} unit */
const written = (n, unit) => (unit === "D" ? `P${n}D` : `PT${n}${unit}`);

/** What players may write. @type {Record<string, () => string>} */
const CHATS = {open: () => t("players can write messages"), phrases: () => t("twelve set phrases"), none: () => t("no messages")};

/** Who may see it, and who may come. @param {About} props */
export function Company({settings, change}) {
  return html`
    <${Chips} legend=${t("Who can watch")}>
      <${Chip} type="radio" name="private" value="no" on=${!settings.hidden} words=${t("anyone: the table is listed")} change=${() => change({hidden: false})} />
      <${Chip} type="radio" name="private" value="yes" on=${settings.hidden} words=${t("only the players: the table is not listed")} change=${() => change({hidden: true})} />
    <//>
    <${Chips} legend=${t("Messages at the table")}>
      ${Object.entries(CHATS).map(([chat, words]) => html`<${Chip} type="radio" name="chat" value=${chat} on=${settings.chat === chat} words=${words()} change=${() => change({chat})} />`)}
    <//>
    <${Chips} legend=${t("Who can take a seat")}>
      <${Chip} type="radio" name="bot-accounts" value="yes" on=${settings.botAccounts} words=${t("people and the bots of people")} change=${() => change({botAccounts: true})} />
      <${Chip} type="radio" name="bot-accounts" value="no" on=${!settings.botAccounts} words=${t("people only")} change=${() => change({botAccounts: false})} />
    <//>`;
}

/** What happens to a player who is away. @param {About} props */
export function Away({settings, change, problem}) {
  return html`
    <${Chips} legend=${t("A bot takes over after missed moves in a row:")}>${MISSED.map((n) => html`<${Chip} type="radio" name="bot-after" value=${n}
      on=${n === settings.botAfter} words=${tn(n, "{n} move", "{n} moves")} change=${() => change({botAfter: n})} />`)}<//>
    <${Fault} problem=${problem} place="/absence/bot_after" />
    <${Chips} legend=${t("Vacations")}>
      <${Chip} type="radio" name="vacations" value="yes" on=${settings.vacations} words=${t("stop the clock")} change=${() => change({vacations: true})} />
      <${Chip} type="radio" name="vacations" value="no" on=${!settings.vacations} words=${t("do not stop the clock")} change=${() => change({vacations: false})} />
    <//>
    <${Chips} legend=${t("Players who join must have answered")} hint=${t("The share of moves made in time. Players who have not had a move yet can always join.")}>
      ${RELIABLE.map((n) => html`<${Chip} type="radio" name="reliability" value=${n} on=${n === settings.reliability}
        words=${n ? t("{n} of 100", {n}) : t("any share")} change=${() => change({reliability: n})} />`)}<//>
    <${Fault} problem=${problem} place="/absence/least_reliability" />`;
}
