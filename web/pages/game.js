/** One game: before it starts, while it runs, and when it is over. */

import {useGame} from "../live.js";
import {gameName} from "../names.js";
import {Heading} from "../parts/heading.js";
import {Refused} from "../parts/refused.js";
import {SignIn} from "../parts/sign_in.js";
import {Played} from "../table/played.js";
import {WaitingRoom} from "../table/waiting_room.js";
import {username} from "../token.js";
import {html} from "../vendor/preact.js";
import {t} from "../words.js";

/** @param {{id: string}} props */
export function Game({id}) {
  const live = useGame(id);
  const {game, problem, connection} = live;
  if (!game) {
    return html`<section class="narrow">
      <${Heading} title=${t("A table")}>${problem ? t("No table to be seen") : t("To the table …")}<//>
      <${Refused} problem=${problem} />
      ${problem && !username() && html`<${SignIn} />`}
    </section>`;
  }
  return html`<section class="game">
    <div class="row title">
      <${Heading} title=${gameName(game.ruleset)}>${gameName(game.ruleset)}<//>
      ${game.stage !== null && html`<span class="quiet">${t("Stage {n} of {all}", {n: game.stage, all: game.stages})}</span>`}
    </div>
    ${connection === "off" && html`<p class="refused" role="status">${t("Not connected. What you see may be old.")}</p>`}
    ${game.status === "open" || game.status === "cancelled"
      ? html`<${WaitingRoom} game=${game} refresh=${live.refresh} />`
      : html`<${Played} game=${game} events=${live.events} refresh=${live.refresh} />`}
  </section>`;
}
