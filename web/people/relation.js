/** The buttons by which one makes friends with somebody, or wants less of her. */

import {html} from "../vendor/preact.js";
import {t} from "../words.js";

/** @typedef {import("./acts.js").Known} Known */

/** @param {{known: Known, name: string}} props */
export function Relation({known, name}) {
  const relation = known.relations.get(name);
  const {blocked, muted} = relation ?? {blocked: false, muted: false};
  return html`<p class="row relation">
    ${!blocked && html`<${Friendship} known=${known} name=${name} />`}
    <${Act} known=${known} name=${name} member="muted" value=${!muted} words=${muted ? t("Unmute") : t("Mute")} look="plain" />
    <${Act} known=${known} name=${name} member="blocked" value=${!blocked} words=${blocked ? t("Unblock") : t("Block")} look="plain" />
  </p>`;
}

/** @param {{known: Known, name: string}} props */
export function Friendship({known, name}) {
  const more = /** @type {const} */ ({known, name, member: "friend"});
  const friend = known.relations.get(name)?.friend;
  if (friend === "yes") return html`<${Act} ...${more} value=${false} words=${t("Remove friend")} look="plain" />`;
  if (friend === "requested") return html`<${Act} ...${more} value=${false} words=${t("Withdraw the request")} look="other" />`;
  if (friend === "incoming") {
    return html`<${Act} ...${more} value=${true} words=${t("Agree")} look="main" /><${Act} ...${more} value=${false} words=${t("Decline")} look="plain" />`;
  }
  return html`<${Act} ...${more} value=${true} words=${t("Send a friend request")} look="other" />`;
}

/**
 * One button: it changes one member of a relation.
 *
 * @param {{known: Known, name: string, member: import("./acts.js").Member, value: boolean, words: string, look: string}} props
 */
export function Act({known, name, member, value, words, look}) {
  return html`<button type="button" class=${look} onClick=${() => void known.change(name, member, value)}>${words}<span class="unseen"> ${name}</span></button>`;
}
