/** My games: what waits for me first, the most urgent above all. */

import {act, read} from "../api.js";
import {gameName, namesOf} from "../names.js";
import {Claim} from "../parts/claim.js";
import {Heading} from "../parts/heading.js";
import {Refused} from "../parts/refused.js";
import {SignIn} from "../parts/sign_in.js";
import {follow} from "../stream.js";
import {left, moment, urgent} from "../time.js";
import {username} from "../token.js";
import {html, useEffect, useState} from "../vendor/preact.js";
import {askWaiting} from "../waiting.js";
import {listed, t, tn} from "../words.js";

export function Home() {
  const who = username();
  const [games, setGames] = useState(/** @type {Api.Schemas["MyGame"][] | null} */ (null));
  const [last, setLast] = useState(0);
  const [problem, setProblem] = useState(/** @type {import("../api.js").Problem | null} */ (null));
  const [connection, setConnection] = useState("live");
  useEffect(() => {
    if (!who) return;
    async function ask() {
      const said = await read("/me/games");
      if (said.ok) setGames(said.data.results);
      if (said.ok) setLast(said.data.last);
      setProblem(said.ok ? null : said.problem);
      void askWaiting();
    }
    void ask();
    return follow("/me", "latest", {events: () => void ask(), state: setConnection});
  }, [who]);
  if (!who) {
    return html`<section class="narrow">
      <${Heading} title=${t("My games")}>${t("My games")}<//><p>${t("Sign in to see them.")}</p><${SignIn} /></section>`;
  }
  const groups = grouped(games ?? []);
  return html`<section>
    <${Heading} title=${t("My games")}>${t("My games")}<//>
    ${connection === "off" && html`<p class="refused" role="status">${t("Not connected. What you see may be old.")}</p>`}
    <${Refused} problem=${problem} />
    ${games === null && !problem && html`<p>${t("Loading …")}</p>`}
    ${games?.length === 0 && html`<p>${t("You sit at no table yet.")} <a href="/lobby">${t("Look into the lobby")}</a></p>`}
    ${groups.map(({name, some}) => some.length > 0 && html`<h2>${name}</h2>
      <ul class="cards">${some.map((one) => html`<${Entry} key=${one.id} game=${one} last=${last} />`)}</ul>`)}
    <p><a class="button" href="/open">${t("Open a table")}</a></p>
    <${Claim} />
  </section>`;
}

/** @param {Api.Schemas["MyGame"][]} games */
function grouped(games) {
  const waits = games.filter((one) => one.mine.waiting);
  const rest = games.filter((one) => !one.mine.waiting);
  return [
    {name: t("Your move"), some: waits},
    {name: t("Others think"), some: rest.filter((one) => one.status === "running")},
    {name: t("Not started"), some: rest.filter((one) => one.status === "open")},
    {name: t("Over"), some: rest.filter((one) => one.status === "finished" || one.status === "cancelled")},
  ];
}

/** One game; whoever opens it has read what this page knew of it. @param {{game: Api.Schemas["MyGame"], last: number}} props */
function Entry({game, last}) {
  const read = () => void act("PUT", "/me/read", {}, {number: last, game: game.id});
  const names = namesOf(/** @type {any} */ (game));
  const others = game.seats.filter((one) => one.seat !== game.mine.seat && (one.player || one.bot));
  const due = game.mine.waiting ? game.mine.due_at : null;
  return html`<li class="panel entry"><a href=${`/game/${game.id}`} onClick=${read}>
    <strong>${gameName(game.ruleset)}</strong>
    <span>${others.length ? t("with {names}", {names: listed(others.map((one) => names(one.seat)))}) : t("alone so far")}</span>
    ${game.stage !== null && html`<small>${t("Stage {n} of {all}", {n: game.stage, all: game.stages})}</small>`}
    ${due && html`<span class=${urgent(due) ? "due urgent" : "due"} title=${moment(due)}>${left(due)}</span>`}
    ${game.mine.unread > 0 && html`<small>${tn(game.mine.unread, "{n} new event", "{n} new events")}</small>`}
  </a></li>`;
}
