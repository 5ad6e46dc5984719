/** A sheet at the side with the rules, and the tips of a first game once more: a large screen shows the table beside it, a telephone does not. */

import {explainAgain} from "../parts/tips.js";
import {html, useEffect, useRef} from "../vendor/preact.js";
import {t} from "../words.js";
import {Rules} from "./book.js";

export const words = ["rules"];
const ROOMY = "(min-width: 1100px)";

/** @param {{game: Api.Schemas["Game"], close: () => void}} props */
export default function Sheet({game, close}) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => {
    const shown = dialog.current;
    if (!shown) return;
    const before = document.activeElement;
    if (matchMedia(ROOMY).matches) shown.show();
    else shown.showModal();
    document.documentElement.classList.toggle("with-sheet", !shown.matches(":modal"));
    shown.querySelector("h2")?.focus();
    return () => {
      document.documentElement.classList.remove("with-sheet");
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  function explain() {
    close();
    explainAgain();
  }
  /** A sheet beside the table is not closed by Escape of itself. @param {KeyboardEvent} event */
  const escaped = (event) => {
    if (event.key === "Escape") close();
  };
  return html`<dialog ref=${dialog} class="sheet" aria-labelledby="sheet-title" onClose=${close} onKeyDown=${escaped}>
    <div class="row sheet-top"><h2 id="sheet-title" tabindex=${-1}>${t("Rules")}</h2>
      ${game.status === "running" && html`<button type="button" class="other" onClick=${explain}>${t("Explain the table")}</button>`}
      <button type="button" class="other" aria-label=${t("Close")} onClick=${close}><span aria-hidden="true">✕</span></button></div>
    <div class="sheet-text"><p class="quiet keys">${t("Keys: arrows go from one choice to the next, Enter seals or plays it. Any key skips what is shown. When you look back, the arrows go from move to move.")}</p>
      <${Rules} ruleset=${game.ruleset} options=${game.options} level="h3" /></div>
  </dialog>`;
}
