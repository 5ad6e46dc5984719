/** A table that has not started: who sits there, who is missing, and how friends get there. */

import {act} from "../api.js";
import {botName} from "../names.js";
import {Refused} from "../parts/refused.js";
import {say} from "../parts/spoken.js";
import {SignIn} from "../parts/sign_in.js";
import {duration} from "../time.js";
import {username} from "../token.js";
import {html, useState} from "../vendor/preact.js";
import {t} from "../words.js";

/** @param {{game: Api.Schemas["Game"], refresh: () => Promise<void>}} props */
export function WaitingRoom({game, refresh}) {
  const [problem, setProblem] = useState(/** @type {import("../api.js").Problem | null} */ (null));
  const isHost = game.host !== null && game.host === username();
  const sits = game.seats.some((one) => one.player !== null && one.player === username());
  /** @param {"/games/{game}/join" | "/games/{game}/leave" | "/games/{game}/start" | "/games/{game}/cancel"} path */
  async function doIt(path) {
    const body = path === "/games/{game}/join" ? {} : undefined;
    const said = await act("POST", path, {game: game.id}, /** @type {any} */ (body));
    setProblem(said.ok ? null : said.problem);
    await refresh();
  }
  async function copy() {
    await navigator.clipboard.writeText(location.href);
    say(t("The address is copied."));
  }
  const seats = Array.from({length: game.size}, (_, at) => game.seats.find((one) => one.seat === at));
  if (game.status === "cancelled") return html`<p class="panel">${t("This game was called off.")} <a href="/lobby">${t("Lobby")}</a></p>`;
  return html`<div class="panel waiting">
    <h2>${t("Waiting for players")}</h2>
    <ol class="seats">${seats.map((one) => html`<li class=${one?.player || one?.bot ? "taken" : "free"}>
      ${one?.player ?? (one?.bot ? t("{name} bot", {name: botName(one.bot)}) : t("free"))}</li>`)}</ol>
    <p class="quiet">${t("{span} for each move", {span: duration(game.clock.per_turn)})}</p>
    <${Refused} problem=${problem} />
    <p class="row">
      ${!sits && username() && html`<button type="button" class="main" onClick=${() => doIt("/games/{game}/join")}>${t("Join")}</button>`}
      ${isHost && game.start === "host" && html`<button type="button" class="main" onClick=${() => doIt("/games/{game}/start")}>${t("Start")}</button>`}
      <button type="button" class="other" onClick=${copy}>${t("Copy the address for friends")}</button>
      ${sits && !isHost && html`<button type="button" class="plain" onClick=${() => doIt("/games/{game}/leave")}>${t("Leave")}</button>`}
      ${isHost && html`<button type="button" class="plain" onClick=${() => doIt("/games/{game}/cancel")}>${t("Call it off")}</button>`}
    </p>
    ${!username() && html`<${SignIn} />`}
  </div>`;
}
