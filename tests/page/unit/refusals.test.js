/** What is refused is said as the server says it; what that says to programs is said in the player's words. */

import assert from "node:assert/strict";
import {test} from "node:test";

Object.defineProperty(globalThis, "localStorage", {value: {getItem: () => null, setItem() {}}, configurable: true});
Object.defineProperty(globalThis, "document", {value: {documentElement: {lang: ""}}, configurable: true});

const {problemWords} = await import("../web/parts/problem_message.js");
const {speak} = await import("../web/words.js");

test("what the server says in the language of the page is said so", async () => {
  await speak("de");
  assert.equal(problemWords({code: "turn_closed", detail: "Zug 3 ist geschlossen."}), "Zug 3 ist geschlossen.");
});

test("what the server says to programs is said in the player's words", async () => {
  await speak("de");
  assert.equal(problemWords({code: "token_expired", detail: "Das Token ist abgelaufen."}), "Du bist abgemeldet. Melde dich wieder an.");
  await speak("en");
  assert.equal(problemWords({code: "token_expired", detail: "The token has expired."}), "You have been signed out. Sign in again.");
});
