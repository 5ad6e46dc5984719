/** A table that has not started: its players, its free seats, and invitations. */

import {act, read} from "../api.js";
import {absenceWords, clockWords, companyWords, sentence} from "../lobby/terms.js";
import {optionWords} from "../lobby/variants.js";
import {botName, personName} from "../names.js";
import {limits} from "../new_game/game_settings.js";
import {tell} from "../parts/announcements.js";
import {SeatFace} from "../parts/face.js";
import {SignIn} from "../parts/frame.js";
import {ProblemMessage} from "../parts/problem_message.js";
import {playAsGuest} from "../sign_in.js";
import {username} from "../token.js";
import {html, useEffect, useRef, useState} from "../vendor/preact.js";
import {t, tn} from "../words.js";
import {Invite} from "./invite.js";
import {Reopen} from "./reopen.js";
import {Share} from "./share.js";

/** @typedef {Api.Schemas["Game"]} Game */

export const style = new URL("./waiting.css", import.meta.url).href;
export const words = ["waiting_room", "lobby", "new_game"];

/** @type {Record<Path, () => string>} */
const DONE = {
  "/games/{game}/join": () => t("You have a seat at this table."),
  "/games/{game}/leave": () => t("You have left this table."),
  "/games/{game}/start": () => t("The game has started."),
  "/games/{game}/cancel": () => t("This game was cancelled."),
};

/** @param {{game: Game, refresh: () => Promise<void>}} props */
export default function WaitingRoom({game, refresh}) {
  const [problem, setProblem] = useState(/** @type {import("../api.js").Problem | null} */ (null));
  if (game.status === "cancelled") return html`<p class="panel">${t("This game was cancelled.")} <a href="/lobby">${t("Lobby")}</a></p>`;
  const me = username();
  const isHost = me !== null && game.host === me;
  useArrivals(game, me);
  const sits = me !== null && game.seats.some((one) => one.player === me);
  /** @param {Path} path */
  async function doIt(path) {
    const body = path === "/games/{game}/join" ? {} : undefined;
    const result = await act("POST", path, {game: game.id}, /** @type {any} */ (body));
    setProblem(result.ok ? null : result.problem);
    if (result.ok) tell(DONE[path]());
    await refresh();
  }
  async function joinAsGuest() {
    const came = await playAsGuest();
    if (came.ok) await doIt("/games/{game}/join");
    else setProblem(came.problem);
  }
  // While seats are free, those who sit here send the link to others.
  const share = html`<${Share} address=${`${location.origin}/game/${game.id}`} label=${t("Copy the link for friends")} look=${sits && freeSeats(game) > 0 ? "main" : "other"} />`;
  return html`<div class="waiting-room">
    <section class="panel waiting" aria-labelledby="waiting">
      <h2 id="waiting">${t("Waiting for players")}</h2>
      <${Seats} game=${game} />
      <p role="status">${stateWords(game, isHost)}</p>
      <${ProblemMessage} problem=${problem} />
      ${sits && share}
      <${Ways} game=${game} isHost=${isHost} sits=${sits} doIt=${doIt} joinAsGuest=${joinAsGuest} />
      ${!me && html`<${SignIn} />`}
      ${!sits && share}
    </section>
    <${Terms} game=${game} />
    ${isHost && html`<${Invite} game=${game} />`}
    ${isHost && html`<${Reopen} game=${game} />`}
  </div>`;
}

/** @typedef {"/games/{game}/join" | "/games/{game}/leave" | "/games/{game}/start" | "/games/{game}/cancel"} Path */

/** What one can do here. @param {{game: Game, isHost: boolean, sits: boolean, doIt: (path: Path) => void, joinAsGuest: () => void}} props */
function Ways({game, isHost, sits, doIt, joinAsGuest}) {
  if (isHost) {
    return html`<div class="row"><${Start} game=${game} start=${() => doIt("/games/{game}/start")} />
      <${CallOff} cancel=${() => doIt("/games/{game}/cancel")} /></div>`;
  }
  if (sits) return html`<p class="row"><button type="button" class="plain" onClick=${() => doIt("/games/{game}/leave")}>${t("Leave")}</button></p>`;
  const join = username() ? () => doIt("/games/{game}/join") : joinAsGuest;
  return html`<p class="row"><button type="button" class="main" onClick=${join}>${username() ? t("Join") : t("Join as a guest")}</button></p>`;
}

/** Tell of each player who sits down. @param {Game} game @param {string | null} me */
function useArrivals({seats}, me) {
  const here = seats.flatMap((one) => one.player ?? []);
  const before = useRef(here);
  useEffect(() => {
    const come = here.filter((one) => one !== me && !before.current.includes(one));
    before.current = here;
    for (const one of come) tell(t("{name} is here.", {name: personName(one)}));
  }, [here.join()]);
}

/** @param {{game: Game}} props */
function Seats({game}) {
  const seats = Array.from({length: game.seat_count}, (_, at) => game.seats.find((one) => one.seat === at));
  return html`<ol class="seats">${seats.map((one) => html`<li class=${one ? "taken" : "free"}>
    ${one && html`<${SeatFace} game=${game} seat=${one.seat} size=${36} />`}
    ${one?.player
      ? html`<span><a href=${`/player/${one.player}`}>${personName(one.player)}</a>${one.player === game.host && html` <small>${t("host")}</small>`}</span>`
      : html`<span>${one?.bot ? t("{name} bot", {name: botName(one.bot)}) : t("free")}</span>`}</li>`)}</ol>`;
}

/** How many seats are free. @param {Game} game */
const freeSeats = (game) => game.seat_count - game.seats.filter((one) => one.player || one.bot).length;

/** @param {Game} game @param {boolean} isHost */
function stateWords(game, isHost) {
  const free = freeSeats(game);
  if (free === 0) return isHost ? t("Everyone is here. You can start the game.") : t("Everyone is here. The host starts the game.");
  const seats = tn(free, "{n} seat free", "{n} seats free");
  return game.start === "host" ? t("{free}; the host starts the game", {free: seats}) : t("{free}; starts when the table is full", {free: seats});
}

/** The start is the host's; before all are here too, once there are enough. @param {{game: Game, start: () => void}} props */
function Start({game, start}) {
  const [least, setLeast] = useState(/** @type {number | null} */ (null));
  useEffect(() => {
    void read("/rulesets/{ruleset}", {ruleset: game.ruleset}).then((result) => result.ok && setLeast(limits(result.data, /** @type {any} */ (game)).least));
  }, [game.ruleset]);
  const early = freeSeats(game) > 0;
  if (early && least === null) return null;
  if (early && game.seat_count - freeSeats(game) < (least ?? 0)) return html`<p class="quiet">${tn(least ?? 0, "It can start once {n} sit here.", "It can start once {n} sit here.")}</p>`;
  return html`<button type="button" class=${early ? "other" : "main"} onClick=${start}>${early ? t("Start with the players who are here") : t("Start")}</button>`;
}

/** Asked twice: the others lose their seats. @param {{cancel: () => void}} props */
function CallOff({cancel}) {
  const [asked, setAsked] = useState(false);
  if (!asked) return html`<button type="button" class="plain" onClick=${() => setAsked(true)}>${t("Cancel the game")}</button>`;
  return html`<span class="row" role="group" aria-label=${t("Cancel the game")}>${t("Cancel the game for everyone?")}
    <button type="button" class="other" onClick=${cancel}>${t("Yes, cancel it")}</button>
    <button type="button" class="plain" onClick=${() => setAsked(false)}>${t("No")}</button></span>`;
}

/** What one agrees to by sitting down. @param {{game: Game}} props */
function Terms({game}) {
  return html`<section class="panel" aria-labelledby="terms"><h2 id="terms">${t("Table settings")}</h2>
    <ul class="terms">
      <li>${sentence(optionWords(/** @type {any} */ (game.options)))}</li>
      <li>${sentence(clockWords(game.clock))}</li>
      <li>${sentence(companyWords(game))}</li>
      <li>${sentence(absenceWords(game.absence))}</li>
    </ul></section>`;
}
