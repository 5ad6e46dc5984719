/** What others do that comes as a toast, and where it does not. */

import assert from "node:assert/strict";
import {test} from "node:test";

Object.defineProperty(globalThis, "document", {value: {documentElement: {lang: "en"}}, configurable: true});
Object.defineProperty(globalThis, "location", {value: {pathname: "/game/old"}, configurable: true});
const {toastOf} = await import("../web/toasts.js");

test("a message, an invitation and a wish for a rematch are toasts, but not at the table that has ended", () => {
  const invited = (rematch_of) => toastOf({type: "invited", data: {game: "new", player: "bob", rematch_of}});
  assert.deepEqual(toastOf({type: "message_written", data: {game: "one", player: "bob"}}), {text: "bob has written to you.", game: "one"});
  assert.equal(invited(null)?.text, "bob invites you to a table.");
  assert.deepEqual(invited("another"), {text: "bob wants a rematch.", game: "new"});
  assert.equal(invited("old"), null);
  assert.equal(toastOf({type: "sealed", data: {seat: 1}}), null);
});
