/** Addresses, words, times and what a stream says. */

import assert from "node:assert/strict";
import {readFile, readdir} from "node:fs/promises";
import {test} from "node:test";

const kept = new Map();
const storage = {getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value), removeItem: (name) => kept.delete(name)};
Object.defineProperty(globalThis, "sessionStorage", {value: storage, configurable: true});
Object.defineProperty(globalThis, "localStorage", {value: storage, configurable: true});
Object.defineProperty(globalThis, "document", {value: {documentElement: {lang: ""}}, configurable: true});

const {place} = await import("../web/router.js");
const {duration, left, urgent} = await import("../web/time.js");
const {parsed} = await import("../web/stream.js");
const {address, read} = await import("../web/api.js");
const {LANGUAGES, speak, t, tn} = await import("../web/words.js");
const token = await import("../web/token.js");

test("each address is a page", () => {
  assert.deepEqual(place("/"), {page: "front", game: ""});
  assert.deepEqual(place("/game/wdh-Sw_5"), {page: "game", game: "wdh-Sw_5"});
  assert.equal(place("/game/a/b").page, "lost");
  assert.equal(place("/docs/").page, "lost");
});

test("the parts of an address are put in safely", () => {
  assert.equal(address("/games/{game}/turns/{number}", {game: "a/b", number: 3}), "/games/a%2Fb/turns/3");
});

test("time left is said in the unit that matters", () => {
  const now = Date.parse("2026-11-22T12:00:00Z");
  assert.equal(left("2026-11-25T12:00:00Z", now), "3 days left");
  assert.equal(left("2026-11-22T14:30:00Z", now), "2 hours left");
  assert.equal(left("2026-11-22T12:01:01Z", now), "61 seconds left");
  assert.equal(left("2026-11-22T12:00:00Z", now), "time is up");
  assert.ok(urgent("2026-11-22T14:30:00Z", now) && !urgent("2026-11-22T15:30:00Z", now));
  assert.deepEqual(["PT72H", "PT90M", "P1DT12H", "soon"].map(duration), ["3 days", "90 minutes", "36 hours", "soon"]);
});

test("a message of a stream is an event if it has data", () => {
  assert.deepEqual(parsed('id: 7\ndata: {"number": 7}'), [{number: 7}]);
  assert.deepEqual(parsed("retry: 2000\nid: 0\n: last 14"), []);
});

test("an unchanged answer is asked for by its tag, and a lost token is given up", async () => {
  token.keep({token: "tide_a", username: "ann"});
  const asked = [];
  const answers = [
    Response.json({results: []}, {headers: {ETag: '"one"'}}),
    new Response(null, {status: 304}),
    Response.json({code: "token_expired", status: 401, detail: "No.", instance: "x"}, {status: 401}),
  ];
  globalThis.fetch = async (where, what) => {
    asked.push([where, what.headers]);
    return answers.shift();
  };
  const first = await read("/me/games");
  const second = await read("/me/games");
  assert.deepEqual(second, first);
  assert.equal(asked[0][0], "/api/v1/me/games");
  assert.equal(asked[0][1].Authorization, "Bearer tide_a");
  assert.equal(asked[1][1]["If-None-Match"], '"one"');
  const third = await read("/me/games");
  assert.equal(third.problem.code, "token_expired");
  assert.equal(token.token(), null);
});

test("a server that cannot be reached is a problem too", async () => {
  globalThis.fetch = async () => {
    throw new TypeError("no net");
  };
  assert.equal((await read("/rulesets")).problem.code, "offline");
});

/** Every text that the page says, as `t` and `tn` are called with it. */
async function texts() {
  const found = new Set();
  for (const entry of await readdir("web", {recursive: true, withFileTypes: true})) {
    if (!entry.isFile() || !entry.name.endsWith(".js") || /vendor|words$/.test(entry.parentPath ?? entry.path)) continue;
    const source = await readFile(`${entry.parentPath ?? entry.path}/${entry.name}`, "utf8");
    for (const one of source.matchAll(/\bt\(\s*"((?:[^"\\]|\\.)*)"/g)) found.add(one[1]);
    for (const one of source.matchAll(/\btn\(\s*[^,"]+(?:\([^)]*\))?,\s*"([^"]*)",\s*"([^"]*)"/g)) found.add(one[2]);
  }
  return found;
}

test("every language has every text, with the same values in it, and none that is gone", async () => {
  const wanted = await texts();
  assert.ok(wanted.size > 100);
  for (const language of Object.keys(LANGUAGES).filter((one) => one !== "en")) {
    const {default: catalogue} = await import(`../web/words/${language}.js`);
    assert.deepEqual([...wanted].filter((one) => !(one in catalogue)), [], `missing in ${language}`);
    assert.deepEqual(Object.keys(catalogue).filter((one) => !wanted.has(one)), [], `gone from ${language}`);
    for (const [text, said] of Object.entries(catalogue)) {
      const values = (some) => [...some.matchAll(/\{(\w+)\}/g)].map((one) => one[1]).sort();
      for (const form of typeof said === "string" ? [said] : [said.other]) assert.deepEqual(values(form), values(text), text);
    }
  }
});

test("another language is spoken at once, and numbers choose their form", async () => {
  assert.equal(tn(1, "{n} day", "{n} days"), "1 day");
  await speak("de");
  assert.equal(t("Lobby"), "Lobby");
  assert.equal(tn(1, "{n} day", "{n} days"), "1 Tag");
  assert.equal(tn(3, "{n} day", "{n} days"), "3 Tage");
  assert.equal(document.documentElement.lang, "de");
  await speak("en");
});
