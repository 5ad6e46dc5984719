/** Buttons that change a relation: friend, mute, block. */

import {personName} from "../names.js";
import {html} from "../vendor/preact.js";
import {t} from "../words.js";

/** @typedef {import("./relations.js").Known} Known */

/** @param {{known: Known, name: string}} props */
export function RelationButtons({known, name}) {
  const relation = known.relations.get(name);
  const {blocked, muted} = relation ?? {blocked: false, muted: false};
  return html`<div class="row relation">
    ${!blocked && html`<${FriendshipButtons} known=${known} name=${name} />`}
    <${RelationButton} known=${known} name=${name} member="muted" value=${!muted} words=${muted ? t("Unmute") : t("Mute")} look="plain" />
    <${RelationButton} known=${known} name=${name} member="blocked" value=${!blocked} words=${blocked ? t("Unblock") : t("Block")} look="plain" />
  </div>`;
}

/** @param {{known: Known, name: string}} props */
export function FriendshipButtons({known, name}) {
  const more = /** @type {const} */ ({known, name, member: "friend"});
  const friend = known.relations.get(name)?.friend;
  if (friend === "yes") return html`<${RelationButton} ...${more} value=${false} words=${t("Remove friend")} look="plain" />`;
  if (friend === "requested") return html`<${RelationButton} ...${more} value=${false} words=${t("Withdraw the request")} look="other" />`;
  if (friend === "incoming") {
    return html`<${RelationButton} ...${more} value=${true} words=${t("Agree")} look="main" /><${RelationButton} ...${more} value=${false} words=${t("Decline")} look="plain" />`;
  }
  return html`<${RelationButton} ...${more} value=${true} words=${t("Send a friend request")} look="other" />`;
}

/**
 * One button: it changes one member of a relation.
 *
 * @param {{known: Known, name: string, member: import("./relations.js").Member, value: boolean, words: string, look: string}} props
 */
export function RelationButton({known, name, member, value, words, look}) {
  return html`<button type="button" class=${look} onClick=${() => void known.change(name, member, value)}>${words}<span class="unseen"> ${personName(name)}</span></button>`;
}
