/** The bar with the chosen action and the button that seals or plays it, or the sealed action and its way back. */

import {html} from "../vendor/preact.js";
import {nextGame} from "../waiting.js";
import {t} from "../words.js";

/**
 * @param {{game: Api.Schemas["Game"], choice: unknown, sealed: unknown, busy: boolean, words: string | null,
 *   consequence?: string | null, isUnsent: boolean, buttonWord: string, takeBack: () => void}} props `buttonWord`: what the button says
 */
export function SealBar({game, choice, sealed, busy, words, consequence, isUnsent, buttonWord, takeBack}) {
  const legal = game.mine?.legal_actions ?? [];
  const next = nextGame(game.id);
  const following = next && html`<a class="button" href=${`/game/${next}`}>${t("Next game")}</a>`;
  // Once the game is over, it stands beside the result.
  if (!legal.length && !sealed) return following && !game.result ? html`<div class="seal-bar aside">${following}</div>` : null;
  return html`<div class=${sealed ? "seal-bar sealed" : "seal-bar"}>
    <${Chosen} sealed=${Boolean(sealed)} words=${words} isUnsent=${isUnsent} />
    ${consequence && html`<p class="after quiet">${consequence}</p>`}
    ${sealed
      ? html`<button type="button" class="other" onClick=${takeBack} aria-disabled=${busy}>${t("Take back")}</button>${following}`
      : html`<${Seal} off=${!choice || busy} buttonWord=${buttonWord} next=${next} />`}
  </div>`;
}

/** @param {{sealed: boolean, words: string | null, isUnsent: boolean}} props */
function Chosen({sealed, words, isUnsent}) {
  const seal = html`<span class="seal" aria-hidden="true"></span>`;
  return html`<p class="choice">${sealed ? html`${seal}${inWords(words, isUnsent)}` : (words ?? t("Nothing chosen yet."))}</p>`;
}

/** @param {string | null} action @param {boolean} isUnsent */
const inWords = (action, isUnsent) =>
  isUnsent
    ? t("Kept on this device: {action}. It will be sent when you are back online.", {action})
    : t("Sealed: {action}", {action});

/** @param {{off: boolean, buttonWord: string, next: string | null}} props */
const Seal = ({off, buttonWord, next}) => html`<button class="main" aria-disabled=${off}>${buttonWord}</button>
  ${next && html`<button class="other" name="next" aria-disabled=${off}>${t("{verb} and next", {verb: buttonWord})}</button>`}`;
