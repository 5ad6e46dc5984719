/** The frame of all pages: the bar above, the page that the address names, and what is said aloud. */

import {Bar} from "./parts/bar.js";
import {Foot} from "./parts/foot.js";
import {Spoken} from "./parts/spoken.js";
import {Front} from "./pages/front.js";
import {Game} from "./pages/game.js";
import {Home} from "./pages/home.js";
import {Lobby} from "./pages/lobby.js";
import {Lost} from "./pages/lost.js";
import {Open} from "./pages/open.js";
import {SignedIn} from "./pages/signed_in.js";
import {place, watchPlace} from "./router.js";
import {watchPlayer} from "./token.js";
import {html, useEffect, useReducer} from "./vendor/preact.js";
import {watchWaiting} from "./waiting.js";
import {t} from "./words.js";

const PAGES = {
  front: Front,
  home: Home,
  lobby: Lobby,
  open: Open,
  "signed-in": SignedIn,
  lost: Lost,
};

export function App() {
  const [, again] = useReducer((/** @type {number} */ n) => n + 1, 0);
  useEffect(() => {
    watchPlace(() => again(0));
    watchPlayer(() => again(0));
    watchWaiting(() => again(0));
  }, []);
  const {page, game} = place();
  const key = `${page}${game}`;
  useEffect(() => document.querySelector("h1")?.focus(), [key]);
  const shown =
    page === "game" ? html`<${Game} id=${game} key=${key} />` : html`<${PAGES[page]} key=${key} />`;
  return html`
    <a class="skip" href="#main">${t("Skip to the table")}</a>
    <${Bar} />
    <main id="main" class=${`page-${page}`}>${shown}</main>
    <${Foot} again=${() => again(0)} />
    <${Spoken} />
  `;
}
