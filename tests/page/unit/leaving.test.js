/** Who is signed in in this browser, and what ends when they sign out: the session with its tokens, and notices here. */

import assert from "node:assert/strict";
import {beforeEach, test} from "node:test";

const storage = () => {
  const kept = new Map();
  return {getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value), removeItem: (name) => kept.delete(name)};
};
const cookies = new Map();
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
  document: {
    documentElement: {lang: ""},
    get cookie() {
      return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    },
    set cookie(text) {
      assert.match(text, /Max-Age=0/);
      cookies.delete(text.split("=")[0]);
    },
  },
  location: {pathname: "/settings", search: "", origin: "https://tide.example", assign: (where) => went.push(where)},
  history: {pushState() {}, replaceState() {}},
  window: {scrollTo() {}, PushManager: {}, Notification: {permission: "granted"}},
  Notification: {permission: "granted"},
  navigator: {languages: [], serviceWorker: {register: async () => worker, ready: Promise.resolve(worker)}},
};
for (const [name, value] of Object.entries(globals)) Object.defineProperty(globalThis, name, {value, configurable: true});

const {act, read} = await import("../web/api.js");
const {endSessionLeft} = await import("../web/session.js");
const {beginSignIn, leave, playAsGuest} = await import("../web/sign_in.js");
const {cookie, deleteCookie, storageFault, tab} = await import("../web/storage.js");
const {addReceiver} = await import("../web/push/receivers.js");
const {authorized, renew} = await import("../web/session.js");
const token = await import("../web/token.js");
const {addSendOutcome, sendOutcomes, renameSendOutcomes} = await import("../web/move_queue.js");

/** What was called since the test began. @type {{method: string, path: string, sent: any}[]} */
let called = [];
/** Answers by path; any other call finds no connection. */
let answers = {};
const LEFT = {"/session/end": () => new Response(null, {status: 204})};
const given = (username, access_token, expires_in = 3600) => () => Response.json({username, access_token, expires_in});
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
  cookies.clear();
  cookies.set("a", "b").set("csrftoken", "key-of-ann").set("tide_player", "m1.ann");
  token.keep({token: "tideo_a", username: "ann", mark: "m1"});
});

test("signing out ends the session, and with it the token", async () => {
  answers = LEFT;
  assert.equal(await leave(), true);
  await settled();
  assert.equal(token.token(), null);
  assert.deepEqual(paths(), ["POST /session/end"]);
  assert.deepEqual([called[0].sent.headers["X-CSRFToken"], called[0].sent.credentials], ["key-of-ann", "same-origin"]);
  await beginSignIn();
  assert.equal(went[0], "/account/login/?next=%2Fsettings");
});

test("a session that could not be ended is no tab's any more, and is ended before the next one signs in", async () => {
  await leave();
  await settled();
  assert.equal(token.token(), null);
  // A page of the account has set it again.
  cookies.set("tide_player", "m1.ann");
  assert.equal(token.sessionPlayer(), null);
  await beginSignIn();
  // Its own page ends it by a press, and then leads on.
  assert.match(went.pop(), /^\/account\/logout\/\?next=%2Faccount%2Flogin/);
  answers = LEFT;
  await beginSignIn({isNew: true});
  assert.match(went.pop(), /^\/account\/signup\/\?next=/);
  await leave();
  called = [];
  // The one that begins after it is none that was left.
  localStorage.setItem("tide-session-to-end", "m1");
  cookies.set("tide_player", "m2.bob");
  assert.equal(await endSessionLeft(), true);
  assert.deepEqual(paths(), []);
});

test("a guest begins once the session before has ended, and not at all while that cannot be told", async () => {
  let end = () => {};
  answers = {
    "/session/end": () => new Promise((done) => (end = () => done(new Response(null, {status: 204})))),
    "/session/guest": () => {
      cookies.set("tide_player", "m2.guest-1");
      return given("guest-1", "tideo_g")();
    },
  };
  await leave();
  const began = playAsGuest();
  await settled();
  assert.deepEqual(paths(), ["POST /session/end"]);
  end();
  assert.equal((await began).ok, true);
  assert.deepEqual(paths(), ["POST /session/end", "POST /session/guest"]);
  assert.equal(token.username(), "guest-1");
  answers = {};
  await leave();
  const refused = await playAsGuest();
  assert.equal(refused.problem.code, "offline");
  assert.ok(!paths().slice(2).includes("POST /session/guest"));
});

test("nobody plays where the session has ended before its guest came", async () => {
  answers = {"/session/guest": () => new Response(null, {status: 204})};
  token.forget();
  assert.equal((await playAsGuest()).problem.code, "offline");
});

test("a guest whom this page alone knows ends nobody's session", async () => {
  cookies.delete("tide_player");
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
  answers = {...LEFT, "/api/v1/me/receivers/hers": () => new Response(null, {status: 204})};
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
  token.keep({token: "tideo_b", username: "bob", mark: "m1"});
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

test("a busy server signs nobody out: another token comes another time", async () => {
  const gone = () => Response.json({code: "token_expired", status: 401, detail: "No.", instance: "x"}, {status: 401});
  for (const status of [429, 500, 503]) {
    answers = {"/api/v1/me": gone, "/session/token": () => Response.json({}, {status})};
    assert.equal((await read("/me")).problem.code, "offline");
    await assert.rejects(renew());
    assert.equal(token.username(), "ann");
  }
  answers["/session/token"] = given("ann", "tideo_b");
  assert.equal(await renew(), true);
  assert.equal(token.token(), "tideo_b");
  answers["/session/token"] = () => new Response(null, {status: 204});
  assert.equal((await read("/me")).problem.code, "token_expired");
  assert.deepEqual([token.token(), token.lostPlayer()], [null, "ann"]);
});

test("a new tab asks for a token before its first call, and again before that has run out", async () => {
  token.keep({token: "tideo_a", username: "ann", mark: "m1", until: Date.now() - 1});
  answers = {"/session/token": given("ann", "tideo_b", 20), "/api/v1/me": () => Response.json({username: "ann"})};
  await Promise.all([read("/me"), read("/me")]);
  assert.deepEqual(paths(), ["POST /session/token", "GET /api/v1/me", "GET /api/v1/me"]);
  assert.equal(called[1].sent.headers.Authorization, "Bearer tideo_b");
  // What is good for less than half a minute more is good for no call.
  await authorized();
  assert.equal(paths().at(-1), "POST /session/token");
});

test("a token that comes after the player has signed out is not kept", async () => {
  answers = {
    ...LEFT,
    "/session/token": () => {
      cookies.delete("tide_player");
      return given("ann", "tideo_late")();
    },
  };
  assert.equal(await renew(), false);
  token.checkPlayer();
  assert.deepEqual([token.token(), token.lostPlayer()], [null, "ann"]);
});

test("without the cookie against forgery it is asked for, and the call made again", async () => {
  cookies.delete("csrftoken");
  let asked = 0;
  const forged = () => Response.json({code: "permission_denied", status: 403}, {status: 403});
  answers["/session/token"] = () => (++asked === 4 ? given("ann", "tideo_c")() : forged());
  assert.equal(await renew(), true);
  assert.deepEqual(paths(), ["GET /session/token", "POST /session/token", "GET /session/token", "POST /session/token"]);
});

test("a card that one player chose is not sealed by another who has signed in meanwhile", async () => {
  const told = [];
  const stop = token.watchPlayer(() => told.push(token.username()));
  cookies.set("tide_player", "m2.bob");
  answers = {"/session/token": given("bob", "tideo_b"), "/api/v1/games": () => Response.json({id: "g"}, {status: 201})};
  const said = await act("POST", "/games", {}, {});
  assert.equal(said.problem.code, "player_changed");
  assert.match(said.problem.detail, /bob is signed in on this browser now/);
  assert.ok(!paths().includes("POST /api/v1/games"));
  assert.deepEqual(told, ["bob"]);
  assert.equal(token.replacedPlayer(), "ann");
  token.knowReplaced();
  assert.deepEqual([told.length, token.replacedPlayer()], [2, null]);
  assert.equal((await act("POST", "/games", {}, {})).ok, true);
  // The same session under another name is the same player.
  cookies.set("tide_player", "m2.eve");
  assert.equal((await act("POST", "/games", {}, {})).ok, true);
  assert.equal(token.username(), "eve");
  stop();
});

test("where the browser keeps nothing, the page goes on, and knows why", () => {
  const kinds = [["SecurityError", "blocked"], ["QuotaExceededError", "full"]];
  for (const [name, why] of kinds) {
    const refuse = () => {
      throw new DOMException("No.", name);
    };
    const kept = {getItem: () => null, setItem: refuse, removeItem: refuse};
    Object.defineProperty(globalThis, "sessionStorage", {value: kept, configurable: true});
    tab.writeJson("one", {a: 1});
    assert.deepEqual(tab.readJson("one"), {a: 1});
    assert.equal(storageFault(), why);
    tab.remove("one");
    assert.equal(tab.readJson("one"), null);
  }
  const refuse = () => {
    throw new DOMException("No.", "SecurityError");
  };
  const before = Object.getOwnPropertyDescriptor(document, "cookie");
  Object.defineProperty(document, "cookie", {get: refuse, set: refuse, configurable: true});
  assert.equal(cookie("a"), null);
  deleteCookie("a");
  Object.defineProperty(document, "cookie", before);
});

test("what became of a move is told to its player alone, whatever she is called", () => {
  const told = () => sendOutcomes().map(({move}) => move.words);
  addSendOutcome({player: "ann", game: "g", ruleset: "r", turn: 1, seat: 0, action: {type: "play"}, words: "card 44"}, {result: "sealed"});
  assert.deepEqual(told(), ["card 44"]);
  renameSendOutcomes("ann", "eve");
  token.keep({token: "tideo_a", username: "eve", mark: "m1"});
  assert.deepEqual(told(), ["card 44"]);
  token.keep({token: "tide_g", username: "guest-1"});
  assert.deepEqual(told(), []);
  token.forget();
  assert.deepEqual(told(), []);
});
