/** A dialog above the table. The browser keeps the focus in it, and gives it back; Escape closes it. */

import {Later} from "../parts/later.js";
import {html, useEffect, useRef} from "../vendor/preact.js";
import {t} from "../words.js";

export const style = new URL("desk.css", import.meta.url).href;
export const words = ["desk"];

/** @param {import("../table/desk.js").AtDesk & {dialog: import("../table/desk.js").Thing}} props */
export default function Dialog({dialog, ...at}) {
  const box = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => {
    const opened = box.current;
    opened?.showModal();
    // Only a dialog that is closed gives the focus back, not one that is taken away.
    return () => opened?.close();
  }, []);
  return html`<dialog ref=${box} class="desk-dialog" aria-labelledby="dialog-title" onClose=${at.close}>
    <header class="row">
      <h2 id="dialog-title" tabindex=${-1} autofocus>${dialog.label()}</h2>
      <button type="button" class="other" onClick=${() => box.current?.close()}>${t("Close")}</button>
    </header>
    <${Later} load=${dialog.load} ...${at} />
  </dialog>`;
}
