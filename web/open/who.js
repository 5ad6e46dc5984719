/** Who plays: how many, and a person or a bot in each seat. */

import {botName} from "../names.js";
import {Fault, marks} from "../parts/field.js";
import {html} from "../vendor/preact.js";
import {t} from "../words.js";
import {Chip, Chips} from "./step.js";
import {limits} from "./wish.js";

/** @param {import("./which.js").About & {chosen: Api.Schemas["Ruleset"]}} props */
export function Who({chosen, wish, change, problem}) {
  const {least, most} = limits(chosen, wish);
  const sizes = Array.from({length: most - least + 1}, (_, at) => least + at);
  /** @param {number} at @param {string} bot */
  const put = (at, bot) => change({others: wish.others.with(at, bot)});
  const alone = !wish.others.includes("");
  return html`
    <${Chips} legend=${t("Players")}>${sizes.map((n) => html`<${Chip} type="radio" name="seats" value=${n} on=${n === wish.seats}
      words=${String(n)} change=${() => change({seats: n})} />`)}<//>
    <${Fault} problem=${problem} place="/seat_count" />
    <ol class="seats"><li>${t("you")}</li>${wish.others.map((bot, at) => html`<li key=${at}><select name=${`seat-${at + 2}`}
      aria-label=${t("Seat {n}", {n: at + 2})} onChange=${({currentTarget}) => put(at, currentTarget.value)} ...${marks(problem, "/bots")}>
        <option value="" selected=${bot === ""}>${t("a person")}</option>
        ${chosen.bots.map((one) => html`<option value=${one} selected=${one === bot}>${botWords(one, chosen)}</option>`)}
      </select></li>`)}</ol>
    <${Fault} problem=${problem} place="/bots" />
    <p class="quiet">${alone ? t("The game starts at once.") : t("Players take the first free seats; bots get the last ones.")}</p>
    <${Chips} legend=${t("The game starts")}>
      <${Chip} type="radio" name="start" value="full" on=${!wish.byHost} words=${t("when all seats are taken")} change=${() => change({byHost: false})} />
      <${Chip} type="radio" name="start" value="host" on=${wish.byHost} words=${t("when I start it")} change=${() => change({byHost: true})} />
    <//>`;
}

/** A bot by how well it plays. @param {string} bot @param {Api.Schemas["Ruleset"]} ruleset */
export function botWords(bot, ruleset) {
  /** @type {Record<string, () => string>} */
  const levels = {beginner: () => t("a beginner"), casual: () => t("a casual player"), strong: () => t("a strong player"), expert: () => t("an expert")};
  const level = levels[ruleset.levels[bot] ?? ""]?.();
  return level ? t("{name} bot: {level}", {name: botName(bot), level}) : t("{name} bot", {name: botName(bot)});
}
