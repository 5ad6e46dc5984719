/** One stream for all tabs of a browser: who holds it, who hears it, and what happens when it changes hands. */

import assert from "node:assert/strict";
import {after, beforeEach, test} from "node:test";

/** Locks as a browser has them: by name, in turn, and one can be stolen. */
const held = new Map();
const queues = new Map();
const locks = {
  request(name, {ifAvailable, steal, signal}, use) {
    return new Promise((done, refuse) => {
      const wish = {use, done, refuse, isStolen: false};
      if (steal && held.has(name)) {
        held.get(name).refuse(new DOMException("stolen", "AbortError"));
        held.delete(name);
      }
      if (!held.has(name)) return void grant(name, wish);
      if (ifAvailable) return void Promise.resolve(use(null)).then(done);
      queues.set(name, [...(queues.get(name) ?? []), wish]);
      signal.addEventListener("abort", () => {
        queues.set(name, queues.get(name).filter((one) => one !== wish));
        refuse(signal.reason);
      });
    });
  },
};
function grant(name, wish) {
  held.set(name, wish);
  void Promise.resolve(wish.use({name})).then(() => {
    wish.done();
    if (held.get(name) !== wish) return;
    held.delete(name);
    const [next, ...others] = queues.get(name) ?? [];
    queues.set(name, others);
    if (next) grant(name, next);
  });
}

const document = {documentElement: {lang: "en"}, hidden: false, addEventListener: () => {}, removeEventListener: () => {}};
const globals = {
  sessionStorage: {getItem: () => null, setItem: () => {}, removeItem: () => {}},
  document,
  navigator: {languages: [], locks},
  window: {addEventListener: () => {}, removeEventListener: () => {}},
};
for (const [name, value] of Object.entries(globals)) Object.defineProperty(globalThis, name, {value, configurable: true, writable: true});

const token = await import("../web/token.js");
let tabs = 0;
/** A tab that hears a feed: what it was told, and what closes it. */
async function tab(name = "/me") {
  const {watch} = await import(`../web/feeds.js?${(tabs += 1)}`);
  const told = [];
  const stop = watch(name, {
    events: (some) => told.push(...some.map((one) => one.number)),
    state: () => {},
    began: (number) => told.push(`after ${number}`),
  });
  ends.push(stop);
  return {told, stop};
}
let ends = [];

/** Streams that are open: their addresses, and what is sent through them. */
let streams = [];
let asked = [];
const encoder = new TextEncoder();
const event = (number) => `id: ${number}\ndata: ${JSON.stringify({number})}\n\n`;
function sent(...numbers) {
  for (const {out} of streams) out.enqueue(encoder.encode(numbers.map(event).join("")));
}
/** Messages between tabs and promises have come through. */
const settled = () => new Promise((done) => setTimeout(done, 20));

// An open channel keeps the process alive.
after(() => ends.forEach((stop) => stop()));

beforeEach(async () => {
  for (const stop of ends) stop();
  await settled();
  ends = [];
  streams = [];
  asked = [];
  document.hidden = false;
  navigator.locks = locks;
  token.keep({token: "tideo_a", username: "ann"});
  globalThis.fetch = async (path, {signal}) => {
    asked.push(path.replace("/api/v1", ""));
    if (!path.includes("/stream")) return Response.json({results: [], last: 7});
    let one;
    const body = new ReadableStream({start: (out) => void streams.push((one = {path, out}))});
    signal.addEventListener("abort", () => {
      streams = streams.filter((other) => other !== one);
      one.out.error(signal.reason);
    });
    one.out.enqueue(encoder.encode("id: 7\n\n: last 7\n\n"));
    return new Response(body);
  };
});

test("eight tabs hold one stream, and each hears all of it once", async () => {
  const all = [];
  for (let n = 0; n < 8; n += 1) all.push(await tab());
  await settled();
  sent(8, 9);
  sent(10);
  await settled();
  assert.equal(streams.length, 1);
  for (const {told} of all) assert.deepEqual(told, ["after 7", 8, 9, 10]);
});

test("who closes hands the stream over, and it goes on where it was", async () => {
  const first = await tab();
  const second = await tab();
  await settled();
  sent(8);
  await settled();
  first.stop();
  await settled();
  assert.deepEqual(asked, ["/me/stream?after=latest", "/me/stream?after=8"]);
  sent(9);
  await settled();
  assert.deepEqual(second.told, ["after 7", 8, 9]);
});

test("a hidden tab hands over to one that is looked at, and not to another hidden one", async () => {
  document.hidden = true;
  await tab();
  await tab();
  await settled();
  assert.deepEqual(asked, ["/me/stream?after=latest"]);
  // Each tab asks as it is shown; here all share one document.
  document.hidden = false;
  const shown = await tab();
  document.hidden = true;
  await settled();
  assert.equal(streams.length, 1);
  assert.equal(asked.length, 2);
  sent(8);
  await settled();
  assert.deepEqual(shown.told, ["after 7", 8]);
});

test("what a tab has missed it is told to read", async () => {
  const channel = new BroadcastChannel("tide-feed ann /me");
  document.hidden = true;
  held.set("tide-feed ann /me", {refuse: () => {}});
  const {told} = await tab();
  channel.postMessage({type: "state", state: "live", at: 3});
  channel.postMessage({type: "events", from: 3, some: [{number: 4}]});
  channel.postMessage({type: "events", from: 6, some: [{number: 8}]});
  channel.postMessage({type: "events", from: 7, some: [{number: 8}, {number: 9}]});
  await settled();
  assert.deepEqual(told, ["after 3", 4, "after 8", 9]);
  held.delete("tide-feed ann /me");
  channel.close();
});

test("a leader that does not answer loses the stream", async (context) => {
  context.mock.timers.enable({apis: ["setTimeout"]});
  held.set("tide-feed ann /me", {refuse: () => {}});
  await tab();
  context.mock.timers.tick(5001);
  context.mock.timers.reset();
  await settled();
  assert.equal(streams.length, 1);
  // The one from which it was taken waits for its turn.
  locks.request("tide-feed ann /me", {steal: true}, () => settled().then(settled));
  await settled();
  assert.equal(streams.length, 0);
  await settled().then(settled);
  assert.equal(streams.length, 1);
});

test("another player hears nothing of it", async () => {
  const hers = await tab();
  token.keep({token: "tideo_b", username: "bob"});
  const his = await tab();
  await settled();
  streams[0].out.enqueue(encoder.encode(event(8)));
  await settled();
  assert.equal(streams.length, 2);
  assert.deepEqual([hers.told, his.told], [["after 7", 8], ["after 7"]]);
});

test("of games that are watched two are streamed, and the next is asked for", async () => {
  for (const game of ["a", "b", "c", "c"]) await tab(`/games/${game}`);
  await settled();
  assert.deepEqual(streams.map(({path}) => path.split("/")[4]), ["a", "b"]);
  assert.deepEqual(asked.slice(2), ["/games/c/events?after=latest"]);
});

test("where there are no locks no connection is held", async () => {
  navigator.locks = undefined;
  const {told} = await tab();
  await settled();
  assert.deepEqual([asked, told], [["/me/events?after=latest"], ["after 7"]]);
});
