/** The language and time zone of a new account: those of the browser in which it first plays. */

import {act, read} from "./api.js";
import {device} from "./storage.js";
import {username} from "./token.js";
import {spoken} from "./words.js";

const KEPT = "tide-settled";
const DAY = 24 * 3_600_000;

/** Set both for a player who came today and has chosen neither; once for each player on this device. */
export async function settle() {
  const who = username();
  if (!who || device.read(KEPT) === who) return;
  const me = await read("/me");
  if (!me.ok) return;
  const isNew = Date.now() - Date.parse(me.data.created_at) < DAY;
  if ((!isNew || (await tellServer())) && who === username()) device.write(KEPT, who);
}

/** Have the server know both, unless it does. False if it could not be told. */
async function tellServer() {
  const known = await read("/me/notifications");
  if (!known.ok) return false;
  const settings = {language: /** @type {"en" | "de"} */ (spoken()), zone: Intl.DateTimeFormat().resolvedOptions().timeZone};
  const isChosen = known.data.language !== "en" || known.data.zone !== "UTC";
  const isKnown = settings.language === known.data.language && settings.zone === known.data.zone;
  return isChosen || isKnown || (await act("PATCH", "/me/notifications", {}, settings)).ok;
}
