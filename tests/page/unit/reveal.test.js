/** How a closed turn is revealed on the table: which one, in which frames, and how fast. */

import assert from "node:assert/strict";
import {test} from "node:test";

import {framesOf, momentOf, stillOf} from "../web/games/turn_the_tide/on_table.js";
import {handAt, tableAt} from "../web/games/turn_the_tide/replay.js";
import {framesOf as framesOnBeach, overlay, stillOf as stillOnBeach} from "../web/games/high_tide/reveal/index.js";
import {goesSince} from "../web/games/high_tide/moves.js";
import {besides} from "../web/replay/moves.js";
import {addressOf, closedSince, closedTurn, endsStage, hurried, paceAfter, placeOf, turns} from "../web/table/reveal.js";

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
  assert.deepEqual(frames.map((one) => one.kind), ["sealed", "turned", "taken", "taken", "paid"]);
  assert.deepEqual(frames.map(levels), [[0, 0, 0], [0, 0, 0], [0, 4, 0], [0, 4, 9], [0, 4, 9]]);
  assert.deepEqual(frames.map((one) => one.table.seats[2].preservers), [3, 3, 3, 3, 2]);
  assert.ok(frames.every((one) => one.table.tides[0] === 4));
  assert.deepEqual(frames[0].rows.map((one) => one.seat), [1, 2, 0]);
});

test("who is out sinks where the water stands, which falls with the next question", () => {
  const frames = framesIn(numbered(...BEFORE, ...PLAYED, ["eliminated", {seat: 2}], ...NEXT));
  assert.deepEqual(levels(frames.at(-1)), [0, 4, 9]);
  assert.ok(frames.at(-1).table.seats[2].eliminated);
});

test("the hand of then is that of now and what was played since, in the same stage alone", () => {
  const [before, after] = [tableAt(log.slice(0, 3), running(1)), tableAt(log, running(2))];
  const game = {mine: {seat: 0, hand: [5, 30]}, table: after};
  assert.deepEqual(handAt(before, game).hand, [5, 11, 30]);
  assert.deepEqual(handAt(after, game).hand, [5, 30]);
  assert.equal(handAt(before, {...game, table: {...after, stage: 2}}), null);
  assert.equal(handAt(before, {...game, mine: null}), null);
});

test("a round in which nobody pays has no frame for it, and a still picture is one frame", () => {
  const frames = framesIn(numbered(...BEFORE, ...PLAYED, ...NEXT));
  assert.deepEqual(frames.map((one) => one.kind), ["sealed", "turned", "taken", "taken"]);
  assert.deepEqual(stillOf(frames).map((one) => one.kind), ["still"]);
});

test("rounds that are played at once follow each other, each with its own tides", () => {
  const again = PLAYED.slice(1).map(([type, data]) => [type, {...data, round: 2}]);
  const frames = framesIn(numbered(...BEFORE, ...PLAYED, NEXT[0], ...again, NEXT[1]));
  assert.deepEqual(frames.map((one) => [one.kind, one.table.tides[0]]), [4, 1].flatMap((tide) => ["sealed", "turned", "taken", "taken"].map((kind) => [kind, tide])));
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

test("turns that have closed one after the other are revealed from the first of them on", () => {
  const again = PLAYED.map(([type, data]) => [type, {...data, turn: 2}]);
  const both = numbered(...BEFORE, ...PLAYED, ...NEXT, ...again, ["turn_opened", {turn: 3}]);
  const found = closedTurn({game: running(3), events: both}, 1);
  assert.deepEqual([found.before.length, found.group.length, found.last], [3, 9, 2]);
  assert.equal(closedTurn({game: running(3), events: both.slice(0, -1)}, 1), null);
});

test("much that has happened is shown faster, but not so fast that nobody sees it", () => {
  const frames = (n) => Array.from({length: n}, () => ({ms: 1000}));
  assert.deepEqual([3, 16, 100].map((n) => hurried(frames(n), 1)).map((one) => Number(one.toFixed(1))), [1, 0.5, 0.3]);
});

const pair = {left: {colour: "blue", face: 3}, right: {colour: "black", face: 1}};
const moved = (beach, end, seat = 1) => ["chair_moved", {seat, beach, start: 0, end, in_water: false}];
const towel = (seat) => ["towel_placed", {seat, space: 1}];
const GO = [["rolled", {seat: 1, pair}], moved("blue", 3), moved("black", 1), towel(1), ["wave_laid", {beach: "black", size: "large", water: 18, flooded: []}]];
const chairs = [{space: 0, seats: [0, 1]}];
const beaches = ["black", "blue"].map((beach) => ({beach, water: 21, waves: [], chairs, flooded: [], coins: null}));
const board = {beaches, track: {spaces: [{space: 1, available: true, towel: null, pair: null}], rental: null}, towel_pile: [1], dice: null, baywatch: null, shark_alert: null, scores: [null, null], bag: null};

test("of a go one sees the roll, its chairs together, and the wave; points stay as they were shown", () => {
  const frames = framesOnBeach(board, numbered(...GO), {...board, scores: [4, 7], bag: {blue: 1}});
  assert.deepEqual(frames.map(({kind, rows}) => [kind, rows.length]), [["tumble", 1], ["glide", 2], ["wave", 1]]);
  assert.deepEqual(frames.map(({table}) => table.beaches.map((one) => one.chairs.find(({seats}) => seats.includes(1)).space)), [[0, 0], [1, 3], [1, 3]]);
  assert.deepEqual(frames.map(({table}) => [table.beaches[0].water, table.scores[1]]), [[21, 7], [21, 7], [18, 7]]);
  const about = {names: () => "ann", game: {options: {}}};
  assert.equal(overlay(frames[1], "words", about), "ann: blue bar → 3 and black bar → 1");
  assert.match(overlay(frames[2], "words", about), /^A large wave on the black beach/);
  const [still] = stillOnBeach(frames);
  assert.deepEqual([still.kind, still.rows.length], ["still", 4]);
});

test("goes since one's own are counted, and played from the turn after it", () => {
  const turn = (n, ...more) => [["turn_closed", {turn: n}], ...more];
  const events = numbered(...turn(1, towel(0)), ...turn(2, towel(1)), ...turn(3), ...turn(4, towel(2)));
  assert.deepEqual(goesSince(events, 0), {turn: 2, goes: 2});
  assert.equal(goesSince(events, 2), null);
  assert.equal(goesSince(events, 3), null, "who has not gone yet has no goes since");
});

test("a turn ends a stage if its log says so, or before that the game", () => {
  const before = {game: {...running(1), stage: 1}, events: log.slice(0, 3)};
  const after = (stage, turn, events) => ({game: {...running(turn), stage}, events});
  assert.ok(endsStage(before, after(2, 2, log.slice(0, 3)), 1));
  assert.ok(!endsStage(before, after(2, 2, log), 1));
  const ended = numbered(...BEFORE, ...PLAYED, ["stage_ended", {stage: 1, scores: [1, 0, 2]}], ...NEXT);
  assert.ok(endsStage(before, after(2, 2, ended), 1));
  assert.ok(!endsStage(before, after(2, null, ended), 1), "the end of the game has a podium");
});

const twice = numbered(...BEFORE, ...PLAYED, LOST, ...NEXT, ["sealed", {}], ["turn_closed", {turn: 2}], ["cards_revealed", {cards: []}], ["turn_opened", {turn: 3}]);

test("moves follow each other over the turns, up to the next question of each", () => {
  const groups = turns(twice);
  let at = {turn: 0, moves: 1};
  const seen = [];
  while (at) {
    seen.push(`${at.turn} ${at.moves}`);
    at = besides(groups, at, 1);
  }
  assert.deepEqual(seen, ["0 1", "0 2", "0 3", "0 4", "0 5", "1 1", "1 2"]);
  assert.deepEqual(besides(groups, {turn: 1, moves: 1}, -1), {turn: 0, moves: 5});
  assert.equal(besides(groups, {turn: 0, moves: 1}, -1), null);
  // The cards of each moment lie on the table; none lies there before the turn has closed, or once its round is told.
  const kinds = [1, 2, 3, 4, 5].map((moves) => momentOf({}, groups[0], moves)?.kind ?? null);
  assert.deepEqual(kinds, ["sealed", "turned", "taken", "paid", null]);
});

test("an address names a place in the history, and one that is not there is now", () => {
  assert.equal(addressOf("g", {turn: 1, moves: 2}, twice), "/game/g?turn=2&move=2");
  assert.deepEqual(placeOf("?turn=2&move=2", twice), {turn: 1, moves: 2});
  assert.deepEqual(placeOf("?turn=1", twice), {turn: 0, moves: null});
  assert.deepEqual(["", "?turn=9", "?move=2"].map((one) => placeOf(one, twice)), [null, null, null]);
  assert.equal(addressOf("g", null, twice), "/game/g");
});
