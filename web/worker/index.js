/**
 * The service worker: the page without a connection, and notifications while no page is open.
 *
 * It never touches a call of the API. What a player has seen is kept by the page itself (`offline/views.js`), so
 * no answer for one player can be given to another. Why so: docs/decisions/page.md.
 */

import {hearPushes} from "./push.js";
import {keepShell} from "./shell.js";

/**
 * What the server's `/service-worker.js` calls, with what is served just now.
 *
 * @param {Worker.Global} worker
 * @param {import("./shell.js").Shell} shell
 */
export function begin(worker, shell) {
  keepShell(worker, shell);
  hearPushes(worker, shell.site);
}
