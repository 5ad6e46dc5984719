/**
 * Feeds that all tabs of a browser share: one tab holds the stream and tells the others what it hears.
 *
 * A browser opens six connections to a server over HTTP/1.1, and each stream takes one for good. The tab with the
 * feed's lock leads. It hands over when it closes or freezes, or when it is hidden and a tab that is looked at asks.
 * Why so: docs/decisions/streams.md.
 */

import {follow} from "./stream.js";
import {username} from "./token.js";

/** @typedef {import("./stream.js").Event} Event */
/** @typedef {"/me" | `/games/${string}`} Name */
/**
 * @typedef {{events: (some: Event[]) => void, state: (now: "live" | "off") => void, began: (number: number) => void}} Hooks
 * `began`: all events after this number will be told; what was before has to be read.
 *
 * @typedef {{type: "events", from: number, some: Event[]} | {type: "state", state: "live" | "off" | null, at: number | null}
 *   | {type: "who"} | {type: "hidden"}} Message
 * What tabs say to each other: news, how the leader gets on, who leads, and that the leader is not looked at any longer.
 */

/** Milliseconds after which a leader that does not answer is frozen. */
const ANSWER_TIMEOUT = 5000;
/** Streams of games that are watched, and of players' own feeds; more of either are asked for now and then. */
const MAX_STREAMS = 2;
/** What ends a turn at leading when it comes to a page that is kept for the way back, or put to sleep. */
const ENDS = ["pagehide", "freeze"];
const GOES_ON = ["pageshow", "resume"];

/** @type {Map<string, ReturnType<typeof share>>} */
const shared = new Map();

/** Hear what happens from now on in the player's feed, or in a game that is watched. Gives what ends it. @param {Name} name @param {Hooks} hooks */
export function watch(name, hooks) {
  const key = `tide-feed ${username() ?? ""} ${name}`;
  const feed = shared.get(key) ?? share(name, key);
  shared.set(key, feed);
  feed.add(hooks);
  return () => {
    if (feed.remove(hooks) > 0) return;
    feed.close();
    if (shared.get(key) === feed) shared.delete(key);
  };
}

/** @param {Name} name @param {string} key */
function share(name, key) {
  /** @type {Set<Hooks>} */
  const hearing = new Set();
  /** The newest event that was told here; null before it is known where the feed begins. @type {number | null} */
  let at = null;
  /** @type {"live" | "off" | null} */
  let state = null;
  /** What ends the leading of this tab. @type {AbortController | null} */
  let leading = null;
  /** What ends the waiting for the lock. @type {AbortController | null} */
  let waiting = null;
  let alarm = 0;
  let isClosed = false;
  // There are none over http but on this machine itself: then each tab asks now and then, while it is looked at.
  /** @type {LockManager | null} */
  let locks = navigator.locks ?? null;
  const channel = locks && new BroadcastChannel(key);

  const postState = () => channel?.postMessage(/** @type {Message} */ ({type: "state", state, at}));

  /** @param {number} number */
  function begin(number) {
    at = number;
    for (const one of hearing) one.began(number);
  }

  /** @param {"live" | "off"} now */
  function tellState(now) {
    state = now;
    for (const one of hearing) one.state(now);
  }

  /** Tell what is new of these, which follow `from`. @param {number | null} from @param {Event[]} some */
  function tell(from, some) {
    const last = some.at(-1)?.number ?? 0;
    if (at === null || from === null || from > at) return begin(Math.max(last, at ?? 0));
    const before = at;
    const fresh = some.filter((one) => one.number > before);
    at = Math.max(at, last);
    if (fresh.length) for (const one of hearing) one.events(fresh);
  }

  const ours = {
    /** @param {Event[]} some */
    events(some) {
      const from = at;
      tell(from, some);
      if (at !== null) channel?.postMessage(/** @type {Message} */ ({type: "events", from: from ?? at, some}));
    },
    /** @param {"live" | "off"} now */
    state(now) {
      tellState(now);
      postState();
    },
    /** @param {number} number */
    began(number) {
      if (at === null) begin(number);
      postState();
    },
  };

  /** Hold the stream, until this ends. */
  function lead() {
    if (isClosed || leading) return;
    clearTimeout(alarm);
    const turn = new AbortController();
    leading = turn;
    const {signal} = turn;
    let stop = () => {};
    postState();
    void hasRoom(name === "/me" ? "own" : "watched", signal).then((isStream) => {
      if (!signal.aborted) stop = follow(name, at ?? "latest", ours, {isStream});
    });
    return new Promise((done) => signal.addEventListener("abort", () => {
      stop();
      if (leading === turn) leading = null;
      done(null);
    }));
  }

  /** @param {LockOptions} how */
  async function ask(how) {
    let isGranted = false;
    await locks?.request(key, how, (lock) => {
      isGranted = lock !== null;
      return lock ? lead() : undefined;
    }).catch((/** @type {unknown} */ problem) => {
      if (isGranted) return lost();
      // It is not waited for any longer, or a browser that blocks cookies refuses locks: then each tab asks for itself.
      if (problem instanceof DOMException && problem.name === "AbortError") return;
      locks = null;
      seek();
    });
  }

  /** Another tab has taken the lock, because this one has not answered. */
  function lost() {
    leading?.abort();
    if (!document.hidden) seek();
  }

  function steal() {
    waiting?.abort();
    void ask({steal: true});
  }

  /** Lead, or hear who does. */
  function seek() {
    if (isClosed || leading) return;
    if (!locks) return void (document.hidden || lead());
    channel?.postMessage(/** @type {Message} */ ({type: "who"}));
    if (document.hidden) return void (name === "/me" && ask({ifAvailable: true}));
    clearTimeout(alarm);
    alarm = setTimeout(steal, ANSWER_TIMEOUT);
    if (waiting) return;
    const turn = new AbortController();
    waiting = turn;
    void ask({signal: turn.signal}).finally(() => {
      if (waiting === turn) waiting = null;
    });
  }

  function giveUp() {
    clearTimeout(alarm);
    waiting?.abort();
    leading?.abort();
  }

  function looked() {
    if (!document.hidden) return seek();
    if (!leading || name !== "/me" || !locks) return giveUp();
    channel?.postMessage(/** @type {Message} */ ({type: "hidden"}));
  }

  /** @param {{data: Message}} message */
  function heard({data}) {
    if (data.type === "who") {
      if (!leading) return;
      if (document.hidden) leading.abort();
      else postState();
    } else if (data.type === "hidden") seek();
    else if (!leading) {
      clearTimeout(alarm);
      if (data.type === "events") return tell(data.from, data.some);
      if (data.at !== null && (at === null || data.at > at)) begin(data.at);
      if (data.state && data.state !== state) tellState(data.state);
    }
  }

  if (channel) channel.onmessage = heard;
  document.addEventListener("visibilitychange", looked);
  for (const one of ENDS) window.addEventListener(one, giveUp, true);
  for (const one of GOES_ON) window.addEventListener(one, seek, true);
  seek();

  return {
    /** @param {Hooks} hooks */
    add(hooks) {
      hearing.add(hooks);
      queueMicrotask(() => {
        if (!hearing.has(hooks)) return;
        if (state) hooks.state(state);
        if (at !== null) hooks.began(at);
      });
    },
    /** Gives how many are left. @param {Hooks} hooks */
    remove(hooks) {
      hearing.delete(hooks);
      return hearing.size;
    },
    close() {
      isClosed = true;
      giveUp();
      channel?.close();
      document.removeEventListener("visibilitychange", looked);
      for (const one of ENDS) window.removeEventListener(one, giveUp, true);
      for (const one of GOES_ON) window.removeEventListener(one, seek, true);
    },
  };
}

/** Whether there is room for one more stream of this kind. It is kept until the signal. @param {"own" | "watched"} kind @param {AbortSignal} signal */
async function hasRoom(kind, signal) {
  for (let n = 0; navigator.locks && n < MAX_STREAMS && !signal.aborted; n += 1) {
    /** @type {boolean} */
    const isFree = await new Promise((found) => {
      const over = new Promise((done) => signal.addEventListener("abort", done));
      void navigator.locks.request(`tide-stream ${kind} ${n}`, {ifAvailable: true}, (lock) => {
        found(lock !== null);
        return lock && over;
      }).catch(() => found(false));
    });
    if (isFree) return true;
  }
  return false;
}
