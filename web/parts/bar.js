/** The bar above all pages. */

import {beginSignIn, canSignIn} from "../sign_in.js";
import {username} from "../token.js";
import {html} from "../vendor/preact.js";
import {friendRequests, waiting} from "../waiting.js";
import {t, tn} from "../words.js";

export function Bar() {
  const n = waiting().length;
  const asking = friendRequests();
  const mine = username();
  return html`
    <header class="bar">
      <nav aria-label=${t("Table")}>
        <a class="mark" href="/"><img src=${new URL("../icon.svg", import.meta.url).href} alt="" width="28" height="28" />
          <span>tideapi</span></a>
        ${mine && html`<a href="/home">${t("My games")} ${n > 0 && html`<span class="count">${n}<span class="unseen"> ${tn(n, "waits", "wait")}</span></span>`}</a>`}
        <a href="/lobby">${t("Lobby")}</a>
        ${mine && html`<a class=${asking ? "" : "roomy"} href="/people">${t("People")} ${asking > 0 && html`<span class="count">${asking}<span class="unseen"> ${tn(asking, "asks to be your friend", "ask to be your friends")}</span></span>`}</a>`}
        <a class="roomy" href="/docs/">${t("Guides")}</a>
      </nav>
      <div class="who">
        ${mine
          ? html`<a class="name" href="/settings">${mine}</a>`
          : canSignIn() && html`<button type="button" class="plain" onClick=${() => beginSignIn()}>${t("Sign in")}</button>`}
      </div>
    </header>
  `;
}
