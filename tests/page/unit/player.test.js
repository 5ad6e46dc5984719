/** What the page keeps for a player, chooses for a new one, and says when something is refused. */

import assert from "node:assert/strict";
import {beforeEach, test} from "node:test";

class Kept {
  getItem(name) { return this[name] ?? null; }
  setItem(name, value) { this[name] = value; }
  removeItem(name) { delete this[name]; }
}
const kept = new Kept();
for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(globalThis, name, {value: kept, configurable: true});
Object.defineProperty(globalThis, "document", {value: {documentElement: {lang: ""}}, configurable: true});
process.env.TZ = "Europe/Vienna";

const {dropDrafts, renameDrafts} = await import("../web/drafts.js");
const {settle} = await import("../web/newcomer.js");
const {problemWords} = await import("../web/parts/problem_message.js");
const token = await import("../web/token.js");
const {speak} = await import("../web/words.js");

const NOTHING = {language: "en", zone: "UTC"};

beforeEach(async () => {
  for (const name of Object.keys(localStorage)) localStorage.removeItem(name);
  token.keep({token: `tide_${Math.random()}`, username: "ann"});
  await speak("de");
});

test("drafts are dropped with their player alone, and kept under a new name", () => {
  Object.assign(localStorage, {"tide-draft ann g1 note": '"low water"', "tide-draft anna g1 note": '"high water"', "tide-theme": "dark"});
  renameDrafts("ann", "eve");
  assert.equal(localStorage["tide-draft eve g1 note"], '"low water"');
  assert.equal(localStorage["tide-draft ann g1 note"], undefined);
  dropDrafts("eve");
  assert.deepEqual(Object.keys(localStorage).filter((name) => name.startsWith("tide-draft")), ["tide-draft anna g1 note"]);
  assert.equal(localStorage["tide-theme"], "dark");
});

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

test("a new account gets the language and the zone of its browser, once", async () => {
  const now = new Date().toISOString();
  assert.deepEqual(await sentFor(now, NOTHING), [{language: "de", zone: "Europe/Vienna"}]);
  assert.deepEqual(await sentFor(now, NOTHING), []);
});

test("what was chosen stays, and so does an older account", async () => {
  assert.deepEqual(await sentFor(new Date().toISOString(), {language: "de", zone: "Asia/Tokyo"}), []);
  localStorage.removeItem("tide-settled");
  assert.deepEqual(await sentFor("2026-01-01T00:00:00Z", NOTHING), []);
});

test("what is refused is said as the server says it, and in the player's words where that is for programs", async () => {
  assert.equal(problemWords({code: "turn_closed", detail: "Zug 3 ist geschlossen."}), "Zug 3 ist geschlossen.");
  assert.equal(problemWords({code: "token_expired", detail: "Das Token ist abgelaufen."}), "Du bist abgemeldet. Melde dich wieder an.");
  await speak("en");
  assert.equal(problemWords({code: "token_expired", detail: "The token has expired."}), "You have been signed out. Sign in again.");
});
