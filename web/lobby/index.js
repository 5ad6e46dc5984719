/** The lobby: tables that wait for players, games to watch, and games of mine that are over. */

import {act, read} from "../api.js";
import {Heading} from "../parts/heading.js";
import {Refused} from "../parts/refused.js";
import {SignIn} from "../parts/sign_in.js";
import {go} from "../router.js";
import {username} from "../token.js";
import {html, useEffect, useState} from "../vendor/preact.js";
import {askIfOld, invitations} from "../waiting.js";
import {t, tn} from "../words.js";
import {Card} from "./card.js";
import {Filters} from "./filters.js";
import {addressOf, find, isNarrowed, wished} from "./find.js";
import Invited from "./invited.js";

/** @typedef {import("./find.js").Wish} Wish */
/** @typedef {import("../api.js").Problem | null} Problem */

export const style = new URL("./lobby.css", import.meta.url).href;
export const words = ["lobby"];
const EVERY = 30_000;

export default function Lobby() {
  const wish = wished();
  const rulesets = useRulesets();
  const {found, problem, refresh, setProblem} = useTables(wish, rulesets);
  useEffect(askIfOld, []);
  /** @param {string} game */
  async function join(game) {
    const said = await act("POST", "/games/{game}/join", {game}, {});
    if (said.ok) go(`/game/${game}`);
    else void refresh().then(() => setProblem(said.problem));
  }
  const change = (/** @type {Partial<Wish>} */ more) => go(addressOf({...wish, cursor: "", ...more}), {instead: true});
  const schemas = new Map(rulesets.map((one) => [one.id, one.options]));
  return html`<section class="lobby">
    <${Heading} title=${t("Lobby")}>${t("Lobby")}<//>
    <div class="row lobby-head"><${Tabs} wish=${wish} />
      <span class="row"><button type="button" class="other" onClick=${refresh}>${t("Refresh")}</button>
      <a class="button" href="/open">${t("Open a table")}</a></span></div>
    ${wish.show === "open" && invitations() > 0 && html`<${Invited} />`}
    ${wish.show === "mine" && !username()
      ? html`<p>${t("Sign in to see them.")}</p><${SignIn} />`
      : html`<${Filters} wish=${wish} rulesets=${rulesets} change=${change} />
        <${Refused} problem=${problem} />
        ${found === null && !problem && html`<p>${t("Loading …")}</p>`}
        ${found && html`<p class="quiet" role="status">${countWords(found, wish)}</p>
          <ul class="cards">${found.games.map((one) => html`<${Card} key=${one.id} game=${one} schema=${schemas.get(one.ruleset)}
            friends=${found.friends} join=${join} />`)}</ul>
          <${Pages} found=${found} wish=${wish} />`}`}
  </section>`;
}

/** @returns {Api.Schemas["Ruleset"][]} */
function useRulesets() {
  const [rulesets, setRulesets] = useState(/** @type {Api.Schemas["Ruleset"][]} */ ([]));
  useEffect(() => void read("/rulesets").then((said) => said.ok && setRulesets(said.data.results)), []);
  return rulesets;
}

/** The tables of this wish, asked for again now and then while somebody looks. @param {Wish} wish @param {Api.Schemas["Ruleset"][]} rulesets */
function useTables(wish, rulesets) {
  const [found, setFound] = useState(/** @type {import("./find.js").Found | null} */ (null));
  const [problem, setProblem] = useState(/** @type {Problem} */ (null));
  const key = addressOf(wish);
  const isReady = !wish.variant || rulesets.length > 0;
  async function refresh() {
    if (!isReady || (wish.show === "mine" && !username())) return;
    const said = await find(wish, new Set(rulesets.flatMap((one) => one.editions.map(({id}) => id))));
    // Another wish may have come meanwhile.
    if (addressOf(wished()) !== key) return;
    if (said.ok) setFound(said.data);
    setProblem(said.ok ? null : said.problem);
  }
  useEffect(() => {
    void refresh();
    const timer = setInterval(() => document.hidden || void refresh(), EVERY);
    return () => clearInterval(timer);
  }, [key, isReady, username()]);
  return {found, problem, refresh, setProblem};
}

/** @param {{wish: Wish}} props */
function Tabs({wish}) {
  const tabs = /** @type {const} */ ([["open", t("Open tables")], ["running", t("Games to watch")], ["mine", t("My finished games")]]);
  return html`<nav class="tabs" aria-label=${t("Which tables")}>${tabs.map(([show, words]) => html`<a
    href=${addressOf({...wish, show, cursor: ""})} aria-current=${show === wish.show ? "page" : undefined}>${words}</a>`)}</nav>`;
}

/** @param {import("./find.js").Found} found @param {Wish} wish */
function countWords(found, wish) {
  const n = found.games.length;
  if (n > 0) return tn(n, "{n} table", "{n} tables");
  if (isNarrowed(wish)) return t("No table matches your filters.");
  return wish.show === "open" ? t("No table is waiting for players. Open one, and send the link to your friends.") : t("No tables yet.");
}

/** @param {{found: import("./find.js").Found, wish: Wish}} props */
function Pages({found, wish}) {
  if (!found.next && !wish.cursor) return null;
  return html`<nav class="row" aria-label=${t("More tables")}>
    ${wish.cursor && html`<a class="button" href=${addressOf({...wish, cursor: ""})}>${t("Newest tables")}</a>`}
    ${found.next && html`<a class="button" href=${addressOf({...wish, cursor: found.next})}>${t("Older tables")}</a>`}
  </nav>`;
}
