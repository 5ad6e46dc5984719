/** The small tables of the front page play by the rules. */

import assert from "node:assert/strict";
import {test} from "node:test";
import {makeFrames as beaches, pointsOf} from "../web/games/high_tide/showcase.js";
import {makeFrames as tides} from "../web/games/turn_the_tide/showcase.js";

test("the highest card takes the lower tide, the second the higher, and the deepest loses a ring", () => {
  const paid = tides().filter((one) => one.step === "paid");
  assert.deepEqual(paid.map((one) => one.levels), [[4, 0, 11], [4, 8, 2], [12, 8, 6], [1, 7, 6]]);
  assert.deepEqual(paid.map((one) => one.rings), [[3, 3, 2], [3, 2, 2], [2, 2, 2], [2, 1, 2]]);
  const seen = tides().flatMap((one) => (one.step === "open" ? one.cards : []));
  assert.equal(new Set(seen).size, seen.length);
});

test("the chairs nearest to the water score, one in the water does not, and none shares a space", () => {
  const last = beaches().at(-1);
  const points = [0, 1, 2].map((seat) => [0, 1, 2, 3, 4, 5].map((beach) => pointsOf(last, seat, beach)));
  assert.deepEqual(points, [[1, 1, 0, 2, 1, 4], [1, 2, 4, 4, 4, 1], [4, 4, 1, 1, 2, 2]]);
  for (const beach of [0, 1, 2, 3, 4, 5]) {
    const moved = last.chairs.map((row) => row[beach]).filter((at) => at > 0);
    assert.equal(new Set(moved).size, moved.length);
  }
});
