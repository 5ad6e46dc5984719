/**
 * The same table once more with bots in its free seats, as long as nobody else has joined.
 *
 * Why so: docs/decisions/page.md.
 */

import {act, read} from "../api.js";
import {botWords} from "../new_game/game_settings.js";
import {ProblemMessage} from "../parts/problem_message.js";
import {go} from "../router.js";
import {html, useEffect, useState} from "../vendor/preact.js";
import {t} from "../words.js";

/** @typedef {Api.Schemas["Game"]} Game */

/** @param {{game: Game}} props */
export function Reopen({game}) {
  const [ruleset, setRuleset] = useState(/** @type {Api.Schemas["Ruleset"] | null} */ (null));
  const [problem, setProblem] = useState(/** @type {import("../api.js").Problem | null} */ (null));
  const people = game.seats.filter((one) => one.player !== null);
  useEffect(() => {
    void read("/rulesets/{ruleset}", {ruleset: game.ruleset}).then((result) => result.ok && setRuleset(result.data));
  }, [game.ruleset]);
  if (!ruleset || people.length > 1) return null;
  /** @param {SubmitEvent} event */
  async function sent(event) {
    event.preventDefault();
    const bot = String(new FormData(/** @type {HTMLFormElement} */ (event.currentTarget)).get("bot"));
    // First the new one: if it is refused, nothing is lost.
    const made = await act("POST", "/games", {}, withBots(game, bot));
    if (!made.ok) return setProblem(made.problem);
    await act("POST", "/games/{game}/cancel", {game: game.id});
    go(`/game/${made.data.id}`);
  }
  return html`<section class="panel" aria-labelledby="reopen"><h2 id="reopen">${t("No players yet?")}</h2>
    <form class="inline" onSubmit=${sent}>
      <label>${t("Bots in the free seats")}<select name="bot">${ruleset.bots.map((one) => html`<option value=${one}>${botWords(one, ruleset)}</option>`)}</select></label>
      <button class="other">${t("Open a new table and start")}</button>
      <${ProblemMessage} problem=${problem} />
    </form></section>`;
}

/** The same table, all its seats taken. @param {Game} game @param {string} bot @returns {Api.Schemas["GameRequest"]} */
function withBots(game, bot) {
  const there = game.seats.flatMap((one) => (one.player === null && one.bot ? [one.bot] : []));
  const {per_turn, bank, increment, grace, hours} = game.clock;
  const {bot_after, vacations, least_reliability} = game.absence;
  const bots = [...Array(game.seat_count - 1 - there.length).fill(bot), ...there];
  return /** @type {any} */ ({
    ruleset: game.ruleset,
    options: game.options,
    seat_count: game.seat_count,
    bots,
    clock: {per_turn, bank, increment, grace, hours},
    absence: {bot_after, vacations, least_reliability},
    bot_accounts: game.bot_accounts,
    private: game.private,
    chat: game.chat,
    start: "full",
  });
}
