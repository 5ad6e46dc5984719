/** What is chosen, and the button that seals it; what is sealed, and how it is taken back. */

import {html} from "../vendor/preact.js";
import {nextGame} from "../waiting.js";
import {t} from "../words.js";

/**
 * @param {{game: Api.Schemas["Game"], choice: unknown, sealed: unknown, busy: boolean, words: string | null,
 *   takeBack: () => void}} props
 */
export function SealBar({game, choice, sealed, busy, words, takeBack}) {
  const legal = game.mine?.legal_actions ?? [];
  const next = nextGame(game.id);
  const following = next && html`<a class="button" href=${`/game/${next}`}>${t("Next game")}</a>`;
  if (!legal.length && !sealed) return following ? html`<div class="seal-bar aside">${following}</div>` : null;
  return html`<div class=${sealed ? "seal-bar sealed" : "seal-bar"}>
    <p class="choice">${sealed ? html`<span class="seal" aria-hidden="true"></span>${t("Sealed: {action}", {action: words})}` : (words ?? t("Nothing chosen yet."))}</p>
    ${sealed
      ? html`<button type="button" class="other" onClick=${takeBack} aria-disabled=${busy}>${t("Take back")}</button>${following}`
      : html`<button class="main" aria-disabled=${!choice || busy}>${t("Seal")}</button>`}
  </div>`;
}
