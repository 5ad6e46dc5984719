/** Through a turn move by move, with the arrow keys too, or played on its own until the end of the game. */

import {movesOf} from "../table/reveal.js";
import {html, useEffect, useState} from "../vendor/preact.js";
import {t} from "../words.js";

export const words = ["replay"];

/** @typedef {NonNullable<import("../table/reveal.js").At>} Place */

/** Milliseconds for each move. */
const PACES = [1200, 600, 300];

/**
 * The next place, or the one before it; null at the end, or at the beginning.
 *
 * @param {Api.LoggedEvent[][]} groups @param {Place} at @param {1 | -1} by @returns {Place | null}
 */
export function besides(groups, {turn, moves}, by) {
  const to = (moves ?? 0) + by;
  const all = movesOf(groups[turn] ?? []);
  if (to >= 1 && to <= all) return {turn, moves: to};
  const other = groups[turn + by];
  return other ? {turn: turn + by, moves: by > 0 ? 1 : movesOf(other)} : null;
}

/**
 * @param {{groups: Api.LoggedEvent[][], at: Place, go: (at: Place) => void, isPlaying: boolean, play: (isPlaying: boolean) => void}} props
 */
export default function Moves({groups, at, go, isPlaying, play}) {
  const [pace, setPace] = useState(0);
  const next = besides(groups, at, 1);
  const before = besides(groups, at, -1);
  const {moves} = at;
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setTimeout(() => (next ? go(next) : play(false)), PACES[pace]);
    return () => clearTimeout(timer);
  }, [isPlaying, pace, at.turn, moves, next === null]);
  /** @param {Place | null} to */
  function step(to) {
    play(false);
    if (to) go(to);
  }
  useArrows((by) => step(by > 0 ? next : before));
  return html`<div class="row by-moves" role="group" aria-label=${t("Move by move")}>
    <button type="button" class="other" onClick=${() => play(!isPlaying && next !== null)} aria-disabled=${next === null}>
      <span aria-hidden="true">${isPlaying ? "❚❚" : "▶"}</span> ${isPlaying ? t("Stop") : t("Play the moves")}</button>
    ${isPlaying && pace + 1 < PACES.length && html`<button type="button" class="plain" onClick=${() => setPace(pace + 1)}>${t("Faster")}</button>`}
    ${moves === null
      ? html`<button type="button" class="plain" onClick=${() => step({...at, moves: 1})}>${t("Move by move")}</button>`
      : html`<${Step} sign="‹" words=${t("One move back")} off=${before === null} press=${() => step(before)} />
        <span>${t("{n} of {all}", {n: moves, all: movesOf(groups[at.turn] ?? [])})}</span>
        <${Step} sign="›" words=${t("One move on")} off=${next === null} press=${() => step(next)} />
        <button type="button" class="plain" onClick=${() => step({...at, moves: null})}>${t("The whole turn")}</button>`}
  </div>`;
}

/** @param {{sign: string, words: string, off: boolean, press: () => void}} props */
const Step = ({sign, words, off, press}) =>
  html`<button type="button" class="other" aria-disabled=${off} onClick=${() => off || press()} aria-label=${words}><span aria-hidden="true">${sign}</span></button>`;

/** Hear the arrow keys, unless they are meant for something else. @param {(by: 1 | -1) => void} step */
function useArrows(step) {
  useEffect(() => {
    const pressed = (/** @type {KeyboardEvent} */ event) => {
      const by = {ArrowLeft: /** @type {const} */ (-1), ArrowRight: /** @type {const} */ (1)}[event.key];
      const isOther = event.altKey || event.ctrlKey || event.metaKey || (event.target instanceof Element && event.target.closest("input, select, textarea, dialog"));
      if (!by || isOther) return;
      event.preventDefault();
      step(by);
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  });
}
