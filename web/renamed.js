/** A player may take another name on a page of her account, and here she is known by it. Loaded late. */

import {read} from "./api.js";
import {renew} from "./renewal.js";
import {username} from "./token.js";

/** Ask what the player is called now; she may have taken another name in this tab or anywhere else. */
export async function askName() {
  const before = username();
  const said = before ? await read("/me") : null;
  // Somebody else may have come meanwhile.
  if (!said?.ok || username() !== before || said.data.username === before) return;
  // With the next token the name stands in the browser's cookie, too.
  await renew().catch(() => false);
}
