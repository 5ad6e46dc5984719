/** Where the page begins. */

import {App} from "./app.js";
import {LATER} from "./early.js";
import {showTheme} from "./theme.js";
import {watchPlayer} from "./token.js";
import {html, render} from "./vendor/preact.js";
import {loadWords} from "./words.js";

showTheme();
await loadWords();
const root = /** @type {HTMLElement} */ (document.getElementById("table"));
render(html`<${App} />`, root);

const later = () => void import("./offline/index.js").then((one) => one.begin(), () => {});
setTimeout(later, LATER);
watchPlayer(later);
