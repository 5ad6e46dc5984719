/**
 * Announcements that do not move the focus: aloud by a screen reader, shown for a while if something was done, and as a
 * sound where that is chosen.
 */

import {device} from "../storage.js";
import {html, useEffect, useState} from "../vendor/preact.js";

/** How long it is shown, in milliseconds. */
const SHOWN = 6000;

/** @type {(text: string) => void} */
let speak = () => {};
/** @type {(text: string, href?: string) => void} */
let show = () => {};

let count = 0;

/** How many texts were announced so far. */
export const announcementCount = () => count;

/** Have it said aloud. It can be seen elsewhere. @param {string} text */
export function say(text) {
  count += 1;
  speak(text);
}

/** Have it said aloud, unless there was something newer. @param {string} text @param {number} before what `announcementCount` was */
export function sayUnlessNews(text, before) {
  if (count === before) say(text);
}

/** Say that something was done, aloud and for the eyes; or with an address, what others have done there. @param {string} text @param {string} [href] */
export function tell(text, href) {
  say(text);
  show(text, href);
}

/** @type {{text: string, at: number, href?: string}} */
const NOTHING = {text: "", at: 0};

const SOUND = "tide-sound";
/** Sound is off until it is chosen on this device. */
export const hasSound = () => device.read(SOUND) === "on";
/** @param {boolean} isOn */
export const chooseSound = (isOn) => device.write(SOUND, isOn ? "on" : "off");

/** Have a sound heard. It tells what everybody can see. @param {import("../sound.js").Sound} sound @param {number} [amount] */
export function cue(sound, amount = 1) {
  if (hasSound()) void import("../sound.js").then((one) => one.play(sound, amount)).catch(() => {});
}

export function Announcements() {
  const [text, setText] = useState("");
  const [told, setTold] = useState(NOTHING);
  useEffect(() => {
    speak = setText;
    show = (text, href) => setTold({text, href, at: Date.now()});
  }, []);
  return html`<p class="unseen" role="status" aria-live="polite">${text}</p>
    ${told.text && html`<${Told} ...${told} key=${told.at} end=${() => setTold(NOTHING)} />`}`;
}

/** What was done, above all else, an open dialog too. It is said aloud beside it. @param {{text: string, href?: string, end: () => void}} props */
function Told({text, href, end}) {
  useEffect(() => {
    const timer = setTimeout(end, SHOWN);
    return () => clearTimeout(timer);
  }, []);
  /** @param {HTMLElement | null} drawn */
  const above = (drawn) => drawn?.showPopover?.();
  return html`<p class="told" aria-hidden="true" popover="manual" ref=${above}>${href ? html`<a href=${href} tabindex=${-1} onClick=${end}>${text}</a>` : html`<span>✓ ${text}</span>`}</p>`;
}
