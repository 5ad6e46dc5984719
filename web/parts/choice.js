/**
 * Legal actions to choose from, one line each, and the one that a player has chosen and not sealed yet. Arrow keys go
 * from one to the next, Enter seals.
 *
 * What is chosen is kept in this tab as well, so it is there again after signing in.
 */

import {tab} from "../storage.js";
import {username} from "../token.js";
import {html, useEffect, useRef, useState} from "../vendor/preact.js";
import {t} from "../words.js";
import {say} from "./announcements.js";

/** @typedef {import("../games/contract.js").Action} Action */

const KEPT = "tide-chosen";

/**
 * @param {{actions: Action[], about: import("../games/contract.js").About, choose: (action: Action) => void,
 *   words: (action: Action) => Api.Children, legend?: string}} props
 */
export function Choice({actions, about, choose, words, legend}) {
  if (!actions.length) return null;
  return html`<fieldset class="panel choice-list"><legend>${legend ?? t("What do you do?")}</legend>
    ${actions.map((one) => html`<${Radio} key=${keyOf(one)} action=${one} about=${about} choose=${choose}><span>${words(one)}</span><//>`)}
  </fieldset>`;
}

/**
 * One action that can be chosen; what is in it shows it.
 *
 * @template {Action} A
 * @param {{action: A, about: import("../games/contract.js").About, choose: (action: A) => void,
 *   children: Api.Children, label?: string, look?: string}} props
 */
export function Radio({action, about, choose, children, label, look = "option"}) {
  const on = same(about.chosen, action);
  const lookAt = () => about.point?.(action);
  const lookAway = () => about.point?.(null);
  return html`<label class=${`${look}${on ? " chosen" : ""}${on && about.sealed ? " sealed" : ""}`} onMouseEnter=${lookAt} onMouseLeave=${lookAway}>
    <input type="radio" name="action" value=${keyOf(action)} checked=${on} aria-label=${label}
      aria-disabled=${about.sealed} onFocus=${lookAt} onBlur=${lookAway} onClick=${(/** @type {Event} */ event) => about.sealed && event.preventDefault()}
      onChange=${() => about.sealed || choose(action)} />${children}</label>`;
}

/** @param {Api.Schemas["Game"]} game @param {number} turn @param {boolean} isDone whether an answer is sealed, or kept to be sent */
export function useChoice(game, turn, isDone) {
  const legal = /** @type {Action[]} */ (game.mine?.legal_actions ?? []);
  const [chosen, setChosen] = useState(() => keptChoice(game.id, turn, legal));
  const {missed, found, expect} = useMissed(turn, chosen !== null && !isDone);
  useEffect(() => {
    setChosen(keptChoice(game.id, turn, legal));
    if (legal.length) offer();
  }, [turn]);
  /** @param {Action | null} action */
  function choose(action) {
    keepChoice(game.id, turn, action);
    found();
    setChosen(action);
  }
  // What was chosen for the turn before may not be on offer any more.
  return {chosen: legal.some((one) => same(one, chosen)) ? chosen : null, choose, missed, expect};
}

/** Forget the choice, so that the next player of this tab does not find it. */
export const forgetChoice = () => tab.remove(KEPT);

/** @param {string} game @param {number} turn @param {Action | null} action */
function keepChoice(game, turn, action) {
  const player = username();
  if (player) tab.writeJson(KEPT, {player, game, turn, action});
}

/** The player has another name now. @param {string} before @param {string} now */
export function renameChoice(before, now) {
  const kept = tab.readJson(KEPT);
  if (kept?.player === before) tab.writeJson(KEPT, {...kept, player: now});
}

/** What this player has chosen in this turn, if it is still on offer. @param {string} game @param {number} turn @param {Action[]} legal @returns {Action | null} */
function keptChoice(game, turn, legal) {
  const kept = tab.readJson(KEPT);
  const isHers = kept && kept.player === username() && kept.game === game && kept.turn === turn;
  return isHers ? (legal.find((one) => same(one, kept.action)) ?? null) : null;
}

/** Say that it is the player's move. If the focus is lost, because the chosen action is gone, the first choice gets it. */
function offer() {
  say(t("Your move."));
  const first = document.querySelector("form.table [name=action]");
  const isLost = document.activeElement === null || document.activeElement === document.body;
  if (isLost && first instanceof HTMLElement) first.focus({preventScroll: true});
}

/**
 * The turn that closed while something was chosen in it and not sealed, until something is chosen again.
 *
 * @param {number} turn
 * @param {boolean} isChosen
 */
function useMissed(turn, isChosen) {
  const [missed, setMissed] = useState(/** @type {number | null} */ (null));
  const last = useRef({turn, isChosen, answered: 0});
  useEffect(() => {
    const {turn: before, isChosen: was, answered} = last.current;
    if (turn !== before && was && answered !== before) setMissed(before);
    last.current = {turn, isChosen, answered};
  }, [turn, isChosen]);
  return {
    missed,
    found: () => setMissed(null),
    /** This turn is closed by the player's own answer. @param {number} turn */
    expect(turn) {
      last.current.answered = turn;
    },
  };
}

/** Actions are plain values; two are the same if they say the same. @param {Action | null} one @param {Action | null} other */
export function same(one, other) {
  return one !== null && other !== null && keyOf(one) === keyOf(other);
}

/** A text that is the same for the same action, whatever the order of its members. @param {Action} action */
export function keyOf(action) {
  const members = Object.entries(action).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify(members);
}
