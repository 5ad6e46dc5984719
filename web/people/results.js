/** The newest results of a player, in public games. */

import {read} from "../api.js";
import {gameName} from "../names.js";
import {Faces, Picture} from "../parts/table_marks.js";
import {day} from "../time.js";
import {html, useEffect, useState} from "../vendor/preact.js";
import {t} from "../words.js";

/** @typedef {Api.Schemas["GameSummary"]} Summary */

const MAX_RESULTS = 10;

/** @param {{name: string}} props */
export function Results({name}) {
  const [games, setGames] = useState(/** @type {Summary[]} */ ([]));
  useEffect(() => {
    void read("/games", {}, {player: name, status: "finished", page_size: MAX_RESULTS}).then((result) => result.ok && setGames(result.data.results.filter((one) => !one.private)));
  }, [name]);
  if (!games.length) return null;
  return html`<h2>${t("Last results")}</h2>
    <ul class="rows">${games.map((one) => html`<${Result} key=${one.id} game=${one} name=${name} />`)}</ul>`;
}

/** @param {{game: Summary, name: string}} props */
function Result({game, name}) {
  const place = game.result?.ranks[game.seats.find((one) => one.player === name)?.seat ?? 0];
  return html`<li class="panel entry"><a href=${`/game/${game.id}`}>
    <${Picture} game=${game} />
    <span><strong>${gameName(game.ruleset)}</strong>${game.ended_at && html` <span class="with">${day(game.ended_at)}</span>`}</span>
    <span class="who-plays"><${Faces} game=${game} size=${32} /><span class=${place === 1 ? "ribbon won" : "ribbon"}>${place === 1 ? `★ ${t("Won")}` : t("Place {n} of {all}", {n: place, all: game.seat_count})}</span></span>
  </a></li>`;
}
