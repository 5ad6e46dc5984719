/** The lobby: tables that wait for players, games to watch, and games of mine that are over. */

import {act, read} from "../api.js";
import {SignIn} from "../parts/frame.js";
import {Heading} from "../parts/lazy.js";
import {Offers} from "../pages/front.js";
import {ProblemMessage} from "../parts/problem_message.js";
import {go} from "../router.js";
import {playAsGuest} from "../sign_in.js";
import {username} from "../token.js";
import {html, useEffect, useState} from "../vendor/preact.js";
import {askIfOld, invitations} from "../waiting.js";
import {t, tn} from "../words.js";
import {Card} from "./card.js";
import {Filters} from "./filters.js";
import Invited from "./invitations.js";
import {addressOf, findTables, isNarrowed, readSearch} from "./search.js";

/** @typedef {import("./search.js").Search} Search */
/** @typedef {import("../api.js").Problem | null} Problem */

export const style = new URL("./lobby.css", import.meta.url).href;
export const words = ["lobby"];
const EVERY = 30_000;
/** Fewer tables than this leave room for ways to begin a game. */
const FEW = 4;

export default function Lobby() {
  const search = readSearch();
  const rulesets = useRulesets();
  const {found, problem, refresh, setProblem} = useTables(search, rulesets);
  useEffect(askIfOld, []);
  /** @param {string} game */
  async function join(game) {
    const came = username() ? null : await playAsGuest();
    if (came && !came.ok) return setProblem(came.problem);
    const result = await act("POST", "/games/{game}/join", {game}, {});
    if (result.ok) go(`/game/${game}`);
    else void refresh().then(() => setProblem(result.problem));
  }
  const change = (/** @type {Partial<Search>} */ more) => go(addressOf({...search, cursor: "", ...more}), {instead: true});
  return html`<section class="lobby">
    <div class="row lobby-head"><${Heading} title=${t("Lobby")}>${t("Lobby")}<//><a class="button" href="/open">${t("Open a table")}</a></div>
    <${Tabs} search=${search} />
    ${search.show === "open" && invitations() > 0 && html`<${Invited} />`}
    ${search.show === "mine" && !username()
      ? html`<p>${t("Sign in to see them.")}</p><${SignIn} />`
      : html`<${Filters} search=${search} rulesets=${rulesets} change=${change} />
        <${ProblemMessage} problem=${problem} />
        ${found === null && !problem && html`<p>${t("Loading …")}</p>`}
        ${found && html`<${Tables} found=${found} search=${search} rulesets=${rulesets} join=${join} refresh=${refresh} />`}`}
  </section>`;
}

/** @returns {Api.Schemas["Ruleset"][]} */
function useRulesets() {
  const [rulesets, setRulesets] = useState(/** @type {Api.Schemas["Ruleset"][]} */ ([]));
  useEffect(() => void read("/rulesets").then((result) => result.ok && setRulesets(result.data.results)), []);
  return rulesets;
}

/** The tables that this search finds, asked for again now and then while the page is looked at. @param {Search} search @param {Api.Schemas["Ruleset"][]} rulesets */
function useTables(search, rulesets) {
  const [found, setFound] = useState(/** @type {import("./search.js").Found | null} */ (null));
  const [problem, setProblem] = useState(/** @type {Problem} */ (null));
  const key = addressOf(search);
  const isReady = !search.variant || rulesets.length > 0;
  async function refresh() {
    if (!isReady || (search.show === "mine" && !username())) return;
    const result = await findTables(search, new Set(rulesets.flatMap((one) => one.editions.map(({id}) => id))));
    // Another search may have come since.
    if (addressOf(readSearch()) !== key) return;
    if (result.ok) setFound(result.data);
    setProblem(result.ok ? null : result.problem);
  }
  useEffect(() => {
    void refresh();
    const timer = setInterval(() => document.hidden || void refresh(), EVERY);
    return () => clearInterval(timer);
  }, [key, isReady, username()]);
  return {found, problem, refresh, setProblem};
}

/** @param {{search: Search}} props */
function Tabs({search}) {
  const tabs = /** @type {const} */ ([["open", t("Open tables")], ["running", t("Games to watch")], ["mine", t("My finished games")]]);
  return html`<nav class="tabs" aria-label=${t("Which tables")}>${tabs.map(([show, words]) => html`<a
    href=${addressOf({...search, show, cursor: ""})} aria-current=${show === search.show ? "page" : undefined}>${words}</a>`)}</nav>`;
}

/** @param {{found: import("./search.js").Found, search: Search, rulesets: Api.Schemas["Ruleset"][], join: (game: string) => void, refresh: () => void}} props */
function Tables({found, search, rulesets, join, refresh}) {
  const schemas = new Map(rulesets.map((one) => [one.id, one.options]));
  const n = found.games.length;
  return html`<p class="row lobby-head"><span class="quiet" role="status">${countWords(n, search)}</span>
      ${n === 0 && isNarrowed(search) && html`<a href=${addressOf({show: search.show, ruleset: search.ruleset})}>${t("Clear the filters")}</a>`}
      <button type="button" class="plain" onClick=${refresh}>${t("Refresh")}</button></p>
    <ul class="cards">${found.games.map((one) => html`<${Card} key=${one.id} game=${one} schema=${schemas.get(one.ruleset)}
      friends=${found.friends} join=${join} />`)}</ul>
    <${Pages} found=${found} search=${search} />
    ${search.show === "open" && !found.next && n < FEW && html`<section class="begin"><h2>${t("Begin at once")}</h2><${Offers} only=${search.ruleset} /></section>`}`;
}

/** @param {number} n @param {Search} search */
function countWords(n, search) {
  const said = tn(n, "{n} table", "{n} tables");
  if (n > 0) return search.show === "open" && !username() ? `${said}. ${t("You join as a guest.")}` : said;
  if (isNarrowed(search)) return t("No table matches your filters.");
  return search.show === "open" ? t("No table is waiting for players.") : t("No tables yet.");
}

/** @param {{found: import("./search.js").Found, search: Search}} props */
function Pages({found, search}) {
  if (!found.next && !search.cursor) return null;
  return html`<nav class="row" aria-label=${t("More tables")}>
    ${search.cursor && html`<a class="button" href=${addressOf({...search, cursor: ""})}>${t("Newest tables")}</a>`}
    ${found.next && html`<a class="button" href=${addressOf({...search, cursor: found.next})}>${t("Older tables")}</a>`}
  </nav>`;
}
