/** How a closed turn is revealed on the table: which one, in which frames, and how fast. */

import assert from "node:assert/strict";
import {test} from "node:test";

import {framesOf, stillOf} from "../web/games/turn_the_tide/on_table.js";
import {tableAt} from "../web/games/turn_the_tide/replay.js";
import {closedSince, closedTurn, paceAfter} from "../web/table/reveal.js";

const numbered = (...events) => events.map(([type, data], at) => ({type, data, number: at + 1}));
const BEFORE = [
  ["stage_began", {stage: 1, preservers: [2, 0, 3]}],
  ["tides_revealed", {stage: 1, round: 1, tides: [4, 9]}],
  ["turn_opened", {turn: 1}],
];
const PLAYED = [
  ["turn_closed", {turn: 1}],
  ["cards_revealed", {stage: 1, round: 1, cards: [{seat: 0, card: 11}, {seat: 1, card: 52}, {seat: 2, card: 40}]}],
  ["tides_taken", {taken: [{seat: 1, tide: 4}, {seat: 2, tide: 9}]}],
];
const LOST = ["preserver_lost", {seat: 2, left: 2}];
const NEXT = [["tides_revealed", {stage: 1, round: 2, tides: [1, 2]}], ["turn_opened", {turn: 2}]];
const log = numbered(...BEFORE, ...PLAYED, LOST, ...NEXT);
const running = (turn, events = log.length) => ({id: "g", turn: turn && {number: turn}, log: {events}, table: {rounds: 12}});
const framesIn = (events) => {
  const {before, group} = closedTurn({game: running(2), events}, 1);
  return framesOf(tableAt(before, running(2)), group);
};
const levels = (frame) => frame.table.seats.map((one) => one.tide_level);

test("each frame shows what its events have told, and no more", () => {
  const frames = framesIn(log);
  assert.deepEqual(frames.map((one) => one.kind), ["sealed", "turned", "taken", "paid"]);
  assert.deepEqual(frames.map(levels), [[0, 0, 0], [0, 0, 0], [0, 4, 9], [0, 4, 9]]);
  assert.deepEqual(frames.map((one) => one.table.seats[2].preservers), [3, 3, 3, 2]);
  assert.ok(frames.every((one) => one.table.tides[0] === 4));
  assert.deepEqual(frames[0].rows.map((one) => one.seat), [1, 2, 0]);
});

test("a round in which nobody pays has no frame for it, and a still picture is one frame", () => {
  const frames = framesIn(numbered(...BEFORE, ...PLAYED, ...NEXT));
  assert.deepEqual(frames.map((one) => one.kind), ["sealed", "turned", "taken"]);
  assert.deepEqual(stillOf(frames).map((one) => one.kind), ["still"]);
});

test("rounds that are played at once follow each other, each with its own tides", () => {
  const again = PLAYED.slice(1).map(([type, data]) => [type, {...data, round: 2}]);
  const frames = framesIn(numbered(...BEFORE, ...PLAYED, NEXT[0], ...again, NEXT[1]));
  assert.deepEqual(frames.map((one) => [one.kind, one.table.tides[0]]), [..."sealed turned taken".split(" ").map((kind) => [kind, 4]), ..."sealed turned taken".split(" ").map((kind) => [kind, 1])]);
});

test("a turn is revealed once it has closed and all of it is known", () => {
  const open = {game: running(1), events: log.slice(0, 3)};
  assert.equal(closedSince(open, {game: running(1), events: log.slice(0, 3)}), null);
  // Either the game or its log may come first.
  assert.equal(closedSince(open, {game: running(2), events: log.slice(0, 3)}), 1);
  assert.equal(closedSince(open, {game: running(1), events: log.slice(0, 4)}), 1);
  assert.equal(closedSince(open, {game: {...running(2), id: "other"}, events: []}), null);
  for (const known of [3, 4, 8]) assert.equal(closedTurn({game: running(2), events: log.slice(0, known)}, 1), null);
  assert.equal(closedTurn({game: running(2), events: log}, 1).before.length, 3);
  // A log that does not begin at its beginning tells no table.
  assert.equal(closedTurn({game: running(2), events: log.slice(1)}, 1), null);
  // The last turn is followed by no question.
  const end = log.slice(0, 7);
  assert.equal(closedTurn({game: running(null, 8), events: end}, 1), null);
  assert.equal(closedTurn({game: running(null, 7), events: end}, 1).group.length, 4);
});

test("from the tenth time on it runs twice as fast", () => {
  assert.deepEqual([0, 8, 9, 30].map(paceAfter), [1, 1, 0.5, 0.5]);
});
