/** A new account is told of things in the language and the zone of its browser, and no choice is lost. */

import assert from "node:assert/strict";
import {beforeEach, test} from "node:test";

const kept = new Map();
const storage = {getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value), removeItem: (name) => kept.delete(name)};
for (const name of ["sessionStorage", "localStorage"]) Object.defineProperty(globalThis, name, {value: storage, configurable: true});
Object.defineProperty(globalThis, "document", {value: {documentElement: {lang: ""}}, configurable: true});
process.env.TZ = "Europe/Vienna";

const {settle} = await import("../web/newcomer.js");
const {speak} = await import("../web/words.js");
const token = await import("../web/token.js");

const NOTHING = {language: "en", zone: "UTC"};

/** What is sent for a player who came at some time and has chosen this. */
async function sentFor(joined, chosen) {
  const sent = [];
  globalThis.fetch = async (where, {method, body}) => {
    if (method === "PATCH") sent.push(JSON.parse(body));
    return Response.json(where.endsWith("/me") ? {created_at: joined} : chosen);
  };
  await settle();
  return sent;
}

beforeEach(async () => {
  kept.clear();
  token.keep({token: `tide_${Math.random()}`, username: "ann"});
  await speak("de");
});

test("a new account gets both, once", async () => {
  const now = new Date().toISOString();
  assert.deepEqual(await sentFor(now, NOTHING), [{language: "de", zone: "Europe/Vienna"}]);
  assert.deepEqual(await sentFor(now, NOTHING), []);
});

test("what was chosen stays, and so does an older account", async () => {
  assert.deepEqual(await sentFor(new Date().toISOString(), {language: "de", zone: "Asia/Tokyo"}), []);
  kept.delete("tide-settled");
  assert.deepEqual(await sentFor("2026-01-01T00:00:00Z", NOTHING), []);
});
