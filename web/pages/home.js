/** My games: those that wait for the player first, the most urgent above all. */

import {act} from "../api.js";
import {unsentMoves} from "../move_queue.js";
import {useMyGames} from "../my_games.js";
import {gameName, namesOf, stageOf} from "../names.js";
import {Claim} from "../parts/claim.js";
import {SignIn} from "../parts/frame.js";
import {Heading, Lazy} from "../parts/lazy.js";
import {NotConnected, ProblemMessage} from "../parts/problem_message.js";
import {Faces, LastEvent, Picture, Ribbon} from "../parts/table_marks.js";
import {left, moment, urgent} from "../time.js";
import {username} from "../token.js";
import {html} from "../vendor/preact.js";
import {invitations, newMessages} from "../waiting.js";
import {listed, t, tn} from "../words.js";

const invited = () => import("../lobby/invitations.js");

export default function Home() {
  const {games, last, problem, connection, seen, isCut, more} = useMyGames();
  if (!username() && !games) {
    return html`<section class="narrow">
      <${Heading} title=${t("My games")}>${t("My games")}<//><p>${t("Sign in to see them.")}</p><${SignIn} /></section>`;
  }
  const groups = grouped(games ?? []);
  return html`<section>
    <${Heading} title=${t("My games")}>${t("My games")}<//>
    ${connection === "off" && html`<${NotConnected} seen=${seen} />`}
    <${ProblemMessage} problem=${problem} />
    <${Invitations} news=${last} />
    <${Messages} />
    ${games === null && !problem && html`<p class="to-come">${t("Loading …")}</p>`}
    ${games?.length === 0 && html`<p>${t("You are not in any game yet.")} <a href="/lobby">${t("Go to the lobby")}</a></p>`}
    ${groups.map(({name, some}) => some.length > 0 && html`<h2>${name}</h2>
      <ul class="rows">${some.map((one) => html`<${Entry} key=${one.id} game=${one} last=${last} />`)}</ul>`)}
    ${more && html`<p><button type="button" class="plain" onClick=${more}>${t("More games")}</button></p>`}
    ${isCut && !more && html`<p><a href="/lobby?show=mine">${t("My finished games")}</a></p>`}
    <p class="row"><a class="button" href="/open">${t("Open a table")}</a> <a class="button" href="/absence">${t("My absence")}</a></p>
    <${Claim} />
  </section>`;
}

/** Those that wait for an answer; loaded only if there are any. @param {{news: number}} props */
const Invitations = ({news}) => invitations() > 0 && html`<${Lazy} load=${invited} news=${news} />`;

/** How much was written at all tables since one was there last. */
function Messages() {
  const n = newMessages();
  return n > 0 && html`<p class="quiet">${tn(n, "{n} new message at your tables", "{n} new messages at your tables")}</p>`;
}

/** @param {Api.Schemas["MyGame"][]} games */
function grouped(games) {
  const waits = games.filter((one) => one.mine.waiting);
  const rest = games.filter((one) => !one.mine.waiting);
  return [
    {name: t("Your move"), some: waits},
    {name: t("Waiting for others"), some: rest.filter((one) => one.status === "running")},
    {name: t("Not started"), some: rest.filter((one) => one.status === "open")},
    {name: t("Over"), some: rest.filter((one) => one.status === "finished" || one.status === "cancelled")},
  ];
}

/** One game; opening it marks as read what this page knew of it. @param {{game: Api.Schemas["MyGame"], last: number}} props */
function Entry({game, last}) {
  const read = () => void act("PUT", "/me/read", {}, {number: last, game: game.id});
  const names = namesOf(/** @type {any} */ (game));
  const named = (/** @type {{seat: number}[]} */ some) => listed(some.map((one) => names(one.seat)));
  const others = game.seats.filter((one) => one.seat !== game.mine.seat && (one.player || one.bot));
  const awaited = game.mine.waiting ? [] : (game.turn?.asked.filter((one) => !one.answered) ?? []);
  return html`<li class="panel entry"><a href=${`/game/${game.id}`} onClick=${read}>
    <${Picture} game=${game} />
    <span><strong>${gameName(game.ruleset)}</strong>${game.stage !== null && !game.result && html` <small>${stageOf(game)}</small>`}
      ${game.mine.unread > 0 && html` <span class="tag">${t("new")}</span>`}
      <span class="with">${others.length ? t("with {names}", {names: named(others)}) : t("alone so far")}</span></span>
    <span class="who-plays"><${Faces} game=${game} size=${32} /><${Clock} game=${game} /></span>
    <span class="goes-on">${awaited.length > 0 && html`<b>${t("Waiting for {names}.", {names: named(awaited)})}</b>`}
      ${unsentMoves().some((one) => one.game === game.id) && html`<small>${t("made here, not sent yet")}</small>`}
      <${LastEvent} game=${game} /></span>
  </a></li>`;
}

/** The player's deadline, or else that of the turn; in the end the result. @param {{game: Api.Schemas["MyGame"]}} props */
function Clock({game}) {
  const due = game.mine.waiting ? game.mine.due_at : game.turn?.due_at;
  if (!due) return html`<${Ribbon} game=${game} seat=${game.mine.seat} />`;
  return html`<span class=${game.mine.waiting && urgent(due) ? "due urgent" : "due"} title=${moment(due)}>${left(due)}</span>`;
}
