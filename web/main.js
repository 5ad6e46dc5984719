/** Where the page begins. */

import {App} from "./app.js";
import {html, render} from "./vendor/preact.js";
import {loadWords} from "./words.js";

await loadWords();
const root = /** @type {HTMLElement} */ (document.getElementById("table"));
render(html`<${App} />`, root);
