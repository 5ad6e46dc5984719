/** A dialog above the table. The browser keeps the focus in it, and gives it back; Escape closes it. */

import {Lazy} from "../parts/lazy.js";
import {html, useEffect, useRef} from "../vendor/preact.js";
import {t} from "../words.js";

export const style = new URL("./game_menu.css", import.meta.url).href;
export const words = ["game_menu"];

/** @param {import("../table/menu.js").MenuProps & {dialog: import("../table/menu.js").MenuEntry}} props */
export default function Dialog({dialog, ...at}) {
  const box = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => {
    const opened = box.current;
    opened?.showModal();
    // Only a dialog that is closed gives the focus back, not one that is taken away.
    return () => opened?.close();
  }, []);
  return html`<dialog ref=${box} class="menu-dialog" aria-labelledby="dialog-title" onClose=${at.close}>
    <header class="row">
      <h2 id="dialog-title" tabindex=${-1} autofocus>${dialog.label()}</h2>
      <button type="button" class="other" onClick=${() => box.current?.close()}>${t("Close")}</button>
    </header>
    <${Lazy} load=${dialog.load} ...${at} />
  </dialog>`;
}
