/** What a pushed notice looks like, and where a press on it leads. */

import assert from "node:assert/strict";
import {test} from "node:test";

import {goal, hearPushes, look, parsed} from "../web/worker/push.js";

const ORIGIN = "https://tide.example";
const NOTICE = {title: "Your move", body: "Turn the Tide", url: "/game/abc", tag: "abc", actions: [{action: "fallback", title: "Play 12"}]};

test("a notice that cannot be read is shown all the same", () => {
  for (const text of ["", "soon", "null", "[]", '{"title": 3}']) assert.deepEqual(parsed(text, "Pier"), {title: "Pier"});
  assert.deepEqual(parsed(JSON.stringify(NOTICE), "Pier"), NOTICE);
  assert.equal(look({title: "x"}).data.url, "/home");
});

test("a later notice about the same takes the place of the earlier, and is heard", () => {
  const {tag, renotify, actions, body} = look(NOTICE);
  assert.deepEqual({tag, renotify, actions, body}, {tag: "abc", renotify: true, actions: NOTICE.actions, body: "Turn the Tide"});
  // A browser refuses to renotify without a tag.
  assert.equal(look({title: "x"}).renotify, false);
});

test("a press leads to the notice's address on this server alone", () => {
  const pressed = (url) => goal({data: {url}, close() {}}, ORIGIN);
  assert.equal(pressed("/game/abc"), `${ORIGIN}/game/abc`);
  assert.equal(pressed("https://elsewhere.example/game/abc"), `${ORIGIN}/home`);
  assert.equal(pressed(undefined), `${ORIGIN}/home`);
});

/** A service worker's world, in which these windows are open. */
function world(windows) {
  const heard = {};
  const did = [];
  const shown = (url) => ({url, focus: async () => did.push(`focus ${url}`), postMessage: (what) => did.push(what)});
  hearPushes({
    addEventListener: (type, how) => (heard[type] = how),
    location: {origin: ORIGIN},
    registration: {showNotification: async (title, how) => did.push([title, how.tag])},
    clients: {matchAll: async () => windows.map(shown), openWindow: async (url) => did.push(`open ${url}`)},
  }, "Pier");
  return {
    did,
    async hears(type, event) {
      const work = [];
      heard[type]({...event, waitUntil: (one) => work.push(one)});
      await Promise.all(work);
      return did;
    },
  };
}
const press = (url) => ({notification: {data: {url}, close() {}}});

test("what is pushed is shown", async () => {
  const text = JSON.stringify(NOTICE);
  assert.deepEqual(await world([]).hears("push", {data: {text: () => text}}), [["Your move", "abc"]]);
  assert.deepEqual(await world([]).hears("push", {data: null}), [["Pier", ""]]);
});

test("a press opens a window, or goes on in one that is open", async () => {
  const game = `${ORIGIN}/game/abc`;
  assert.deepEqual(await world([]).hears("notificationclick", press("/game/abc")), [`open ${game}`]);
  assert.deepEqual(await world([`${ORIGIN}/home`, game]).hears("notificationclick", press("/game/abc")), [`focus ${game}`]);
  const went = await world([`${ORIGIN}/home`]).hears("notificationclick", press("/game/abc"));
  assert.deepEqual(went, [`focus ${ORIGIN}/home`, {go: game}]);
});

test("a press goes on in a window of the table alone, and opens one where there is none", async () => {
  const game = `${ORIGIN}/game/abc`;
  const beside = [`${ORIGIN}/docs/`, `${ORIGIN}/account/name/`, `${ORIGIN}/oauth/authorize?state=x`];
  assert.deepEqual(await world(beside).hears("notificationclick", press("/game/abc")), [`open ${game}`]);
  const went = await world([...beside, `${ORIGIN}/lobby?show=mine`]).hears("notificationclick", press("/game/abc"));
  assert.deepEqual(went, [`focus ${ORIGIN}/lobby?show=mine`, {go: game}]);
});
