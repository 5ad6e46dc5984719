/** Faces, towels and names: what tells players apart. */

import assert from "node:assert/strict";
import {test} from "node:test";
import {moodOf} from "../web/games/turn_the_tide/sea.js";
import {personName} from "../web/names.js";
import {AVATARS, draw, towelOf} from "../web/parts/face.js";

const at = (tide_level, eliminated = false) => ({tide_level, eliminated});

test("a face is worried from tide 8 on, and who is out sinks whatever the tide is", () => {
  assert.deepEqual([at(0), at(7), at(8), at(12)].map((one) => moodOf(one, false)), ["dry", "dry", "worried", "worried"]);
  assert.deepEqual([moodOf(at(3), true), moodOf(at(3, true), true)], ["deepest", "out"]);
});

/** What is drawn, without what preact counts. */
const drawn = (...face) => JSON.stringify(draw(...face), (key, value) => (key.startsWith("__") ? undefined : value));

test("no two swimmers or moods are drawn alike, and an unknown one is drawn too", () => {
  const faces = [...AVATARS, null].flatMap((avatar) => ["dry", "worried", "deepest", "out"].map((mood) => drawn(avatar, mood, null)));
  assert.equal(new Set(faces).size, 13 * 4);
  assert.equal(drawn("narwhal", "dry", 2), drawn(null, "dry", 2));
});

test("each of six towels has a colour and a pattern of its own", () => {
  const towels = [0, 1, 2, 3, 4, 5].map(towelOf);
  for (const member of ["name", "colour", "d"]) assert.equal(new Set(towels.map((one) => one[member])).size, 6);
});

test("a guest has a name that one can say, and everybody else the own one", () => {
  assert.equal(personName("guest-sandy-otter-x7k2"), "Sandy Otter");
  assert.deepEqual(["ann", "guest-7kq2xx", "guests-of-ann-b1"].map(personName), ["ann", "guest-7kq2xx", "guests-of-ann-b1"]);
});
