/** What ends when a player signs out: her token, the session of the server's own pages, notices in this browser. */

import assert from "node:assert/strict";
import {beforeEach, test} from "node:test";

const storage = () => {
  const kept = new Map();
  return {getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value), removeItem: (name) => kept.delete(name)};
};
const went = [];
const pushes = {subscription: null};
const worker = {pushManager: {getSubscription: async () => pushes.subscription}};
/** As where a browser keeps nothing. */
const nothing = () => {
  const asked = {error: new Error("nothing is kept")};
  queueMicrotask(() => asked.onerror());
  return asked;
};
const globals = {
  indexedDB: {open: nothing},
  sessionStorage: storage(),
  localStorage: storage(),
  document: {cookie: "a=b; csrftoken=key-of-ann", documentElement: {lang: ""}},
  location: {pathname: "/settings", search: "", origin: "https://tide.example", assign: (where) => went.push(where)},
  history: {pushState() {}, replaceState() {}},
  window: {scrollTo() {}, isSecureContext: true, PushManager: {}, Notification: {permission: "granted"}},
  Notification: {permission: "granted"},
  navigator: {languages: [], serviceWorker: {register: async () => worker, ready: Promise.resolve(worker)}},
};
for (const [name, value] of Object.entries(globals)) Object.defineProperty(globalThis, name, {value, configurable: true});

const {read} = await import("../web/api.js");
const {beginSignIn, leave} = await import("../web/sign_in.js");
const {addReceiver} = await import("../web/push/receivers.js");
const {renew} = await import("../web/renewal.js");
const token = await import("../web/token.js");
const {addFate, fatesOfMoves, renameFates} = await import("../web/unsent.js");

/** What was called since the test began. @type {{method: string, path: string, sent: any}[]} */
let called = [];
/** Answers by path; any other call finds no connection. */
let answers = {};
const LEFT = {"/account/logout/": () => ({type: "opaqueredirect"})};
const paths = () => called.map(({method, path}) => `${method} ${path}`);
const settled = () => new Promise((done) => setTimeout(done));

beforeEach(() => {
  called = [];
  answers = {};
  went.length = 0;
  pushes.subscription = null;
  localStorage.removeItem("tide-session-to-end");
  localStorage.removeItem("tide-receivers");
  globalThis.fetch = async (path, sent = {}) => {
    called.push({method: sent.method ?? "GET", path, sent});
    if (!(path in answers)) throw new TypeError("no connection");
    return answers[path]();
  };
  token.keep({token: "tideo_a", username: "ann", refresh: "tider_a"});
});

test("signing out ends the token and the session of the server's own pages", async () => {
  answers = {...LEFT, "/oauth/revoke": () => new Response()};
  await leave();
  await settled();
  assert.equal(token.token(), null);
  assert.deepEqual(paths().sort(), ["POST /account/logout/", "POST /oauth/revoke"]);
  const {sent} = called.find(({path}) => path === "/account/logout/");
  assert.deepEqual([sent.headers["X-CSRFToken"], sent.credentials], ["key-of-ann", "same-origin"]);
  await beginSignIn();
  assert.match(went[0], /^\/oauth\/authorize\?/);
});

test("a session that could not be ended is ended before the next one signs in", async () => {
  await leave();
  await settled();
  assert.equal(token.token(), null);
  await beginSignIn();
  // Its own page ends it by a press, and then leads on.
  assert.match(went.pop(), /^\/account\/logout\/\?next=%2Foauth%2Fauthorize/);
  answers = LEFT;
  await beginSignIn({isNew: true});
  assert.match(went.pop(), /^\/account\/signup\/\?next=/);
});

test("a guest who leaves ends nobody's session", async () => {
  token.keep({token: "tide_g", username: "guest-1"});
  await leave();
  await settled();
  assert.deepEqual(paths(), []);
});

/** A subscription of this browser, which notes that it has ended. */
const subscribed = () => (pushes.subscription = {isOver: false, async unsubscribe() { this.isOver = true; }});
const notFound = () => Response.json({code: "receiver_not_found", status: 404, detail: "No.", instance: "x"}, {status: 404});

test("her receiver is deleted and the browser unsubscribed before her token ends", async () => {
  const there = subscribed();
  addReceiver("hers");
  answers = {...LEFT, "/api/v1/me/receivers/hers": () => new Response(null, {status: 204}), "/oauth/revoke": () => new Response()};
  await leave();
  assert.equal(paths()[0], "DELETE /api/v1/me/receivers/hers");
  assert.equal(called[0].sent.headers.Authorization, "Bearer tideo_a");
  assert.ok(there.isOver);
});

test("another player's notices in this browser go on, unless hers cannot be ended otherwise", async () => {
  const there = subscribed();
  addReceiver("hers");
  addReceiver("bobs");
  answers = {...LEFT, "/api/v1/me/receivers/hers": () => new Response(null, {status: 204}), "/api/v1/me/receivers/bobs": notFound};
  await leave();
  assert.equal(there.isOver, false);
  token.keep({token: "tideo_b", username: "bob", refresh: "tider_b"});
  answers = {};
  await leave();
  assert.ok(there.isOver);
  assert.equal(token.token(), null);
});

test("a push service that does not answer keeps nobody from signing out", async (t) => {
  t.mock.timers.enable({apis: ["setTimeout"]});
  pushes.subscription = {unsubscribe: () => new Promise(() => {})};
  let isOver = false;
  void leave().then(() => (isOver = true));
  for (; !isOver; await new Promise((done) => setImmediate(done))) t.mock.timers.tick(1000);
  assert.equal(token.token(), null);
});

test("a busy server signs nobody out: her token is renewed another time", async () => {
  for (const status of [429, 500, 503]) {
    answers = {
      "/api/v1/me": () => Response.json({code: "token_expired", status: 401, detail: "No.", instance: "x"}, {status: 401}),
      "/oauth/token": () => Response.json({error: "temporarily_unavailable"}, {status}),
    };
    assert.equal((await read("/me")).problem.code, "offline");
    await assert.rejects(renew());
    assert.equal(token.refreshToken(), "tider_a");
  }
  answers["/oauth/token"] = () => Response.json({access_token: "tideo_b", refresh_token: "tider_b"});
  assert.equal(await renew(), true);
  assert.equal(token.refreshToken(), "tider_b");
  answers["/oauth/token"] = () => Response.json({error: "invalid_grant"}, {status: 400});
  assert.equal((await read("/me")).problem.code, "token_expired");
  assert.equal(token.token(), null);
});

test("a token that comes after she has signed out is ended and not kept", async () => {
  answers = {
    "/oauth/token": () => {
      token.forget();
      return Response.json({access_token: "tideo_late"});
    },
    "/oauth/revoke": () => new Response(),
  };
  assert.equal(await renew(), false);
  assert.equal(token.token(), null);
  assert.equal(called.at(-1).sent.body.get("token"), "tideo_late");
});

test("what became of a move is told to its player alone, whatever she is called", () => {
  const told = () => fatesOfMoves().map(({move}) => move.words);
  addFate({player: "ann", game: "g", ruleset: "r", turn: 1, seat: 0, action: {type: "play"}, words: "card 44"}, {fate: "sealed"});
  assert.deepEqual(told(), ["card 44"]);
  renameFates("ann", "eve");
  token.keep({token: "tideo_a", username: "eve", refresh: "tider_a"});
  assert.deepEqual(told(), ["card 44"]);
  token.keep({token: "tide_g", username: "guest-1"});
  assert.deepEqual(told(), []);
  token.forget();
  assert.deepEqual(told(), []);
});
