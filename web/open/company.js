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
    <${Chips} legend=${t("Who can watch")}>
      <${Chip} type="radio" name="private" value="no" on=${!wish.hidden} words=${t("anyone: the table is listed")} change=${() => change({hidden: false})} />
      <${Chip} type="radio" name="private" value="yes" on=${wish.hidden} words=${t("only the players: the table is not listed")} change=${() => change({hidden: true})} />
    <//>
    <${Chips} legend=${t("Messages at the table")}>
      <${Chip} type="radio" name="messages" value="yes" on=${wish.messages} words=${t("players can write messages")} change=${() => change({messages: true})} />
      <${Chip} type="radio" name="messages" value="no" on=${!wish.messages} words=${t("no messages")} change=${() => change({messages: false})} />
    <//>
    <${Chips} legend=${t("Who can take a seat")}>
      <${Chip} type="radio" name="bot-accounts" value="yes" on=${wish.botAccounts} words=${t("people and the bots of people")} change=${() => change({botAccounts: true})} />
      <${Chip} type="radio" name="bot-accounts" value="no" on=${!wish.botAccounts} words=${t("people only")} change=${() => change({botAccounts: false})} />
    <//>`;
}

/** @param {import("./which.js").About} props */
export function Away({wish, change, problem}) {
  return html`
    <${Chips} legend=${t("A bot takes over after missed moves in a row:")}>${MISSED.map((n) => html`<${Chip} type="radio" name="bot-after" value=${n}
      on=${n === wish.botAfter} words=${tn(n, "{n} move", "{n} moves")} change=${() => change({botAfter: n})} />`)}<//>
    <${Fault} problem=${problem} place="/absence/bot_after" />
    <${Chips} legend=${t("Vacations")}>
      <${Chip} type="radio" name="vacations" value="yes" on=${wish.vacations} words=${t("stop the clock")} change=${() => change({vacations: true})} />
      <${Chip} type="radio" name="vacations" value="no" on=${!wish.vacations} words=${t("do not stop the clock")} change=${() => change({vacations: false})} />
    <//>
    <${Chips} legend=${t("Players who join must have answered")} hint=${t("The share of moves made in time. Players who have not had a move yet can always join.")}>
      ${RELIABLE.map((n) => html`<${Chip} type="radio" name="reliability" value=${n} on=${n === wish.reliability}
        words=${n ? t("{n} of 100", {n}) : t("any share")} change=${() => change({reliability: n})} />`)}<//>
    <${Fault} problem=${problem} place="/absence/least_reliability" />`;
}
