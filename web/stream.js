/**
 * The events of a feed: a stream by `fetch`, and long polls where that does not work.
 *
 * `state` says how it goes: "live" while connected, "off" while not.
 */

import {isServers} from "./connection.js";
import {authorized, renew} from "./session.js";
import {forget, username} from "./token.js";

/** @typedef {Api.LoggedEvent} Event */
/**
 * @typedef {{events: (some: Event[]) => void, state: (now: "live" | "off") => void, began: (number: number) => void}} Hooks
 * `began`: where the feed begins, and nothing is left out after that.
 */

const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 30_000;
const SILENT = 70_000;
/** Seconds that a poll waits for news. */
const POLL = 25;
/** Milliseconds between polls that hold no connection. */
const QUIET_PAUSE = 5000;
const MOST_POLLS = 20;

/**
 * Follow a feed from after this number on. Gives what ends it.
 *
 * @param {"/me" | `/games/${string}`} feed
 * @param {number | "latest"} after
 * @param {Hooks} hooks
 * @param {{isStream?: boolean}} [how] Without a stream it asks now and then.
 */
export function follow(feed, after, hooks, {isStream = true} = {}) {
  const gone = new AbortController();
  void (isStream ? keepOn : keepAsking)(feed, {after}, hooks, gone.signal);
  return () => gone.abort();
}

/**
 * @param {string} feed
 * @param {{after: number | "latest"}} at
 * @param {Hooks} hooks
 * @param {AbortSignal} gone
 */
async function keepOn(feed, at, hooks, gone) {
  const whose = username();
  let pause = FIRST_PAUSE;
  let polls = 0;
  /** @type {typeof stream | typeof poll} */
  let way = stream;
  // The events of another player are not for this feed.
  while (!gone.aborted && username() === whose) {
    /** @type {"on" | "over" | "refused" | "lost"} */
    const went = await way(feed, at, hooks, gone).catch(() => "lost");
    if (gone.aborted || went === "over") return;
    if (went === "lost") hooks.state("off");
    // Where streams do not come through it goes on by asking, and now and then tries a stream again.
    polls = way === poll ? polls + 1 : 0;
    if (went !== "on" || polls === MOST_POLLS) way = way === stream ? poll : stream;
    pause = went === "on" ? FIRST_PAUSE : Math.min(2 * pause, LONGEST_PAUSE);
    await wait(pause, gone);
  }
}

/**
 * @param {string} feed
 * @param {{after: number | "latest"}} at
 * @param {Hooks} hooks
 * @param {AbortSignal} gone
 */
async function keepAsking(feed, at, hooks, gone) {
  const whose = username();
  while (!gone.aborted && username() === whose) {
    const went = await poll(feed, at, hooks, gone, 0).catch(() => "lost");
    if (gone.aborted) return;
    if (went === "lost") hooks.state("off");
    await wait(QUIET_PAUSE, gone);
  }
}

/** @param {number} ms @param {AbortSignal} gone */
function wait(ms, gone) {
  return new Promise((done) => {
    const timer = setTimeout(over, ms);
    gone.addEventListener("abort", over);
    function over() {
      clearTimeout(timer);
      gone.removeEventListener("abort", over);
      done(null);
    }
  });
}

/**
 * @param {string} feed
 * @param {{after: number | "latest"}} at
 * @param {Hooks} hooks
 * @param {AbortSignal} gone
 * @returns {Promise<"on" | "over" | "refused" | "lost">}
 */
async function stream(feed, at, hooks, gone) {
  const silent = new AbortController();
  const either = AbortSignal.any([gone, silent.signal]);
  const response = await fetch(`/api/v1${feed}/stream?after=${at.after}`, {
    headers: await authorized(),
    signal: either,
    cache: "no-store",
    credentials: "omit",
  });
  if (response.status === 204) return "over";
  if (response.status === 401) {
    if (!(await renew())) forget({isLost: true});
    return "on";
  }
  if (!isServers(response)) return "lost";
  if (!response.ok || !response.body) return "refused";
  hooks.state("live");
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  while (true) {
    // The server says something each half minute, be it only a colon.
    const watch = setTimeout(() => silent.abort(), SILENT);
    const {value, done} = await reader.read().finally(() => clearTimeout(watch));
    if (done) return "on";
    const messages = (rest + value).split("\n\n");
    rest = messages.pop() ?? "";
    if (at.after === "latest") began(at, hooks, firstId(messages));
    const found = messages.flatMap(parsed);
    const last = found.at(-1);
    if (last) {
      at.after = last.number;
      hooks.events(found);
    }
  }
}

/** The first number that is named, which is where the stream begins. @param {string[]} messages */
function firstId(messages) {
  const id = messages.flatMap((one) => one.split("\n")).find((line) => line.startsWith("id: "));
  return id === undefined ? null : Number(id.slice(4));
}

/** @param {{after: number | "latest"}} at @param {Hooks} hooks @param {number | null} number */
function began(at, hooks, number) {
  if (number === null) return;
  at.after = number;
  hooks.began(number);
}

/** The event in a message, if it has one. @param {string} message @returns {Event[]} */
export function parsed(message) {
  const data = message.split("\n").filter((line) => line.startsWith("data: "));
  return data.length ? [JSON.parse(data.map((line) => line.slice(6)).join("\n"))] : [];
}

/**
 * @param {string} feed
 * @param {{after: number | "latest"}} at
 * @param {Hooks} hooks
 * @param {AbortSignal} gone
 * @param {number} [patience] Seconds
 * @returns {Promise<"on" | "refused" | "lost">}
 */
async function poll(feed, at, hooks, gone, patience = POLL) {
  // Where it begins has to be known before there is anything to wait for.
  const query = at.after === "latest" || !patience ? "" : `&wait=${patience}`;
  const response = await fetch(`/api/v1${feed}/events?after=${at.after}${query}`, {
    headers: await authorized(),
    signal: gone,
    cache: "no-store",
    credentials: "omit",
  });
  if (!response.ok) return isServers(response) ? "refused" : "lost";
  hooks.state("live");
  const page = await response.json();
  if (at.after === "latest") began(at, hooks, page.last);
  if (page.results.length) hooks.events(page.results);
  at.after = page.results.at(-1)?.number ?? at.after;
  return "on";
}
