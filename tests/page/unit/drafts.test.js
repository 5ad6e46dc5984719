/** Drafts belong to one player: dropped at signing out, kept under a new name. */

import assert from "node:assert/strict";
import {beforeEach, test} from "node:test";

class Kept {
  getItem(name) { return this[name] ?? null; }
  setItem(name, value) { this[name] = value; }
  removeItem(name) { delete this[name]; }
}
for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(globalThis, name, {value: new Kept(), configurable: true});

const {dropDrafts, renameDrafts} = await import("../web/drafts.js");

beforeEach(() => {
  Object.assign(localStorage, {"tide-draft ann g1 note": '"low water"', "tide-draft anna g1 note": '"high water"', "tide-theme": "dark"});
});

test("signing out drops the drafts of that player alone", () => {
  dropDrafts("ann");
  assert.deepEqual(Object.keys(localStorage), ["tide-draft anna g1 note", "tide-theme"]);
});

test("a player who is called otherwise keeps hers", () => {
  renameDrafts("ann", "eve");
  assert.equal(localStorage["tide-draft eve g1 note"], '"low water"');
  assert.equal(localStorage["tide-draft ann g1 note"], undefined);
});
