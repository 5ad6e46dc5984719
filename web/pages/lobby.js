/** Open tables: which there are, and to join one. */

import {act, read} from "../api.js";
import {botName, gameName} from "../names.js";
import {Heading} from "../parts/heading.js";
import {Refused} from "../parts/refused.js";
import {go} from "../router.js";
import {duration} from "../time.js";
import {username} from "../token.js";
import {html, useEffect, useState} from "../vendor/preact.js";
import {listed, t, tn} from "../words.js";

const RULESETS = ["", "turn_the_tide", "high_tide"];

export function Lobby() {
  const [ruleset, setRuleset] = useState("");
  const [games, setGames] = useState(/** @type {Api.Schemas["GameSummary"][] | null} */ (null));
  const [problem, setProblem] = useState(/** @type {import("../api.js").Problem | null} */ (null));
  const [round, again] = useState(0);
  useEffect(() => {
    const query = {status: "open", ...(ruleset ? {ruleset} : {})};
    void read("/games", {}, query).then((said) => {
      if (said.ok) setGames(said.data.results);
      setProblem(said.ok ? null : said.problem);
    });
  }, [ruleset, round]);
  /** @param {string} game */
  async function join(game) {
    const said = await act("POST", "/games/{game}/join", {game}, {});
    if (said.ok) go(`/game/${game}`);
    else setProblem(said.problem);
  }
  return html`<section>
    <${Heading} title=${t("Lobby")}>${t("Lobby")}<//>
    <div class="row filters">
      <fieldset class="choices"><legend class="unseen">${t("Game")}</legend>
        ${RULESETS.map((id) => html`<label class="chip"><input type="radio" name="ruleset" value=${id}
          checked=${id === ruleset} onChange=${() => setRuleset(id)} /><span>${id ? gameName(id) : t("All games")}</span></label>`)}
      </fieldset>
      <button type="button" class="other" onClick=${() => again(round + 1)}>${t("Look again")}</button>
      <a class="button" href="/open">${t("Open a table")}</a>
    </div>
    <${Refused} problem=${problem} />
    ${games?.length === 0 && html`<p>${t("No table waits for players. Open one: friends can join by its address.")}</p>`}
    <ul class="cards">${games?.map((one) => html`<${Table} key=${one.id} game=${one} join=${join} />`)}</ul>
  </section>`;
}

/** @param {{game: Api.Schemas["GameSummary"], join: (game: string) => void}} props */
function Table({game, join}) {
  const seated = game.seats.filter((one) => one.player || one.bot);
  const names = seated.map((one) => one.player ?? botName(one.bot ?? ""));
  const isMine = game.seats.some((one) => one.player !== null && one.player === username());
  const free = game.size - seated.length;
  return html`<li class="panel entry">
    <strong>${gameName(game.ruleset)}</strong>
    <span>${listed(names)}</span>
    <small>${tn(free, "{n} seat free", "{n} seats free")} · ${t("{span} for each move", {span: duration(game.clock.per_turn)})}</small>
    ${isMine || !username()
      ? html`<a class="button" href=${`/game/${game.id}`}>${isMine ? t("You sit here") : t("Look")}</a>`
      : html`<button type="button" class="main" onClick=${() => join(game.id)}>${t("Join")}<span class="unseen"> ${names[0]}</span></button>`}
  </li>`;
}
