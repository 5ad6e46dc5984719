/** Behind the game menu: lists that are arranged, orders in words, forms from schemas, and steps back. */

import assert from "node:assert/strict";
import {test} from "node:test";

globalThis.localStorage = {getItem: () => null, setItem: () => {}};
globalThis.sessionStorage = {getItem: () => null, setItem: () => {}, removeItem: () => {}};
globalThis.document = {documentElement: {lang: "en"}};

const {boundsWords, moved, without} = await import("../web/game_menu/ranked_list.js");
const {blank, formFor, valueWords} = await import("../web/game_menu/schema_form.js");
const {default: highTide} = await import("../web/games/high_tide/order_form.js");
const {tableAt} = await import("../web/games/high_tide/replay.js");
const {areHidden, stepsOf, surferOf} = await import("../web/games/high_tide/moves.js");
const {higherUnseen} = await import("../web/games/turn_the_tide/cards.js");
const {entryWords} = await import("../web/games/turn_the_tide/order_form.js");
const {upTo} = await import("../web/table/reveal.js");

test("items of a list go up and down, and not over its ends", () => {
  assert.deepEqual(moved(["a", "b", "c"], 1, -1), ["b", "a", "c"]);
  assert.deepEqual(moved(["a", "b", "c"], 1, 1), ["a", "c", "b"]);
  assert.deepEqual(moved(["a", "b"], 0, -1), ["a", "b"]);
  assert.deepEqual(without(["a", "b"], 0), ["b"]);
});

test("a wish is said with all that it asks for", () => {
  assert.equal(boundsWords({least: 2, most: 4}, "sum"), "sum from 2 to 4");
  assert.equal(boundsWords(undefined, "sum"), null);
  assert.match(entryWords({card: 44, when: {lower_tide: {most: 4}}}), /card 44.*only with the lower tide 4 or less/);
  assert.match(entryWords({card: 44}), /in any round/);
  const lines = highTide.words({take: [{dry: true}, "roll"]}, {options: {expansions: []}});
  assert.equal(lines.length, 3, "coins and tiles are not spoken of where they are not played with");
  assert.match(lines[0], /1\. no chair of mine gets wet; 2\. Roll two new dice/);
});

test("a schema gives a form that begins with the least that is allowed", () => {
  const bound = {type: "object", properties: {least: {type: "integer", minimum: 1}, most: {type: "integer"}}, minProperties: 1};
  const entry = {type: "object", properties: {card: {type: "integer", minimum: 3}, when: bound}, required: ["card"]};
  const schema = {type: "object", properties: {bids: {type: "array", items: entry}}, required: ["bids"]};
  const form = formFor(schema);
  assert.ok(form);
  assert.deepEqual(form.blank(), {bids: []});
  assert.ok(form.isEmpty({bids: []}));
  assert.deepEqual(blank(entry), {card: 3});
  assert.deepEqual(blank(bound), {least: 1});
  assert.deepEqual(form.words({bids: [{card: 4, when: {least: 2}}]}), ["card 4, when least 2"]);
  assert.equal(valueWords(true), "yes");
  assert.equal(formFor({type: "object", properties: {odd: {patternProperties: {}}}}), null);
});

test("higher cards that were neither played nor are in the hand may still come", () => {
  const table = {seats: [{played: [60]}, {played: [58]}]};
  assert.equal(higherUnseen(57, table, [57, 59]), 0);
  assert.equal(higherUnseen(50, table, [50]), 8);
});

test("tile B1 pushes the rental by its use alone, and off the last space", () => {
  const spaces = [1, 2, 3, 4].map((space) => ({space, available: true, towel: null, pair: null}));
  const table = {beaches: [], track: {spaces, rental: null, rental_rests: false}, baywatch: {face_up: "B2", held: [], used: []}};
  const game = {table, options: {beach_length: 8, rental_start: 3}, seats: [0, 1, 2].map((seat) => ({seat}))};
  const used = {type: "tile_used", data: {round: 2, seat: 0, action: {type: "tile", tile: "B1"}}};
  const log = [{type: "round_began", data: {round: 2, order: [0, 1, 2], alert: null}}, {type: "go_began", data: {round: 2, place: 1, seat: 0, rental: 3}}, used];
  assert.equal(tableAt(log, game, log).track.rental, 4);
  assert.deepEqual(tableAt(log, game, log).track.spaces.map((one) => one.available), [true, true, true, false]);
  const twice = [...log, used];
  assert.equal(tableAt(twice, game, twice).track.rental, null);
  assert.ok(tableAt(twice, game, twice).track.spaces.every((one) => one.available));
});

test("surfer tiles that were hidden are so until the event that turns them up", () => {
  const table = {beaches: [], track: {spaces: [], rental: null, rental_rests: false}, surfers: ["black", "blue", "white"]};
  const game = {table, options: {beach_length: 8, rental_start: 3}, seats: [0, 1, 2].map((seat) => ({seat}))};
  const hidden = {...game, options: {...game.options, surfers: "hidden"}};
  const log = [{type: "surfers_revealed", data: {round: 2, surfers: table.surfers}}];
  assert.deepEqual(tableAt([], game, log).surfers, table.surfers);
  assert.equal(tableAt([], hidden, log).surfers, null);
  assert.deepEqual(tableAt(log, hidden, log).surfers, table.surfers);
});

test("a viewer sees all open surfer tiles, and of hidden ones their own", () => {
  const of = (surfers, mine) => {
    const table = {surfers, expansions: ["surfer"]};
    return [areHidden(table), ...[0, 1].map((seat) => surferOf(table, seat, {game: {mine}}))];
  };
  assert.deepEqual(of(["black", "blue"], {seat: 0}), [false, "black", "blue"]);
  assert.deepEqual(of(null, {seat: 0, surfer: "black"}), [true, "black", null]);
  assert.deepEqual(of(null, null), [true, null, null]);
  assert.deepEqual(of(["black", "blue"], {seat: 0, surfer: "black"}), [false, "black", "blue"]);
  assert.equal(areHidden({surfers: null, expansions: ["coins"]}), false);
});

test("tiles change what the dice do before they move", () => {
  const die = (beach, face) => ({colour: beach, face, beach, steps: face});
  const table = {decision: "tiles", track: {spaces: []}, dice: {left: die("blue", 5), right: die("white", 2)}};
  const sums = (action) => stepsOf({type: "tile", ...action}, table).map(({beach, steps}) => [beach, steps]);
  assert.deepEqual(sums({tile: "B4", die: "right", beach: "black"}), [["blue", 5], ["white", 2], ["black", 2]]);
  assert.deepEqual(sums({tile: "B6", left: -1, right: 1}), [["blue", 4], ["white", 3]]);
  assert.deepEqual(sums({tile: "B7", die: "left", colour: "white"}), [["white", 5], ["white", 2]]);
  assert.deepEqual(sums({tile: "B9", die: "left"}), [["blue", -5], ["white", 2]]);
  assert.deepEqual(stepsOf({type: "pass"}, table).length, 2);
  assert.deepEqual(sums({tile: "B5", die: "left"}), [], "what falls is not known before");
});

test("a step back ends before the turn was closed, and moves go on from there", () => {
  const types = ["created", "turn_opened", "turn_closed", "cards_revealed", "turn_opened", "turn_closed"];
  const events = types.map((type, at) => ({type, number: at + 1, data: {}}));
  assert.equal(upTo(events, {turn: 0, moves: null}).length, 2);
  assert.equal(upTo(events, {turn: 0, moves: 2}).length, 4);
  assert.equal(upTo(events, {turn: 1, moves: null}).length, 5);
});
