/** The question before a guest signs out: an account that is not claimed is lost. */

import {personName} from "../names.js";
import {Claim} from "../parts/claim.js";
import {isGuest, username} from "../token.js";
import {html, useEffect, useRef} from "../vendor/preact.js";
import {t} from "../words.js";

export const words = ["sign_out"];
export const style = new URL("./sign_out.css", import.meta.url).href;

/** @param {{close: () => void, leave: () => void}} props */
export default function SignOut({close, leave}) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const isOver = !isGuest();
  useEffect(() => {
    if (!isOver) dialog.current?.showModal();
  }, []);
  // The account has a name now, so there is nothing left to ask.
  useEffect(() => {
    if (isOver) close();
  }, [isOver]);
  if (isOver) return null;
  return html`<dialog ref=${dialog} class="sign-out" aria-labelledby="sign-out-title" onClose=${close}>
    <h2 id="sign-out-title">${t("Sign out for good?")}</h2>
    <p>${t("You play as a guest, {name}. After signing out you cannot come back to this account: your games go on without you, and your results are lost.", {name: personName(username() ?? "")})}</p>
    <${Claim} />
    <p class="row"><button type="button" class="other" onClick=${() => dialog.current?.close()}>${t("Stay")}</button>
      <button type="button" class="plain" onClick=${leave}>${t("Sign out and give up my games")}</button></p>
  </dialog>`;
}
