/**
 * The push subscription of this browser: whether there can be one, and making it.
 *
 * What the server does with a subscription is not said here. How a notice is shown: `worker/push.js`.
 */

import {worker} from "../offline/worker.js";
import {serviceWorkers} from "../router.js";

/** @typedef {"yes" | "denied" | "no"} Had `denied`: the player has forbidden it, and nobody else can change that. */

/** Whether notices can be had in this browser. On telephones of Apple they can once the table is on the home screen. @returns {Had} */
export function canPush() {
  const has = serviceWorkers() !== null && "PushManager" in window && "Notification" in window;
  if (!has) return "no";
  return Notification.permission === "denied" ? "denied" : "yes";
}

/** Whether there is a subscription for this key of the server; one for another key is of no use. @param {string} key */
export async function isSubscribed(key) {
  if (canPush() === "no") return false;
  const registration = await worker();
  const there = await registration?.pushManager.getSubscription();
  return Boolean(there && sameKey(there.options.applicationServerKey, key));
}

/**
 * Ask the player for permission, and subscribe. Only a press may call it.
 *
 * @param {string} key the server's public VAPID key, as base64url
 * @returns {Promise<PushSubscriptionJSON | null>} what the server needs, or null if the player or the browser refuses
 */
export async function subscribePush(key) {
  if (canPush() !== "yes" || (await Notification.requestPermission()) !== "granted") return null;
  const registration = await worker();
  if (!registration) return null;
  const there = await registration.pushManager.getSubscription();
  // One made with another key of the server would be refused.
  if (there && sameKey(there.options.applicationServerKey, key)) return there.toJSON();
  await there?.unsubscribe();
  const made = registration.pushManager.subscribe({userVisibleOnly: true, applicationServerKey: key});
  return made.then((one) => one.toJSON()).catch(() => null);
}

/** Want no notices in this browser any more. Gives the address that the server may forget, or null. */
export async function unsubscribePush() {
  const registration = canPush() === "no" ? null : await worker();
  const there = await registration?.pushManager.getSubscription();
  await there?.unsubscribe();
  return there?.endpoint ?? null;
}

/** @param {ArrayBuffer | null} there @param {string} key */
function sameKey(there, key) {
  const plain = key.replaceAll("-", "+").replaceAll("_", "/").replaceAll("=", "");
  return btoa(String.fromCharCode(...new Uint8Array(there ?? new ArrayBuffer(0)))).replaceAll("=", "") === plain;
}
