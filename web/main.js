/** The start of the page. */

import "./first_requests.js";
import {App} from "./app.js";
import {LATE_LOAD_DELAY} from "./preloads.js";
import {watchSession} from "./renewal.js";
import {serviceWorkers} from "./router.js";
import {showTheme} from "./storage.js";
import {watchPlayer} from "./token.js";
import {watchTranslators} from "./translators.js";
import {html, render} from "./vendor/preact.js";
import {loadWords} from "./words.js";

showTheme();
await loadWords();
const root = /** @type {HTMLElement} */ (document.getElementById("table"));
watchTranslators(root);
render(html`<${App} />`, root);
watchSession();

/** The face of headings and numbers, where the service worker has it: a first view does without, so that nothing moves while it is read. */
if (serviceWorkers()?.controller) {
  const font = new FontFace("Fredoka", `url(${new URL("./vendor/fredoka.woff2", import.meta.url).href})`, {weight: "500 900"});
  document.fonts.add(font);
  void font.load().catch(() => {});
}

const later = () => void import("./offline/index.js").then((one) => one.begin(), () => {});
// A player who comes back from the account's pages may have another name by now, which is asked for at once.
const [went] = performance.getEntriesByType("navigation");
const isBack = document.referrer.startsWith(`${location.origin}/account/`) || (went instanceof PerformanceNavigationTiming && went.type === "back_forward");
setTimeout(later, isBack ? 0 : LATE_LOAD_DELAY);
watchPlayer(later);

setTimeout(() => void import("./toasts.js").then((one) => one.begin(), () => {}), LATE_LOAD_DELAY);

// A new account is known to the server by nothing but its name.
const settle = () => setTimeout(() => void import("./newcomer.js").then((one) => one.settle(), () => {}), LATE_LOAD_DELAY);
settle();
watchPlayer(settle);
