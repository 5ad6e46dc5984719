/**
 * The first requests: words, the player's token, and a game's view or a page's own modules, sent before all modules
 * are loaded.
 *
 * So it has few imports, the page loads it by a tag of its own, and only `main.js` imports it.
 */

import {PAGES} from "./pages/index.js";
import {requestEarly, preloadAllPictures, preloadPage} from "./preloads.js";
import {place} from "./router.js";
import {authorized} from "./session.js";
import {loadWords} from "./words.js";

const {page, id} = place();
if (page === "game") {
  requestEarly(`/api/v1/games/${id}`);
  preloadAllPictures();
} else {
  preloadPage(page);
  // A signed-in player needs a token for all else.
  authorized().catch(() => {});
}
// That it does not come is said where the page is shown.
PAGES[page]().catch(() => {});
// A failure is handled where the words are awaited.
loadWords().catch(() => {});
