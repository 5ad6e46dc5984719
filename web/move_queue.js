/**
 * Moves that wait for a connection, and the outcomes of those that were sent.
 *
 * How they are kept and sent is loaded when it is needed: `offline/index.js`.
 */

import {username} from "./token.js";

/**
 * @typedef {{player: string, game: string, ruleset: string, turn: number, seat: number, action: {type: string},
 *   words: string}} Move
 *
 * @typedef {{result: "sealed" | "elsewhere" | "late", by?: string} | {result: "refused", problem: import("./api.js").Problem}} SendOutcome
 * `elsewhere`: the player has sealed another answer on another device. `late`: the turn has closed; `by` says who has
 * chosen instead, in the document's word.
 */

/** @type {Move[]} */
let moves = [];
/** @type {{move: Move, outcome: SendOutcome}[]} */
let outcomes = [];
/** @type {Set<() => void>} */
const watching = new Set();

export const unsentMoves = () => moves;
/** Outcomes of the player's own moves alone: the next player of this browser may not see a sealed card. */
export const sendOutcomes = () => outcomes.filter(({move}) => move.player === username());

/** The player's move in a game that is not sent yet, if it is for this turn. @param {string} game @param {number} turn */
export const unsentMoveIn = (game, turn) => moves.find((one) => one.game === game && one.turn === turn && one.player === username()) ?? null;

/** @param {Move[]} now */
export function setUnsentMoves(now) {
  moves = now;
  changed();
}

/** @param {Move} move @param {SendOutcome} outcome */
export function addSendOutcome(move, outcome) {
  outcomes = [...outcomes.filter((one) => one.move.game !== move.game), {move, outcome}];
  changed();
}

/** The player has another name now. @param {string} before @param {string} now */
export function renameSendOutcomes(before, now) {
  outcomes = outcomes.map((one) => (one.move.player === before ? {...one, move: {...one.move, player: now}} : one));
}

/** The player has read it. @param {Move} move */
export function dismissSendOutcome(move) {
  outcomes = outcomes.filter((one) => one.move !== move);
  changed();
}

/** @param {() => void} heard */
export function watchMoveQueue(heard) {
  watching.add(heard);
  return () => watching.delete(heard);
}

function changed() {
  for (const one of watching) one();
}
