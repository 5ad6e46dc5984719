/** The end of a game: places, what is said of them, and each hand as all have played it. */

import assert from "node:assert/strict";
import {test} from "node:test";

import {signed} from "../web/words.js";
import {ranked, resultWords} from "../web/endings/result.js";
import {handsOf} from "../web/games/turn_the_tide/endings.js";

const names = (seat) => ["ann", "bob", "cleo"][seat];

test("a result is said from where one sits", () => {
  const result = {scores: [5, 7, 4], winners: [1]};
  assert.deepEqual([0, 1, 2, null].map((seat) => resultWords(result, seat, names)), ["Second, 2 points behind", "You have won!", "Third, 3 points behind", "Won by bob."]);
  assert.equal(resultWords({scores: [7, 7, 4], winners: [0, 1]}, 1, names), "You have won, together with ann.");
  // Points may be equal where something else decides.
  assert.equal(resultWords({scores: [7, 7, 4], winners: [0]}, 1, names), "Second, with as many points");
});

test("equal points share a place", () => {
  assert.deepEqual(ranked({scores: [3, 9, 3], winners: [1]}).map(({seat, place}) => [seat, place]), [[1, 1], [0, 2], [2, 2]]);
  assert.deepEqual([2, 0, -1].map((n) => signed(n)), ["+2", "0", "−1"]);
});

test("a hand goes one seat to the left after each stage, and the most telling one is first", () => {
  const stage = (n, scores) => ({stage: n, scores, played: [[10 * n], [10 * n + 1], [10 * n + 2]], hands: [[10 * n, 9], null, null]});
  const found = handsOf([stage(1, [1, 3, 0]), stage(2, [2, 1, 0]), stage(3, [-1, 0, 4])], 3, 0);
  // Seat 0 plays its own hand, then that of seat 2, and then that of seat 1.
  assert.deepEqual(found.map(({hand, own, others}) => [hand, own?.score, others]), [[1, -1, [3, 0]], [2, 2, [0, 0]], [0, 1, [4, 1]]]);
  assert.deepEqual(found[2].plays.map(({seat}) => seat), [2, 0, 1]);
  assert.deepEqual(found[2].own, {stage: 1, seat: 0, score: 1, played: [10], rest: [9]});
});
