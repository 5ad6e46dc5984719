/** What is pressed twice, or whose answer is lost, is done once. */

import assert from "node:assert/strict";
import {beforeEach, test} from "node:test";

const kept = new Map();
class Button {
  attributes = new Map();
  closest = (wanted) => (wanted === "button" || this.attributes.get("aria-busy") ? this : null);
  setAttribute = (name, value) => this.attributes.set(name, value);
  removeAttribute = (name) => this.attributes.delete(name);
}
let skip = () => {};
const globals = {
  sessionStorage: {getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value), removeItem: (name) => kept.delete(name)},
  document: {documentElement: {lang: "en"}, addEventListener: (_, heard) => (skip = heard)},
  navigator: {languages: []},
};
for (const [name, value] of Object.entries(globals)) Object.defineProperty(globalThis, name, {value, configurable: true});

const {act} = await import("../web/api.js");
const token = await import("../web/token.js");

/** The keys of the calls, and what they are answered: by turns. */
let keys = [];
let answers = [];
const json = (status, body) => () => new Response(JSON.stringify(body), {status, headers: {"Content-Type": "application/json"}});
const lost = () => Promise.reject(new TypeError("no answer"));
const done = json(201, {id: "game-1"});
const open = (body = {ruleset: "high_tide"}) => act("POST", "/games", {}, body);
const settled = () => new Promise((after) => setTimeout(after, 5));

beforeEach(() => {
  keys = [];
  answers = [];
  globalThis.fetch = async (_, {headers}) => {
    keys.push(headers["Idempotency-Key"]);
    return (answers.shift() ?? done)();
  };
  token.keep({token: "tideo_a", username: "ann"});
});

test("a second press while the first is under way is the same call", async () => {
  const [one, other] = await Promise.all([open(), open()]);
  assert.equal(keys.length, 1);
  assert.equal(one, other);
});

test("what was answered is done anew by the next press", async () => {
  await open();
  answers = [json(422, {code: "too_short"})];
  await open();
  await open();
  assert.equal(new Set(keys).size, 3);
});

test("the key stays until the outcome is known, over a reload too", async () => {
  answers = [lost, json(500, {code: "internal_error"}), json(502, {}), done];
  for (let n = 0; n < 3; n += 1) assert.equal((await open()).ok, false);
  // A page that is reloaded finds it there.
  assert.equal(JSON.parse(kept.get("tide-unanswered"))[0][1].key, keys[0]);
  assert.equal((await open()).ok, true);
  assert.equal(new Set(keys).size, 1);
  await open();
  assert.notEqual(keys.at(-1), keys[0]);
});

test("another text is another message, and another player's the same", async () => {
  answers = [lost, lost, lost];
  await open();
  await open({ruleset: "turn_the_tide"});
  token.keep({token: "tideo_b", username: "bob"});
  await open();
  assert.equal(new Set(keys).size, 3);
});

test("what is under way at the server is asked for again with the same key", async () => {
  answers = [lost, json(409, {code: "idempotency_key_in_use"}), done];
  await open();
  assert.equal((await open()).ok, true);
  assert.equal(keys.length, 3);
  assert.equal(new Set(keys).size, 1);
});

test("a password is not written down", async () => {
  answers = [lost];
  await act("POST", "/me/claim", {}, {username: "eve", password: "rock-pool"});
  assert.doesNotMatch(kept.get("tide-unanswered"), /rock-pool/);
});

test("of orders about one thing only the same as the last is joined", async () => {
  const where = {game: "g", turn: 1};
  const seal = (card) => act("PUT", "/games/{game}/turns/{turn}/submission", where, {action: {type: "play", card}});
  await Promise.all([seal(1), seal(1), seal(2), seal(1)]);
  assert.equal(keys.length, 3);
});

test("the button is busy until the answer, and over calls that follow from it", async () => {
  const button = new Button();
  globalThis.event = {type: "click", target: button};
  let go = () => {};
  answers = [done, () => new Promise((answer) => (go = () => answer(done())))];
  const before = open();
  globalThis.event = undefined;
  const after = before.then(() => act("POST", "/games/{game}/cancel", {game: "old"}));
  const skipped = [];
  const press = () => skip({target: button, preventDefault: () => skipped.push("default"), stopImmediatePropagation: () => skipped.push("handlers")});
  press();
  assert.deepEqual(skipped, ["default", "handlers"]);
  await before;
  await settled();
  assert.equal(button.attributes.get("aria-busy"), "true");
  go();
  await after;
  await settled();
  press();
  assert.equal(skipped.length, 2);
});
