/**
 * A first game explains itself: each thing is named, in one sentence, the first time that it matters.
 *
 * A picture puts a `Tip` into what is to be named. Of all that are on the page and have not been read, one is shown:
 * its thing gets a frame, its sentence stands in the `TipSlot` above the table. Who does something has read it: the next
 * one follows. What has been read is remembered on this device. The sentences of a game are loaded when one is needed.
 *
 * Why so: docs/decisions/page.md.
 */

import {device} from "../storage.js";
import {html, useEffect, useLayoutEffect, useReducer, useRef} from "../vendor/preact.js";
import {t} from "../words.js";
import {say} from "./announcements.js";

/**
 * @typedef {Record<string, () => [string, string]>} Tips
 * The name of each thing, and what a player has to know of it, in the order in which they are shown.
 *
 * @typedef {() => Promise<{default: Tips}>} LoadTips
 */

const KEPT = "tide-notes";
const NO_MORE = "no more";
/** Tips that any game has: shown before those of the game, or after all of them. @type {Tips} */
const FIRST = {
  "any.seal": () => [t("Sealing."), t("Your move stays secret until all have played.")],
  "any.alone": () => [t("Sealing."), t("Only you are asked: your move is played at once.")],
};
/** @type {Tips} */
const LAST = {"any.history": () => [t("What has happened."), t("The arrows show earlier turns.")]};
/** What loads the tips of games that were shown here. @type {Set<LoadTips>} */
const offered = new Set();
/** Those of them that are not loaded yet. @type {Set<LoadTips>} */
const unloaded = new Set();
/** @type {Tips} */
let ofGames = {};
/** @type {Set<string> | null} */
let kept = null;
/** The tips on the page. @type {Set<string>} */
const here = new Set();
/** What draws a tip or the slot again. @type {Set<() => void>} */
const watching = new Set();
/** @type {string | null} */
let shown = null;
/** Whether there was one: then its place is kept, so that the table stays where it is. */
let wasShown = false;
/** Places in which a tip can be shown. */
let slots = 0;

/** Have the tips of a game loaded when one of them is needed. @param {LoadTips} load */
export function offerTips(load) {
  if (!offered.has(load)) unloaded.add(load);
  offered.add(load);
}

/** What has been read on this device. @returns {Set<string>} */
function read() {
  kept ??= new Set(device.readJson(KEPT) ?? []);
  return kept;
}

/** Whether tips are to come: then their place is kept from the first picture on. */
const isLearning = () => !read().has(NO_MORE) && !Object.keys(LAST).some((one) => read().has(one));

/** Whether the next tip that is shown gets the focus. */
let follow = false;

/** Choose the tip to be shown. @returns {Promise<void>} */
async function choose() {
  const open = !slots || read().has(NO_MORE) ? [] : [...here].filter((one) => !read().has(one));
  const [load] = unloaded;
  if (open.length && load) {
    // Without a connection a first game explains nothing, until something else is to be explained.
    const found = await load().catch(() => null);
    if (!found) return;
    unloaded.delete(load);
    ofGames = {...ofGames, ...found.default};
    return choose();
  }
  const before = shown;
  shown = Object.keys(allTips()).find((one) => open.includes(one)) ?? null;
  if (shown === before) return;
  wasShown = shown !== null || (wasShown && !read().has(NO_MORE));
  if (shown) say(sentenceOf(shown).join(" "));
  for (const again of watching) again();
}

const allTips = () => ({...FIRST, ...ofGames, ...LAST});
/** @param {string} tip */
const sentenceOf = (tip) => allTips()[tip]?.() ?? [];

/** @param {string[]} some */
function remember(some) {
  kept = new Set(some);
  device.writeJson(KEPT, some);
  void choose();
}

/** Who chooses something has read the tip that is shown, and who plays it, that of sealing too. @param {{isPlayed: boolean}} what */
export function knowTip({isPlayed}) {
  if (shown && (isPlayed || !(shown in FIRST))) remember([...read(), shown]);
}

/** Show every tip once more, from the first one on. */
export function explainAgain() {
  goOn([]);
}

/** A player who has pressed something that is gone now goes on at the next tip, or at what there is to choose. @param {string[]} some */
function goOn(some) {
  const before = shown;
  follow = true;
  remember(some);
  if (!unloaded.size && (!shown || shown === before)) {
    follow = false;
    const next = document.querySelector(shown ? ".note button" : "form.table [name=action]");
    lead(next ?? document.querySelector("h1"));
  }
}

/** @param {Element | null} where */
function lead(where) {
  if (!(where instanceof HTMLElement)) return;
  where.focus({preventScroll: true});
  where.scrollIntoView({block: "nearest"});
}

/** Draw again whenever another tip is shown. */
function useShown() {
  const [, again] = useReducer((/** @type {number} */ n) => n + 1, 0);
  useEffect(() => {
    const draw = () => again(0);
    watching.add(draw);
    return () => void watching.delete(draw);
  }, []);
}

/** Marks what it stands in as a thing to be named. @param {{of: string}} props */
export function Tip({of}) {
  useShown();
  useEffect(() => {
    here.add(of);
    // All that are drawn together are there before one of them is chosen.
    queueMicrotask(() => void choose());
    return () => {
      here.delete(of);
      queueMicrotask(() => void choose());
    };
  }, [of]);
  return shown === of && html`<span class="named" hidden></span>`;
}

/** The place of the tip that is shown. */
export function TipSlot() {
  useShown();
  useEffect(() => {
    slots += 1;
    queueMicrotask(() => void choose());
    return () => {
      slots -= 1;
      queueMicrotask(() => void choose());
    };
  }, []);
  return shown ? html`<${Shown} of=${shown} key=${shown} />` : (wasShown || isLearning()) && html`<div class="note-place"></div>`;
}

/** A tip in one line. @param {{of: string}} props */
function Shown({of}) {
  const button = useRef(/** @type {HTMLButtonElement | null} */ (null));
  useLayoutEffect(() => {
    if (follow) button.current?.focus({preventScroll: true});
    follow = false;
  }, []);
  const [name, sentence] = sentenceOf(of);
  /** @param {string} what */
  const done = (what) => goOn([...read(), what]);
  return html`<div class="note" role="note">
    <p><strong>${name}</strong> ${sentence}</p>
    <button type="button" class="other" ref=${button} onClick=${() => done(of)}>${t("Got it")}</button>
    <button type="button" class="plain" onClick=${() => done(NO_MORE)} aria-label=${t("Show no more tips")} title=${t("Show no more tips")}><span aria-hidden="true">×</span></button>
  </div>`;
}
