/** My answer to the open question: chosen, sealed, taken back. */

import {act} from "../api.js";
import {say} from "../parts/spoken.js";
import {useEffect, useState} from "../vendor/preact.js";
import {askWaiting} from "../waiting.js";
import {t} from "../words.js";
import {same} from "./actions.js";

/** @typedef {import("../games/contract.js").Action} Action */
const PATH = /** @type {const} */ ("/games/{game}/turns/{number}/submission");

/** Say that it is the player's move. Who has lost her place, because what she chose is gone, gets the first choice. */
function offer() {
  say(t("Your move."));
  const first = document.querySelector("form.table input[name=action]");
  const isLost = document.activeElement === null || document.activeElement === document.body;
  if (isLost && first instanceof HTMLElement) first.focus({preventScroll: true});
}

/** @param {Api.Schemas["Game"]} game @param {() => Promise<void>} refresh */
export function useAnswer(game, refresh) {
  const [chosen, choose] = useState(/** @type {Action | null} */ (null));
  const [problem, setProblem] = useState(/** @type {import("../api.js").Problem | null} */ (null));
  const [busy, setBusy] = useState(false);
  const turn = game.turn?.number ?? 0;
  const legal = /** @type {Action[]} */ (game.mine?.legal_actions ?? []);
  useEffect(() => {
    choose(null);
    if (legal.length) offer();
  }, [turn]);
  const mine = /** @type {Action | null} */ (game.mine?.submission?.action ?? null);
  // What was chosen for the turn before may not be on offer any more.
  const choice = mine ?? (legal.some((one) => same(one, chosen)) ? chosen : null);

  /** @param {() => Promise<import("../api.js").Said<unknown>>} work @param {string} done */
  async function change(work, done) {
    if (busy) return;
    setBusy(true);
    const said = await work();
    setProblem(said.ok ? null : said.problem);
    // Not after the refresh: by then the next question may be there, and its answer must not be lost.
    setBusy(false);
    if (said.ok) say(done);
    await refresh();
    void askWaiting();
  }
  const where = {game: game.id, number: turn};
  const body = {action: /** @type {any} */ (choice)};
  return {
    choice,
    sealed: mine !== null,
    problem,
    busy,
    choose,
    seal: () => choice && !mine && change(() => act("PUT", PATH, where, body), t("Sealed.")),
    takeBack: () => change(() => act("DELETE", PATH, where), t("Taken back.")),
  };
}
