/** Files that are asked for before their imports are found. */

import assert from "node:assert/strict";
import {beforeEach, test} from "node:test";

const parts = {
  pages: {lobby: ["lobby/index.js", "lobby/lobby.css"]},
  pictures: {turn_the_tide: ["games/turn_the_tide/index.js", "parts/choice.js"], high_tide: ["games/high_tide/index.js", "parts/choice.js"]},
};
let protocol = "h2";
const asked = [];
const head = {append: (link) => asked.push(`${link.rel} ${link.href.replace(/.*\/web\//, "")}`)};
const document = {head, getElementById: () => ({textContent: JSON.stringify(parts)}), createElement: () => ({})};
Object.defineProperty(globalThis, "document", {value: document, configurable: true});
Object.defineProperty(globalThis, "performance", {value: {getEntriesByType: () => [{nextHopProtocol: protocol}]}, configurable: true});
const loaded = (number) => import(`../web/preloads.js?${number}`);
beforeEach(() => asked.splice(0));

test("a page is asked for with all that it needs, once", async () => {
  const {preloadPage} = await loaded(1);
  preloadPage("lobby");
  preloadPage("lobby");
  preloadPage("nowhere");
  assert.deepEqual(asked, ["modulepreload lobby/index.js", "stylesheet lobby/lobby.css"]);
});

test("all pictures are asked for at once where that is cheap", async () => {
  protocol = "h2";
  (await loaded(2)).preloadAllPictures();
  assert.deepEqual(asked, ["games/turn_the_tide/index.js", "parts/choice.js", "games/high_tide/index.js"].map((one) => `modulepreload ${one}`));
});

test("over HTTP/1.1 only the picture that will be shown is asked for", async () => {
  protocol = "http/1.1";
  const {preloadAllPictures, preloadPicture} = await loaded(3);
  preloadAllPictures();
  assert.deepEqual(asked, []);
  preloadPicture("high_tide");
  assert.equal(asked.length, 2);
});
