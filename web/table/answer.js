/** The player's answer to the open question: chosen, sealed, taken back; kept on this device where there is no connection. */

import {act} from "../api.js";
import {unsentMoveIn} from "../move_queue.js";
import {announcementCount, cue, sayUnlessNews} from "../parts/announcements.js";
import {forgetChoice, useChoice} from "../parts/choice.js";
import {knowTip} from "../parts/tips.js";
import {username} from "../token.js";
import {useEffect, useState} from "../vendor/preact.js";
import {askWaiting} from "../waiting.js";
import {t} from "../words.js";

/** @typedef {import("../games/contract.js").Action} Action */
const PATH = /** @type {const} */ ("/games/{game}/turns/{turn}/submission");

/** @param {Api.Schemas["Game"]} game @param {() => Promise<void>} refresh @param {string | null} player who looks, or looked when there was a connection */
export function useAnswer(game, refresh, player = username()) {
  const turn = game.turn?.number ?? 0;
  const [problem, setProblem] = useState(/** @type {import("../api.js").Problem | null} */ (null));
  const [busy, setBusy] = useState(false);
  const [known, setKnown] = useState(/** @type {{turn: number, action: Action | null} | null} */ (null));
  const seen = sealedIn(game);
  // What the server has said counts until the game says it too.
  const mine = known?.turn === turn ? known.action : seen;
  useEffect(() => {
    if (known && (known.turn !== turn || Boolean(known.action) === Boolean(seen))) setKnown(null);
  }, [game, known]);
  const unsent = mine ? null : unsentMoveIn(game.id, turn);
  const done = mine ?? unsent?.action ?? null;
  const {chosen, choose: pick, missed, expect} = useChoice(game, turn, done !== null);
  const choice = done ?? chosen;

  /**
   * @param {() => Promise<import("../api.js").Result<unknown>>} work
   * @param {string} done
   * @param {Action | null} action what is sealed once it is done
   * @param {{offline?: () => Promise<boolean>, after?: () => void}} [then] `offline`: what to do instead without a connection
   */
  async function change(work, done, action, {offline = async () => false, after = () => {}} = {}) {
    if (busy) return;
    setBusy(true);
    const before = announcementCount();
    const result = await work();
    const isKept = !result.ok && result.problem.code === "offline" && (await offline());
    const refused = result.ok || isKept ? null : result.problem;
    // It is done: after a token was lost there is nothing to come back to.
    if (!refused) forgetChoice();
    setProblem(refused);
    // Not after the refresh: by then the next question may be there, and its answer must not be lost.
    setBusy(false);
    if (result.ok) {
      setKnown({turn, action});
      // The stream may have been first: the next question, or the end of the game, is the newer news.
      sayUnlessNews(done, before);
    }
    if (!refused) after();
    await refresh();
    void askWaiting();
  }
  const where = {game: game.id, turn};

  /** @param {string} words how it is called, for when it is sent later @param {() => void} [after] what to do once it is sealed or kept @param {Action | null} [action] */
  function seal(words, after, action = choice) {
    if (!action || done) return;
    knowTip({isPlayed: true});
    expect(turn);
    const seat = game.mine?.seat ?? 0;
    const move = {player: player ?? "", game: game.id, ruleset: game.ruleset, turn, seat, action, words};
    void change(() => act("PUT", PATH, where, {action: /** @type {any} */ (action)}), t("Sealed."), action, {offline: () => keepUnsent(move), after: () => (cue("seal"), after?.())});
  }
  /** @param {Action | null} one */
  function choose(one) {
    knowTip({isPlayed: false});
    pick(one);
  }
  function takeBack() {
    expect(0);
    if (unsent) void dropUnsent(unsent);
    else void change(() => act("DELETE", PATH, where), t("Taken back."), null);
  }
  const sealed = done !== null;
  return {choice, sealed, isUnsent: unsent !== null, missed, problem, busy, choose, seal, takeBack};
}

/** @param {Api.Schemas["Game"]} game @returns {Action | null} */
const sealedIn = (game) => /** @type {any} */ (game.mine?.submission?.action ?? null);

/** Keep a move on this device until there is a connection. False if that cannot be. @param {import("../move_queue.js").Move} move */
async function keepUnsent(move) {
  const offline = await import("../offline/index.js").catch(() => null);
  return offline ? offline.keepMove(move) : false;
}

/** Take one back that is not sent. @param {import("../move_queue.js").Move} move */
async function dropUnsent(move) {
  const {dropMove} = await import("../offline/index.js");
  await dropMove(move);
}
