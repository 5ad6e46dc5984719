/**
 * A first game explains itself: each thing is named, in one sentence beside it, the first time that it matters.
 *
 * A picture puts a `Note` where a thing is. Of all that are on the page and have not been read, one is shown.
 * What has been read is remembered on this device. The sentences are in `notes/`, loaded when needed.
 *
 * Why so: docs/why.md#notes-in-the-text.
 */

import {device} from "../storage.js";
import {html, useEffect, useLayoutEffect, useReducer, useRef} from "../vendor/preact.js";
import {loadWordsOf, t} from "../words.js";
import {say} from "./spoken.js";

const KEPT = "tide-notes";
const NO_MORE = "no more";
/** @type {Set<string> | null} */
let kept = null;
/** The notes on the page, and what draws each anew. @type {Map<string, () => void>} */
const here = new Map();
/** @type {typeof import("../notes/index.js") | null} */
let late = null;
/** @type {string | null} */
let shown = null;

/** What has been read on this device. @returns {Set<string>} */
function read() {
  kept ??= new Set(device.readJson(KEPT) ?? []);
  return kept;
}

/** Whether the next note that is shown gets the focus. */
let follow = false;

/** Choose the note to be shown. @returns {Promise<void>} */
async function choose() {
  const open = read().has(NO_MORE) ? [] : [...here.keys()].filter((one) => !read().has(one));
  if (open.length && !late) {
    // Without a connection a first game explains nothing, until something else is to be explained.
    const found = await Promise.all([import("../notes/index.js"), loadWordsOf("notes")]).catch(() => null);
    if (!found) return;
    [late] = found;
    return choose();
  }
  const before = shown;
  shown = late?.ORDER.find((one) => open.includes(one)) ?? null;
  if (shown === before) return;
  if (shown && late) say(late.sentence(shown).join(" "));
  for (const again of here.values()) again();
}

/** @param {string[]} some */
function remember(some) {
  kept = new Set(some);
  device.writeJson(KEPT, some);
  void choose();
}

/** Show every note once more, from the first one on. */
export function explainAgain() {
  goOn([]);
}

/** Who has pressed something that is gone now goes on at the next note, or at what there is to choose. @param {string[]} some */
function goOn(some) {
  const before = shown;
  follow = true;
  remember(some);
  if (late && (!shown || shown === before)) {
    follow = false;
    const next = document.querySelector(shown ? ".note button" : "form.table input[name=action]");
    lead(next ?? document.querySelector("h1"));
  }
}

/** @param {Element | null} where */
function lead(where) {
  if (!(where instanceof HTMLElement)) return;
  where.focus({preventScroll: true});
  (where.closest(".note") ?? where).scrollIntoView({block: "nearest"});
}

/**
 * @param {{of: string, below?: boolean, inSight?: boolean}} props
 * `below`: it stands below the thing, not above it. `inSight`: it would come where the bar covers it.
 */
export function Note({of, below = false, inSight = false}) {
  const [, again] = useReducer((/** @type {number} */ n) => n + 1, 0);
  useEffect(() => {
    here.set(of, () => again(0));
    // All that are drawn together are there before one of them is chosen.
    queueMicrotask(() => void choose());
    return () => {
      here.delete(of);
      queueMicrotask(() => void choose());
    };
  }, [of]);
  return shown === of && html`<${Shown} of=${of} below=${below} inSight=${inSight} />`;
}

/** @param {{of: string, below: boolean, inSight: boolean}} props */
function Shown({of, below, inSight}) {
  const button = useRef(/** @type {HTMLButtonElement | null} */ (null));
  useLayoutEffect(() => {
    if (follow) lead(button.current);
    else if (inSight) button.current?.closest(".note")?.scrollIntoView({block: "nearest"});
    follow = false;
  }, []);
  const [name, sentence] = late?.sentence(of) ?? [];
  /** @param {string} what */
  const done = (what) => goOn([...read(), what]);
  return html`<div class=${`note${below ? " below" : ""}`} role="note">
    <p><strong>${name}</strong> ${sentence}</p>
    <p class="row"><button type="button" class="other" ref=${button} onClick=${() => done(of)}>${t("Got it")}</button>
      <button type="button" class="plain" onClick=${() => done(NO_MORE)}>${t("No more of these")}</button></p>
  </div>`;
}
