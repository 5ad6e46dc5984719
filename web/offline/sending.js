/**
 * Moves that were made without a connection: kept on this device, sent when there is one, and what became of them.
 *
 * To seal the same answer again does nothing twice, so a move may have arrived although no answer to it has.
 */

import {act, read} from "../api.js";
import {same} from "../table/actions.js";
import {username} from "../token.js";
import {drop, keep, kept, keysOf, rename} from "./store.js";

/**
 * @typedef {{player: string, game: string, ruleset: string, turn: number, seat: number, action: {type: string},
 *   words: string}} Move
 *
 * @typedef {{fate: "sealed" | "elsewhere" | "late", by?: string} | {fate: "refused", problem: import("../api.js").Problem}} Fate
 * `elsewhere`: she has sealed another answer meanwhile, on another device. `late`: the turn has closed; `by` is who
 * has chosen for her, in the document's word.
 */

const TURN = /** @type {const} */ ("/games/{game}/turns/{number}");
const SUBMISSION = /** @type {const} */ ("/games/{game}/turns/{number}/submission");
const LATE = ["turn_closed", "time_is_up", "not_asked", "game_finished"];

/** @param {Move} move */
export const keepMove = (move) => keep(keyOf(move), move);

/** @param {{player: string, game: string}} move */
export const dropMove = (move) => drop(keyOf(move));

/** @param {{player: string, game: string}} move */
const keyOf = ({player, game}) => ["move", player, game];

/** What this player has not sent yet; without one what anybody has not. @param {string | null} player @returns {Promise<Move[]>} */
export async function movesOf(player) {
  const found = await Promise.all((await keysOf("move", ...(player === null ? [] : [player]))).map(kept));
  return found.filter(Boolean);
}

/** She is called otherwise now. @param {string} before @param {string} now */
export const renameMoves = (before, now) => rename("move", before, now);

/**
 * Send what is kept. Tabs take turns, so each move is sent by one of them.
 *
 * @param {(move: Move, fate: Fate) => void} told hears what became of each
 */
export async function sendMoves(told) {
  const player = username();
  if (!player) return;
  await alone(async () => {
    for (const move of await movesOf(player)) {
      const fate = await sent(move);
      // No connection yet, or nobody signed in: it stays for the next time.
      if (!fate) return;
      await dropMove(move);
      told(move, fate);
    }
  });
}

/** @param {() => Promise<void>} work */
async function alone(work) {
  let isBegun = false;
  const begin = () => {
    isBegun = true;
    return work();
  };
  await navigator.locks?.request("tide-moves", begin).catch((/** @type {unknown} */ problem) => {
    if (isBegun) throw problem;
  });
  // Not there without https, and refused where cookies are; then two tabs send it twice, which does nothing twice.
  if (!isBegun) await work();
}

/** @param {Move} move @returns {Promise<Fate | null>} null if that is not known yet */
async function sent(move) {
  const where = {game: move.game, number: move.turn};
  const before = await fateIn(move);
  if (before !== "open") return before;
  const said = await act("PUT", SUBMISSION, where, {action: /** @type {any} */ (move.action)});
  if (said.ok) return {fate: "sealed"};
  if (LATE.includes(said.problem.code)) {
    const now = await fateIn(move);
    return now === "open" ? {fate: "late"} : now;
  }
  return refusedOrNull(said.problem);
}

/** What its turn says of it, before it is sent. @param {Move} move @returns {Promise<Fate | "open" | null>} */
async function fateIn(move) {
  const said = await read(TURN, {game: move.game, number: move.turn});
  if (!said.ok) return refusedOrNull(said.problem);
  const {mine, actions} = /** @type {any} */ (said.data);
  const played = actions?.find((/** @type {{seat: number}} */ one) => one.seat === move.seat);
  if (played) return same(played.action, move.action) && played.by === "player" ? {fate: "sealed"} : {fate: "late", by: played.by};
  if (actions) return {fate: "late"};
  const submission = mine?.submission?.action ?? null;
  return submission && !same(submission, move.action) ? {fate: "elsewhere"} : "open";
}

/** Null for what may be another time: no connection, a busy server, a token that is lost. @param {import("../api.js").Problem} problem @returns {Fate | null} */
function refusedOrNull(problem) {
  const later = problem.status === 0 || problem.status === 401 || problem.status === 429 || problem.status >= 500;
  return later ? null : {fate: "refused", problem};
}
