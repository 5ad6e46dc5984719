/** The start of the page, and the frame of all pages. */

import "./first_requests.js";
import {watchConnection} from "./connection.js";
import {watchMoveQueue} from "./move_queue.js";
import {PAGES} from "./pages/index.js";
import {Announcements} from "./parts/announcements.js";
import {Bar, Foot, SignedOut, StorageFault, UnsentMoves} from "./parts/frame.js";
import {Lazy, focusHeading} from "./parts/lazy.js";
import {LATE_LOAD_DELAY, preloadPage} from "./preloads.js";
import {place, watchPlace} from "./router.js";
import {watchSession} from "./session.js";
import {showTheme, watchStorage} from "./storage.js";
import {username, watchPlayer} from "./token.js";
import {watchTranslators} from "./translators.js";
import {html, render, useEffect, useReducer} from "./vendor/preact.js";
import {watchWaiting} from "./waiting.js";
import {loadWords, t} from "./words.js";

showTheme();
await loadWords();
const root = /** @type {HTMLElement} */ (document.getElementById("table"));
watchTranslators(root);
render(html`<${App} />`, root);
watchSession();

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

/** The bar above, the page of the address, and announcements for screen readers. */
function App() {
  const [, again] = useReducer((/** @type {number} */ n) => n + 1, 0);
  useEffect(() => {
    watchPlace(() => again(0));
    watchPlayer(() => again(0));
    watchWaiting(() => again(0));
    watchMoveQueue(() => again(0));
    watchConnection(() => again(0));
    watchStorage(() => again(0));
  }, []);
  const {page, id} = place();
  const key = `${page}/${id}`;
  useEffect(() => void focusHeading(), [key]);
  preloadPage(page);
  // A table is read again for another player.
  const shown = html`<${Lazy} load=${PAGES[page]} isPage=${true} id=${id} again=${() => again(0)} key=${page === "game" ? `${key} ${username()}` : key} />`;
  return html`
    <a class="skip" href="#main">${t("Skip to the table")}</a>
    <${Bar} />
    <main id="main" class=${`page-${page}`}><${StorageFault} /><${SignedOut} /><${UnsentMoves} />${shown}</main>
    <${Foot} again=${() => again(0)} />
    <${Announcements} />
  `;
}
