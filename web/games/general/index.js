/** The picture of any ruleset: its table as text and its actions to choose from, in the ruleset's own words. */

import {read} from "../../api.js";
import {Choice} from "../../parts/choice.js";
import {html, useEffect, useState} from "../../vendor/preact.js";
import {t} from "../../words.js";
import {readable, Value} from "./value.js";

/** Members of `mine` that are no part of the game, or are shown by themselves. */
const APART = ["seat", "legal_actions", "fallback", "fallback_by", "submission", "due_at", "bank", "bank_seconds"];
/** Events of the table itself, which is looked at anyway. */
const KNOWN = ["turn_opened", "turn_closed", "sealed"];

/** @type {import("../contract.js").Picture} */
const picture = {
  draw: (table, mine, choose, about) => html`<${Table} table=${table} mine=${mine} choose=${choose} about=${about} />`,
  actionWords,
  drawEvents: (events, {names}) =>
    html`<ul class="happened general">${events
      .filter((one) => !KNOWN.includes(one.type))
      .map((one) => html`<li><strong>${readable(one.type)}</strong> <${Value} value=${one.data} names=${names} /></li>`)}</ul>`,
};
export default picture;

/** An action: what is done, and with what. @param {import("../contract.js").Action} action */
export function actionWords(action) {
  const {type, ...rest} = action;
  const parts = Object.entries(rest).map(([name, value]) => `${readable(name)} ${typeof value === "object" ? JSON.stringify(value) : value}`);
  return parts.length ? `${readable(type)}: ${parts.join(", ")}` : readable(type);
}

/** @param {{table: any, mine: any, choose: (action: import("../contract.js").Action) => void, about: import("../contract.js").About}} props */
function Table({table, mine, choose, about}) {
  const ruleset = useRuleset(about.game.ruleset);
  const own = Object.fromEntries(Object.entries(mine ?? {}).filter(([name]) => !APART.includes(name)));
  /** @type {import("../contract.js").Action[]} */
  const actions = mine?.legal_actions ?? [];
  const decision = ruleset?.decisions[about.game.turn?.decision ?? ""];
  const kinds = [...new Set(actions.map((one) => one.type))];
  return html`<div class="general">
    <section class="panel"><h2>${t("The table")}</h2><${Value} value=${table} names=${about.names} /></section>
    ${Object.keys(own).length > 0 && html`<section class="panel"><h2>${t("Yours")}</h2><${Value} value=${own} names=${about.names} /></section>`}
    ${kinds.map((kind) => ruleset?.actions[kind] && html`<p class="quiet"><strong>${readable(kind)}</strong> – ${/** @type {any} */ (ruleset.actions[kind]).description}</p>`)}
    <${Choice} actions=${actions} about=${about} choose=${choose} words=${actionWords} legend=${decision && t("You decide: {decision}", {decision})} />
  </div>`;
}

/** What the ruleset says of itself, once it is read. @param {string} id */
function useRuleset(id) {
  const [found, setFound] = useState(/** @type {Api.Schemas["Ruleset"] | null} */ (null));
  useEffect(() => {
    void read("/rulesets/{ruleset}", {ruleset: id}).then((result) => result.ok && setFound(result.data));
  }, [id]);
  return found;
}
