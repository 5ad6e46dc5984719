/** Who may see it, who may come, and what happens to whoever is away. */

import {Fault} from "../parts/field.js";
import {html} from "../vendor/preact.js";
import {t, tn} from "../words.js";
import {Chip, Chips} from "./step.js";

const MISSED = [1, 2, 3, 5, 10];
const RELIABLE = [0, 50, 80, 90, 95];

/** @param {import("./which.js").About} props */
export function Company({wish, change}) {
  return html`
    <${Chips} legend=${t("Who may watch")}>
      <${Chip} type="radio" name="private" value="no" on=${!wish.hidden} words=${t("anybody: it is in the lists")} change=${() => change({hidden: false})} />
      <${Chip} type="radio" name="private" value="yes" on=${wish.hidden} words=${t("only its players: it is in no list")} change=${() => change({hidden: true})} />
    <//>
    <${Chips} legend=${t("Messages at the table")}>
      <${Chip} type="radio" name="messages" value="yes" on=${wish.messages} words=${t("players write to each other")} change=${() => change({messages: true})} />
      <${Chip} type="radio" name="messages" value="no" on=${!wish.messages} words=${t("nobody writes")} change=${() => change({messages: false})} />
    <//>
    <${Chips} legend=${t("Who may take a seat")}>
      <${Chip} type="radio" name="bot-accounts" value="yes" on=${wish.botAccounts} words=${t("people and the bots of people")} change=${() => change({botAccounts: true})} />
      <${Chip} type="radio" name="bot-accounts" value="no" on=${!wish.botAccounts} words=${t("people alone")} change=${() => change({botAccounts: false})} />
    <//>`;
}

/** @param {import("./which.js").About} props */
export function Away({wish, change, problem}) {
  return html`
    <${Chips} legend=${t("A bot plays on for whoever has missed in a row")}>${MISSED.map((n) => html`<${Chip} type="radio" name="bot-after" value=${n}
      on=${n === wish.botAfter} words=${tn(n, "{n} move", "{n} moves")} change=${() => change({botAfter: n})} />`)}<//>
    <${Fault} problem=${problem} place="/absence/bot_after" />
    <${Chips} legend=${t("Vacations")}>
      <${Chip} type="radio" name="vacations" value="yes" on=${wish.vacations} words=${t("stop the clock")} change=${() => change({vacations: true})} />
      <${Chip} type="radio" name="vacations" value="no" on=${!wish.vacations} words=${t("do not stop the clock")} change=${() => change({vacations: false})} />
    <//>
    <${Chips} legend=${t("Who joins has answered")} hint=${t("Of the questions put to a player. Who was never asked may always join.")}>
      ${RELIABLE.map((n) => html`<${Chip} type="radio" name="reliability" value=${n} on=${n === wish.reliability}
        words=${n ? t("{n} of 100", {n}) : t("no matter how many")} change=${() => change({reliability: n})} />`)}<//>
    <${Fault} problem=${problem} place="/absence/least_reliability" />`;
}
