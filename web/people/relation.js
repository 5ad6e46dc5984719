/** The buttons by which one makes friends with somebody, or wants less of her. */

import {html} from "../vendor/preact.js";
import {t} from "../words.js";
import {standing} from "./acts.js";

/** @typedef {import("./acts.js").Known} Known */

/** @param {{known: Known, name: string}} props */
export function Relation({known, name}) {
  if (!known.people) return null;
  const {friend, blocked, muted} = standing(known.people, name);
  return html`<p class="row relation">
    ${!blocked && html`<${Friendship} known=${known} name=${name} friend=${friend} />`}
    <${Act} known=${known} name=${name} list="mutes" on=${muted} words=${muted ? t("Mute no more") : t("Mute")} look="plain" />
    <${Act} known=${known} name=${name} list="blocks" on=${blocked} words=${blocked ? t("Block no more") : t("Block")} look="plain" />
  </p>`;
}

/** @param {{known: Known, name: string, friend: string | null}} props */
export function Friendship({known, name, friend}) {
  const more = /** @type {const} */ ({known, name, list: "friends"});
  if (friend === "friends") return html`<${Act} ...${more} on=${true} words=${t("Be friends no more")} look="plain" />`;
  if (friend === "asked") return html`<${Act} ...${more} on=${true} words=${t("Take the request back")} look="other" />`;
  if (friend === "asks_me") {
    return html`<${Act} ...${more} on=${false} words=${t("Agree")} look="main" /><${Act} ...${more} on=${true} words=${t("Decline")} look="plain" />`;
  }
  return html`<${Act} ...${more} on=${false} words=${t("Ask to be friends")} look="other" />`;
}

/**
 * One button: it puts somebody on a list, or takes her off it.
 *
 * @param {{known: Known, name: string, list: import("./acts.js").List, on: boolean, words: string, look: string}} props
 */
export function Act({known, name, list, on, words, look}) {
  const press = () => void (on ? known.drop(list, name) : known.put(list, name));
  return html`<button type="button" class=${look} onClick=${press}>${words}<span class="unseen"> ${name}</span></button>`;
}
