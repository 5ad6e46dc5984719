/** How much time there is, and when the clock runs. */

import {DAYS, dayName} from "../lobby/terms.js";
import {Fault, Line, marks} from "../parts/field.js";
import {inWords} from "../problems.js";
import {html} from "../vendor/preact.js";
import {t} from "../words.js";
import {Length} from "./length.js";
import {Chip, Chips} from "./step.js";
import {usualHours} from "./wish.js";

const TIMES = ["PT10M", "PT1H", "PT8H", "PT24H", "PT72H"];
const RESERVES = ["PT1H", "PT24H", "PT72H", "P7D"];
const BACK = ["PT10M", "PT1H", "PT6H"];
const FIRST = ["PT1H", "PT24H", "PT72H"];

/** @param {import("./which.js").About} props */
export function Time({wish, change, problem}) {
  const none = t("none");
  return html`
    <${Length} legend=${t("Time for each move")} hint=${t("Several decisions in a row are one move and share its time.")} name="per-turn"
      value=${wish.perTurn} usual=${TIMES} place="/clock/per_turn" problem=${problem} words=${inClockWords} change=${(perTurn) => change({perTurn})} />
    <${Length} legend=${t("Reserve time for each player")} hint=${t("Used when the time for a move has run out.")} name="bank" value=${wish.bank} usual=${RESERVES}
      none=${none} place="/clock/bank" problem=${problem} words=${inClockWords} change=${(bank) => change({bank})} />
    ${wish.bank && html`<${Length} legend=${t("Added back to the reserve with each move")} name="increment" value=${wish.increment} usual=${BACK}
      none=${t("nothing")} place="/clock/increment" problem=${problem} words=${inClockWords} change=${(increment) => change({increment})} />`}
    <${Length} legend=${t("More time for the first move")} name="grace" value=${wish.grace} usual=${FIRST} none=${none}
      place="/clock/grace" problem=${problem} words=${inClockWords} change=${(grace) => change({grace})} />
    <${Chips} legend=${t("Hours of play")} hint=${t("Outside these hours the clock is stopped.")}>
      <${Chip} type="radio" name="hours" value="all" on=${!wish.hours} words=${t("day and night")} change=${() => change({hours: null})} />
      <${Chip} type="radio" name="hours" value="some" on=${Boolean(wish.hours)} words=${t("at certain hours")} change=${() => change({hours: wish.hours ?? usualHours()})} />
    <//>
    ${wish.hours && html`<${Hours} hours=${wish.hours} change=${change} problem=${problem} />`}`;
}

/** @param {{hours: import("../lobby/terms.js").Hours, change: (more: Partial<import("./wish.js").Wish>) => void, problem: import("../parts/field.js").Problem}} props */
function Hours({hours, change, problem}) {
  /** @param {Partial<import("../lobby/terms.js").Hours>} more */
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

/** The problem with its faults about the clock in the player's words. @param {import("../parts/field.js").Problem} problem */
function clockProblem(problem) {
  return problem && {...problem, errors: problem.errors?.map((one) => ({...one, code: "", detail: inClockWords(one)})) ?? []};
}

/** @param {import("../api.js").Fault} fault */
export function inClockWords(fault) {
  if (fault.code !== "invalid_clock") return inWords(fault);
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
