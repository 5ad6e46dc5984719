/** What a table is made of: actions, turns, and where dice would carry chairs. */

import assert from "node:assert/strict";
import {test} from "node:test";

import {eventWords} from "../web/games/high_tide/log.js";
import {moodOf, movesOf, placesOf, stepsOf} from "../web/games/high_tide/moves.js";
import {isPlayed} from "../web/games/high_tide/press.js";
import {roundOf} from "../web/games/turn_the_tide/reveal.js";
import {halves} from "../web/games/turn_the_tide/cards.js";
import {same} from "../web/parts/choice.js";
import {turns} from "../web/table/reveal.js";

test("actions are the same whatever the order of their members", () => {
  assert.ok(same({type: "coin", beach: "blue", space: 4}, {space: 4, type: "coin", beach: "blue"}));
  assert.ok(!same({type: "take", space: 1}, {type: "take", space: 2}));
  assert.ok(!same(null, {type: "roll"}));
});

test("a turn has what follows its closing, and an open one is not shown", () => {
  const types = ["created", "turn_opened", "turn_closed", "cards_revealed", "turn_opened", "turn_closed"];
  const found = turns(types.map((type, at) => ({type, number: at + 1, data: {}})));
  assert.deepEqual(found.map((some) => some.map((one) => one.type)), [["turn_closed", "cards_revealed", "turn_opened"], ["turn_closed"]]);
});

test("a round is told with the highest card first, and who took and lost what", () => {
  const {rows, round} = roundOf([
    {type: "cards_revealed", data: {stage: 1, round: 2, cards: [{seat: 0, card: 11}, {seat: 1, card: 52}, {seat: 2, card: 40}]}},
    {type: "tides_taken", data: {taken: [{seat: 1, tide: 2}, {seat: 2, tide: 5}]}},
    {type: "preserver_lost", data: {seat: 2, left: 5}},
  ]);
  assert.equal(round, 2);
  assert.deepEqual(rows, [
    {seat: 1, card: 52, tide: 2, left: null, isOut: false},
    {seat: 2, card: 40, tide: 5, left: 5, isOut: false},
    {seat: 0, card: 11, tide: null, left: null, isOut: false},
  ]);
});

test("who uses nothing and who keeps her dice is in the history, though nothing moves", () => {
  const closed = (action) => ({type: "turn_closed", number: 1, data: {turn: 1, actions: [{by: "player", seat: 1, action}]}});
  const said = (action) => eventWords(closed(action), {names: () => "ann"});
  assert.equal(said({type: "pass"}), "ann made no change.");
  assert.equal(said({type: "reroll", dice: []}), "ann kept both dice.");
  // Of these other events tell.
  assert.equal(said({type: "reroll", dice: ["left"]}), null);
  assert.equal(said({type: "roll"}), null);
});

test("a card bears what the rules say", () => {
  assert.deepEqual([12, 13, 24, 25, 36, 37, 48, 49].map(halves), [0, 1, 1, 2, 2, 1, 1, 0]);
});

const beach = (name, space, water = 21) => ({beach: name, water, chairs: [{space, seats: [1, 0]}], flooded: []});
const table = {
  beaches: [beach("black", 3), beach("blue", 18, 19), {beach: "white", water: 9, chairs: [], flooded: [0]}],
  dice: {left: {beach: "black", steps: 4}, right: {beach: "blue", steps: 6}},
  track: {spaces: [{space: 1, pair: {left: {colour: "black", face: 2}, right: {colour: "black", face: 5}}}]},
};

test("dice carry chairs, and the first space of the water stops them", () => {
  assert.deepEqual(movesOf(table, 0, stepsOf({type: "accept"}, table)), [
    {beach: "black", start: 3, end: 7, wet: false},
    {beach: "blue", start: 18, end: 19, wet: true},
  ]);
});

test("two dice of one colour are one move, a swimming chair is carried nowhere, none goes below the bar", () => {
  assert.deepEqual(movesOf(table, 0, stepsOf({type: "take", space: 1}, table)), [{beach: "black", start: 3, end: 10, wet: false}]);
  assert.deepEqual(movesOf(table, 0, [{beach: "white", steps: 3}]), []);
  assert.deepEqual(movesOf(table, 0, [{beach: "black", steps: -5}]), [{beach: "black", start: 3, end: 0, wet: false}]);
});

test("what chance decides is not foretold", () => {
  for (const action of [{type: "roll"}, {type: "decline"}, {type: "reroll", dice: ["left"]}]) {
    assert.deepEqual(stepsOf(action, table), []);
  }
});

test("each place where a chair would stand has its answer, and one place has one answer", () => {
  const actions = [{type: "roll"}, {type: "accept"}, {type: "take", space: 1}, {type: "tile", tile: "B3", beach: "black", steps: 4}];
  const found = placesOf(actions, table, 0).map(({beach, end, action}) => [beach, end, action.type]);
  assert.deepEqual(found, [["black", 7, "accept"], ["blue", 19, "accept"], ["black", 10, "take"]]);
});

test("a face is afraid of a wave that could come, appalled in the water, and at ease on a surfer's beach that all know", () => {
  const at = (/** @type {number} */ space, more = {}) => moodOf({beaches: [{beach: "blue", water: 12, flooded: [], chairs: [{space, seats: [0]}], ...more}], wave_lengths: {large: 3, small: 2}, surfers: null}, 0);
  assert.deepEqual([at(0), at(8), at(9), at(11)], ["dry", "dry", "worried", "worried"]);
  const wet = {flooded: [0]};
  assert.equal(at(12, wet), "deepest");
  assert.equal(moodOf({beaches: [{beach: "blue", water: 12, chairs: [], ...wet}], wave_lengths: {large: 3}, surfers: ["blue"]}, 0), "dry");
});

test("the first press shows where chairs would stand, unless nothing is left to choose or to show", () => {
  const press = {isShown: false, isAlone: true, isOnly: false, moves: 2};
  assert.ok(!isPlayed(press));
  assert.ok(isPlayed({...press, isShown: true}));
  assert.ok(isPlayed({...press, isOnly: true}));
  assert.ok(isPlayed({...press, moves: 0}));
  // With others it is sealed, so a press that moves nothing is chosen first.
  assert.ok(!isPlayed({...press, moves: 0, isAlone: false}));
});
