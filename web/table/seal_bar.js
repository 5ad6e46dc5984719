/** What is chosen, and the button that seals it; what is sealed, and how it is taken back. */

import {html} from "../vendor/preact.js";
import {nextGame} from "../waiting.js";
import {t} from "../words.js";

/**
 * @param {{game: Api.Schemas["Game"], choice: unknown, sealed: unknown, busy: boolean, words: string | null,
 *   after?: string | null, isUnsent: boolean, takeBack: () => void}} props
 */
export function SealBar({game, choice, sealed, busy, words, after, isUnsent, takeBack}) {
  const legal = game.mine?.legal_actions ?? [];
  const next = nextGame(game.id);
  const following = next && html`<a class="button" href=${`/game/${next}`}>${t("Next game")}</a>`;
  if (!legal.length && !sealed) return following ? html`<div class="seal-bar aside">${following}</div>` : null;
  return html`<div class=${sealed ? "seal-bar sealed" : "seal-bar"}>
    <${Chosen} sealed=${Boolean(sealed)} words=${words} isUnsent=${isUnsent} />
    ${after && html`<p class="after quiet">${after}</p>`}
    ${sealed
      ? html`<button type="button" class="other" onClick=${takeBack} aria-disabled=${busy}>${t("Take back")}</button>${following}`
      : html`<${Seal} off=${!choice || busy} next=${next} />`}
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
    ? t("Kept on this device: {action}. It is sent as soon as there is a connection.", {action})
    : t("Sealed: {action}", {action});

/** @param {{off: boolean, next: string | null}} props */
const Seal = ({off, next}) => html`<button class="main" aria-disabled=${off}>${t("Seal")}</button>
  ${next && html`<button class="other" name="next" aria-disabled=${off}>${t("Seal and next")}</button>`}`;
