/**
 * A first game explains itself: each thing is named, in one sentence, the first time that it matters.
 *
 * A picture puts a `Note` into what is to be named. Of all that are on the page and have not been read, one is told:
 * its thing gets a frame, its sentence stands in the `NoteSlot` above the seal bar, so the table stays where it is.
 * What has been read is remembered on this device. The sentences are in `notes/`, loaded when needed.
 *
 * Why so: docs/decisions/page.md.
 */

import {device} from "../storage.js";
import {html, useEffect, useLayoutEffect, useReducer, useRef, useState} from "../vendor/preact.js";
import {loadWordsOf, t} from "../words.js";
import {say} from "./spoken.js";

const KEPT = "tide-notes";
const NO_MORE = "no more";
/** @type {Set<string> | null} */
let kept = null;
/** The notes on the page. @type {Set<string>} */
const here = new Set();
/** What draws a note or the slot again. @type {Set<() => void>} */
const watching = new Set();
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
  const open = read().has(NO_MORE) ? [] : [...here].filter((one) => !read().has(one));
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
  for (const again of watching) again();
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
  where.scrollIntoView({block: "nearest"});
}

/** Draw again whenever another note is told. */
function useShown() {
  const [, again] = useReducer((/** @type {number} */ n) => n + 1, 0);
  useEffect(() => {
    const draw = () => again(0);
    watching.add(draw);
    return () => void watching.delete(draw);
  }, []);
}

/** Marks what it stands in as a thing to be named. @param {{of: string}} props */
export function Note({of}) {
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

/** Where the note that is told stands. */
export function NoteSlot() {
  useShown();
  return shown && html`<${Shown} of=${shown} key=${shown} />`;
}

/** A note: one line that opens where the whole of it would drive the table out of the window. @param {{of: string}} props */
function Shown({of}) {
  const button = useRef(/** @type {HTMLButtonElement | null} */ (null));
  const [isOpen, setOpen] = useState(true);
  useLayoutEffect(() => {
    if (follow) button.current?.focus({preventScroll: true});
    follow = false;
    const dock = button.current?.closest("form");
    setOpen(!dock || dock.getBoundingClientRect().bottom + scrollY <= innerHeight);
  }, []);
  const [name, sentence] = late?.sentence(of) ?? [];
  /** @param {string} what */
  const done = (what) => goOn([...read(), what]);
  return html`<div class=${isOpen ? "note" : "note folded"} role="note">
    <p onClick=${() => setOpen(true)}><strong>${name}</strong> ${sentence}</p>
    ${!isOpen && html`<button type="button" class="plain" onClick=${() => setOpen(true)} aria-label=${t("Read all of it")}><span aria-hidden="true">▾</span></button>`}
    <p class="ways"><button type="button" class="other" ref=${button} onClick=${() => done(of)}>${t("Got it")}</button>
      <button type="button" class="plain" onClick=${() => done(NO_MORE)}>${t("Show no more tips")}</button></p>
  </div>`;
}
