/**
 * Receivers that were made for this browser. They are kept here, because the server does not tell one browser from
 * another.
 *
 * A browser has one subscription, and each player who wants notices in it has a receiver of their own.
 */

import {act} from "../api.js";
import {device} from "../storage.js";
import {unsubscribePush} from "./subscription.js";

const KEPT = "tide-receivers";

/** @returns {string[]} */
const receivers = () => device.readJson(KEPT) ?? [];

/** @param {string[]} ids */
const keep = (ids) => device.writeJson(KEPT, ids);

/** Whether one of these is this browser's, and told. @param {{id: string, enabled: boolean}[]} some */
export const isToldHere = (some) => some.some(({id, enabled}) => enabled && receivers().includes(id));

/** @param {string} id */
export const addReceiver = (id) => keep([...receivers(), id]);

/** The server tells this one nothing any more. @param {string} id */
export const forgetReceiver = (id) => keep(receivers().filter((one) => one !== id));

/** Nobody is told anything in this browser any more. */
export const forgetReceivers = () => device.remove(KEPT);

/**
 * End the notifications of the present player in this browser.
 *
 * Other players still get theirs, unless the server could not be reached: then the subscription ends for all, because
 * the next player could read a notification of this one.
 */
export async function endNotices() {
  const results = await Promise.all(receivers().map(async (receiver) => ({receiver, result: await act("DELETE", "/me/receivers/{receiver}", {receiver})})));
  const others = results.filter(({result}) => !result.ok && result.problem.code === "receiver_not_found");
  const isSure = results.every((one) => one.result.ok || others.includes(one));
  if (isSure && others.length > 0) return keep(others.map(({receiver}) => receiver));
  forgetReceivers();
  // Without this permission there is no subscription.
  if (globalThis.Notification?.permission === "granted") await unsubscribePush();
}
