/** The frame of all pages: the bar above, the page of the address, and announcements for screen readers. */

import {watchConnection} from "./connection.js";
import {watchMoveQueue} from "./move_queue.js";
import {PAGES} from "./pages/index.js";
import {Announcements} from "./parts/announcements.js";
import {Bar, Foot, SignedOut, StorageFault, UnsentMoves} from "./parts/frame.js";
import {Lazy} from "./parts/lazy.js";
import {preloadPage} from "./preloads.js";
import {place, watchPlace} from "./router.js";
import {watchStorage} from "./storage.js";
import {username, watchPlayer} from "./token.js";
import {html, useEffect, useReducer} from "./vendor/preact.js";
import {watchWaiting} from "./waiting.js";
import {t} from "./words.js";

export function App() {
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
  useEffect(() => document.querySelector("h1")?.focus({preventScroll: true}), [key]);
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
