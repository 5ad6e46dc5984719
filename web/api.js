/**
 * Calls of the public API, and none but documented ones: `tsc` knows every address from the document.
 *
 * A refusal is an answer like any other, with the problem that the server has sent (RFC 9457). What was read
 * before is asked for again by its tag, and an unchanged answer costs no body.
 */

import {isServers, noteDate, noted} from "./connection.js";
import {doOnce, forgetKey, keyOf} from "./idempotency.js";
import {takeEarlyResponse} from "./preloads.js";
import {authorized, renew} from "./session.js";
import {forget, player, token, username} from "./token.js";
import {spoken, t} from "./words.js";

const BASE = "/api/v1";
/** @type {Map<string, {tag: string, data: unknown}>} */
const known = new Map();
const MOST_KNOWN = 50;
/** What comes without a body. */
const EMPTY = [204, 304];
/** Milliseconds after which what was sent is said to have no answer. */
const ANSWER_TIMEOUT = 60_000;
/** How often the answer of a call with the same key is asked for while that is under way. */
const MAX_REPEATS = 5;

/** @typedef {{pointer?: string, code: string, detail: string}} Fault */
/**
 * @typedef {{code: string, status: number, detail: string, id: string | null, errors?: Fault[], wait?: number}} Problem
 * `wait`: after how many seconds it may be asked again, if the server says so.
 */
/** @typedef {{ok: true, status: number, headers: Headers, data: any}} Whole An answer that has come to its end. */
/** @template T @typedef {{ok: true, data: T} | {ok: false, problem: Problem}} Result */

/** The address of a call, with its parts filled in. @param {string} path @param {Record<string, string | number>} parts */
export function address(path, parts = {}) {
  return path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(parts[name])));
}

/**
 * Read something.
 *
 * @template {Api.Readable} P
 * @param {P} path
 * @param {Record<string, string | number>} [parts]
 * @param {Record<string, string | number | boolean>} [query]
 * @returns {Promise<Result<Api.Read<P>>>}
 */
export async function read(path, parts = {}, query = {}) {
  const words = new URLSearchParams(Object.entries(query).map(([name, one]) => [name, String(one)]));
  const where = address(path, parts) + (words.size ? `?${words}` : "");
  const key = `${username()} ${where}`;
  const before = known.get(key);
  const result = await send("GET", where, undefined, before ? {"If-None-Match": before.tag} : {});
  if (!result.ok) return result;
  if (result.status === 304 && before) return {ok: true, data: /** @type {any} */ (before.data)};
  const {data} = result;
  const tag = result.headers.get("ETag");
  if (tag) remember(key, {tag, data});
  return {ok: true, data};
}

/**
 * What a call answers, byte by byte: to be checked, or kept as a file.
 *
 * @template {Api.Readable} P
 * @param {P} path
 * @param {Record<string, string | number>} parts
 * @returns {Promise<Result<ArrayBuffer>>}
 */
export async function readBytes(path, parts) {
  const result = await send("GET", address(path, parts), undefined, {}, (one) => one.arrayBuffer());
  return result.ok ? {ok: true, data: result.data} : result;
}

/**
 * Do something once, however often it is asked for before the outcome is known (`intentions.js`).
 *
 * @template {Api.Method} M
 * @template {Api.Doable<M>} P
 * @param {M} method
 * @param {P} path
 * @param {Record<string, string | number>} [parts]
 * @param {Api.Sent<M, P>} [body]
 * @returns {Promise<Result<Api.Done<M, P>>>}
 */
export function act(method, path, parts = {}, body = undefined) {
  const where = address(path, parts);
  return doOnce(method, where, JSON.stringify(body) ?? "", () => sendKeyed(method, where, body));
}

/** Send it; a POST has a key, so that sent again it is done once. @param {string} method @param {string} where @param {unknown} body @returns {Promise<Result<any>>} */
async function sendKeyed(method, where, body) {
  if (method !== "POST" || username() === null) return send(method, where, body, {});
  const sent = JSON.stringify(body) ?? "";
  const headers = {"Idempotency-Key": keyOf(where, sent)};
  let result = await send(method, where, body, headers);
  for (let n = 0; n < MAX_REPEATS && isUnderWay(result); n += 1) {
    await new Promise((done) => setTimeout(done, 1000 * (result.ok ? 0 : (result.problem.wait ?? 1))));
    result = await send(method, where, body, headers);
  }
  // Without an answer, or after a mistake of the server's, it may have been done or not.
  const isKnown = result.ok || (result.problem.status > 0 && result.problem.status < 500 && !isUnderWay(result));
  if (isKnown) forgetKey(where, sent);
  return result;
}

/** Whether the first call with this key is not answered yet. @param {Whole | {ok: false, problem: Problem}} result */
const isUnderWay = (result) => !result.ok && result.problem.code === "idempotency_key_in_use";

/**
 * The whole answer, or what was refused; a problem of our own if none came, or not all of it.
 *
 * @param {string} method
 * @param {string} where
 * @param {unknown} body
 * @param {Record<string, string>} headers
 * @param {(response: Response) => Promise<unknown>} [reading]
 * @returns {Promise<Whole | {ok: false, problem: Problem}>}
 */
async function send(method, where, body, headers, reading = (response) => response.json()) {
  const asked = player();
  const once = async () => {
    const early = takeEarlyResponse(method, BASE + where);
    if (early) return early;
    const who = await authorized();
    // Nobody acts by the press of another player.
    if (method !== "GET" && asked && player() && asked.mark !== player()?.mark) return null;
    return fetch(BASE + where, {
      method,
      headers: {...who, "Accept-Language": spoken(), ...headers, ...(body === undefined ? {} : {"Content-Type": "application/json"})},
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: method === "GET" ? null : AbortSignal.timeout(ANSWER_TIMEOUT),
      cache: "no-store",
      credentials: "omit",
    }).then(noteDate);
  };
  let response, data;
  try {
    response = await once();
    if (response?.status === 401 && (await renew())) response = await once();
    if (response === null) return refusedHere("player_changed", t("Nothing was sent: {name} is signed in on this browser now.", {name: username()}));
    if (!isServers(response)) throw new Error("There is a proxy, and no server behind it.");
    // Here, because it can be cut off, and a proxy's page is none of ours.
    if (response.status >= 400) data = await response.json();
    else if (!EMPTY.includes(response.status)) data = await reading(response);
  } catch {
    return offline();
  }
  noted(true);
  return response.status >= 400 ? refused(response, data) : {ok: true, status: response.status, headers: response.headers, data};
}

/** What was refused by a call that is none of the API, or by no server at all. @param {Response | null} response */
export async function refusal(response) {
  const problem = await response?.json().catch(() => null);
  return response && problem?.code ? refused(response, problem) : offline();
}

function offline() {
  noted(false);
  return refusedHere("offline", t("The server cannot be reached. Is there a connection?"));
}

/** @param {string} code @param {string} detail @returns {{ok: false, problem: Problem}} */
const refusedHere = (code, detail) => ({ok: false, problem: {code, status: 0, detail, id: null}});

/** @param {Response} result @param {any} problem @returns {{ok: false, problem: Problem}} */
function refused({status, headers}, problem) {
  if (status === 401 && token() !== null) forget({isLost: true});
  return {ok: false, problem: {...problem, status, id: problem.instance ?? null, wait: Number(headers.get("Retry-After")) || 0}};
}

/** @param {string} key @param {{tag: string, data: unknown}} entry */
function remember(key, entry) {
  known.delete(key);
  known.set(key, entry);
  const oldest = known.keys().next().value;
  if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest);
}
