/**
 * Calls that are made once, however often a button is pressed, and whether or not the answer arrives.
 *
 * The same call while the first is under way gets the answer of the first. A POST keeps its idempotency key until
 * its outcome is known, over a reload too. The button that was pressed is busy until then.
 */

import {tab} from "./storage.js";
import {username} from "./token.js";

/** @typedef {import("./api.js").Result<any>} Result */

const KEPT = "tide-unanswered";
const MAX_KEPT = 20;
/** Milliseconds after which the same press is another intention. The server keeps keys for longer. */
const KEY_TTL = 3_600_000;

/** Calls under way by what they change. @type {Map<string, {call: string, result: Promise<Result>}>} */
const underWay = new Map();
/** How many calls each busy button waits for. @type {WeakMap<Element, number>} */
const busy = new WeakMap();
/** The button whose call has just been answered: what is called next belongs to the same press. @type {Element | null} */
let answered = null;

globalThis.document?.addEventListener?.("click", skipBusy, true);

/**
 * Do the work, or wait for the same work that is under way.
 *
 * @param {string} method
 * @param {string} where
 * @param {string} sent
 * @param {() => Promise<Result>} work
 */
export function doOnce(method, where, sent, work) {
  const button = pressedButton() ?? answered;
  // Two texts are two messages, but of two orders the later one counts.
  const changes = [username(), where, method === "POST" && sent].join(" ");
  const call = `${method} ${sent}`;
  const before = underWay.get(changes);
  if (before?.call === call) return before.result;
  const result = work().finally(() => {
    if (underWay.get(changes)?.result === result) underWay.delete(changes);
  });
  underWay.set(changes, {call, result});
  if (button) hold(button, result);
  return result;
}

/** Return the key of an intention: that of the last call if its outcome is unknown. @param {string} where @param {string} sent */
export function keyOf(where, sent) {
  const name = nameOf(where, sent);
  const before = unanswered().get(name);
  if (before && Date.now() - before.at < KEY_TTL) return before.key;
  const key = randomKey();
  keep(unanswered().set(name, {key, at: Date.now()}));
  return key;
}

/** 32 random bytes as text for an address. */
function randomKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Forget the key: the outcome is known. @param {string} where @param {string} sent */
export function forgetKey(where, sent) {
  const all = unanswered();
  all.delete(nameOf(where, sent));
  keep(all);
}

/** Forget all keys: what was meant is not meant by who comes next. */
export function forgetKeys() {
  keep(new Map());
  known = null;
}

/** @param {string} where @param {string} sent */
const nameOf = (where, sent) => `${username()} ${where} ${sent}`;

/** @type {Map<string, {key: string, at: number}> | null} */
let known = null;
const unanswered = () => (known ??= new Map(tab.readJson(KEPT) ?? []));

/** @param {Map<string, {key: string, at: number}>} all */
function keep(all) {
  for (const name of [...all.keys()].slice(0, -MAX_KEPT)) all.delete(name);
  // A password stays in memory.
  const written = [...all].filter(([name]) => !name.includes('"password"'));
  tab.writeJson(KEPT, written);
}

/** The button of the event that is handled at this moment. */
function pressedButton() {
  const event = globalThis.event;
  if (event?.type === "submit") return /** @type {SubmitEvent} */ (event).submitter;
  return event?.type === "click" ? /** @type {Element} */ (event.target).closest?.("button") ?? null : null;
}

/** @param {Element} button @param {Promise<Result>} result */
function hold(button, result) {
  busy.set(button, (busy.get(button) ?? 0) + 1);
  button.setAttribute("aria-busy", "true");
  void result.finally(() => {
    const left = (busy.get(button) ?? 1) - 1;
    busy.set(button, left);
    if (left === 0) button.removeAttribute("aria-busy");
    answered = button;
    setTimeout(() => {
      if (answered === button) answered = null;
    });
  });
}

/** @param {Event} event */
function skipBusy(event) {
  if (!/** @type {Element} */ (event.target).closest?.('button[aria-busy="true"]')) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}
