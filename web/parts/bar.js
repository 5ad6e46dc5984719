/** The bar above all pages. */

import {beginSignIn, canSignIn} from "../sign_in.js";
import {username} from "../token.js";
import {html} from "../vendor/preact.js";
import {waiting} from "../waiting.js";
import {t, tn} from "../words.js";

export function Bar() {
  const n = waiting().length;
  const mine = username();
  return html`
    <header class="bar">
      <nav aria-label=${t("Table")}>
        <a class="mark" href="/"><img src=${new URL("../icon.svg", import.meta.url).href} alt="" width="28" height="28" />
          <span>tideapi</span></a>
        ${mine && html`<a href="/home">${t("My games")} ${n > 0 && html`<span class="count">${n}<span class="unseen"> ${tn(n, "waits", "wait")}</span></span>`}</a>`}
        <a href="/lobby">${t("Lobby")}</a>
        ${mine && html`<a class="roomy" href="/people">${t("People")}</a>`}
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
