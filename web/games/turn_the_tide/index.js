/** Turn the Tide. */

import {Radio} from "../../parts/choice.js";
import {Lazy} from "../../parts/lazy.js";
import {Tip} from "../../parts/tips.js";
import {html} from "../../vendor/preact.js";
import {t} from "../../words.js";
import {Card, Tide, cardWords, consequenceWords} from "./cards.js";
import {Reveal} from "./reveal.js";
import {Sea} from "./sea.js";

/** @typedef {{type: "play", card: number}} Play */

const stages = () => import("./stages.js");

/** @type {import("../contract.js").Picture} */
const picture = {
  draw(table, mine, choose, about) {
    return html`<div class="turn-the-tide">
      ${table.tides && about.game.turn && html`<div class="tides-place"><${Tides} table=${table} /><${Tip} of="tide.tides" /></div>`}
      <div class="sea-place"><${Sea} table=${table} about=${about} /><${Tips} table=${table} /></div>
      ${mine?.hand && about.game.turn && html`<${Hand} table=${table} mine=${mine} choose=${choose} about=${about} />`}
    </div>`;
  },
  drawBelow: (table, about) => table.stage > 1 && html`<${Lazy} load=${stages} table=${table} about=${about} />`,
  prompt: () => t("Choose a card."),
  actionWords: (action) => cardWords(Number(action.card)),
  drawEvents: (events, about) => html`<${Reveal} events=${events} about=${about} />`,
  consequence: (action, table, {game}) => consequenceWords(Number(action.card), table, game.mine?.hand ?? []),
  replay: () => import("./replay.js"),
  reveal: () => import("./on_table.js"),
  endings: () => import("./endings.js"),
  hasCurtain: true,
  orderForm: () => import("./order_form.js"),
  rules: () => import("./rules/index.js"),
  tips: () => import("./tips.js"),
  menuEntries: [
    {id: "hands", label: () => t("The hands"), load: () => import("./hands.js"), when: ({game}) => (game.stage ?? 0) > 1 || game.status === "finished"},
    {id: "analysis", label: () => t("What the Strong bot would have played"), load: () => import("../../game_menu/analysis.js"), when: ({game}) => game.status === "finished"},
  ],
};
export default picture;

/** What there is to be said of the sea. @param {{table: Api.Schemas["TurnTheTideTable"]}} props */
function Tips({table}) {
  return html`<${Tip} of="tide.goal" />
    ${table.seats.some((one) => one.tide_level > 0) && html`<${Tip} of="tide.highest" />`}
    ${table.seats.some((one) => one.eliminated) && html`<${Tip} of="tide.out" />`}`;
}

/** @param {{table: Api.Schemas["TurnTheTideTable"]}} props */
function Tides({table}) {
  const [low = 0, high = 0] = [...(table.tides ?? [])].sort((one, other) => one - other);
  return html`<section class="tides" aria-label=${t("Tides of this round")}>
    <div class="pair" key=${`${table.stage} ${table.round}`}><${Tide} tide=${low} /><${Tide} tide=${high} /></div>
    <p><span class="quiet">${t("Round {n} of {all}", {n: table.round, all: table.rounds})}</span><br />
      ${t("The highest card takes tide {low}, the second highest tide {high}.", {low, high})}</p>
  </section>`;
}

/** @param {{table: Api.Schemas["TurnTheTideTable"], mine: any, choose: (action: Play) => void, about: import("../contract.js").About}} props */
function Hand({table, mine, choose, about}) {
  /** @type {number[]} */
  const hand = mine.hand;
  /** @type {Play[]} */
  const legal = mine.legal_actions;
  const playable = new Map(legal.map((one) => [one.card, one]));
  const sealed = about.sealed ? Number(about.chosen?.card) : null;
  /** In a reveal the card lies on the table. @param {number} card */
  const isGone = (card) => table.seats[mine.seat]?.played.includes(card) || (about.frame && card === sealed);
  return html`<fieldset class="hand"><legend>${t("Your hand")}</legend>
    <${Tip} of="tide.hand" />
    <div class="fan">${hand.map((card) => {
      const action = playable.get(card) ?? (card === sealed ? /** @type {Play} */ ({type: "play", card}) : undefined);
      const shown = html`<${Card} card=${card} />`;
      if (isGone(card)) return html`<span key=${card} class="card gone">${shown}</span>`;
      if (!action) return html`<span key=${card} class="card idle" role="img" aria-label=${cardWords(card)}>${shown}</span>`;
      return html`<${Radio} key=${card} action=${action} about=${about} choose=${choose} label=${cardWords(card)} look="card">${shown}<//>`;
    })}</div>
  </fieldset>`;
}
