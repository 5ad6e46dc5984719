/** Where the page begins. */

import {App} from "./app.js";
import {LATER} from "./early.js";
import {watchSession} from "./renewal.js";
import {showTheme} from "./theme.js";
import {watchPlayer} from "./token.js";
import {html, render} from "./vendor/preact.js";
import {loadWords} from "./words.js";

showTheme();
await loadWords();
const root = /** @type {HTMLElement} */ (document.getElementById("table"));
render(html`<${App} />`, root);
watchSession();

const later = () => void import("./offline/index.js").then((one) => one.begin(), () => {});
// Whoever comes back from the pages of her account may have another name by now, and is asked for it at once.
const [went] = performance.getEntriesByType("navigation");
const isBack = document.referrer.startsWith(`${location.origin}/account/`) || (went instanceof PerformanceNavigationTiming && went.type === "back_forward");
setTimeout(later, isBack ? 0 : LATER);
watchPlayer(later);
