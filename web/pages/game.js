/** One game: before it starts, while it runs, and when it is over. */

import {useGame} from "../live_game.js";
import {GAMES, gameName, stageOf} from "../names.js";
import {SignIn} from "../parts/frame.js";
import {Heading, Lazy} from "../parts/lazy.js";
import {NotConnected, ProblemMessage} from "../parts/problem_message.js";
import {GameView} from "../table/game_view.js";
import {GameMenu, Notices, useNews} from "../table/menu.js";
import {username} from "../token.js";
import {html, useEffect, useState} from "../vendor/preact.js";
import {t} from "../words.js";

const sheet = () => import("../rules/sheet.js");
const ofGame = () => import("../notification_settings/game_switch.js");
const waitingRoom = () => import("../waiting_room/index.js");

/** @param {{id: string}} props */
export default function Game({id}) {
  const live = useGame(id);
  const {game, problem, connection, seen} = live;
  const news = useNews(game, connection);
  const [stage, showStage] = useState(/** @type {number | null} */ (null));
  if (!game) {
    // The heading stands where it will stand: so it keeps the focus once the table is there.
    return html`<section class="game">
      <div class="row title"><${Heading} title=${t("A table")}>${problem ? t("No table to show") : t("To the table …")}<//></div>
      ${problem?.code === "game_not_found" ? html`<${Hidden} />` : html`<${ProblemMessage} problem=${problem} />`}
      ${problem && !username() && html`<${SignIn} />`}
    </section>`;
  }
  return html`<section class="game">
    <div class="row title">
      <${Heading} title=${gameName(game.ruleset)}>${gameName(game.ruleset)}<//>
      <${Part} game=${game} stage=${stage} />
      <${Help} game=${game} />
    </div>
    <${Old} live=${live} />
    <${Notices} game=${game} events=${live.events} refresh=${live.refresh} news=${news} />
    ${game.status === "open" || game.status === "cancelled"
      ? html`<${Lazy} load=${waitingRoom} isFirst=${true} game=${game} refresh=${live.refresh} />`
      : html`<${GameView} game=${game} events=${live.events} refresh=${live.refresh} seen=${seen} news=${news} showStage=${showStage} />`}
    <${GameMenu} game=${game} events=${live.events} refresh=${live.refresh} news=${news} />
    ${game.mine && html`<${OfThisGame} id=${id} />`}
  </section>`;
}

/** Which part of a game under way is on the table. @param {{game: Api.Schemas["Game"], stage: number | null}} props */
const Part = ({game, stage}) => !game.result && game.stage !== null && html`<span class="quiet">${stageOf({...game, stage: stage ?? game.stage})}</span>`;

/** Why what one sees may be old, if it may. @param {{live: import("../live_game.js").LiveGame}} props */
const Old = ({live}) => (live.connection === "off" ? html`<${NotConnected} seen=${live.seen} />` : html`<${ProblemMessage} problem=${live.problem} />`);

/** A private table and a mistyped address look the same. */
function Hidden() {
  return html`<div class="panel hidden-table">
    <p><strong>${t("There is no table at this address, or it is private.")}</strong></p>
    <p>${t("Only its players can see a private table. If you play there, sign in. To watch a game, find a public table.")}</p>
    <p><a class="button" href="/lobby">${t("Lobby")}</a></p>
  </div>`;
}

/** What opens the rules and the keys beside the table, as the key `?` does. @param {{game: Api.Schemas["Game"]}} props */
function Help({game}) {
  const [open, setOpen] = useState(false);
  const isKnown = game.ruleset in GAMES;
  useEffect(() => {
    const pressed = (/** @type {KeyboardEvent} */ {key, target}) =>
      key === "?" && !(target instanceof Element && target.closest("textarea, dialog, input:not([type=radio])")) && setOpen(isKnown);
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, [isKnown]);
  if (!isKnown) return null;
  return html`<button type="button" class="plain help" aria-keyshortcuts="?" aria-haspopup="dialog" onClick=${() => setOpen(true)}>${t("Rules")}</button>
  ${open && html`<${Lazy} load=${sheet} game=${game} close=${() => setOpen(false)} />`}`;
}

/** Whether one is told of this game. What is in it is asked for when it is opened. @param {{id: string}} props */
function OfThisGame({id}) {
  const [isOpen, setOpen] = useState(false);
  if (!username()) return null;
  return html`<details class="of-this-game" onToggle=${() => setOpen(true)}><summary>${t("Notifications for this game")}</summary>
    ${isOpen && html`<${Lazy} load=${ofGame} id=${id} />`}</details>`;
}
