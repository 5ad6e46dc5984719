/** Pressing: what can be pressed on the table, what the first press shows, and what the second one plays. */

import {keyOf, same} from "../../parts/choice.js";
import {html, useRef} from "../../vendor/preact.js";
import {actionWords} from "./words.js";

/** @typedef {import("../contract.js").Action} Action */
/** @typedef {import("../contract.js").About} About */
/** @typedef {{actions: Action[], about: About, table: Api.Schemas["HighTideTable"], choose: (action: Action) => void}} Play */

/**
 * Whether a press plays: the only answer at once; alone, also what moves no chair for certain; and all else once it
 * is shown where the chairs would stand.
 *
 * @param {{isShown: boolean, isAlone: boolean, isOnly: boolean, moves: number}} press
 */
export const isPlayed = ({isShown, isAlone, isOnly, moves}) => isShown || isOnly || (isAlone && moves === 0);

/** @param {About} about */
export const isAlone = ({game}) => game.turn?.asked.length === 1;

/** Play an action, or choose it, so that it is shown. @param {Action} action @param {Play} play @param {boolean} isShown @param {number} moves how many chairs it would move */
export function press(action, {actions, about, choose}, isShown, moves) {
  if (about.sealed) return;
  if (isPlayed({isShown, isAlone: isAlone(about), isOnly: actions.length === 1, moves})) about.play?.(action);
  else choose(action);
}

/** What makes something drawn one that can be pressed with a mouse or a finger, as the button of the action is. @param {Action} action @param {Play} play */
export function wayOf(action, play) {
  const {about} = play;
  return {
    onPointerEnter: (/** @type {PointerEvent} */ {pointerType}) => pointerType === "mouse" && about.point?.(action),
    onPointerLeave: () => about.point?.(null),
    onClick: () => press(action, play, same(about.chosen, action) || same(about.pointed ?? null, action), 1),
  };
}

/**
 * A button for an action. With a mouse over it, or the focus of a keyboard on it, it is shown already; a finger shows it
 * first. What is drawn on it is for the eye; its name is the action in words, and begins with the `word` on it.
 *
 * @param {{action: Action, play: Play, moves?: number, look?: string, style?: string, word?: string, children?: Api.Children}} props
 */
export function Press({action, play, moves = 0, look = "option", style, word = "", children}) {
  const {about, table} = play;
  const seen = useRef(false);
  const isChosen = same(about.chosen, action);
  const isShown = () => isChosen || (isAlone(about) && same(about.pointed ?? null, action));
  const words = actionWords(action, table, about);
  const isSaid = words.toLowerCase().startsWith(word.toLowerCase());
  const lookAway = () => about.point?.(null);
  return html`<button type="button" name="action" value=${keyOf(action)} class=${`${look}${isChosen ? " chosen" : ""}`} style=${style}
    aria-pressed=${isChosen} aria-disabled=${about.sealed}
    onPointerEnter=${(/** @type {PointerEvent} */ {pointerType}) => pointerType === "mouse" && about.point?.(action)} onPointerLeave=${lookAway}
    onPointerDown=${() => void (seen.current = isShown())} onFocus=${() => about.point?.(action)} onBlur=${lookAway}
    onClick=${({detail}) => press(action, play, detail === 0 ? isShown() : seen.current, moves)}>
    ${children && html`<span class="things" aria-hidden="true">${children}</span>`}${word && html`<b aria-hidden=${isSaid}>${word}</b>`}<span class="unseen">${isSaid ? "" : " – "}${words}</span></button>`;
}
