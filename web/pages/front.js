/** The front page: an introduction, and one press to the first card. */

import {act, refusal} from "../api.js";
import {GAMES, gameName} from "../names.js";
import {SignIn} from "../parts/frame.js";
import {Heading, Lazy} from "../parts/lazy.js";
import {ProblemMessage} from "../parts/problem_message.js";
import {SITE, preloadPage, preloadPicture} from "../preloads.js";
import {go} from "../router.js";
import {username} from "../token.js";
import {html, useRef, useState} from "../vendor/preact.js";
import {waiting} from "../waiting.js";
import {loadWordsOf, t, tn} from "../words.js";

/** Two opponents who play at once, so that nobody has to be waited for. */
const BOTS = ["careful", "random"];

const showcase = () => import("../games/showcase.js");
/** The two ways to a seat by one press, of which each gives a game. @type {Record<string, (ruleset: string) => Promise<import("../api.js").Result<{id: string}>>>} */
const WAYS = {
  bots: (ruleset) => act("POST", "/games", {}, {ruleset, seat_count: BOTS.length + 1, bots: BOTS}),
  quick: async (ruleset) => (await Promise.all([import("../lobby/quick_table.js"), loadWordsOf("lobby")]))[0].takeSeat(ruleset),
};

export const style = new URL("./front.css", import.meta.url).href;

export default function Front() {
  const [isBusy, tellBusy] = useState(false);
  // The page of a player who becomes a guest by a press stays as it is until the game is there.
  const before = useRef(username());
  if (!isBusy) before.current = username();
  const isKnown = before.current !== null;
  return html`<section class="front">
    <div class="hero"><${Sea} /><div>
      <${Heading} title=${t("Table games for people far apart")}>${t("Table games for people far apart")}<//>
      <p class="lead">${SITE.sentence || t("One move a day, or a whole game now against bots. Games never stall: if you miss a deadline, the server plays for you.")}</p>
      ${isKnown && html`<${Waiting} />`}
    </div></div>
    <div class="welcome">
      <h2 class="unseen">${t("Choose a game")}</h2>
      <${Offers} hasLobby=${true} tellBusy=${tellBusy} />
      ${!isKnown && html`<${How} /><${SignIn} />`}
    </div>
  </section>`;
}

/** Ways into each game by one press, and links. @param {{only?: string, hasLobby?: boolean, tellBusy?: (isBusy: boolean) => void}} props `only`: this game alone; `hasLobby`: links to its tables */
export function Offers({only = "", hasLobby = false, tellBusy}) {
  const [problem, setProblem] = useState(/** @type {import("../api.js").Problem | null} */ (null));
  const [busy, setBusy] = useState("");
  /** @param {string} way @param {string} ruleset */
  async function play(way, ruleset) {
    if (busy) return;
    setBusy(`${way} ${ruleset}`);
    tellBusy?.(true);
    setProblem(await begin(way, ruleset));
    setBusy("");
    tellBusy?.(false);
  }
  const games = Object.entries(GAMES).filter(([id]) => !only || id === only);
  return html`<${ProblemMessage} problem=${problem} />
    <ul class="offers">${games.map(([id, {summary}]) => html`<${Offer} key=${id} id=${id} goal=${summary()} busy=${busy} play=${play} hasLobby=${hasLobby} />`)}</ul>`;
}

/** @param {{id: string, goal: string, busy: string, play: (way: string, ruleset: string) => void, hasLobby: boolean}} props */
function Offer({id, goal, busy, play, hasLobby}) {
  const whose = html`<span class="unseen"> ${gameName(id)}</span>`;
  const button = (/** @type {string} */ way, /** @type {string} */ look, /** @type {string} */ words) => html`<button type="button" class=${look} aria-disabled=${busy !== ""}
    onClick=${() => play(way, id)}>${busy === `${way} ${id}` ? t("Shuffling …") : words}${whose}</button>`;
  return html`<li class="panel offer">
    <div class="picture"><${Lazy} load=${showcase} ruleset=${id} /></div>
    <h3>${gameName(id)}</h3>
    <p>${goal}</p>
    <p class="row">${button("bots", "main", t("Play now against bots"))}${button("quick", "other", t("Quick table"))}</p>
    <p class="row others"><a href=${`/open?ruleset=${id}&with=friends`}>${t("With friends")}${whose}</a>
      ${hasLobby && html`<a href=${`/lobby?ruleset=${id}`}>${t("Find a table")}${whose}</a>
      <a href=${`/lobby?show=running&ruleset=${id}`}>${t("Watch")}${whose}</a>`}
      <a href=${`/rules/${id}`}>${t("Rules")}${whose}</a></p>
  </li>`;
}

/** The way back for a player who has been here before. */
function Waiting() {
  const n = waiting().length;
  return html`<p class="row"><a class="button" href="/home">${n ? tn(n, "{n} game waits for you", "{n} games wait for you") : t("My games")}</a>
    <a class="button" href="/open">${t("Open a table")}</a></p>`;
}

/** An introduction for a first visit. */
function How() {
  return html`<section class="how" aria-labelledby="how"><h2 id="how">${t("How it goes")}</h2><ol>
    <li><strong>${t("Sit down.")}</strong> ${t("Against bots at once, as a guest. With friends by a link that you send them.")}</li>
    <li><strong>${t("Seal your move.")}</strong> ${t("Your move stays secret until everyone has played. You can still change it until then.")}</li>
    <li><strong>${t("Come back when it suits you.")}</strong> ${t("Every move has a deadline. If you miss it, the server plays for you.")}</li>
  </ol></section>`;
}

/** Go to a game, as a guest if nobody is signed in. Gives what was refused. @param {string} way @param {string} ruleset */
async function begin(way, ruleset) {
  preloadPage("game");
  preloadPicture(ruleset);
  if (!username()) {
    const came = await import("../sign_in.js").then((one) => one.playAsGuest(), () => refusal(null));
    if (!came.ok) return came.problem;
  }
  const found = await WAYS[way]?.(ruleset);
  if (found?.ok) go(`/game/${found.data.id}`);
  return found?.ok ? null : (found?.problem ?? null);
}

/** Two lines of waves under a low sun. */
function Sea() {
  const wave = `M0 40q30 -22 60 0t60 0${" 60 0".repeat(26)}V200H0Z`;
  return html`<svg class="sea" viewBox="0 0 1440 130" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
    <circle class="sun" cx="1190" cy="-8" r="56" />
    <g class="far"><path d=${wave} transform="translate(-40 0)" /></g>
    <g class="near"><path d=${wave} transform="translate(-130 44)" /></g>
  </svg>`;
}
